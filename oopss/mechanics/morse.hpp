// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/critical.hpp"

namespace oopss {

/// Binomial coefficient; 0 outside the triangle.
long choose(int n, int k);

/// Most equilibria of a free tree, if none is degenerate: Bernstein's bound C(2N−2, N−1).
inline long most_equilibria(int bodies) { return choose(2 * bodies - 2, bodies - 1); }

/// Holds the points found against topology. On the product of a circles and of lines at whose ends the function goes to
/// +∞ or, on d of them, −∞, with N_k points of index k and b_k = C(a, k − d):
///   Σ_{j ≤ k} (−1)^{k−j} (N_j − b_j) ≥ 0 for every k, and = 0 for the last (Morse; Poincaré and Hopf).
/// Without stored energy also Σ N_k ≤ C(2N−2, N−1). Writes `count` and `count_words`.
void count_by_morse(const ShapeLandscape& of, const std::vector<AngleRange>& ranges, CriticalShapes& found);

}  // namespace oopss
