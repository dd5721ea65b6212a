// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/recurrence.hpp"

#include <cmath>
#include <numbers>

namespace oopss {

std::optional<Recurrence> recurrence(double phase) {
  constexpr int most_periods = 12;
  const double turns = phase / (2 * std::numbers::pi);
  for (int periods = 1; periods <= most_periods; ++periods) {
    const double nearest = std::round(turns * periods);
    if (std::abs(turns - nearest / periods) < 1e-9) return Recurrence{periods, static_cast<int>(nearest)};
  }
  return {};
}

}  // namespace oopss
