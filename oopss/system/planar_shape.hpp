// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/landscape.hpp"
#include "oopss/mechanics/small_motion.hpp"
#include "oopss/system/shape_energy.hpp"

namespace oopss {

/// The shape energy of a planar tree of numbers: its landscape, small motions, closed forms and bounds. The names are
/// those that results carry.
ShapeEnergy shape_energy(const PlanarTree<double>& tree, const ShapeLandscape& landscape,
                         std::vector<std::string> bodies, std::vector<std::string> joints);

/// V_μ + U alone.
double locked_energy(const ShapeLandscape& landscape, const std::vector<double>& phi);

}  // namespace oopss
