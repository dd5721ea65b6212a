// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/spatial/veselov_sweep.hpp"

// The linear equations of the turns of one body (docs/math.md, Steps of bodies in space). For the sweeps only, which
// are compiled once per kind of processor: hence static.

namespace oopss {

using Vector = Vec3<double>;
using Block = Matrix3<double>;

/// hat(l) A.
static inline Block crossed(const Vector& l, const Block& A) {
  return {l.y * A.z - l.z * A.y, l.z * A.x - l.x * A.z, l.x * A.y - l.y * A.x};
}
/// A E(l) = −A hat(l).
static inline Block levered(const Block& A, const Vector& l) { return {cross(l, A.x), cross(l, A.y), cross(l, A.z)}; }

/// Aᵀ v.
static inline Vector transposed_times(const Block& A, const Vector& v) { return v.x * A.x + v.y * A.y + v.z * A.z; }

/// A⁻¹ by cofactors, and whether the determinant is positive.
static inline bool invert(const Block& A, Block& out) {
  const Vector x = cross(A.y, A.z), y = cross(A.z, A.x), z = cross(A.x, A.y);
  const double det = dot(A.x, x), over = 1 / det;
  out = {
      {over * x.x, over * y.x, over * z.x}, {over * x.y, over * y.y, over * z.y}, {over * x.z, over * y.z, over * z.z}};
  return det > 0;
}

/// (Φ − 1) a = 2 v × (w a + v × a), without cancellation.
static inline Vector displaced(const Quaternion<double>& phi, const Vector& a) {
  const Vector v = vector_part(phi);
  return cross(v + v, phi.w * a + cross(v, a));
}

/// The body by itself: D = X + m E(B)ᵀE(B⁺) with X = tr(W) 1 − W, W = Φ S; G⁺ = −m E(B⁺), Gᵀ = −m E(B)ᵀ, M = m 1.
template <Factors made>
static inline TurnEquations own_equations(const VeselovBody& b) {
  const Block W = made == Factors::at_rest ? full(b.S) : rotation_of(b.phi) * full(b.S);
  const Vector B_end = made == Factors::at_rest ? b.B : b.B + displaced(b.phi, b.B);
  const Vector mB = b.m * b.B, mB_end = b.m * B_end;
  const double diagonal = W.x.x + W.y.y + W.z.z + dot(mB, B_end);
  const Block D = {{diagonal - W.x.x - mB_end.x * b.B.x, -W.x.y - mB_end.x * b.B.y, -W.x.z - mB_end.x * b.B.z},
                   {-W.y.x - mB_end.y * b.B.x, diagonal - W.y.y - mB_end.y * b.B.y, -W.y.z - mB_end.y * b.B.z},
                   {-W.z.x - mB_end.z * b.B.x, -W.z.y - mB_end.z * b.B.y, diagonal - W.z.z - mB_end.z * b.B.z}};
  return {{{b.m, 0, 0}, {0, b.m, 0}, {0, 0, b.m}}, D, hat(mB_end), hat(-mB)};
}

/// What a body on a ball that does not resist hands up: P = M δx + h.
static inline void add_free_child(const VeselovBody& c, TurnEquations& all) {
  const Block ME = levered(c.left.M, c.l_end);
  all.D = all.D + crossed(c.l, ME);
  all.G = all.G + ME;
  all.Gt = all.Gt + crossed(c.l, c.left.M);
  all.M = all.M + c.left.M;
}
/// Any body: where its spin is tied to the parent's, besides that its own equations, as far as they are left.
static inline void add_child(const VeselovBody& c, TurnEquations& all) {
  add_free_child(c, all);
  if (!c.hinge && !c.damped) return;
  all.D = all.D + crossed(c.l, c.left.G) + levered(c.left.Gt, c.l_end) + c.left.D;
  all.G = all.G + c.left.G;
  all.Gt = all.Gt + c.left.Gt;
}

/// With Φ = 1 the equations are symmetric, so what is below the diagonal need not be computed.
template <Factors made>
static inline TurnEquations halved(const TurnEquations& all) {
  if constexpr (made != Factors::at_rest) return all;
  return {full(symmetric(all.M)), full(symmetric(all.D)), all.G, transposed(all.G)};
}

template <Factors made>
static inline bool eliminate_ball(const TurnEquations& sum, VeselovBody& b) {
  const TurnEquations all = halved<made>(sum);
  const bool positive = invert(all.D, b.inverse);
  b.Z = b.inverse * all.Gt;
  b.G = all.G;
  b.left.M = all.M - all.G * b.Z;
  if constexpr (made == Factors::at_rest) b.left.M = full(symmetric(b.left.M));
  return positive;
}

/// The root's equation is P = 0, so its M⁻¹ is what is asked for.
template <Factors made>
static inline bool eliminate_root(const TurnEquations& all, VeselovBody& b) {
  const bool positive = eliminate_ball<made>(all, b);
  const Block M = b.left.M;
  return invert(M, b.left.M) && positive;
}

template <Factors made>
static inline bool eliminate_hinge(const TurnEquations& sum, VeselovBody& b) {
  const TurnEquations all = halved<made>(sum);
  b.e_end = all.D * b.n_end;
  b.g_end = all.G * b.n_end;
  b.e = transposed_times(all.D, b.n);
  b.g = transposed_times(all.Gt, b.n);
  b.d = dot(b.n, b.e_end) + b.c;
  const Vector e = b.e / b.d, g = b.g / b.d;
  b.left = {all.M - outer(b.g_end, g), all.D - outer(b.e_end, e), all.G - outer(b.g_end, e),
            all.Gt - outer(b.e_end, g)};
  return b.d > 0;
}

/// A ball that resists: y = y_parent + z − Z δx − N y_parent with K = (D + C)⁻¹, Z = K Gᵀ, N = K D.
template <Factors made>
static inline bool eliminate_damped_ball(TurnEquations& all, VeselovBody& b) {
  b.N = all.D;
  all.D = all.D + b.C;
  const bool positive = eliminate_ball<made>(all, b);
  b.N = b.inverse * b.N;
  b.left.D = b.C * b.N;
  b.left.G = all.G * (b.inverse * b.C);
  b.left.Gt = b.C * b.Z;
  return positive;
}

}  // namespace oopss
