// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "oopss/chain/beads.hpp"
#include "oopss/chain/signature.hpp"
#include "oopss/scalar/enclosure.hpp"

namespace oopss {

/// Beads on rods in whole numbers: masses and lengths in units of which all of them are multiples, so that no sign is
/// ever in doubt.
struct WholeBeads {
  std::vector<mpz_class> m, l;
  mpq_class moment = 1;  // what a unit of M u_j (see below) is of u_j
  int joints() const { return static_cast<int>(l.size()) - 1; }
};

/// The chain in whole numbers. Throws NotEnclosed if a number of it is not known exactly.
WholeBeads whole_beads(const Beads<Enclosure>& beads);
/// With beads and rods of one unit.
WholeBeads equal_beads(int joints);

/// The joints of a rectilinear shape: bit j − 1 is 1 if joint j is folded, θ_j = π, and 0 if it is straight.
using Folds = std::uint32_t;

/// How many directions of I'' at a rectilinear shape are positive, which are those of motions that grow, and how many
/// are zero.
struct ShapeIndex {
  int index = 0, nullity = 0;
  bool operator==(const ShapeIndex&) const = default;
};

/// What is known of a rectilinear shape. With σ_j = ±1, the direction of rod j, and x_n, the place of bead n from the
/// mass centre, u_j = Σ_{n>j} m_n x_n; turning at the rate Ω, the shape pulls rod j with the force Ω² σ_j u_j.
struct FoldedShape {
  Folds joints = 0;
  int folds = 0;
  std::vector<mpz_class> tension;  // M σ_j u_j
  int compressed = 0;              // rods with σ_j u_j < 0
  int slack = 0;                   // with u_j = 0
  int sign_changes = 0;            // u_j u_{j+1} < 0
  ShapeIndex by_tensions;          // what these say
  ShapeIndex by_elimination;       // what I'' itself says
  bool degenerate() const { return by_tensions.nullity > 0; }
};

/// The tension theorem (docs/folded-chains.md): the index is slack + compressed + sign_changes, the nullity one less
/// than the number of runs of rods that are not slack.
FoldedShape shape_by_tensions(const WholeBeads& beads, Folds joints);

/// ½ M I'' at a rectilinear shape in the joint angles, in room that is there already: with a_j = σ_j l_j and
/// A_jk = M a_j c_jk a_k the sum of (A − diag(A 1))_kl over the rods k ≥ i and l ≥ j is the entry of joints i and j.
void inertia_hessian(const WholeBeads& beads, Folds joints, Matrix<mpz_class>& H);

/// With both counts.
FoldedShape folded_shape(const WholeBeads& beads, Folds joints);

/// More joints than these have too many shapes to list.
constexpr int most_listed_joints = 16;

/// All 2^joints rectilinear shapes, the straight one first.
std::vector<FoldedShape> folded_shapes(const WholeBeads& beads);

}  // namespace oopss
