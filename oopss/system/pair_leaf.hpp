// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/system/leaf.hpp"

namespace oopss {

struct TreeSpec;

/// Two bodies on the leaf μ_s: θ is the angle of the joint's second body minus that of its first, and
///   H = Δ θ'²/(2s) + μ_s²/(2s),   s = Ĩ_1 + Ĩ_2 + 2 J_12,   Δ = Ĩ_1 Ĩ_2 − J_12²,   J_12 = α cos θ + β sin θ
/// (planar paper, sections 4 and 5).
struct PairLeaf {
  double I_1 = 0, I_2 = 0;                                    // augmented inertias of the joint's first and second body
  double alpha = 0, beta = 0;                                 // kg m²
  double mu_s = 0;                                            // total angular momentum
  std::function<std::array<double, 3>(double theta)> stored;  // U, U', U''; empty: no springs
  bool circle = true;                                         // U has the period 2π
};
PairLeaf pair_leaf(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free);

/// As a leaf of one coordinate, with ν = (μ_2 − μ_1)/2.
Leaf leaf_of(const PairLeaf& pair);

}  // namespace oopss
