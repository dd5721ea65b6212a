// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/landscape.hpp"
#include "oopss/system/reduced_lagrangian.hpp"

namespace oopss {

/// The reduced Lagrangian of a planar tree of numbers, with what the landscape's springs and formulas store.
ReducedLagrangian planar_lagrangian(const PlanarTree<double>& tree, const ShapeLandscape& landscape);

}  // namespace oopss
