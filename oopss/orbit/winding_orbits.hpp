// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/winding.hpp"

namespace oopss {

/// Which motions are looked for: those in which every joint turns so often in a period.
struct WindingRequest {
  std::vector<int> winding;  // whole turns of every joint, not all zero
  double energy = 0, momentum = 0;
  /// All that are their own mirror images in time, not the one of least action; for models with `has_mirror`.
  bool all_symmetric = false;
};

/// An orbit of a winding. It starts where the first joint that turns passes zero, in the sense in which it turns.
struct WindingOrbit {
  Orbit orbit;
  double action = 0;  // ∮ p·dφ, in which the angle of the root is the angle of the whole
  int repeats = 1;    // how often it runs through a shorter one
};

struct WindingAnswer {
  std::vector<WindingOrbit> orbits;  // by rising action; those with a trouble last
  std::string existence;             // "theorem": a motion of this winding exists at this energy; or "numerical"
  EnergyThreshold threshold;
  std::string words;    // what the energy is against the threshold, in a sentence
  std::string trouble;  // why there is no orbit without a trouble, in words; empty if there is one
  bool reached = true;  // false: no shape at all has so little energy
};

/// The motion of a winding of the least action that was found, or all symmetric ones, with no guess: short loops,
/// closed by multiple shooting. `told` may throw to end the search.
WindingAnswer winding_orbits(const OrbitSystem& model, const WindingRequest& request, const Told& told = {});

}  // namespace oopss
