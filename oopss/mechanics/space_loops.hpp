// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/space_attitudes.hpp"
#include "oopss/mechanics/space_joints.hpp"
#include "oopss/mechanics/space_turn.hpp"

// The formulas of `recursion` in space again, for speed: two branches side by side, inertias as sums of squares, rates
// of hinges from what their subtrees answer. tests/mechanics/engine_space.cpp holds them against the templates.
// Compiled once per kind of processor: hence static.

namespace oopss {

/// A step on which branches hang, or with one of each kind of joint: then both, and of each lane the one that holds.
[[gnu::noinline]] static void inward_at_junction(const SpaceLoops& on, int i, bool tip, const LaneVector& mu,
                                                 Lanes2 p) {
  const SpaceConstants& body = on.step[i];
  const SpacePlaces& places = on.places[i];
  SpaceSweep& sweep = on.sweep[i];
  SpaceAnswer all = alone(own_body(body, sweep.R), body.m);
  sweep.arm = sweep.R * body.arm;
  if (!tip) all = all + beyond<true>(on.sweep[i - 1].answer, sweep.arm);
  if (places.junction >= 0) {
    all = all + on.junction[places.junction];
    on.junction[places.junction] = SpaceAnswer{};
  }
  if (places.joints != StepJoints::hinges) answer_by_ball(all, mu, sweep);
  if (places.joints == StepJoints::balls) return;
  const SpaceAnswer by_ball = {{}, sweep.answer.M, {}, {}, sweep.answer.h};
  answer_by_hinge(all, axis(sweep.R), p, body.pivot, sweep);
  if (places.joints == StepJoints::one_of_each) sweep.answer = chosen(body.hinge > Lanes2{0, 0}, sweep.answer, by_ball);
}

/// A branch that is done hangs on a body of another, or on the root.
[[gnu::noinline]] static void attach(const SpaceLoops& on, int k, SpaceAnswer& root) {
  const SpaceBranches& pair = on.pair[k];
  on.attached_arm[k] = attached(on, pair, &SpaceSweep::R) * pair.arm;
  const SpaceAnswer there = beyond<true>(on.sweep[pair.end - 1].answer, on.attached_arm[k]);
  for (int lane = 0; lane < 2; ++lane)
    if (const int slot = pair.attachment[lane]; slot >= 0)
      add_lane(slot / 2 == on.steps - 1 ? root : on.junction[on.places[slot / 2].junction], slot % 2, there, lane);
}

/// The root; the last branches are of the last level, and hang on it.
[[gnu::noinline]] static RootMotion motion_of_any_root(const SpaceLoops& on, const LaneVector& mu,
                                                       const SpaceAnswer& others) {
  if (on.pairs == 1) return root_motion(*on.root, others, mu);
  const SpaceBranches& pair = on.pair[on.pairs - 2];
  return root_motion(*on.root, beyond<true>(on.sweep[pair.end - 1].answer, pair.arm) + others, mu);
}
[[gnu::always_inline]] static inline void move_root(const SpaceLoops& on, const SpaceAnswer& others) {
  SpaceSweep& sweep = on.sweep[on.steps - 1];
  const double* of_root = on.mu + 3 * on.places[on.steps - 1].cluster[0];
  const LaneVector mu = {Lanes2{of_root[0], 0}, Lanes2{of_root[1], 0}, Lanes2{of_root[2], 0}};
  RootMotion moving;
  if (on.pairs == 2 && on.places[on.steps - 2].joints == StepJoints::balls)
    moving = root_motion(*on.root, beyond<false>(on.sweep[on.steps - 2].answer, on.pair[0].arm), mu);
  else
    moving = motion_of_any_root(on, mu, others);
  sweep.omega = moving.omega, sweep.u = moving.u;
}

/// Tips to root.
static void space_inward(const SpaceLoops& on, const double* momenta) {
  SpaceAnswer others;  // on the root
  if (on.pairs != 2 || on.hinges > 0) others = SpaceAnswer{};
  for (int k = 0; k + 1 < on.pairs; ++k) {
    const SpaceBranches& pair = on.pair[k];
    for (int i = pair.begin; i < pair.end; ++i) {
      const SpaceConstants& body = on.step[i];
      const SpacePlaces& places = on.places[i];
      SpaceSweep& sweep = on.sweep[i];
      const LaneVector mu = cluster_momenta(on, places);
      const bool tip = i == pair.begin, ball = places.joints == StepJoints::balls;
      if (tip && ball) {
        tip_by_ball(on.tip[k], mu, sweep);
        continue;
      }
      const Lanes2 p = ball ? Lanes2{} : outer_momentum(body, axis(sweep.R), mu, places, momenta);
      if (places.junction >= 0 || places.joints == StepJoints::one_of_each) {
        inward_at_junction(on, i, tip, mu, p);
        continue;
      }
      const OwnBody own = own_body(body, sweep.R);
      if (tip) {
        tip_by_hinge(own, body.m, axis(sweep.R), p, body.pivot, sweep);
        continue;
      }
      const LaneVector arm = sweep.R * body.arm;
      sweep.arm = arm;
      const SpaceAnswer& outer = on.sweep[i - 1].answer;
      if (on.places[i - 1].joints == StepJoints::balls) {
        if (ball)
          answer_by_ball(joined<false>(own, body.m, outer, arm), mu, sweep);
        else
          answer_by_hinge(joined<false>(own, body.m, outer, arm), axis(sweep.R), p, body.pivot, sweep);
      } else {
        if (ball)
          answer_by_ball(joined<true>(own, body.m, outer, arm), mu, sweep);
        else
          answer_by_hinge(joined<true>(own, body.m, outer, arm), axis(sweep.R), p, body.pivot, sweep);
      }
    }
    if (k + 2 < on.pairs) attach(on, k, others);
  }
  move_root(on, others);
}

/// Rates of the joint and of a hinge's momentum. Lane 1 first: where it holds no body, it has the places of lane 0.
static inline void write_hinge(const SpaceLoops& on, const SpaceConstants& body, const SpacePlaces& places,
                               const HingeMotion& hinge, double* rate) {
  const Lanes2 q_rate = body.sense * hinge.q_rate;
  for (int lane = 1; lane >= 0; --lane) {
    if (places.joints != StepJoints::hinges && body.hinge[lane] == 0) continue;
    rate[places.joint[lane]] = q_rate[lane];
    rate[on.momenta + places.momentum[lane]] = hinge.p_rate[lane];
  }
}

/// What the inner side gains, f, this side loses.
static inline void exchange(const SpaceLoops& on, const SpaceBranches& pair, int i, const LaneVector& f) {
  on.sweep[i].rate = Lanes2{-1, -1} * f;
  if (i + 1 < pair.end)
    on.sweep[i + 1].rate = on.sweep[i + 1].rate + f;
  else if (pair.on_root)
    on.sweep[on.steps - 1].rate = on.sweep[on.steps - 1].rate + f;
  else
    for (int lane = 0; lane < 2; ++lane)
      if (const int slot = pair.attachment[lane]; slot >= 0) add_lane(on.sweep[slot / 2].rate, slot % 2, f, lane);
}

static void space_outward_branches(const SpaceLoops& on, int k, const double* x, double* rate) {
  const SpaceBranches& pair = on.pair[k];
  LaneVector omega = attached(on, pair, &SpaceSweep::omega);
  LaneVector u = plus_cross(attached(on, pair, &SpaceSweep::u), omega, on.attached_arm[k]);
  for (int i = pair.end - 1; i >= pair.begin; --i) {
    const SpaceConstants& body = on.step[i];
    const SpacePlaces& places = on.places[i];
    SpaceSweep& sweep = on.sweep[i];
    if (places.joints == StepJoints::hinges) {
      const LaneVector n = axis(sweep.R);
      const HingeMotion hinge = outward_by_hinge(body, sweep, n, cluster_momenta(on, places), omega, u);
      write_hinge(on, body, places, hinge, rate);
      omega = omega + hinge.q_rate * n;
      sweep.rate = LaneVector{};
    } else {
      const LaneVector inner = omega;
      const bool both = places.joints == StepJoints::balls;
      LaneVector f = gained_by_inner(sweep, u);
      omega = both && i == pair.begin ? tip_spin(on.tip[k], sweep, u) : ball_spin(sweep, u);
      if (!both) {
        const LaneVector n = axis(sweep.R);
        const HingeMotion hinge = outward_by_hinge(body, sweep, n, cluster_momenta(on, places), inner, u);
        write_hinge(on, body, places, hinge, rate);
        omega = chosen(body.hinge > Lanes2{0, 0}, inner + hinge.q_rate * n, omega);
        f = chosen(body.hinge > Lanes2{0, 0}, LaneVector{}, f);
      }
      exchange(on, pair, i, f);
      LaneVector spin = omega - inner;  // in the axes of the inner body
      if (i + 1 < pair.end)
        spin = transposed_times(on.sweep[i + 1].R, spin);
      else if (!pair.on_root)
        spin = transposed_times(attached(on, pair, &SpaceSweep::R), spin);
      ball_rates(body, places, spin, x, rate);
    }
    sweep.omega = omega;
    sweep.u = u;
    if (i > pair.begin) u = plus_cross(u, omega, sweep.arm);
  }
}

/// Root to tips.
static void space_outward(const SpaceLoops& on, const double* x, double* rate) {
  SpaceSweep& root = on.sweep[on.steps - 1];
  root.rate = LaneVector{};
  if (on.pairs > 1) on.attached_arm[on.pairs - 2] = on.pair[on.pairs - 2].arm;
  for (int k = on.pairs - 2; k >= 0; --k) space_outward_branches(on, k, x, rate);
  root.rate = lane_sum(root.rate);
}

/// What balls add to the rates of hinges on the way to the body that turns freely, f summed over them; then the rates
/// of those whose momentum is the other side's, (n·μ)' − p'.
static void rates_through_hinges(const SpaceLoops& on, double* rate) {
  const auto along = [&](int i, int lane, const LaneVector& f) {
    const LaneVector n = axis(on.sweep[i].R);
    return n.x[lane] * f.x[lane] + n.y[lane] * f.y[lane] + n.z[lane] * f.z[lane];
  };
  const auto p_rate = [&](int i, int lane) -> double& { return rate[on.momenta + on.places[i].momentum[lane]]; };
  for (int k = 0; k + 1 < on.pairs; ++k)
    for (int i = on.pair[k].begin; i < on.pair[k].end; ++i)
      for (int lane = 0; lane < 2; ++lane) {
        const int slot = i + 1 < on.pair[k].end ? 2 * i + 2 + lane : on.pair[k].attachment[lane];
        if (on.step[i].hinge[lane] == 0 || on.step[i].pivot[lane] != 0 || slot < 0) continue;
        p_rate(i, lane) += on.step[i].far_sign[lane] * along(i, lane, on.sweep[i].rate);
        add_lane(on.sweep[slot / 2].rate, slot % 2, on.sweep[i].rate, lane);
        if (slot / 2 == on.steps - 1) add_lane(on.sweep[slot / 2].rate, 1 - slot % 2, on.sweep[i].rate, lane);
      }
  for (int i = 0; i + 1 < on.steps; ++i)
    for (int lane = 0; lane < 2; ++lane) {
      if (on.step[i].far[lane] == 0) continue;
      const int slot = on.cluster_slot[on.places[i].cluster[lane]];
      const LaneVector& f = on.sweep[slot / 2].rate;
      p_rate(i, lane) += along(i, lane, gathered(f, slot % 2, f, slot % 2));
    }
}

static void space_rates(const SpaceLoops& on, const double* x, double* rate) {
  space_attitudes(on, x);
  space_turn(on, x);
  space_inward(on, x + on.momenta);
  space_outward(on, x, rate);
  if (on.hinges > 0) rates_through_hinges(on, rate);
  space_root_rates(on, x, rate);
}

}  // namespace oopss
