// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/recursion.hpp"
#include "tests/scalar/scalars.hpp"

namespace oopss {

template <Scalar T>
Vec3<T> random_vector(Draws<T>& source, double size) {
  const T x = source.number(-size, size), y = source.number(-size, size);
  return {x, y, source.number(-size, size)};
}

/// The attitude of a random quaternion: rational in its components, so exact where the scalar is.
template <Scalar T>
Matrix3<T> random_attitude(Draws<T>& source) {
  const T w = source.number(0.5, 2);
  const Vec3<T> v = random_vector(source, 2);
  const Matrix3<T> V = hat(v);
  return identity3<T>() + (T(2) / (w * w + dot(v, v))) * (w * V + V * V);
}

/// Which joints of a tree are hinges.
enum class Joints { balls, hinges, mixed };

/// A branching tree with bodies in any order: masses and inertias of order one, joints up to one away.
template <Scalar T>
Tree<Space<T>> random_space_tree(Draws<T>& source, int count, Joints joints) {
  Tree<Space<T>> tree;
  const auto size = static_cast<std::size_t>(count);
  static_cast<Topology&>(tree) = {
      std::vector<int>(size, -1), {}, std::vector<int>(size, -1), std::vector<int>(size, 1)};
  tree.d_parent.resize(size);
  tree.d_child.resize(size);
  tree.hinge.resize(size);
  for (int i = 0; i < count; ++i) {
    tree.order.insert(tree.order.begin() + source.below(i + 1), i);
    tree.m.push_back(source.number(0.25, 2));
    const Matrix3<T> axes = random_attitude(source);
    const Symmetric3<T> principal = {source.number(0.25, 2), T(0), T(0),
                                     source.number(0.25, 2), T(0), source.number(0.25, 2)};
    tree.I.push_back(inertia_at(principal, axes));
    tree.mass = tree.mass + tree.m.back();
  }
  for (int k = 1; k < count; ++k) {
    const int i = tree.order[k];
    tree.parent[i] = tree.order[source.below(k)];
    tree.joint[i] = k - 1;
    tree.d_parent[i] = random_vector(source, 1);
    tree.d_child[i] = random_vector(source, 1);
    if (joints == Joints::hinges || (joints == Joints::mixed && source.below(2) == 0))
      tree.hinge[i] = transposed(random_attitude(source)).x;
  }
  return tree;
}

/// A random tree in motion; bodies on hinges turn with their parents but for a spin about the axis.
template <Scalar T>
struct SpaceSample {
  Tree<Space<T>> tree;
  std::vector<Matrix3<T>> attitude;
  std::vector<Vec3<T>> omega;
};

template <Scalar T>
SpaceSample<T> random_space_motion(Draws<T>& source, int count, Joints joints) {
  SpaceSample<T> out{random_space_tree(source, count, joints), {}, {}};
  for (int i = 0; i < count; ++i) {
    out.attitude.push_back(random_attitude(source));
    out.omega.push_back(random_vector(source, 1));
  }
  for (const int i : out.tree.order)
    if (is_hinge(out.tree, i))
      out.omega[i] = out.omega[out.tree.parent[i]] + source.number(-1, 1) * (out.attitude[i] * *out.tree.hinge[i]);
  return out;
}

/// What the laws of Newton and Euler say about bodies in space, in maximal coordinates (six per body) with a force in
/// every joint and a moment in every hinge. No reduced formula is used.
struct SpaceNewton {
  std::vector<Vec3<double>> omega_rate;
  std::vector<Vec3<double>> mu, mu_rate;  // what `momenta` promises, and its rate
  std::vector<Vec3<double>> force;        // on body i through the joint with its parent
};

/// The system's mass centre rests; torque[i] acts on body i, and its opposite on the parent.
SpaceNewton space_newton(const SpaceSample<double>& sample, const std::vector<Vec3<double>>& torque);

}  // namespace oopss
