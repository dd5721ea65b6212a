// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/kernel_loops.hpp"
#include "oopss/mechanics/space_lanes.hpp"

// What bodies, balls and hinges do to the answers of subtrees, and what comes back. For the hot loops only, which are
// compiled once per kind of processor: hence static.

namespace oopss {

/// The axis of a hinge.
static inline LaneVector axis(const LaneMatrix& R) { return {R.x.z, R.y.z, R.z.z}; }

/// A body by itself: inertia about its inner joint, and mass times the vector from there to the mass centre.
struct OwnBody {
  LaneSymmetric D;
  LaneVector c;
};
/// c 1 + a aᵀ + b bᵀ.
[[gnu::always_inline]] static inline LaneSymmetric squares(Lanes2 c, const LaneVector& a, const LaneVector& b) {
  return {c + a.x * a.x + b.x * b.x, a.x * a.y + b.x * b.y, a.x * a.z + b.x * b.z,
          c + a.y * a.y + b.y * b.y, a.y * a.z + b.y * b.z, c + a.z * a.z + b.z * b.z};
}
[[gnu::always_inline]] static inline OwnBody own_body(const SpaceConstants& body, const LaneMatrix& R) {
  return {squares(body.I, R * body.I_1, R * body.I_2), R * body.first};
}

/// E(c): ω → ω × c.
static inline LaneMatrix lever(const LaneVector& c) {
  const Lanes2 zero = {0, 0};
  return {{zero, c.z, -c.y}, {-c.z, zero, c.x}, {c.y, -c.x, zero}};
}

/// What a body answers on which nothing hangs.
static inline SpaceAnswer alone(const OwnBody& own, Lanes2 m) {
  const Lanes2 zero = {0, 0};
  return {own.D, {m, zero, zero, m, zero, m}, lever(own.c), {zero, zero, zero}, {zero, zero, zero}};
}

/// The answer of a subtree at a joint r away, where u is u + ω × r, and what is there by itself:
///   G = K = G_c + M E,  D = D_c + EᵀK + G_cᵀE,  l = l_c + r × h.
/// A ball answers by M and h alone.
template <bool by_hinge>
[[gnu::always_inline]] static inline SpaceAnswer beyond(const SpaceAnswer& c, const LaneVector& r) {
  const LaneVector Mx = {c.M.xx, c.M.xy, c.M.xz}, My = {c.M.xy, c.M.yy, c.M.yz}, Mz = {c.M.xz, c.M.yz, c.M.zz};
  if constexpr (by_hinge) {
    const LaneMatrix& G = c.G;
    const LaneMatrix K = {plus_cross(G.x, r, Mx), plus_cross(G.y, r, My), plus_cross(G.z, r, Mz)};
    return {{c.D.xx + r.y * (K.z.x + G.z.x) - r.z * (K.y.x + G.y.x),
             (c.D.xy + r.z * G.x.x - r.x * G.z.x) + r.y * K.z.y - r.z * K.y.y,
             (c.D.xz + r.x * G.y.x - r.y * G.x.x) + r.y * K.z.z - r.z * K.y.z,
             c.D.yy + r.z * (K.x.y + G.x.y) - r.x * (K.z.y + G.z.y),
             (c.D.yz + r.x * G.y.y - r.y * G.x.y) + r.z * K.x.z - r.x * K.z.z,
             c.D.zz + r.x * (K.y.z + G.y.z) - r.y * (K.x.z + G.x.z)},
            c.M,
            K,
            plus_cross(c.l, r, c.h),
            c.h};
  } else {
    const LaneMatrix K = {cross(r, Mx), cross(r, My), cross(r, Mz)};
    return {{r.y * K.z.x - r.z * K.y.x, r.y * K.z.y - r.z * K.y.y, r.y * K.z.z - r.z * K.y.z, r.z * K.x.y - r.x * K.z.y,
             r.z * K.x.z - r.x * K.z.z, r.x * K.y.z - r.y * K.x.z},
            c.M,
            K,
            cross(r, c.h),
            c.h};
  }
}

/// A body of the mass m, c its first moment, and the subtree that hangs on it; its inertia is not added.
template <bool by_hinge>
[[gnu::always_inline]] static inline SpaceAnswer joined(const LaneVector& c, Lanes2 m, const SpaceAnswer& outer,
                                                        const LaneVector& arm) {
  SpaceAnswer all = beyond<by_hinge>(outer, arm);
  all.M.xx += m, all.M.yy += m, all.M.zz += m;
  all.G.x.y += c.z, all.G.x.z -= c.y, all.G.y.x -= c.z;
  all.G.y.z += c.x, all.G.z.x += c.y, all.G.z.y -= c.x;
  return all;
}
template <bool by_hinge>
[[gnu::always_inline]] static inline SpaceAnswer joined(const OwnBody& own, Lanes2 m, const SpaceAnswer& outer,
                                                        const LaneVector& arm) {
  SpaceAnswer all = joined<by_hinge>(own.c, m, outer, arm);
  all.D = all.D + own.D;
  return all;
}

/// Turned away freely: ω = D⁻¹(μ − l − Gᵀu) = w − Qᵀu.
[[gnu::always_inline]] static inline void answer_by_ball(const SpaceAnswer& all, const LaneVector& mu,
                                                         SpaceSweep& __restrict sweep) {
  const LaneSymmetric adj = adjugate(all.D);
  const Lanes2 inverse = 1 / determinant(all.D, adj);
  const LaneVector left = mu - all.l;
  const LaneMatrix& G = all.G;
  const LaneMatrix Q = {inverse * (adj * G.x), inverse * (adj * G.y), inverse * (adj * G.z)};
  sweep.w = inverse * (adj * left);
  sweep.Q = Q;
  sweep.answer.M = {minus_dot(all.M.xx, G.x, Q.x), minus_dot(all.M.xy, G.x, Q.y), minus_dot(all.M.xz, G.x, Q.z),
                    minus_dot(all.M.yy, G.y, Q.y), minus_dot(all.M.yz, G.y, Q.z), minus_dot(all.M.zz, G.z, Q.z)};
  sweep.answer.h = {plus_dot(all.h.x, Q.x, left), plus_dot(all.h.y, Q.y, left), plus_dot(all.h.z, Q.z, left)};
}

/// The same of a body by itself, from constants in its own axes.
[[gnu::always_inline]] static inline void tip_by_ball(const BallTip& tip, const LaneVector& mu,
                                                      SpaceSweep& __restrict sweep) {
  const LaneMatrix& R = sweep.R;
  const LaneVector own_mu = transposed_times(R, mu);
  sweep.w = own_mu;
  sweep.answer.M = squares(tip.M, R * tip.M_1, R * tip.M_2);
  sweep.answer.h = R * (tip.K * own_mu);
}
[[gnu::always_inline]] static inline LaneVector tip_spin(const BallTip& tip, const SpaceSweep& sweep,
                                                         const LaneVector& u) {
  return sweep.R * (tip.inverse * sweep.w - transposed_times(tip.K, transposed_times(sweep.R, u)));
}

/// Turned about n only: q' = (p − n·l − n·D ω_inner − n·Gᵀu)/d = x − e·ω_inner − g·u.
[[gnu::always_inline]] static inline void answer_by_hinge(const SpaceAnswer& all, const LaneVector& n, Lanes2 p,
                                                          Lanes2 pivot, SpaceSweep& __restrict sweep) {
  const LaneVector Dn = all.D * n, Gn = all.G * n;
  const Lanes2 inverse = 1 / plus_dot(pivot, n, Dn);
  const LaneVector e = inverse * Dn, g = inverse * Gn;
  const Lanes2 x = inverse * minus_dot(p, n, all.l);
  sweep.e = e, sweep.g = g, sweep.x = x;
  sweep.answer.D = minus_outer(all.D, Dn, e);
  sweep.answer.M = minus_outer(all.M, Gn, g);
  sweep.answer.G = {all.G.x - g.x * Dn, all.G.y - g.y * Dn, all.G.z - g.z * Dn};
  sweep.answer.l = all.l + x * Dn;
  sweep.answer.h = all.h + x * Gn;
}

/// The same of a body by itself, where G = E(c).
[[gnu::always_inline]] static inline void tip_by_hinge(const OwnBody& own, Lanes2 m, const LaneVector& n, Lanes2 p,
                                                       Lanes2 pivot, SpaceSweep& __restrict sweep) {
  const LaneVector Dn = own.D * n, Gn = cross(n, own.c);
  const Lanes2 inverse = 1 / plus_dot(pivot, n, Dn);
  const LaneVector e = inverse * Dn, g = inverse * Gn, &c = own.c;
  const Lanes2 x = inverse * p;
  sweep.e = e, sweep.g = g, sweep.x = x;
  sweep.answer.D = minus_outer(own.D, Dn, e);
  sweep.answer.M = {m - Gn.x * g.x, -(Gn.x * g.y), -(Gn.x * g.z), m - Gn.y * g.y, -(Gn.y * g.z), m - Gn.z * g.z};
  sweep.answer.G = {{-(g.x * Dn.x), c.z - g.x * Dn.y, -c.y - g.x * Dn.z},
                    {-c.z - g.y * Dn.x, -(g.y * Dn.y), c.x - g.y * Dn.z},
                    {c.y - g.z * Dn.x, -c.x - g.z * Dn.y, -(g.z * Dn.z)}};
  sweep.answer.l = x * Dn;
  sweep.answer.h = x * Gn;
}

[[gnu::always_inline]] static inline LaneVector ball_spin(const SpaceSweep& sweep, const LaneVector& u) {
  const LaneMatrix& Q = sweep.Q;
  const LaneVector& w = sweep.w;
  return {w.x - Q.x.x * u.x - Q.y.x * u.y - Q.z.x * u.z, w.y - Q.x.y * u.x - Q.y.y * u.y - Q.z.y * u.z,
          w.z - Q.x.z * u.x - Q.y.z * u.y - Q.z.z * u.z};
}
/// The rate u × P that the inner side gains and this side loses.
[[gnu::always_inline]] static inline LaneVector gained_by_inner(const SpaceSweep& sweep, const LaneVector& u) {
  return cross(u, sweep.answer.M * u + sweep.answer.h);
}

/// q', and p' = n·(L × ω + P × u) without what balls further out add.
struct HingeMotion {
  Lanes2 q_rate, p_rate;
};
[[gnu::always_inline]] static inline HingeMotion outward_by_hinge(const SpaceConstants& body, const SpaceSweep& sweep,
                                                                  const LaneVector& n, const LaneVector& mu,
                                                                  const LaneVector& w, const LaneVector& u) {
  const auto& [D, M, G, l, h] = sweep.answer;
  const LaneVector a = cross(w, n), b = cross(u, n);
  const Lanes2 Lx = l.x + D.xx * w.x + D.xy * w.y + D.xz * w.z + G.x.x * u.x + G.y.x * u.y + G.z.x * u.z;
  const Lanes2 Ly = l.y + D.xy * w.x + D.yy * w.y + D.yz * w.z + G.x.y * u.x + G.y.y * u.y + G.z.y * u.z;
  const Lanes2 Lz = l.z + D.xz * w.x + D.yz * w.y + D.zz * w.z + G.x.z * u.x + G.y.z * u.y + G.z.z * u.z;
  const Lanes2 Px = h.x + G.x.x * w.x + G.x.y * w.y + G.x.z * w.z + M.xx * u.x + M.xy * u.y + M.xz * u.z;
  const Lanes2 Py = h.y + G.y.x * w.x + G.y.y * w.y + G.y.z * w.z + M.xy * u.x + M.yy * u.y + M.yz * u.z;
  const Lanes2 Pz = h.z + G.z.x * w.x + G.z.y * w.y + G.z.z * w.z + M.xz * u.x + M.yz * u.y + M.zz * u.z;
  return {minus_dot(sweep.x, sweep.e, w) - dot(sweep.g, u),
          body.far_sign * (dot({Lx, Ly, Lz}, a) + Px * b.x + Py * b.y + Pz * b.z) + body.far * dot(mu, a)};
}

/// What holds of the body that a branch hangs on; a lane without a branch has what the other has.
template <class Loops, class Branches, class Sweep, class Record>
static inline Record attached(const Loops& on, const Branches& pair, Record Sweep::*field) {
  if (pair.on_root) return on.sweep[on.steps - 1].*field;
  const int a = pair.attachment[0], b = pair.attachment[1] < 0 ? a : pair.attachment[1];
  return gathered(on.sweep[a / 2].*field, a % 2, on.sweep[b / 2].*field, b % 2);
}

/// Of the angles of all steps but the root's, two steps at a time; there is room for one more. No angle is stored: a
/// register of four would wait until both its halves are in memory.
template <class Angle>
static inline void sines_and_cosines_of_steps(int steps, const Angle& angle, double* s, double* c) {
  auto near = Lanes4{} == Lanes4{};
  for (int i = 0; i + 1 < steps; i += 2) {
    const Lanes2 first = angle(i), second = i + 2 < steps ? angle(i + 1) : first;
    const Lanes4 both = __builtin_shufflevector(first, second, 0, 1, 2, 3);
    const Direction<Lanes4> turn = sine_and_cosine<Lanes4, Bits4>(both);
    __builtin_memcpy(s + 2 * i, &turn.s, sizeof turn.s);
    __builtin_memcpy(c + 2 * i, &turn.c, sizeof turn.c);
    near &= (both <= reducible) & (both >= -reducible);
  }
  if ((near[0] & near[1] & near[2] & near[3]) != 0) return;
  for (int i = 0; i + 1 < steps; ++i)
    for (int lane = 0; lane < 2; ++lane) {
      const Direction<double> turn = any_sine_and_cosine(angle(i)[lane]);
      s[2 * i + lane] = turn.s, c[2 * i + lane] = turn.c;
    }
}

static inline LaneVector cluster_momenta(const SpaceLoops& on, const SpacePlaces& places) {
  const double *a = on.mu + 3 * places.cluster[0], *b = on.mu + 3 * places.cluster[1];
  return {Lanes2{a[0], b[0]}, Lanes2{a[1], b[1]}, Lanes2{a[2], b[2]}};
}

/// The hinge's momentum as that of its outer side: p, or n·μ − p with μ of all that turns with it.
static inline Lanes2 outer_momentum(const SpaceConstants& body, const LaneVector& n, const LaneVector& mu,
                                    const SpacePlaces& places, const double* momenta) {
  const Lanes2 p = {momenta[places.momentum[0]], momenta[places.momentum[1]]};
  return body.far * dot(n, mu) + body.far_sign * p;
}

}  // namespace oopss
