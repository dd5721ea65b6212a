// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/eigenvalue_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace oopss {
namespace {

/// Whether A − s is positive definite, by doubles.
bool seems_definite(Matrix<double> A, double s) {
  for (int i = 0; i < A.rows; ++i) A(i, i) -= s;
  const std::vector<double> D = ldlt(A).D;
  return std::all_of(D.begin(), D.end(), [](double pivot) { return pivot > 0; });
}

/// Whether it is; false where it is not known.
bool is_definite(Matrix<Enclosure> A, const Enclosure& s) {
  for (int i = 0; i < A.rows; ++i) A(i, i) = A(i, i) - s;
  Ldlt<Enclosure> f{Matrix<Enclosure>(A.rows, A.rows), std::vector<Enclosure>(static_cast<std::size_t>(A.rows))};
  try {
    factor(A, f);
  } catch (const NotEnclosed&) {
    return false;
  }
  return std::all_of(f.D.begin(), f.D.end(), [](const Enclosure& pivot) { return pivot.lo > 0; });
}

}  // namespace

double middle(const Enclosure& x) { return mpq_class((x.lo + x.hi) / 2).get_d(); }

Enclosure shortened(const Enclosure& x) {
  const auto size = [](const mpz_class& z) { return static_cast<long>(mpz_sizeinbase(z.get_mpz_t(), 2)); };
  const long num = size(x.lo.get_num()), den = size(x.lo.get_den());
  if (!x.exact() || num + den < 2 * Enclosure::bits) return x;
  const long places = Enclosure::bits - (num - den);
  return {rounded_down(x.lo, places), -rounded_down(-x.hi, places)};
}

Enclosure below_eigenvalues(const Matrix<Enclosure>& A) {
  const int n = A.rows;
  Matrix<Enclosure> entries = A;
  Matrix<double> near(n, n);
  double reach = 0;  // Gershgorin's
  for (int i = 0; i < n; ++i) {
    double row = 0;
    for (int j = 0; j < n; ++j) {
      entries(i, j) = shortened(A(i, j));
      near(i, j) = middle(A(i, j));
      row += std::abs(near(i, j));
    }
    reach = std::max(reach, row);
  }
  if (!std::isnormal(reach)) throw NotEnclosed("eigenvalues of a matrix whose entries are no doubles");
  double low = -1.1 * reach, high = 1.1 * reach;
  for (int step = 0; step < 64; ++step) {
    const double s = (low + high) / 2;
    (seems_definite(near, s) ? low : high) = s;
  }
  for (double slack = 0x1p-48; slack < 4; slack *= 4) {
    Enclosure s{mpq_class(low - slack * reach)};
    if (is_definite(entries, s)) return s;
  }
  throw NotEnclosed("eigenvalues of a matrix whose entries are not known well enough");
}

Enclosure above_eigenvalues(const Matrix<Enclosure>& A) {
  Matrix<Enclosure> minus = A;
  for (Enclosure& x : minus.entries) x = -x;
  return -below_eigenvalues(minus);
}

}  // namespace oopss
