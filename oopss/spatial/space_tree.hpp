// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "oopss/mechanics/recursion.hpp"
#include "oopss/spatial/quaternion.hpp"

namespace oopss {

/// How the second body of a joint hangs on the first: A_second = A_first R_j R(rest), with R_j = exp(q hat(n)) of a
/// hinge and any turn of a ball (docs/math.md, Bodies in space).
template <Scalar T>
struct SpaceJoint {
  std::optional<Vec3<T>> axis;        // n of a hinge: a unit vector in the first body's frame; none: a ball
  std::optional<Quaternion<T>> rest;  // unit; none: the axes of both agree at rest
};

/// A floating tree in space with its joints as the model has them.
template <Scalar T>
struct SpaceTree : Tree<Space<T>> {
  std::vector<SpaceJoint<T>> joints;
};

/// The axes n of hinges in the frames of the bodies that hang by them: n·(ω_second − ω_first) = q'.
template <Scalar T>
void place_hinges(SpaceTree<T>& tree) {
  tree.hinge.assign(tree.parent.size(), std::nullopt);
  for (const int i : tree.order) {
    if (tree.parent[i] < 0) continue;
    const SpaceJoint<T>& joint = tree.joints[tree.joint[i]];
    if (!joint.axis) continue;
    const bool turned = tree.sense[i] > 0 && joint.rest;
    tree.hinge[i] = turned ? transposed(rotation_of(*joint.rest)) * *joint.axis : *joint.axis;
  }
}

/// The attitude of a joint's second body seen from its first, R_j R(rest).
template <Scalar T>
Matrix3<T> from_rest(const SpaceJoint<T>& joint, const Matrix3<T>& R) {
  return joint.rest ? R * rotation_of(*joint.rest) : R;
}

/// What torques at the joints add to μ', each + on the joint's first body and − on its second, in inertial axes.
template <Scalar T>
void add_torques(const SpaceTree<T>& tree, const std::vector<Matrix3<T>>& attitude,
                 const std::vector<Vec3<T>>& joint_torque, std::vector<Vec3<T>>& on_bodies,
                 std::vector<Vec3<T>>& mu_rate) {
  for (Vec3<T>& torque : on_bodies) torque = {};
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    if (p < 0) continue;
    const Vec3<T>& torque = joint_torque[tree.joint[i]];
    const int first = tree.sense[i] > 0 ? p : i, second = tree.sense[i] > 0 ? i : p;
    on_bodies[first] = on_bodies[first] + torque;
    on_bodies[second] = on_bodies[second] - torque;
  }
  project_on_hinges<Space<T>>(tree, attitude, on_bodies);
  for (std::size_t i = 0; i < mu_rate.size(); ++i) mu_rate[i] = mu_rate[i] + on_bodies[i];
}

/// The total angular momentum: Σ μ of the root and of bodies on balls.
template <Scalar T>
Vec3<T> total_momentum(const Tree<Space<T>>& tree, const std::vector<Vec3<T>>& mu) {
  Vec3<T> sum;
  for (int i = 0; i < tree.size(); ++i)
    if (!is_hinge(tree, i)) sum = sum + mu[i];
  return sum;
}

/// Its map from the spin of all bodies turning as one.
template <Scalar T>
Symmetric3<T> locked_inertia(const Tree<Space<T>>& tree, const std::vector<Matrix3<T>>& attitude) {
  const auto column = [&](const Vec3<T>& axis) {
    return total_momentum<T>(tree, momenta<Space<T>>(tree, attitude, std::vector<Vec3<T>>(attitude.size(), axis)));
  };
  return symmetric(Matrix3<T>{column({T(1), T(0), T(0)}), column({T(0), T(1), T(0)}), column({T(0), T(0), T(1)})});
}

/// Twice the kinetic energy: Σ μ·ω of the root and of bodies on balls, and Σ p q' of hinges.
template <Scalar T>
T twice_kinetic(const Tree<Space<T>>& tree, const std::vector<Vec3<T>>& mu, const std::vector<Vec3<T>>& omega) {
  T sum = T(0);
  for (const int i : tree.order)
    sum = sum + dot(mu[i], is_hinge(tree, i) ? omega[i] - omega[tree.parent[i]] : omega[i]);
  return sum;
}

/// Π of every body by itself, in its own axes: what turning it alone, with all hinges loose, is conjugate to.
template <Scalar T>
std::vector<Vec3<T>> body_momenta(const SpaceTree<T>& tree, const std::vector<Matrix3<T>>& attitude,
                                  const std::vector<Vec3<T>>& omega) {
  Tree<Space<T>> loose = tree;
  loose.hinge.assign(tree.parent.size(), std::nullopt);
  std::vector<Vec3<T>> out = momenta(loose, attitude, omega);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = transposed(attitude[i]) * out[i];
  return out;
}

}  // namespace oopss
