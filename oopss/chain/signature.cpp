// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/signature.hpp"

#include <utility>

namespace oopss {
namespace {

/// The entry (i, j) or (j, i), whichever lies in the lower half.
mpz_class& lower(Matrix<mpz_class>& A, int i, int j) { return i >= j ? A(i, j) : A(j, i); }

/// Exchanges rows and columns k and i of what is left from k on.
void exchange(Matrix<mpz_class>& A, int k, int i) {
  for (int j = k; j < A.rows; ++j)
    if (j != k && j != i) swap(lower(A, k, j), lower(A, i, j));
  swap(A(k, k), A(i, i));
}

/// Brings a pivot that is not zero to (k, k); false if all that is left is zero.
bool provide_pivot(Matrix<mpz_class>& A, int k) {
  const int n = A.rows;
  for (int i = k; i < n; ++i)
    if (A(i, i) != 0) {
      if (i != k) exchange(A, k, i);
      return true;
    }
  for (int i = k + 1; i < n; ++i)
    for (int j = k; j < i; ++j) {
      if (A(i, j) == 0) continue;
      // Row and column i are added to j: with both diagonal entries zero the new one is twice the entry between them.
      const mpz_class twice = 2 * A(i, j);
      for (int c = k; c < n; ++c)
        if (c != j && c != i) lower(A, j, c) += lower(A, i, c);
      A(j, j) = twice;
      if (j != k) exchange(A, k, j);
      return true;
    }
  return false;
}

}  // namespace

Signature signature(Matrix<mpz_class>& A) {
  const int n = A.rows;
  Signature out;
  mpz_class last = 1, product;
  for (int k = 0; k < n; ++k) {
    if (!provide_pivot(A, k)) {
      out.zero = n - k;
      break;
    }
    const mpz_class& pivot = A(k, k);
    ++(sgn(pivot) == sgn(last) ? out.positive : out.negative);
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j <= i; ++j) {
        mpz_class& entry = A(i, j);
        entry *= pivot;
        product = A(i, k) * A(j, k);
        entry -= product;
        mpz_divexact(entry.get_mpz_t(), entry.get_mpz_t(), last.get_mpz_t());
      }
    last = pivot;
  }
  return out;
}

}  // namespace oopss
