// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "oopss/mechanics/tree.hpp"
#include "oopss/spatial/veselov_sweep.hpp"

namespace oopss {

/// Where a tree in space is and how it moves. A joint turns its second body against its first one:
/// R_second = R_first R_j R(rest), with R_j = exp(q hat n) of a hinge. The momenta are those of `recursion`.
struct SpaceState {
  Quaternion<double> root;                   // attitude of the root
  std::vector<double> angle;                 // per joint: q of a hinge
  std::vector<Quaternion<double>> rotation;  // per joint: R_j of a ball
  std::vector<Vec3<double>> mu;              // per body: of the root and of a body on a ball, inertial axes
  std::vector<double> p;                     // per body: of a body on a hinge, n·μ
};

/// A torque that is affine in the joint's rate, + on the first body and − on the second: T + C (ω_second − ω_first) in
/// the axes of the first body. Of a hinge T.x and C.xx are those about the axis.
struct JointTorque {
  Vec3<double> T;
  Symmetric3<double> C;  // positive
  bool damped = false;   // C is not zero
};

/// The torques of all joints at a time and an attitude, into `out`, which has room; the state's momenta are not those
/// of that time.
using JointLaws = std::function<void(double t, const SpaceState& state, std::vector<JointTorque>& out)>;

/// The sweeps that the processor we run on could run, the plainest first.
std::vector<const VeselovKernel*> usable_veselov_kernels();

/// Steps of the tree Moser-Veselov method: the tree and the workspace, made once.
struct Veselov {
  const VeselovKernel* kernel = nullptr;
  Tree<Space<double>> tree;
  std::vector<Quaternion<double>> rest;  // per joint
  std::vector<Vec3<double>> axis;        // per joint: n of a hinge in the axes of the joint's first body
  std::vector<VeselovBody> body;
  std::vector<JointTorque> torque;    // per joint
  std::vector<Vec3<double>> impulse;  // per joint
};

Veselov veselov(const Tree<Space<double>>& tree, const std::vector<Quaternion<double>>& rest,
                const VeselovKernel& kernel = *usable_veselov_kernels().back());

/// What came of a step.
struct VeselovOutcome {
  bool solved = true;
  int iterations = 0;
  double residual = 0;    // the last change of the turns, in radians; with a solution the next one is rounding
  double fastest = 0;     // |h ω| of the fastest body at the beginning
  double dissipated = 0;  // energy that C took
};

/// One step h: symmetric, of order 2, a Poisson map without damping. If it has no solution the state stays.
VeselovOutcome veselov2(Veselov& by, const JointLaws& laws, double t, double h, SpaceState& state);

/// That the step h has no solution, in words, with a step that may have one.
std::string no_solution(const VeselovOutcome& made, double h);

// The parts of a step, in their order.

/// Takes the attitudes, and the momenta, of the state.
void begin_step(Veselov& by, const SpaceState& state);
void take_momenta(Veselov& by, const SpaceState& state);
/// The torques act for the time tau while the attitudes stand still, C by the implicit midpoint rule; what it took.
double kick(Veselov& by, double tau);
/// Solves for the turns of a step h by Newton's method, at most so many iterations.
VeselovOutcome solve_turns(Veselov& by, double h, int most);
/// Makes the turns, whatever is left of the equations: the total momentum stays.
void finish_step(Veselov& by, double h, SpaceState& state);
void give_momenta(const Veselov& by, SpaceState& state);

}  // namespace oopss
