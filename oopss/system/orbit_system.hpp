// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "oopss/system/system.hpp"

namespace oopss {

struct DerivedModel;
struct Model;

/// The energies above which the action of loops is positive in all directions at every shape, so that a motion of every
/// winding exists (Theorem 1.1 of Laederich and Levi, docs/math.md, Loops of a winding). What springs can store is
/// added.
struct EnergyThreshold {
  bool known = false;         // false: laws whose largest energy is not known
  double literal = 0;         // with the angle of the root as the angle of the whole
  double best = 0;            // with the mean of the angles of the bodies for which it is least
  std::vector<double> gauge;  // the weights of that mean, per body
  double stored = 0;          // the part of springs
};

/// What motions on leaves are looked at in: a system with its numbers put in. Where periodic ones are looked for it has
/// no dampers, no drives and no time in its laws.
struct OrbitSystem {
  System system;
  std::vector<double> p;
  Flow flow;
  /// Of a momentum; empty where windings mean nothing.
  std::function<EnergyThreshold(double momentum)> threshold = {};
};

/// H + U at a state.
double energy_of(const OrbitSystem& model, const std::vector<double>& x);

/// The system of a model for its periodic motions, with the thresholds of its windings where it is a planar tree;
/// throws ModelError with all of `without_orbits`.
OrbitSystem orbit_system(const Model& model);

/// The same for motions of a winding; throws with all of `without_winding` too.
OrbitSystem orbit_system(const Model& model, const std::vector<int>& winding);
OrbitSystem orbit_system(const DerivedModel& derived, const std::vector<int>& winding);

}  // namespace oopss
