// SPDX-License-Identifier: Apache-2.0
// Pinned bodies with loops as numbers, beside models: tests/mechanics/bodies.hpp has templates whose names are taken
// there.
#pragma once

#include <vector>

#include "oopss/scalar/linear.hpp"

namespace oopss {

struct PinnedBodies {
  struct Pin {
    int first = 0, second = 0;
    Vec2<double> at_first, at_second;
  };
  std::vector<double> m, I;
  std::vector<Pin> joints;
  int size() const { return static_cast<int>(m.size()); }
};

/// Newton's laws in maximal coordinates (tests/mechanics/brute_force.hpp).
struct PinnedRates {
  std::vector<double> omega_rate;
  std::vector<Vec2<double>> joint_force;  // on the first body of each joint
};
PinnedRates pinned_rates(const PinnedBodies& bodies, const std::vector<double>& theta, const std::vector<double>& omega,
                         const std::vector<double>& torque);

}  // namespace oopss
