// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <stdexcept>

#include "oopss/scalar/linear.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

/// The reduced system to first order at a state: z' = f + A δz + B u, y = y_0 + C δz + D u. The states z are numbers
/// of the system's state that are free on the leaf of its momentum among the closed states: angles or turns of joints,
/// then momenta, in space along the axes of the root. The inputs u are torques at joints beside those of the laws, each
/// + on the joint's first body and − on its second, of a ball in the axes of that one. The outputs y are the angles of
/// all joints, then their rates.
struct LinearModel {
  std::vector<std::string> states, inputs, outputs;  // phi_JOINT, mu_BODY; u_JOINT; phi_JOINT, rate_JOINT
  Matrix<double> A, B, C, D;
  std::vector<double> point, rates, values;       // z, z' = f and y at the state
  bool at_rest = false;                           // an equilibrium: f, and the rates in y, are zero
  std::vector<std::complex<double>> eigenvalues;  // of A
};

/// Why a system has no model of small motions, in words.
struct NoLinearModel : std::domain_error {
  using std::domain_error::domain_error;
};

/// A by the tangent map; B exactly, since torques enter the rates linearly. `driven` is the same system with the
/// torques of its driven joints as inputs. Throws NoLinearModel.
LinearModel linear_model(const System& system, const System& driven, const std::vector<double>& p, double t,
                         const std::vector<double>& x);

/// A larger one is not made: the eigenvalues take a time that grows with the cube.
constexpr int most_linear_states = 400;

}  // namespace oopss
