// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/mechanics/tree.hpp"

namespace oopss {

/// A relative equilibrium: a shape at which the tree turns as if it were rigid, a critical point of the locked inertia.
struct ShapeEquilibrium {
  std::vector<double> phi;  // in (−π, π]
  double I_lock = 0;
};

/// All relative equilibria of two and three bodies by closed forms, by falling locked inertia (then by angle):
/// two bodies, the two critical points of α cos φ + β sin φ; three bodies, the roots of a polynomial of degree six
/// (planar paper, section 6). Empty for other trees, and where the locked inertia does not depend on the shape.
std::vector<ShapeEquilibrium> closed_form_equilibria(const PlanarTree<double>& tree);

}  // namespace oopss
