// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/landscape.hpp"

namespace oopss {

/// Shapes near all relative equilibria of two and three free bodies by closed forms: two bodies, the critical points of
/// α cos φ + β sin φ; three bodies, the roots of a polynomial of degree six (planar paper, section 6), with others that
/// are none. Empty for other trees.
std::vector<std::vector<double>> closed_form_shapes(const PlanarTree<double>& tree);

}  // namespace oopss
