// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/orbit.hpp"
#include "oopss/system/orbit_system.hpp"
#include "tests/mechanics/golden_planar.hpp"
#include "tests/system/bodies_model.hpp"

namespace oopss {

/// What golden numbers are good to, relative to their size.
inline double golden_error(const GoldenFamily::Member& member) {
  double largest = 1;
  for (const std::complex<double>& lambda : member.multipliers) largest = std::max(largest, std::abs(lambda));
  return 1e-10 * std::max(1.0, largest / 100);
}

/// The largest distance of a multiplier to the nearest of the golden ones, relative to it where it is large.
inline double multipliers_off(const std::vector<std::complex<double>>& found,
                              const std::vector<std::complex<double>>& golden) {
  double out = found.size() == golden.size() ? 0 : 1;
  for (const std::complex<double>& one : golden) {
    double nearest = 1;
    for (const std::complex<double>& lambda : found) nearest = std::min(nearest, std::abs(lambda - one));
    out = std::max(out, nearest / std::max(1.0, std::abs(one)));
  }
  return out;
}

}  // namespace oopss
