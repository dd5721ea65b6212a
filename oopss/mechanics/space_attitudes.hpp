// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/kernel_loops.hpp"
#include "oopss/mechanics/space_lanes.hpp"

// From the state of a tree in space to attitudes, and from spins back to the rates of the state. For the hot loops only,
// which are compiled once per kind of processor: hence static.

namespace oopss {

/// The axis of a hinge.
static inline LaneVector axis(const LaneMatrix& R) { return {R.x.z, R.y.z, R.z.z}; }

/// What holds of the body that a branch hangs on; a lane without a branch has what the other has.
template <class Record>
static inline Record attached(const SpaceLoops& on, const SpaceBranches& pair, Record SpaceSweep::*field) {
  const int a = pair.attachment[0], b = pair.attachment[1] < 0 ? a : pair.attachment[1];
  return gathered(on.sweep[a / 2].*field, a % 2, on.sweep[b / 2].*field, b % 2);
}

/// R C Rz(θ).
static inline LaneMatrix turned_by_hinge(const LaneMatrix& R, const LaneMatrix& C, Lanes2 c, Lanes2 s) {
  const LaneMatrix B = R * C;
  const auto turned = [&](const LaneVector& row) {
    return LaneVector{c * row.x + s * row.y, c * row.y - s * row.x, row.z};
  };
  return {turned(B.x), turned(B.y), turned(B.z)};
}

struct LaneQuaternion {
  Lanes2 w;
  LaneVector v;
};

/// Of the body on its inner one, in the axes of the slots.
static inline LaneQuaternion joint_quaternion(const SpaceConstants& body, const SpacePlaces& places, const double* x) {
  const double *a = x + places.joint[0], *b = x + places.joint[1];
  LaneVector v = {Lanes2{a[1], b[1]}, Lanes2{a[2], b[2]}, Lanes2{a[3], b[3]}};
  if (places.oblique) v = transposed_times(body.C, v);
  return {Lanes2{a[0], b[0]}, body.sense * v};
}

/// R R(q), q a unit quaternion.
static inline LaneMatrix turned_by_ball(const LaneMatrix& R, const LaneQuaternion& q) {
  const Lanes2 x = q.v.x, y = q.v.y, z = q.v.z, x2 = x + x, y2 = y + y, z2 = z + z, one = {1, 1};
  const Lanes2 xx = x * x2, yy = y * y2, zz = z * z2;
  return R * LaneMatrix{{one - yy - zz, x * y2 - q.w * z2, x * z2 + q.w * y2},
                        {x * y2 + q.w * z2, one - xx - zz, y * z2 - q.w * x2},
                        {x * z2 - q.w * y2, y * z2 + q.w * x2, one - xx - yy}};
}

/// Attitudes of all bodies, outward, in the axes of the body that the tree is rooted at.
static void space_attitudes(const SpaceLoops& on, const double* x) {
  if (on.hinges > 0) {
    for (int i = 0; i + 1 < on.steps; ++i)
      lanes(on.theta, i) = on.step[i].sense * Lanes2{x[on.places[i].joint[0]], x[on.places[i].joint[1]]};
    sines_and_cosines(2 * on.steps - 2, on.theta, on.s, on.c);
  }
  const Lanes2 zero = {0, 0}, one = {1, 1};
  on.sweep[on.steps - 1].R = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
  for (int k = on.pairs - 2; k >= 0; --k) {
    const SpaceBranches& pair = on.pair[k];
    LaneMatrix R = attached(on, pair, &SpaceSweep::R);
    for (int i = pair.end - 1; i >= pair.begin; --i) {
      const SpaceConstants& body = on.step[i];
      const SpacePlaces& places = on.places[i];
      const auto by_ball = [&] { return turned_by_ball(R, joint_quaternion(body, places, x)); };
      const auto by_hinge = [&] { return turned_by_hinge(R, body.C, lanes(on.c, i), lanes(on.s, i)); };
      R = places.joints == StepJoints::balls    ? by_ball()
          : places.joints == StepJoints::hinges ? by_hinge()
                                                : chosen(body.hinge > zero, by_hinge(), by_ball());
      on.sweep[i].R = R;
    }
  }
}

/// The turn A from the axes of the sweeps to the inertial ones, from the attitude in the state; and the momenta Aᵀμ.
static void space_turn(const SpaceLoops& on, const double* x) {
  const double *q = x + on.attitude, *F = on.file_axes;
  const LaneMatrix& R = on.sweep[on.file_root / 2].R;
  const int lane = on.file_root % 2;
  const double w = q[0], i = q[1], j = q[2], k = q[3];
  const double Q[9] = {1 - 2 * (j * j + k * k), 2 * (i * j - w * k),     2 * (i * k + w * j),
                       2 * (i * j + w * k),     1 - 2 * (i * i + k * k), 2 * (j * k - w * i),
                       2 * (i * k - w * j),     2 * (j * k + w * i),     1 - 2 * (i * i + j * j)};
  for (int row = 0; row < 3; ++row) {
    double QF[3];
    for (int column = 0; column < 3; ++column)
      QF[column] = Q[3 * row] * F[column] + Q[3 * row + 1] * F[3 + column] + Q[3 * row + 2] * F[6 + column];
    const auto times = [&](const LaneVector& v) { return QF[0] * v.x[lane] + QF[1] * v.y[lane] + QF[2] * v.z[lane]; };
    on.turn[3 * row] = times(R.x), on.turn[3 * row + 1] = times(R.y), on.turn[3 * row + 2] = times(R.z);
  }
  const double* A = on.turn;
  for (int c = 0; c < on.clusters; ++c) {
    const double* mu = x + on.momenta + on.cluster_block[c];
    for (int n = 0; n < 3; ++n) on.mu[3 * c + n] = A[n] * mu[0] + A[3 + n] * mu[1] + A[6 + n] * mu[2];
  }
}

/// Rates of angles and quaternions, q' = ½ Ω q with Ω = Rᵀ(ω − ω_inner) in the inner body's axes, and of the momenta of
/// hinges. Lane 1 first: where it holds no body, it has the places of lane 0.
static void space_joint_rates(const SpaceLoops& on, const double* x, double* rate) {
  for (int k = 0; k + 1 < on.pairs; ++k) {
    const SpaceBranches& pair = on.pair[k];
    for (int i = pair.begin; i < pair.end; ++i) {
      const SpaceConstants& body = on.step[i];
      const SpacePlaces& places = on.places[i];
      const SpaceSweep& sweep = on.sweep[i];
      if (places.joints != StepJoints::balls) {
        const Lanes2 q_rate = body.sense * sweep.q_rate;
        for (int lane = 1; lane >= 0; --lane) {
          if (places.joints != StepJoints::hinges && body.hinge[lane] == 0) continue;
          rate[places.joint[lane]] = q_rate[lane];
          rate[on.momenta + places.momentum[lane]] = sweep.p_rate[lane];
        }
      }
      if (places.joints == StepJoints::hinges) continue;
      const bool head = i + 1 == pair.end;
      const LaneMatrix R = head ? attached(on, pair, &SpaceSweep::R) : on.sweep[i + 1].R;
      const LaneVector inner = head ? attached(on, pair, &SpaceSweep::omega) : on.sweep[i + 1].omega;
      const LaneQuaternion q = joint_quaternion(body, places, x);
      const LaneVector half = Lanes2{0.5, 0.5} * transposed_times(R, sweep.omega - inner);
      const Lanes2 w = -dot(half, q.v);
      LaneVector v = body.sense * (q.w * half + cross(half, q.v));
      if (places.oblique) v = body.C * v;
      for (int lane = 1; lane >= 0; --lane) {
        if (places.joints != StepJoints::balls && body.hinge[lane] != 0) continue;
        double* out = rate + places.joint[lane];
        out[0] = w[lane], out[1] = v.x[lane], out[2] = v.y[lane], out[3] = v.z[lane];
      }
    }
  }
}

/// Rates of the momenta that are vectors, and of the attitude in the state, q' = ½ ω q.
static void space_root_rates(const SpaceLoops& on, const double* x, double* rate) {
  const double* A = on.turn;
  const auto inertial = [&](const LaneVector& v, int lane, double* out) {
    for (int n = 0; n < 3; ++n)
      out[n] = A[3 * n] * v.x[lane] + A[3 * n + 1] * v.y[lane] + A[3 * n + 2] * v.z[lane];
  };
  for (int c = 0; c < on.clusters; ++c)
    inertial(on.sweep[on.cluster_slot[c] / 2].rate, on.cluster_slot[c] % 2,
             rate + on.momenta + on.cluster_block[c]);
  double w[3];
  inertial(on.sweep[on.file_root / 2].omega, on.file_root % 2, w);
  const double* q = x + on.attitude;
  double* out = rate + on.attitude;
  out[0] = -0.5 * (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]);
  out[1] = 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
  out[2] = 0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
  out[3] = 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
}

}  // namespace oopss
