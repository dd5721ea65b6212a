// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace oopss {

/// After how many periods a relative orbit is periodic, and how often the whole has turned then.
struct Recurrence {
  int periods = 1, turns = 0;
};

/// The least number of periods, of at most 12, after which the whole has turned by whole turns, to 1e-9 of a turn per
/// period; `phase`: what it turns per period, in radians.
std::optional<Recurrence> recurrence(double phase);

}  // namespace oopss
