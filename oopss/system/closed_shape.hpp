// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/planar_shape.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// The shape energy of planar bodies with loops: V_μ + U of the tree cut open, on the shapes that close the loops. A
/// shape is the angles of all joints. `free` leaves the laws out, otherwise they must have a potential.
ShapeEnergy closed_shape_energy(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free);

/// The landscape of the tree cut open over the angles of all joints, on which laws may depend; of the closing ones
/// I_lock does not.
ShapeLandscape open_landscape(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free);

/// How many freedoms the loops leave the shape, at the start, or where that does not close at another pose; 0 also if
/// none is found.
int closed_freedom(const TreeSpec& spec, const std::vector<double>& p);

}  // namespace oopss
