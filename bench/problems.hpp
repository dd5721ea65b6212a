// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/mechanics/tree.hpp"

namespace oopss {

/// A free chain; body i has its joints at −half and +half on its x-axis.
inline PlanarTree<double> chain(const std::vector<double>& m, const std::vector<double>& I, double half) {
  std::vector<int> parent;
  for (std::size_t i = 0; i < m.size(); ++i) parent.push_back(static_cast<int>(i) - 1);
  PlanarTree<double> tree;
  static_cast<Topology&>(tree) = numbered_topology(parent);
  tree.m = m;
  tree.I = I;
  tree.d_parent.assign(m.size(), {half, 0});
  tree.d_child.assign(m.size(), {-half, 0});
  for (const double m_i : m) tree.mass += m_i;
  return tree;
}

/// N equal rods.
inline PlanarTree<double> rods(int n) {
  const std::vector<double> one(static_cast<std::size_t>(n), 1.0);
  return chain(one, std::vector<double>(static_cast<std::size_t>(n), 1.0 / 12), 0.5);
}

struct Problem {
  const char* name;
  PlanarTree<double> tree;
  std::vector<double> x;  // φ, μ, θ_root
};

/// Two bodies with J = [[105.55, 50 cos θ], [50 cos θ, 70]].
inline Problem P2() { return {"P2", chain({4, 4}, {55.55, 20}, 5), {1, 35, 15, 0}}; }

/// A chain of three.
inline Problem P3() { return {"P3", chain({10, 8, 6}, {40, 25, 20}, 2), {0.4, -0.3, 25, 15, 10, 0}}; }

}  // namespace oopss
