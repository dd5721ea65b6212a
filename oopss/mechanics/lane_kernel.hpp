// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/kernel.hpp"

// Members of an ensemble side by side. Compiled once per kind of processor, like kernel.hpp and under its rules.

namespace oopss {

/// Members that go in step: several registers of them, so that one works while another waits. Number i of member k
/// stands at [i · group_lanes + k].
constexpr int group_lanes = 32;

/// Where the numbers of a state are, and that of the root's ω behind them.
struct LanePlaces {
  int joints, bodies;
  int momenta, root_angle;  // where these begin; joint angles begin at 0
  int root;                 // the body
};

/// Trees of two or three bodies: SmallTree, its constants side by side.
struct SmallLanes {
  SmallTree<double> shape;  // bodies, joints and senses; the constants of no member
  const double *diagonal, *alpha, *beta;
};

/// The loops of trees of other sizes, one per register: TreeLoops of as many members, and room for φ, μ and their
/// rates.
struct TreeLanes {
  const void* loops;
  double* room;  // 2 (joints + bodies) registers, aligned as such
};

/// A spring and damper at a joint, its numbers side by side: T = k_p a + k_d φ', with the stretch a = φ − bias or its
/// sine; + on the joint's first body.
struct LaneSpring {
  int joint, first, second;
  bool periodic;
  const double *kp, *kd, *bias;
};

/// States x, or x + part h k where there is a k, each member with its own h.
struct LaneStates {
  const double* x;
  const double *h = nullptr, *k = nullptr;
  double part = 0;
};

struct LaneKernel {
  const char* name;
  int width;  // members in a register
  /// x', free of torques.
  void (*small_rates)(const SmallLanes&, const LanePlaces&, const LaneStates&, double* out);
  void (*tree_rates)(const TreeLanes*, const LanePlaces&, const double* x, double* out);
  /// x' and (∂x'/∂x) v.
  void (*small_slopes)(const SmallLanes&, const LanePlaces&, const double* x, const double* v, double* out,
                       double* out_v);
  /// Adds springs to rates that are there; with v to their slopes too. What dampers take goes to row `dissipated`.
  void (*add_springs)(int count, const LaneSpring*, const LanePlaces&, int dissipated, const double* x, double* out,
                      const double* v, double* out_v);
  /// out = x + h Σ_j weight_j k_j, `rows` numbers of each member, each with its own h; without x out = Σ_j weight_j
  /// k_j.
  void (*combine)(int rows, const double* x, const double* h, int count, const double* weight, const double* const* k,
                  double* out);
  const struct LaneJets* jets;
};

extern const LaneKernel lanes_baseline, lanes_haswell, lanes_avx512;

}  // namespace oopss
