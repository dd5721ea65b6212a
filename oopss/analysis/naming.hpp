// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/shape_energy.hpp"

namespace oopss {

/// What the place of an equilibrium in a list, and so its name E1, E2, …, depends on.
struct NamedShape {
  double I_lock = 0;
  std::vector<double> phi;
};

/// The order of names: by falling locked inertia, where it is the same but for rounding by the first coordinate
/// that differs. Coordinates are the same to 1e-9, and −π is π on a circle: a list that was found in another way has
/// the same order. Places in `all`.
std::vector<std::size_t> by_falling_inertia(const std::vector<ShapeRange>& ranges, const std::vector<NamedShape>& all);

}  // namespace oopss
