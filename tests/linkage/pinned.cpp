// SPDX-License-Identifier: Apache-2.0
#include "tests/linkage/pinned.hpp"

#include "tests/mechanics/brute_force.hpp"

namespace oopss {

PinnedRates pinned_rates(const PinnedBodies& bodies, const std::vector<double>& theta, const std::vector<double>& omega,
                         const std::vector<double>& torque) {
  Bodies<double> same{bodies.m, bodies.I, {}};
  for (const PinnedBodies::Pin& pin : bodies.joints)
    same.joints.push_back({pin.first, pin.second, pin.at_first, pin.at_second});
  const NewtonRates rates = newton_rates(same, theta, omega, torque);
  return {rates.omega_rate, rates.joint_force};
}

}  // namespace oopss
