// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/space_shape.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// V_μ + U of a model in space on its shapes, or V_μ alone if `free`; the total momentum is given by its size. Throws
/// ModelError for laws whose energy is not smooth over all turns: sine at hinges, skew and matrix at balls are taken.
ShapeEnergy space_energy(const TreeSpec& spec, const std::vector<double>& p, double momentum, bool free);

}  // namespace oopss
