// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/linkage/linkage.hpp"

namespace oopss {

/// How the closure equations hang together at a pose.
enum class ClosureRank {
  full,       // they are independent
  redundant,  // some follow from the others, here and at the poses around
  singular,   // they are independent around this pose, not at it: a change point
  rigid       // they are not, and the loops cannot move
};

struct Mobility {
  ClosureRank kind = ClosureRank::full;
  int rank = 0;      // of G, at the poses around if the pose is singular
  int mobility = 0;  // of the shape: bodies − 1 − rank; 0 if it is rigid
};

/// At a closed pose. Where G lacks rank the pose is moved a little along its null vectors and closed again, and what
/// becomes of the rank decides (docs/math.md, Linkages).
Mobility mobility(const Linkage& linkage, const std::vector<double>& phi);

/// Whether steps are to shrink where the loops come near a pose of less rank: with several loops, and for a loop of
/// four bars whose shortest and longest bar together are within 2 % of the way around of the other two.
bool near_change_points(const Linkage& linkage);

/// Number of singular values above 1e-6 of the largest.
int rank_of(const Matrix<double>& G);

/// The inverse of a symmetric positive matrix on the space of its `rank` largest eigenvalues.
Matrix<double> inverse_on_range(const Matrix<double>& A, int rank);

}  // namespace oopss
