// SPDX-License-Identifier: Apache-2.0
// What keeps loops closed, as expressions, for programs and for pages.
#pragma once

#include "oopss/system/field.hpp"
#include "oopss/system/linked_start.hpp"

namespace oopss {

/// The equations that keep a linkage together, as the pose of its start shows them (docs/math.md, Linkages).
struct ClosureRows : ClosingRows {
  std::vector<int> independent;  // `rank` of them that the others follow from
};
ClosureRows closure_rows(const TreeSpec& spec, const std::vector<double>& p);

/// z keeps the rows: with μ' = μ'_open + Gᵀz,
///   (G J⁻¹Gᵀ) z = −(G ω'_open + curvature).
/// The rows are those of the loops, or of the joints fixed; of prescribed motions ψ(t), g = θ_second − θ_first − ψ with
/// −ψ'' for the curvature, so that z is minus the torque; of joints under exact linearisation, +1 for the first body
/// and −1 for the second, with the φ'' asked for the curvature, so that z is the torque.
struct ClosingExpressions {
  int loops = 0;                  // rows before those of motions
  std::vector<int> moved;         // joints of the motions
  std::vector<Expr> gap;          // g of the loops and of the motions
  std::vector<Expr> gap_by_time;  // ∂g/∂t
  Matrix<Expr> G;
  Matrix<Expr> schur;  // G J⁻¹Gᵀ
  std::vector<Expr> right;
  int rank = 0;
};
ClosingExpressions closing_expressions(const TreeSpec& spec, const FieldExpressions& field, const ClosureRows& rows);

/// g, G and the curvature of the loops, or of the joints that are fixed.
struct ClosureExpressions {
  std::vector<Expr> gap;
  Matrix<Expr> G;
  std::vector<Expr> curvature;
};
ClosureExpressions closure_expressions(const Topology& tree, const std::vector<Loop<Expr>>& loops,
                                       const ClosureRows& rows, const std::vector<Expr>& theta,
                                       const std::vector<Expr>& omega);

}  // namespace oopss
