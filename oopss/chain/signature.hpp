// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include "oopss/scalar/linear.hpp"

namespace oopss {

/// How many eigenvalues of a symmetric matrix are positive, negative and zero.
struct Signature {
  int positive = 0, negative = 0, zero = 0;
  bool operator==(const Signature&) const = default;
};

/// That of a matrix of whole numbers, by A = L D Lᵀ without fractions (Bareiss): the pivots are the leading minors, and
/// two in a row have the sign of D between them. Only the lower half of A is read. A pivot that is zero is exchanged
/// for a later one; where the whole diagonal is zero, a row and its column are added to others. A is used up.
Signature signature(Matrix<mpz_class>& A);

}  // namespace oopss
