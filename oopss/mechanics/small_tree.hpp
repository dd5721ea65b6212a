// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/inertia.hpp"
#include "oopss/mechanics/kernel.hpp"

namespace oopss {

/// Whether the rates of a tree are those of small_bodies.hpp: with more bodies the recursion takes fewer operations.
template <Scalar T>
bool has_closed_form(const PlanarTree<T>& tree) {
  return tree.size() == 2 || tree.size() == 3;
}

template <Scalar T>
SmallTree<T> small_tree_of(const PlanarTree<T>& tree) {
  const PairConstants<T> pairs = pair_constants(tree);
  const int n = tree.size();
  int b = tree.root();  // three bodies: the one between the others
  for (int i = 0; i < n; ++i)
    if (tree.parent[i] >= 0 && tree.parent[tree.parent[i]] >= 0) b = tree.parent[i];
  SmallTree<T> small{};
  small.bodies = n;
  int a = -1, c = -1;
  for (int i = 0; i < n; ++i)
    if (i != b) (a < 0 ? a : c) = i;
  small.body[0] = a, small.body[1] = b, small.body[2] = c;
  for (int k = 0; k + 1 < n; ++k) {
    const int i = small.body[k], j = small.body[k + 1];
    const bool down = tree.parent[j] == i;
    const int child = down ? j : i;
    small.joint[k] = tree.joint[child];
    small.sense[k] = T(down ? tree.sense[child] : -tree.sense[child]);
  }
  const auto couple = [&](int pair, int i, int j) {
    small.alpha[pair] = pairs.alpha(i, j);
    small.beta[pair] = pairs.beta(i, j);
  };
  for (int k = 0; k < n; ++k) small.diagonal[k] = pairs.diagonal[small.body[k]];
  couple(0, a, b);
  if (n == 3) couple(1, b, c);
  if (n == 3) couple(2, a, c);
  return small;
}

}  // namespace oopss
