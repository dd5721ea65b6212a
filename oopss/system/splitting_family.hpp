// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "oopss/system/orbit_system.hpp"
#include "oopss/system/pair_loop.hpp"

namespace oopss {

/// What splits the manifolds of a model, and what its sizes are.
enum class SplittingBy {
  drive,  // of two bodies: a factor of the formula of their law
  lever,  // of three: |d_32|, from the third body's mass centre to its joint
  mass,   // of three: the mass of the third body, its moment of inertia and its lever fixed
  light   // the same, its moment of inertia in proportion: no rotor in the limit
};

/// Two planar bodies whose joint is driven with a period; a member has the drive times a size.
struct DrivenPair {
  OrbitSystem motion;
  std::vector<double> start;
  PairInertia inertia;
  double period = 0;
  std::function<OrbitSystem(double size)> member;
};

/// Three planar bodies, the third a free rotor at size zero; a member has other inputs.
struct RotorFamily {
  OrbitSystem motion;
  std::vector<double> start;
  ThirdBody third;
  double lever = 0, m_3 = 0, I_3 = 0;  // of the model
  std::function<std::vector<double>(double size)> inputs;
  std::function<RotorPair(const std::vector<double>& p)> rotor;  // the third hung at its own mass centre
  std::function<RotorPair()> limit;                              // at size zero, and how it begins to be coupled
};

/// The family of a model; throws ModelError with all of `without_splitting`.
std::variant<DrivenPair, RotorFamily> splitting_family(const Model& model, SplittingBy by);

}  // namespace oopss
