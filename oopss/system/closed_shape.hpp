// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/shape_energy.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// The shape energy of planar bodies with loops: V_μ + U of the tree cut open, on the shapes that close the loops. A
/// shape is the angles of all joints. `free` leaves the laws out, otherwise they must have a potential.
ShapeEnergy closed_shape_energy(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free);

}  // namespace oopss
