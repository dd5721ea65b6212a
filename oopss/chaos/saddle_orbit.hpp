// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/orbit/orbit.hpp"

namespace oopss {

/// Where a periodic motion of saddle type is looked for: states at equal parts of its period, near it.
struct SaddleGuess {
  std::vector<std::vector<double>> nodes;
  double period = 0;
  std::vector<int> winding;      // whole turns of every joint in a period
  std::optional<double> energy;  // that it has, where energy is kept; none: forces of this period act, from t = 0 on
};

/// A place of such a motion, with the directions, each like a state and of unit length in units, in which motions leave
/// it and come to it.
struct SaddleNode {
  double t = 0;
  std::vector<double> x, unstable, stable;
  double growth = 1, decay = 1;  // of these up to the next node: of `unstable` onwards, of `stable` backwards
};

struct SaddleOrbit {
  std::vector<SaddleNode> nodes;
  double period = 0;
  double multiplier = 1;     // that of the unstable direction
  double closing_error = 0;  // in units
  std::string trouble;       // why there is none, in words; empty if there is one
};

/// By Newton's iteration on the passages between the nodes, by least squares where energy is kept; the directions by
/// iterating the tangent maps of these passages, onwards and backwards.
SaddleOrbit saddle_orbit(const OrbitSystem& model, const SaddleGuess& guess);

}  // namespace oopss
