// SPDX-License-Identifier: Apache-2.0
// What keeps loops closed, as expressions, for programs and for pages.
#pragma once

#include "oopss/system/field.hpp"
#include "oopss/system/linked_start.hpp"

namespace oopss {

/// The equations that a linkage is held by, as the pose of its start shows them (docs/math.md, Linkages).
struct ClosureRows : ClosingRows {
  std::vector<int> independent;  // `rank` of them that the others follow from
};
ClosureRows closure_rows(const TreeSpec& spec, const std::vector<double>& p);

/// z, the closing forces and then the torques of exact linearisation and of prescribed motions, keeps the rows: with
/// μ' = μ'_open + Gᵀz,
///   (G J⁻¹Gᵀ) z = −(G ω'_open + curvature).
/// A joint with such a torque is a row as those of loops are: +1 for its first body, −1 for its second, and the φ''
/// asked of it for the curvature.
struct ClosingExpressions {
  std::vector<Expr> gap;  // g of the loops, or of the joints held, then of the prescribed motions
  Matrix<Expr> G;
  Matrix<Expr> schur;  // G J⁻¹Gᵀ
  std::vector<Expr> right;
  int rank = 0;
};
ClosingExpressions closing_expressions(const TreeSpec& spec, const FieldExpressions& field, const ClosureRows& rows);

/// g, G and the curvature of the loops, or of the joints that are held.
struct ClosureExpressions {
  std::vector<Expr> gap;
  Matrix<Expr> G;
  std::vector<Expr> curvature;
};
ClosureExpressions closure_expressions(const Topology& tree, const std::vector<Loop<Expr>>& loops,
                                       const ClosureRows& rows, const std::vector<Expr>& theta,
                                       const std::vector<Expr>& omega);

}  // namespace oopss
