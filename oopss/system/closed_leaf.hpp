// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/leaf.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// Planar bodies whose loops leave the shape one freedom, on the leaf μ_s: a leaf per circle of shapes. With
/// φ(u) on it, B = 1ᵀJφ' and C = φ'ᵀJφ' of the bodies turning so,
///   H = M u'²/2 + μ_s²/(2 I_lock),   M = C − B²/I_lock,   ν = M u'
/// ([Y], sections 4 and 6; docs/math.md, Linkages). Throws NoLeaf. `free` leaves the laws out, otherwise they must have
/// a potential.
Leaf closed_leaf(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free);

}  // namespace oopss
