// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/proof/shape_function.hpp"

namespace oopss {

/// A collinear shape of aligned bodies at which the second derivative H of F has exactly one zero direction e: there
/// two equilibria merge with a third. F is even about it, so that a root δ = t e + u (u_i = 0 where |e_i| = 1 is
/// largest) has, with ψ − ψ₀ = x = w·δ over the pairs, a = w·e, q(x) = x − sin x and Y the inverse of H without row and
/// column i,
///   u = −Y Σ w J q(x)     and     Σ a J q(x) = 0.
/// Where |t| ≤ m and |u_k| ≤ m v_k: |x| ≤ m X with X = |a| + |w| v, hence |u_k| ≤ m³ C_k with C_k = Σ |(Y w)_k J| X³/6,
/// and
///   |Σ a⁴ J| |t|³/6 ≤ |t|⁵ Σ |a J| (X² D/2 + |a|⁵/120),   D = |w| C.
/// So there is no root but δ = 0 where m² C_k < v_k and m² Σ |a J| (X² D/2 + |a|⁵/120) < |Σ a⁴ J|/6. With v = 1 + |e|
/// the box |δ| ≤ m is inside.
struct DegenerateBounds {
  mpq_class radius_squared;  // no other root where |δ_k|² is less, in radians
  int index = 0;             // negative directions of V_μ in the others
};

/// `units` is 0 or half a turn for every free body. None if there are springs or loops, the coefficients are not exact,
/// or H is regular, or has two zero directions, or Σ a⁴ J = 0.
std::optional<DegenerateBounds> degenerate_bounds(const ShapeFunction& function,
                                                  const std::vector<std::int64_t>& units);

}  // namespace oopss
