// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/scalar/enclosure.hpp"
#include "tests/random_trees.hpp"

namespace oopss {

/// The tree with its doubles as the rationals that they are.
inline PlanarTree<Enclosure> exactly(const PlanarTree<double>& tree) {
  const auto number = [](double x) { return Enclosure(mpq_class(x)); };
  PlanarTree<Enclosure> out;
  static_cast<Topology&>(out) = tree;
  for (int i = 0; i < tree.size(); ++i) {
    out.m.push_back(number(tree.m[i]));
    out.I.push_back(number(tree.I[i]));
    out.mass = out.mass + out.m[i];
    out.d_parent.push_back({number(tree.d_parent[i].x), number(tree.d_parent[i].y)});
    out.d_child.push_back({number(tree.d_child[i].x), number(tree.d_child[i].y)});
  }
  return out;
}

}  // namespace oopss
