// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chain/beads.hpp"
#include "oopss/scalar/enclosure.hpp"

namespace oopss {

struct Model;

/// The beads and rods of a model that is written as a [chain], with its numbers as they were written; of uniform rods
/// each half of the mass at its ends, which gives J but for constants on its diagonal. Throws NotEnclosed.
Beads<Enclosure> exact_beads(const Model& model);

}  // namespace oopss
