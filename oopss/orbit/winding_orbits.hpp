// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/winding.hpp"

namespace oopss {

/// Which motions are looked for: those in which every joint turns so often in a period.
struct WindingRequest {
  std::vector<int> winding;  // whole turns of every joint, not all zero
  double energy = 0, momentum = 0;
  bool all_symmetric = false;  // all that are their own mirror images in time, not the one of least action
};

/// An orbit with its reduced action ∮ p·dφ, in which the angle of the root is the angle of the whole.
struct WindingOrbit {
  Orbit orbit;
  double action = 0;
};

struct WindingAnswer {
  std::vector<WindingOrbit> orbits;  // by rising action; those with a trouble last
  std::string existence;             // "theorem": a motion of this winding exists at this energy; or "numerical"
  EnergyThreshold threshold;
  std::string words;    // what the energy is against the threshold, in a sentence
  std::string trouble;  // why there is no orbit without a trouble, in words; empty if there is one
};

/// The motion of a winding of the least action that was found, or all symmetric ones, with no guess: short loops,
/// closed by multiple shooting. `told` may throw to end the search.
WindingAnswer winding_orbits(const OrbitSystem& model, const WindingRequest& request, const Told& told = {});

}  // namespace oopss
