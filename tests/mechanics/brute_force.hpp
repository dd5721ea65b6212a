// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/mechanics/bodies.hpp"

namespace oopss {

/// What Newton's laws say about pinned bodies, in maximal coordinates (x, y, θ per body) with a force in every joint.
/// No reduced formula is used: this is what the reduced equations are held against.
struct NewtonRates {
  std::vector<double> omega_rate;         // θ''
  std::vector<double> mu, mu_rate;        // momentum conjugate to turning each body alone, and its rate
  std::vector<Vec2<double>> joint_force;  // on the first body of each joint; the second feels the opposite
};

/// The bodies at angles θ with angular velocities ω, the system's mass centre at rest, under joint torques that act +
/// on the first body and − on the second, and torques on the bodies from outside, if there are any.
NewtonRates newton_rates(const Bodies<double>& bodies, const std::vector<double>& theta,
                         const std::vector<double>& omega, const std::vector<double>& torque,
                         const std::vector<double>& outside = {});

}  // namespace oopss
