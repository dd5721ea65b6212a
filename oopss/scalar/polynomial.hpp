// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <vector>

#include "oopss/scalar/linear.hpp"

namespace oopss {

// Polynomials in one variable are vectors of their coefficients, the constant one first.

/// The determinant of a small matrix of polynomials, without division: minors of the first rows, by the set of their
/// columns, each expanded along its last row.
template <Scalar T>
std::vector<T> determinant(const Matrix<std::vector<T>>& A) {
  const int n = A.rows;
  std::vector<std::vector<T>> minor(std::size_t{1} << n);
  minor[0] = {T(1)};
  for (unsigned set = 1; set < minor.size(); ++set) {
    const int row = std::popcount(set) - 1;
    for (int column = 0, place = 0; column < n; ++column) {
      if ((set >> column & 1) == 0) continue;
      const std::vector<T>&factor = A(row, column), &rest = minor[set ^ 1U << column];
      const bool minus = (row + place++) % 2 == 1;
      std::vector<T>& sum = minor[set];
      if (sum.size() < factor.size() + rest.size() - 1) sum.resize(factor.size() + rest.size() - 1, T(0));
      for (std::size_t i = 0; i < factor.size(); ++i)
        for (std::size_t j = 0; j < rest.size(); ++j)
          sum[i + j] = minus ? sum[i + j] - factor[i] * rest[j] : sum[i + j] + factor[i] * rest[j];
    }
  }
  return minor.back();
}

template <Scalar T>
std::vector<T> derivative(const std::vector<T>& p) {
  std::vector<T> out;
  for (std::size_t k = 1; k < p.size(); ++k) out.push_back(T(static_cast<int>(k)) * p[k]);
  return out;
}

/// What division by d leaves of p: of lower degree than d, whose leading coefficient is not zero.
template <Scalar T>
std::vector<T> remainder(std::vector<T> p, const std::vector<T>& d) {
  while (p.size() >= d.size()) {
    const T factor = p.back() / d.back();
    const std::size_t shift = p.size() - d.size();
    for (std::size_t k = 0; k + 1 < d.size(); ++k) p[shift + k] = p[shift + k] - factor * d[k];
    p.pop_back();
  }
  return p;
}

}  // namespace oopss
