// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/critical.hpp"

namespace oopss {

/// Shapes near all relative equilibria of two and three free bodies by closed forms: two bodies, the critical points of
/// α cos φ + β sin φ; three bodies, the roots of a polynomial of degree six (planar paper, section 6), with others that
/// are none. Empty for other trees.
std::vector<std::vector<double>> closed_form_shapes(const PlanarTree<double>& tree);

/// The relative equilibria of a tree, shapes at which it turns as if it were rigid: the critical points of its
/// landscape, by falling locked inertia. Two and three free bodies by their closed forms, others by search.
CriticalShapes relative_equilibria(const PlanarTree<double>& tree, const ShapeLandscape& of, SearchPlan plan = {});

/// Those of the free tree.
CriticalShapes relative_equilibria(const PlanarTree<double>& tree);

}  // namespace oopss
