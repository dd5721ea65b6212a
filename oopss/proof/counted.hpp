// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/proof/thorough.hpp"

namespace oopss {

/// The relative equilibria of two bodies in space on a ball joint without springs: the list, complete if it has as many
/// as the exact count, of which the remarks speak. Throws NotEnclosed for others, in words.
Equilibria counted_equilibria(const Model& model, const ShapeEnergy& energy, const SearchEffort& effort = {});

}  // namespace oopss
