// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/hinge_turns.hpp"
#include "oopss/mechanics/space_root.hpp"

// The recursion once more, for trees of hinges only: every body in axes of its own, where its hinge is z, so that to
// eliminate a hinge is to divide by one number, and no attitudes are needed (measured: a fifth faster than in common
// axes). tests/mechanics/engine_space.cpp holds it against the templates. Compiled once per kind of processor: hence
// static.

namespace oopss {

/// The momentum of the whole, from inertial axes into those of the root, through the bodies in between: their hinges
/// have n·μ − p for p. In the lane of the body that it has come to, the other is zero: whole registers are stored,
/// which those that read them soon need not wait for.
static inline LaneVector hinge_momentum(const HingeLoops& on, const double* x) {
  const Numbers3 whole =
      transposed_times(numbers3x3(on.file_axes), turned_back(x + on.attitude, numbers3(x + on.momenta + on.whole)));
  LaneVector mu = {whole.x * on.file_lane, whole.y * on.file_lane, whole.z * on.file_lane};
  for (int k = 0; k < on.path_size; ++k) {
    const HingePath& path = on.path[k];
    const int i = path.step;
    on.sweep[i].mu = mu;
    mu = about_z(mu, lanes(on.c, i), lanes(on.s, i));
    mu = path.pair < 0 ? about_x(mu, on.step[i].twist.c, on.step[i].twist.s) : on.pair[path.pair].C * mu;
    if (path.crosses) mu = swapped(mu);
  }
  return mu;
}

/// The momentum of what the hinge carries.
[[gnu::always_inline]] static inline Lanes2 carried(const HingeLoops& on, int i, const double* momenta) {
  const SpacePlaces& places = on.places[i];
  return on.sweep[i].mu.z + on.step[i].far_sign * Lanes2{momenta[places.momentum[0]], momenta[places.momentum[1]]};
}

/// What the step before answers, in the axes of this one.
[[gnu::always_inline]] static inline SpaceAnswer answer_of_step_before(const HingeLoops& on, int i) {
  return turned_twice(on.sweep[i - 1].answer, lanes(on.c, i - 1), lanes(on.s, i - 1), on.step[i - 1].twist);
}

/// The body of a step, and what hangs on it by the step before.
[[gnu::always_inline]] static inline SpaceAnswer joined_by_hinge(const HingeLoops& on, int i) {
  const HingeConstants& body = on.step[i];
  SpaceAnswer outer = answer_of_step_before(on, i);
  outer.D = outer.D + body.D;  // early: the division waits for the end of this sum
  return joined<true>(body.first, body.m, outer, body.arm);
}

/// Turned about z only: q' = x − e·ω − g·u with e_z = 1, and what is left answers nothing to a spin about z.
[[gnu::always_inline]] static inline void eliminate_hinge(const SpaceAnswer& all, Lanes2 p,
                                                          HingeSweep& __restrict sweep) {
  const Lanes2 inverse = 1 / all.D.zz, x = inverse * (p - all.l.z);
  const Lanes2 ex = inverse * all.D.xz, ey = inverse * all.D.yz;
  const LaneVector Gn = {all.G.x.z, all.G.y.z, all.G.z.z}, g = inverse * Gn;
  sweep.x = x, sweep.ex = ex, sweep.ey = ey, sweep.g = g;
  sweep.answer = {all.D.xx - all.D.xz * ex,
                  all.D.xy - all.D.xz * ey,
                  all.D.yy - all.D.yz * ey,
                  {all.G.x.x - Gn.x * ex, all.G.y.x - Gn.y * ex, all.G.z.x - Gn.z * ex},
                  {all.G.x.y - Gn.x * ey, all.G.y.y - Gn.y * ey, all.G.z.y - Gn.z * ey},
                  minus_outer(all.M, Gn, g),
                  {all.l.x + x * all.D.xz, all.l.y + x * all.D.yz, p},
                  all.h + x * Gn};
}

[[gnu::noinline]] static void eliminate_at_junction(const HingeLoops& on, int i, Lanes2 p) {
  SpaceAnswer& junction = on.junction[on.places[i].junction];
  eliminate_hinge(joined_by_hinge(on, i) + junction, p, on.sweep[i]);
  junction = SpaceAnswer{};
}

/// What the branches of a pair answer on the bodies they hang on, at those bodies' inner joints.
[[gnu::always_inline]] static inline SpaceAnswer answer_of_branches(const HingeLoops& on, int k) {
  const HingeBranches& pair = on.pair[k];
  const int i = pair.end - 1;
  return beyond<true>(turned_by(turned_about_z(pair.C, lanes(on.c, i), lanes(on.s, i)), on.sweep[i].answer), pair.arm);
}

[[gnu::noinline]] static void attach(const HingeLoops& on, int k, SpaceAnswer& root) {
  const HingeBranches& pair = on.pair[k];
  const SpaceAnswer there = answer_of_branches(on, k);
  for (int lane = 0; lane < 2; ++lane)
    if (const int slot = pair.attachment[lane]; slot >= 0)
      add_lane(slot / 2 == on.steps - 1 ? root : on.junction[on.places[slot / 2].junction], slot % 2, there, lane);
}

/// The longest branches are the last, and end before the root.
[[gnu::always_inline]] static inline SpaceAnswer answer_on_root(const HingeLoops& on) {
  return beyond<true>(answer_of_step_before(on, on.steps - 1), on.step[on.steps - 1].arm);
}
[[gnu::always_inline]] static inline RootMotion motion_of_root(const HingeLoops& on, const LaneVector& mu) {
  return root_motion(*on.root, answer_on_root(on), mu);
}
[[gnu::noinline]] static RootMotion motion_of_root(const HingeLoops& on, const LaneVector& mu,
                                                   const SpaceAnswer& others) {
  return root_motion(*on.root, answer_on_root(on) + others, mu);
}

/// Tips to root. At a tip D, G, M, e and g are constants, there from the beginning.
[[gnu::always_inline]] static inline RootMotion hinges_inward(const HingeLoops& on, const double* momenta,
                                                              const LaneVector& mu) {
  SpaceAnswer others;  // on the root
  if (on.pairs > 1) others = SpaceAnswer{};
  for (int k = 0; k < on.pairs; ++k) {
    const HingeBranches& pair = on.pair[k];
    HingeSweep& tip = on.sweep[pair.begin];
    const Lanes2 tip_p = carried(on, pair.begin, momenta);
    tip.x = on.step[pair.begin].inverse * tip_p;
    tip.answer.l = {tip_p * tip.ex, tip_p * tip.ey, tip_p};
    tip.answer.h = tip_p * tip.g;
    for (int i = pair.begin + 1; i < pair.end; ++i) {
      const Lanes2 p = carried(on, i, momenta);
      if (on.places[i].junction >= 0)
        eliminate_at_junction(on, i, p);
      else
        eliminate_hinge(joined_by_hinge(on, i), p, on.sweep[i]);
    }
    if (k + 1 < on.pairs) attach(on, k, others);
  }
  return on.pairs == 1 ? motion_of_root(on, mu) : motion_of_root(on, mu, others);
}

/// q', p' = n·(L × ω + P × u) with n along z, and the spin of the body.
[[gnu::always_inline]] static inline void move_hinge(const HingeLoops& on, int i, LaneVector& w, const LaneVector& u,
                                                     double* rate) {
  const SpacePlaces& places = on.places[i];
  const HingeConstants& body = on.step[i];
  HingeSweep& sweep = on.sweep[i];
  const auto& [Dxx, Dxy, Dyy, Gx, Gy, M, l, h] = sweep.answer;
  const Lanes2 Lx = plus_dot(l.x + Dxx * w.x + Dxy * w.y, Gx, u), Ly = plus_dot(l.y + Dxy * w.x + Dyy * w.y, Gy, u);
  const Lanes2 Px = h.x + Gx.x * w.x + Gy.x * w.y + M.xx * u.x + M.xy * u.y + M.xz * u.z;
  const Lanes2 Py = h.y + Gx.y * w.x + Gy.y * w.y + M.xy * u.x + M.yy * u.y + M.yz * u.z;
  const Lanes2 q_rate = (sweep.x - sweep.ex * w.x - sweep.ey * w.y) - plus_dot(w.z, sweep.g, u);
  const Lanes2 p_rate =
      body.far_sign * (Lx * w.y - Ly * w.x + Px * u.y - Py * u.x) + sweep.mu.x * w.y - sweep.mu.y * w.x;
  const Lanes2 angle_rate = body.sense * q_rate;
  for (int lane = 1; lane >= 0; --lane) {  // where lane 1 holds no body, it has the places of lane 0
    rate[places.joint[lane]] = angle_rate[lane];
    rate[on.momenta + places.momentum[lane]] = p_rate[lane];
  }
  w.z += q_rate;
  sweep.omega = w, sweep.u = u;
}

/// Root to tips.
[[gnu::always_inline]] static inline void hinges_outward(const HingeLoops& on, const RootMotion& root, double* rate) {
  on.sweep[on.steps - 1].omega = root.omega, on.sweep[on.steps - 1].u = root.u;
  LaneVector w = root.omega, u = root.u;
  for (int k = on.pairs - 1; k >= 0; --k) {
    const HingeBranches& pair = on.pair[k];
    int i = pair.end;
    if (k + 1 < on.pairs) {
      const LaneVector inner = attached(on, pair, &HingeSweep::omega);
      u = plus_cross(attached(on, pair, &HingeSweep::u), inner, pair.arm);
      --i;
      w = back_about_z(transposed_times(pair.C, inner), lanes(on.c, i), lanes(on.s, i));
      u = back_about_z(transposed_times(pair.C, u), lanes(on.c, i), lanes(on.s, i));
      move_hinge(on, i, w, u, rate);
    }
    while (--i >= pair.begin) {
      const HingeConstants& body = on.step[i];
      const LaneVector& arm = on.step[i + 1].arm;
      u = {u.x + w.y * arm.z - w.z * arm.y, u.y - w.x * arm.z + w.z * arm.x, u.z + w.x * arm.y - w.y * arm.x};
      w = back_about_z(back_about_x(w, body.twist.c, body.twist.s), lanes(on.c, i), lanes(on.s, i));
      u = back_about_z(back_about_x(u, body.twist.c, body.twist.s), lanes(on.c, i), lanes(on.s, i));
      move_hinge(on, i, w, u, rate);
    }
  }
}

static void hinge_rates(const HingeLoops& on, const double* x, double* rate) {
  const auto angle = [&](int i) {
    return on.step[i].at_zero + on.step[i].sense * Lanes2{x[on.places[i].joint[0]], x[on.places[i].joint[1]]};
  };
  sines_and_cosines_of_steps(on.steps, angle, on.s, on.c);
  hinges_outward(on, hinges_inward(on, x + on.momenta, hinge_momentum(on, x)), rate);
  put(rate + on.momenta + on.whole, {0, 0, 0});
  const double* spin = on.file_spin;
  put_attitude_rate(x + on.attitude, numbers3x3(on.file_axes) * Numbers3{spin[0], spin[2], spin[4]},
                    rate + on.attitude);
}

}  // namespace oopss
