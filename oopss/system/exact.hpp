// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/inertia.hpp"
#include "oopss/scalar/enclosure.hpp"

namespace oopss {

struct Model;

/// The tree of a planar model with its numbers as they were written: decimals and what is made of them by + − × ÷ are
/// exact, roots, sines and π are enclosed. Throws NotEnclosed, with the number's text, for what has no enclosure here.
PlanarTree<Enclosure> exact_tree(const Model& model);

}  // namespace oopss
