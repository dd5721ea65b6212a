// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/kernel_loops.hpp"
#include "oopss/mechanics/space_attitudes.hpp"

// The formulas of `recursion` in space again, for speed: two branches side by side, inertias as sums of squares, rates
// of hinges from what their subtrees answer. tests/mechanics/engine_space.cpp holds them against the templates.
// Compiled once per kind of processor: hence static.

namespace oopss {

/// What the body alone answers at its inner joint.
static inline SpaceAnswer own_answer(const SpaceConstants& body, const LaneMatrix& R) {
  const LaneVector c = R * body.first;
  const Lanes2 zero = {0, 0};
  SpaceAnswer out;
  out.D = {body.I, zero, zero, body.I, zero, body.I};
  const LaneVector I_1 = R * body.I_1, I_2 = R * body.I_2;
  out.D = plus_outer(plus_outer(out.D, I_1, I_1), I_2, I_2);
  out.M = {body.m, zero, zero, body.m, zero, body.m};
  out.G = {{zero, c.z, -c.y}, {-c.z, zero, c.x}, {c.y, -c.x, zero}};
  out.l = out.h = {zero, zero, zero};
  return out;
}

/// Adds the answer of a subtree at a joint r away, where u is u + ω × r:
///   G += K = G_c + M E,  D += D_c + EᵀK + G_cᵀE,  l += l_c + r × h_c.
/// A ball answers by M and h alone.
template <bool by_hinge>
static inline void add_beyond(SpaceAnswer& sum, const SpaceAnswer& c, const LaneVector& r) {
  LaneMatrix K = {cross(r, {c.M.xx, c.M.xy, c.M.xz}), cross(r, {c.M.xy, c.M.yy, c.M.yz}),
                  cross(r, {c.M.xz, c.M.yz, c.M.zz})};
  LaneSymmetric& D = sum.D;
  if constexpr (by_hinge) {
    K = K + c.G;
    const LaneMatrix& G = c.G;
    D = D + c.D;
    D.xx += r.y * G.z.x - r.z * G.y.x;
    D.xy += r.z * G.x.x - r.x * G.z.x;
    D.xz += r.x * G.y.x - r.y * G.x.x;
    D.yy += r.z * G.x.y - r.x * G.z.y;
    D.yz += r.x * G.y.y - r.y * G.x.y;
    D.zz += r.x * G.y.z - r.y * G.x.z;
    sum.l = sum.l + c.l;
  }
  D.xx += r.y * K.z.x - r.z * K.y.x;
  D.xy += r.y * K.z.y - r.z * K.y.y;
  D.xz += r.y * K.z.z - r.z * K.y.z;
  D.yy += r.z * K.x.y - r.x * K.z.y;
  D.yz += r.z * K.x.z - r.x * K.z.z;
  D.zz += r.x * K.y.z - r.y * K.x.z;
  sum.G = sum.G + K;
  sum.M = sum.M + c.M;
  sum.h = sum.h + c.h;
  sum.l = sum.l + cross(r, c.h);
}

/// Turned away freely: ω = D⁻¹(μ − l − Gᵀu) = w − Qᵀu.
static inline void answer_by_ball(const SpaceAnswer& all, const LaneVector& mu, SpaceSweep& sweep) {
  const LaneSymmetric adj = adjugate(all.D);
  const Lanes2 inverse = 1 / determinant(all.D, adj);
  const LaneVector left = mu - all.l;
  sweep.w = inverse * (adj * left);
  sweep.Q = {inverse * (adj * all.G.x), inverse * (adj * all.G.y), inverse * (adj * all.G.z)};
  const LaneMatrix &G = all.G, &Q = sweep.Q;
  sweep.answer.M = {all.M.xx - dot(G.x, Q.x), all.M.xy - dot(G.x, Q.y), all.M.xz - dot(G.x, Q.z),
                    all.M.yy - dot(G.y, Q.y), all.M.yz - dot(G.y, Q.z), all.M.zz - dot(G.z, Q.z)};
  sweep.answer.h = all.h + Q * left;
}

/// Turned about n only: q' = (p − n·l − n·D ω_inner − n·Gᵀu)/d = x − e·ω_inner − g·u.
static inline void answer_by_hinge(const SpaceAnswer& all, const LaneVector& n, Lanes2 p, Lanes2 pivot,
                                   SpaceSweep& sweep) {
  const LaneVector Dn = all.D * n, Gn = all.G * n;
  const Lanes2 inverse = 1 / (dot(n, Dn) + pivot);
  const LaneVector e = inverse * Dn, g = inverse * Gn;
  const Lanes2 x = inverse * (p - dot(n, all.l));
  sweep.e = e, sweep.g = g, sweep.x = x;
  sweep.answer.D = minus_outer(all.D, Dn, e);
  sweep.answer.M = minus_outer(all.M, Gn, g);
  sweep.answer.G = {all.G.x - g.x * Dn, all.G.y - g.y * Dn, all.G.z - g.z * Dn};
  sweep.answer.l = all.l + x * Dn;
  sweep.answer.h = all.h + x * Gn;
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

/// Tips to root.
static void space_inward(const SpaceLoops& on, const double* momenta) {
  for (int k = 0; k < on.pairs; ++k) {
    const SpaceBranches& pair = on.pair[k];
    for (int i = pair.begin; i < pair.end; ++i) {
      const SpaceConstants& body = on.step[i];
      const SpacePlaces& places = on.places[i];
      SpaceSweep& sweep = on.sweep[i];
      const LaneMatrix R = sweep.R;
      SpaceAnswer all = own_answer(body, R);
      if (i > pair.begin) {
        sweep.arm = R * body.arm;
        if (on.places[i - 1].joints == StepJoints::balls)
          add_beyond<false>(all, on.sweep[i - 1].answer, sweep.arm);
        else
          add_beyond<true>(all, on.sweep[i - 1].answer, sweep.arm);
      }
      if (places.junction >= 0) {
        all = all + on.junction[places.junction];
        on.junction[places.junction] = SpaceAnswer{};
      }
      const LaneVector mu = cluster_momenta(on, places), n = axis(R);
      if (places.joints == StepJoints::balls) {
        answer_by_ball(all, mu, sweep);
      } else if (places.joints == StepJoints::hinges) {
        answer_by_hinge(all, n, outer_momentum(body, n, mu, places, momenta), body.pivot, sweep);
      } else {
        answer_by_ball(all, mu, sweep);
        const SpaceAnswer by_ball = {{}, sweep.answer.M, {}, {}, sweep.answer.h};
        answer_by_hinge(all, n, outer_momentum(body, n, mu, places, momenta), body.pivot, sweep);
        sweep.answer = chosen(body.hinge > Lanes2{0, 0}, sweep.answer, by_ball);
      }
    }
    if (k + 1 == on.pairs) return;
    SpaceAnswer at_attachment{};
    on.attached_arm[k] = attached(on, pair, &SpaceSweep::R) * pair.arm;
    add_beyond<true>(at_attachment, on.sweep[pair.end - 1].answer, on.attached_arm[k]);
    for (int lane = 0; lane < 2; ++lane)
      if (const int slot = pair.attachment[lane]; slot >= 0)
        add_lane(on.junction[on.places[slot / 2].junction], slot % 2, at_attachment, lane);
  }
}

/// ω and the rate f = u × P that the inner side gains and this side loses.
struct BallMotion {
  LaneVector omega, f;
};
static inline BallMotion outward_by_ball(const SpaceSweep& sweep, const LaneVector& u) {
  return {sweep.w - transposed_times(sweep.Q, u), cross(u, sweep.answer.M * u + sweep.answer.h)};
}

/// q', and p' = n·(L × ω + P × u) without what balls further out add.
struct HingeMotion {
  Lanes2 q_rate, p_rate;
};
static inline HingeMotion outward_by_hinge(const SpaceConstants& body, const SpaceSweep& sweep, const LaneVector& n,
                                           const LaneVector& mu, const LaneVector& omega, const LaneVector& u) {
  const SpaceAnswer& answer = sweep.answer;
  const LaneVector a = cross(omega, n), b = cross(u, n);
  const LaneVector L = answer.D * omega + transposed_times(answer.G, u) + answer.l;
  const LaneVector P = answer.G * omega + answer.M * u + answer.h;
  return {sweep.x - dot(sweep.e, omega) - dot(sweep.g, u),
          body.far_sign * (dot(L, a) + dot(P, b)) + body.far * dot(mu, a)};
}

static inline void space_outward_branches(const SpaceLoops& on, int k) {
  const SpaceBranches& pair = on.pair[k];
  LaneVector omega = attached(on, pair, &SpaceSweep::omega);
  LaneVector u = attached(on, pair, &SpaceSweep::u) + cross(omega, on.attached_arm[k]);
  for (int i = pair.end - 1; i >= pair.begin; --i) {
    const SpaceConstants& body = on.step[i];
    const SpacePlaces& places = on.places[i];
    SpaceSweep& sweep = on.sweep[i];
    BallMotion ball{};
    if (places.joints != StepJoints::hinges) ball = outward_by_ball(sweep, u);
    if (places.joints == StepJoints::balls) {
      omega = ball.omega;
    } else {
      const LaneVector n = axis(sweep.R);
      const HingeMotion hinge = outward_by_hinge(body, sweep, n, cluster_momenta(on, places), omega, u);
      sweep.q_rate = hinge.q_rate, sweep.p_rate = hinge.p_rate;
      omega = omega + hinge.q_rate * n;
      if (places.joints == StepJoints::one_of_each) {
        omega = chosen(body.hinge > Lanes2{0, 0}, omega, ball.omega);
        ball.f = (Lanes2{1, 1} - body.hinge) * ball.f;
      }
    }
    if (on.balls > 0) {
      sweep.rate = Lanes2{-1, -1} * ball.f;
      if (i + 1 < pair.end)
        on.sweep[i + 1].rate = on.sweep[i + 1].rate + ball.f;
      else
        for (int lane = 0; lane < 2; ++lane)
          if (const int slot = pair.attachment[lane]; slot >= 0)
            add_lane(on.sweep[slot / 2].rate, slot % 2, ball.f, lane);
    }
    sweep.omega = omega;
    sweep.u = u;
    if (i > pair.begin) u = u + cross(omega, sweep.arm);
  }
}

/// Root to tips. Everything together has no momentum: M u = −h.
static void space_outward(const SpaceLoops& on) {
  SpaceSweep& root = on.sweep[on.steps - 1];
  const LaneSymmetric adj = adjugate(root.answer.M);
  root.u = -1 / determinant(root.answer.M, adj) * (adj * root.answer.h);
  root.omega = root.w - transposed_times(root.Q, root.u);
  root.rate = LaneVector{};
  for (int k = on.pairs - 2; k >= 0; --k) space_outward_branches(on, k);
}

/// What balls add to the rates of hinges on the way to the body that turns freely, f summed over them; then the rates
/// of those whose momentum is the other side's, (n·μ)' − p'.
static void rates_through_hinges(const SpaceLoops& on) {
  const auto along = [&](int i, int lane, const LaneVector& f) {
    const LaneVector n = axis(on.sweep[i].R);
    return n.x[lane] * f.x[lane] + n.y[lane] * f.y[lane] + n.z[lane] * f.z[lane];
  };
  for (int k = 0; k + 1 < on.pairs; ++k)
    for (int i = on.pair[k].begin; i < on.pair[k].end; ++i)
      for (int lane = 0; lane < 2; ++lane) {
        const int slot = i + 1 < on.pair[k].end ? 2 * i + 2 + lane : on.pair[k].attachment[lane];
        if (on.step[i].hinge[lane] == 0 || slot < 0) continue;
        on.sweep[i].p_rate[lane] += on.step[i].far_sign[lane] * along(i, lane, on.sweep[i].rate);
        add_lane(on.sweep[slot / 2].rate, slot % 2, on.sweep[i].rate, lane);
      }
  for (int i = 0; i + 1 < on.steps; ++i)
    for (int lane = 0; lane < 2; ++lane) {
      if (on.step[i].far[lane] == 0) continue;
      const int slot = on.cluster_slot[on.places[i].cluster[lane]];
      const LaneVector rate = gathered(on.sweep[slot / 2].rate, slot % 2, on.sweep[slot / 2].rate, slot % 2);
      on.sweep[i].p_rate[lane] += along(i, lane, rate);
    }
}

static void space_sweeps(const SpaceLoops& on, const double* momenta) {
  space_inward(on, momenta);
  space_outward(on);
  if (on.balls > 0 && on.hinges > 0) rates_through_hinges(on);
}

static void space_rates(const SpaceLoops& on, const double* x, double* rate) {
  space_attitudes(on, x);
  space_turn(on, x);
  space_sweeps(on, x + on.momenta);
  space_joint_rates(on, x, rate);
  space_root_rates(on, x, rate);
}

}  // namespace oopss
