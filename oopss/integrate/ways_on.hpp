// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/system/system.hpp"

namespace oopss {

/// The ways on from a pose where the closure loses rank: the directions of the curves of closed states that cross
/// there, as slopes of the state's angles, the largest of each 1. With G v = 0 and, for every λ with λᵀG = 0,
///   λ · ∂²g(v, v) = 0
/// (docs/math.md). Nothing where more than two dimensions are left: the directions are then a cone.
///
/// The pose is the one towards which a run that ended singular was going at (t, x); `direction` is that of its time.
std::vector<std::vector<double>> ways_on(const Flow& flow, const Layout& layout, double t, const std::vector<double>& x,
                                         double direction);

}  // namespace oopss
