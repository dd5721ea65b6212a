// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/scalar/enclosure.hpp"
#include "oopss/scalar/linear.hpp"

namespace oopss {

/// A double near the middle of an enclosure.
double middle(const Enclosure& x);

/// The same number, between ends of 128 bits where it is exact and much longer than that.
Enclosure shortened(const Enclosure& x);

/// A number that no eigenvalue of a symmetric matrix is below: A − s is positive definite, which the pivots of its LDLᵀ
/// prove. As near to the least eigenvalue as rounding of doubles lets it be found. And one that none is above.
Enclosure below_eigenvalues(const Matrix<Enclosure>& A);
Enclosure above_eigenvalues(const Matrix<Enclosure>& A);

}  // namespace oopss
