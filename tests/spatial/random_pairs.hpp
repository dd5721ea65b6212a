// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <random>

#include "oopss/mechanics/tree.hpp"
#include "oopss/spatial/quaternion.hpp"

namespace oopss {

/// Numbers, the same on every machine.
struct RandomNumbers {
  std::mt19937_64 source;

  double between(double low, double high) { return low + (high - low) * static_cast<double>(source() >> 11) * 0x1p-53; }
  Vec3<double> vector(double size) {
    const double x = between(-size, size), y = between(-size, size);
    return {x, y, between(-size, size)};
  }
  Matrix3<double> turn() {
    const double w = between(-1, 1);
    return rotation_of(normalised(quaternion(w, vector(1))));
  }
};

/// The inertia of a body with these second moments about its axes: one that a body can have.
inline Symmetric3<double> solid_inertia(const Vec3<double>& moments, const Matrix3<double>& axes) {
  return inertia_at(Symmetric3<double>{moments.y + moments.z, 0, 0, moments.x + moments.z, 0, moments.x + moments.y},
                    axes);
}
inline Symmetric3<double> random_inertia(RandomNumbers& random) {
  const double a = random.between(0.05, 1), b = random.between(0.05, 1), c = random.between(0.05, 1);
  return solid_inertia({a, b, c}, random.turn());
}

/// Bodies with these links; joints are balls, at random places.
inline Tree<Space<double>> random_balls(RandomNumbers& random, const std::vector<int>& parent) {
  Tree<Space<double>> tree;
  static_cast<Topology&>(tree) = numbered_topology(parent);
  for (std::size_t i = 0; i < parent.size(); ++i) {
    tree.m.push_back(random.between(0.3, 2));
    tree.I.push_back(random_inertia(random));
    tree.mass += tree.m.back();
    tree.d_parent.push_back(random.vector(1));
    tree.d_child.push_back(random.vector(1));
    tree.hinge.emplace_back();
  }
  tree.d_parent[0] = tree.d_child[0] = {};
  return tree;
}

}  // namespace oopss
