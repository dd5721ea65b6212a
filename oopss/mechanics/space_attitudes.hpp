// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/hinge_turns.hpp"

// From the state of a tree in space to attitudes, and from spins back to the rates of the state. For the hot loops
// only, which are compiled once per kind of processor: hence static.

namespace oopss {

struct LaneQuaternion {
  Lanes2 w;
  LaneVector v;
};

/// Of the body on its inner one, in the axes of the slots.
[[gnu::always_inline]] static inline LaneQuaternion joint_quaternion(const SpaceConstants& body,
                                                                     const SpacePlaces& places, const double* x) {
  const double *a = x + places.joint[0], *b = x + places.joint[1];
  LaneVector v = {Lanes2{a[1], b[1]}, Lanes2{a[2], b[2]}, Lanes2{a[3], b[3]}};
  if (places.oblique) v = transposed_times(body.C, v);
  return {Lanes2{a[0], b[0]}, body.sense * v};
}

/// Of a unit quaternion.
[[gnu::always_inline]] static inline LaneMatrix ball_turn(const LaneQuaternion& q) {
  const Lanes2 x = q.v.x, y = q.v.y, z = q.v.z, x2 = x + x, y2 = y + y, z2 = z + z, one = {1, 1};
  const Lanes2 xx = x * x2, yy = y * y2, zz = z * z2;
  return {{one - yy - zz, x * y2 - q.w * z2, x * z2 + q.w * y2},
          {x * y2 + q.w * z2, one - xx - zz, y * z2 - q.w * x2},
          {x * z2 - q.w * y2, y * z2 + q.w * x2, one - xx - yy}};
}

/// The attitude of the body of a step on its inner one.
[[gnu::always_inline]] static inline LaneMatrix joint_turn(const SpaceLoops& on, int i, const double* x) {
  const SpaceConstants& body = on.step[i];
  const SpacePlaces& places = on.places[i];
  if (places.joints == StepJoints::balls) return ball_turn(joint_quaternion(body, places, x));
  const LaneMatrix by_hinge = turned_about_z(body.C, lanes(on.c, i), lanes(on.s, i));
  if (places.joints == StepJoints::hinges) return by_hinge;
  return chosen(body.hinge > Lanes2{0, 0}, by_hinge, ball_turn(joint_quaternion(body, places, x)));
}

/// Attitudes of all bodies, outward, in the axes of the body that the tree is rooted at.
static void space_attitudes(const SpaceLoops& on, const double* x) {
  const auto angle = [&](int i) {
    return on.step[i].sense * Lanes2{x[on.places[i].joint[0]], x[on.places[i].joint[1]]};
  };
  if (on.hinges > 0) sines_and_cosines_of_steps(on.steps, angle, on.s, on.c);
  const Lanes2 zero = {0, 0}, one = {1, 1};
  on.sweep[on.steps - 1].R = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
  for (int k = on.pairs - 2; k >= 0; --k) {
    const SpaceBranches& pair = on.pair[k];
    LaneMatrix R = joint_turn(on, pair.end - 1, x);
    if (!pair.on_root) R = attached(on, pair, &SpaceSweep::R) * R;
    on.sweep[pair.end - 1].R = R;
    for (int i = pair.end - 2; i >= pair.begin; --i) {
      R = R * joint_turn(on, i, x);
      on.sweep[i].R = R;
    }
  }
}

/// q' = ½ Ω q, with Ω the spin of the body against the inner one, in the axes of that. Lane 1 first: where it holds no
/// body, it has the places of lane 0.
[[gnu::always_inline]] static inline void ball_rates(const SpaceConstants& body, const SpacePlaces& places,
                                                     const LaneVector& spin, const double* x, double* rate) {
  const LaneQuaternion q = joint_quaternion(body, places, x);
  const LaneVector half = Lanes2{0.5, 0.5} * spin;
  const Lanes2 w = -dot(half, q.v);
  LaneVector v = body.sense * plus_cross(q.w * half, half, q.v);
  if (places.oblique) v = body.C * v;
  for (int lane = 1; lane >= 0; --lane) {
    if (places.joints != StepJoints::balls && body.hinge[lane] != 0) continue;
    double* out = rate + places.joint[lane];
    out[0] = w[lane], out[1] = v.x[lane], out[2] = v.y[lane], out[3] = v.z[lane];
  }
}

}  // namespace oopss
