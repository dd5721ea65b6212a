// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/proof/thorough.hpp"
#include "tests/analysis/analysis.hpp"
#include "tests/mechanics/exact_trees.hpp"

namespace oopss {

/// A random tree of three to five bodies with springs at all joints, each number from the seed alone.
struct SprungTree {
  ShapeEnergy energy;
  ExactLandscape exact;
};
inline SprungTree sprung_tree(unsigned seed) {
  std::mt19937 random(seed);
  const int draw = static_cast<int>(seed);
  const PlanarTree<double> tree = random_tree(3 + draw % 3, Growth(draw / 3 % 3), random);
  const std::vector<JointSpring> springs = random_springs(tree, 1.5, SpringKind(draw / 9 % 3), random);
  return {energy_of(tree, 1.5, springs), exactly(tree, 1.5, springs)};
}

/// The list of the command, with so many boxes.
inline Equilibria listed(const SprungTree& sprung, long boxes) {
  CertifySearch search(sprung.exact);
  const SearchEffort effort{.boxes = boxes};
  return listed_equilibria(sprung.energy, look_into_boxes(search, sprung.exact, effort), effort);
}

}  // namespace oopss
