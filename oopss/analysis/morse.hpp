// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/critical.hpp"

namespace oopss {

/// Holds the points found against topology. With N_k points of index k and the Betti numbers b_k of the space:
///   Σ_{j ≤ k} (−1)^{k−j} (N_j − b_j) ≥ 0 for every k, and = 0 for the last (Morse; Poincaré and Hopf),
/// and Σ N_k is at most the bound, where there is one. Writes `count` and `count_words`.
void count_by_morse(const ShapeEnergy& energy, CriticalShapes& found);

}  // namespace oopss
