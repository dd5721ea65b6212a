// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "oopss/mechanics/dimension.hpp"
#include "tests/mechanics/random_trees.hpp"

namespace oopss {

enum class SpaceJoints { balls, hinges, mixed };

inline Vec3<double> random_vector(double size, std::mt19937& random) {
  const std::vector<double> x = random_numbers(3, size, random);
  return {x[0], x[1], x[2]};
}

/// w, x, y, z of size one.
inline std::vector<double> random_quaternion(std::mt19937& random) {
  std::vector<double> q = random_numbers(4, 1, random);
  double square = 0;
  for (const double part : q) square += part * part;
  for (double& part : q) part /= std::sqrt(square);
  return q;
}

inline Matrix3<double> random_turn(std::mt19937& random) {
  const std::vector<double> q = random_quaternion(random);
  const Matrix3<double> V = hat(Vec3<double>{q[1], q[2], q[3]});
  return identity3<double>() + 2.0 * (q[0] * V + V * V);
}

/// A random tree in space with bodies and joints in any order and any sense, and attitudes at rest of its joints.
struct RandomSpaceTree {
  Tree<Space<double>> tree;
  std::vector<Matrix3<double>> rest;
};
inline RandomSpaceTree random_space_tree(int n, Growth growth, SpaceJoints joints, std::mt19937& random) {
  const PlanarTree<double> plane = random_tree(n, growth, random);
  RandomSpaceTree out;
  Tree<Space<double>>& tree = out.tree;
  static_cast<Topology&>(tree) = plane;
  tree.m = plane.m;
  tree.mass = plane.mass;
  tree.hinge.resize(tree.m.size());
  for (int i = 0; i < n; ++i) {
    const Matrix3<double> points = {random_vector(0.7, random), random_vector(0.7, random), random_vector(0.7, random)};
    const Symmetric3<double> none;
    tree.I.push_back(steiner(steiner(steiner(none, 1.0, points.x), 1.0, points.y), 1.0, points.z));
    tree.d_parent.push_back(random_vector(1, random));
    tree.d_child.push_back(random_vector(1, random));
    const Vec3<double> axis = transposed(random_turn(random)).z;
    const bool hinge = joints == SpaceJoints::mixed ? random() % 2 == 0 : joints == SpaceJoints::hinges;
    if (hinge && tree.parent[i] >= 0) tree.hinge[i] = axis;
    if (i > 0) out.rest.push_back(random_turn(random));
  }
  return out;
}

/// A state as `FastSpaceTree` has it.
inline std::vector<double> random_space_state(const Tree<Space<double>>& tree, std::mt19937& random) {
  std::vector<int> freedom(tree.m.size() - 1);
  for (int i = 0; i < tree.size(); ++i)
    if (tree.parent[i] >= 0) freedom[tree.joint[i]] = tree.hinge[i] ? 1 : 3;
  std::vector<double> x;
  for (const int free : freedom) {
    const std::vector<double> block = free == 1 ? random_numbers(1, 3, random) : random_quaternion(random);
    x.insert(x.end(), block.begin(), block.end());
  }
  for (int i = 0; i < tree.size(); ++i) {
    const std::vector<double> block = random_numbers(is_hinge(tree, i) ? 1 : 3, 5, random);
    x.insert(x.end(), block.begin(), block.end());
  }
  const std::vector<double> attitude = random_quaternion(random);
  x.insert(x.end(), attitude.begin(), attitude.end());
  return x;
}

}  // namespace oopss
