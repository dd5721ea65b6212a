// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <numeric>
#include <random>

#include "oopss/mechanics/tree.hpp"

namespace oopss {

/// How a random tree grows: each new body hangs on the last one, on any one, or on one of the last few.
enum class Growth { chain, bush, vine };

/// A random tree with bodies and joints in any order and any sense.
inline PlanarTree<double> random_tree(int n, Growth growth, std::mt19937& random) {
  const auto integer = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  const auto number = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  std::vector<int> name(static_cast<std::size_t>(n)), joint_name(static_cast<std::size_t>(n - 1));
  std::iota(name.begin(), name.end(), 0);
  std::iota(joint_name.begin(), joint_name.end(), 0);
  std::shuffle(name.begin(), name.end(), random);
  std::shuffle(joint_name.begin(), joint_name.end(), random);
  PlanarTree<double> tree;
  const auto size = static_cast<std::size_t>(n);
  tree.parent.assign(size, -1);
  tree.joint.assign(size, -1);
  tree.sense.assign(size, 1);
  tree.d_parent.assign(size, {});
  tree.d_child.assign(size, {});
  for (int k = 0; k < n; ++k) {
    const int i = name[k];
    tree.order.push_back(i);
    if (k == 0) continue;
    const int oldest = growth == Growth::chain ? k - 1 : growth == Growth::bush ? 0 : std::max(0, k - 4);
    tree.parent[i] = name[integer(oldest, k - 1)];
    tree.joint[i] = joint_name[k - 1];
    tree.sense[i] = integer(0, 1) == 1 ? 1 : -1;
    tree.d_parent[i] = {number(-1, 1), number(-1, 1)};
    tree.d_child[i] = {number(-1, 1), number(-1, 1)};
  }
  for (int i = 0; i < n; ++i) {
    tree.m.push_back(number(0.5, 2));
    tree.I.push_back(number(0.2, 1));
    tree.mass += tree.m.back();
  }
  return tree;
}

inline std::vector<double> random_numbers(int n, double size, std::mt19937& random) {
  std::vector<double> out;
  for (int i = 0; i < n; ++i) out.push_back(std::uniform_real_distribution<double>(-size, size)(random));
  return out;
}

}  // namespace oopss
