// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/system/system.hpp"

namespace oopss {

/// A step for a fixed-step method when none is given: a twentieth of the shortest time scale of the rates at the start,
/// 1/ρ with ρ the growth of a small difference under repeated linearised rates (power iteration); at most a hundredth
/// of the span. It is a start, not a promise: the drift that a run reports says whether it was short enough.
double suggested_step(const Flow& flow, const Layout& layout, double t, const std::vector<double>& x, double span);

}  // namespace oopss
