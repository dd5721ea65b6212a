// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/symmetric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/model/diagnostic.hpp"

namespace oopss {
namespace {

double largest_entry(const std::vector<Number>& by_rows) {
  double largest = 0;
  for (const Number& entry : by_rows) largest = std::max(largest, std::abs(entry.value));
  return largest;
}

/// Jacobi's method: turns in the planes of two axes, each of which makes the entry between them zero, until all are.
std::array<double, 3> eigenvalues(std::array<std::array<double, 3>, 3> A) {
  for (int sweep = 0; sweep < 12; ++sweep)
    for (const auto& [p, q, other] : {std::array{0, 1, 2}, {0, 2, 1}, {1, 2, 0}}) {
      if (A[p][q] == 0) continue;
      const double slope = (A[q][q] - A[p][p]) / (2 * A[p][q]);
      const double tangent = std::copysign(1 / (std::abs(slope) + std::hypot(slope, 1)), slope);
      const double c = 1 / std::hypot(tangent, 1), s = tangent * c, a = A[p][other], b = A[q][other];
      A[p][p] -= tangent * A[p][q];
      A[q][q] += tangent * A[p][q];
      A[p][q] = A[q][p] = 0;
      A[p][other] = A[other][p] = c * a - s * b;
      A[q][other] = A[other][q] = s * a + c * b;
    }
  std::array<double, 3> out = {A[0][0], A[1][1], A[2][2]};
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

bool check_symmetric(const std::vector<Number>& by_rows, const std::string& what, Problems& problems) {
  const double size = largest_entry(by_rows);
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < row; ++column) {
      const Number &below = by_rows[3 * row + column], &above = by_rows[3 * column + row];
      if (std::abs(below.value - above.value) <= symmetry_tolerance * size) continue;
      problems.error(below.place,
                     fmt::format("{} must be symmetric, got {:.6g} and {:.6g}", what, below.value, above.value));
      return false;
    }
  return true;
}

std::array<double, 3> eigenvalues(const std::vector<Number>& by_rows) {
  const double largest = largest_entry(by_rows), size = largest > 0 ? largest : 1;
  std::array<std::array<double, 3>, 3> A{};
  for (std::size_t k = 0; k < 9; ++k) A[k / 3][k % 3] = by_rows[k].value / size;  // no overflow in the products
  std::array<double, 3> out = eigenvalues(A);
  for (double& value : out) value *= size;
  return out;
}

}  // namespace oopss
