// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/winding.hpp"

namespace oopss {

/// A system with the energy and momentum at which an orbit is looked for.
struct OrbitPlace {
  OrbitSystem system;
  double energy = 0, momentum = 0;
};

/// What an orbit is followed over: a number that goes from one value to another.
struct FollowRequest {
  double from = 0, to = 0;
  std::function<OrbitPlace(double value)> make;  // throws FamilyEnds where there is no system
  double shortest_step = 1e-6;                   // part of the range: where shorter steps fail, the orbit is lost
  bool by_energy = false;  // the number is the energy, and nothing else changes: folds are gone round
};

struct FollowedOrbit {
  double value = 0;
  Orbit orbit;
};

struct FollowedOrbits {
  std::vector<FollowedOrbit> points;  // from the first value on
  std::vector<double> folds;          // values at which it turned back
  bool lost = false;
  std::string end;  // where and why it was lost, or which end of the range was reached
};

/// Follows an orbit that was closed at the first value to the last one: nodes and period are continued along their
/// secant and closed again, with steps that shrink where that fails and grow where it does not. Where an orbit turns
/// back in energy it is followed on by pseudo-arclength, to the last value or back to the first. `told` may throw to
/// end it.
FollowedOrbits follow_orbit(const FollowRequest& request, const Orbit& first, const Told& told = {});

}  // namespace oopss
