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
  int mobility = 0;  // of the shape: bodies − 1 − rank, less what parts that cannot move have of null vectors
  std::vector<double> phi{};  // a pose of that rank: the one given, or one beside it if that is singular
  std::vector<int> fixed{};   // joints of `between` that null vectors turn and no motion does: bars in line, in a part
};

/// At a closed pose. Where G lacks rank the pose is moved a little along its null vectors and closed again, and what
/// becomes of the rank decides (docs/math.md, Linkages).
Mobility mobility(const Linkage& linkage, const std::vector<double>& phi);

/// Per joint of `between`: whether no motion from this pose turns it. Null vectors of G that lead nowhere, those of
/// bars which can only be in line, are no motion.
std::vector<bool> still_joints(const Linkage& linkage, const std::vector<double>& phi);

/// The bodies that such joints make one, each group by rising numbers; groups of one body are left out.
std::vector<std::vector<int>> rigid_parts(const Linkage& linkage, const std::vector<bool>& still);

/// Rows of ∂g/∂θ, the first ones first, that do not follow from those before them: by Gram and Schmidt, above 1e-6 of
/// the two of a loop.
std::vector<int> independent_rows(const Matrix<double>& rows);

/// Per loop: how many of its two closure equations follow from those of the loops before it. An equation that the loop
/// lacks by itself, its bars being in line, does not count.
std::vector<int> redundant_equations(const Linkage& linkage, const std::vector<double>& phi);

/// Whether steps are to shrink where the loops come near a pose of less rank: with several loops, and for a loop of
/// four bars whose shortest and longest bar together are within 2 % of the way around of the other two.
bool near_change_points(const Linkage& linkage);

/// The rank of G at a pose: singular values above 1e-6 of the largest.
int rank_at(const Linkage& linkage, const std::vector<double>& phi);

/// How many of these joints, of `between`, can be turned independently of each other at a pose.
int independent_joints(const Linkage& linkage, const std::vector<double>& phi, const std::vector<int>& joints);

/// The inverse of a symmetric positive matrix on the space of its `rank` largest eigenvalues.
Matrix<double> inverse_on_range(const Matrix<double>& A, int rank);

}  // namespace oopss
