// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chaos/section.hpp"

namespace oopss {

/// One motion on a section.
struct SectionOrbit {
  std::vector<double> start;         // a state
  std::vector<SectionPoint> points;  // in the order of time, without the start
  double energy_error = 0;  // the largest difference of H + U from that of the start, against the kinetic energy
  std::string trouble;      // why there are fewer than asked for, in words; empty if there are not
};

struct SectionRequest {
  int count = 400;  // points of each motion
  double tolerance = 1e-12;
  int threads = 1;
  std::function<void(double share)> told = {};  // called now and then; it may throw to end the work
};

/// The points of the motions from some starts.
std::vector<SectionOrbit> section_orbits(const ChaosSystem& model, const Section& section,
                                         const std::vector<std::vector<double>>& starts, const SectionRequest& request);

}  // namespace oopss
