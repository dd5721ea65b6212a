// SPDX-License-Identifier: Apache-2.0
// Between the flat state of bodies in space and what the recursion takes and gives.
#pragma once

#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// Where `space_layout` puts things.
struct SpaceOffsets {
  std::vector<int> joint, momentum;  // per joint and per body
  int attitude = 0;                  // of the root
  int work = -1, dissipated = -1;    // −1 without laws
  int size = 0;

  explicit SpaceOffsets(const Layout& layout = {})
      : attitude(layout.offset(BlockKind::attitude)),
        work(layout.offset(BlockKind::work)),
        dissipated(layout.offset(BlockKind::dissipated)),
        size(layout.size) {
    for (const Block& block : layout.blocks)
      if (block.kind == BlockKind::joint_angle || block.kind == BlockKind::rotation)
        joint.push_back(block.offset);
      else if (block.kind == BlockKind::momentum)
        momentum.push_back(block.offset);
  }
};

template <Scalar T>
Quaternion<T> quaternion_at(const T* x) {
  return {x[0], x[1], x[2], x[3]};
}
template <Scalar T>
void put_quaternion(const Quaternion<T>& q, T* out) {
  out[0] = q.w;
  out[1] = q.x;
  out[2] = q.y;
  out[3] = q.z;
}
template <Scalar T>
void put_vector(const Vec3<T>& v, T* out) {
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
}

/// Attitudes and momenta of the bodies, along inertial axes.
template <Scalar T>
struct SpaceBodies {
  std::vector<Matrix3<T>> turn;      // R_j of every joint
  std::vector<Matrix3<T>> attitude;  // A of every body
  std::vector<Vec3<T>> mu, omega, mu_rate;

  explicit SpaceBodies(int bodies)
      : turn(static_cast<std::size_t>(bodies - 1)),
        attitude(static_cast<std::size_t>(bodies)),
        mu(attitude.size()),
        omega(attitude.size()),
        mu_rate(attitude.size()) {}
};

template <Scalar T>
void read_attitudes(const SpaceTree<T>& tree, const SpaceOffsets& place, const T* x, SpaceBodies<T>& bodies) {
  for (std::size_t k = 0; k < tree.joints.size(); ++k) {
    const T* const own = x + place.joint[k];
    bodies.turn[k] = tree.joints[k].axis ? turn_about(*tree.joints[k].axis, *own) : rotation_of(quaternion_at(own));
  }
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    if (p < 0) {
      bodies.attitude[i] = rotation_of(quaternion_at(x + place.attitude));
      continue;
    }
    const Matrix3<T> relative = from_rest(tree.joints[tree.joint[i]], bodies.turn[tree.joint[i]]);
    bodies.attitude[i] = bodies.attitude[p] * (tree.sense[i] > 0 ? relative : transposed(relative));
  }
}

template <Scalar T>
void read_momenta(const SpaceTree<T>& tree, const SpaceOffsets& place, const T* x, SpaceBodies<T>& bodies) {
  for (int i = 0; i < tree.size(); ++i) {
    const T* const own = x + place.momentum[i];
    bodies.mu[i] = is_hinge(tree, i) ? *own * (bodies.attitude[i] * *tree.hinge[i]) : Vec3<T>{own[0], own[1], own[2]};
  }
}

/// The other way round, from the momenta of bodies at their attitudes.
template <Scalar T>
void write_momenta(const SpaceTree<T>& tree, const SpaceOffsets& place, const SpaceBodies<T>& bodies, T* x) {
  for (int i = 0; i < tree.size(); ++i)
    if (is_hinge(tree, i))
      x[place.momentum[i]] = dot(bodies.attitude[i] * *tree.hinge[i], bodies.mu[i]);
    else
      put_vector(bodies.mu[i], x + place.momentum[i]);
}

/// ω_second − ω_first of a body's joint with its parent, in inertial axes.
template <Scalar T>
Vec3<T> joint_spin(const SpaceTree<T>& tree, const SpaceBodies<T>& bodies, int i) {
  const Vec3<T> outward = bodies.omega[i] - bodies.omega[tree.parent[i]];
  return tree.sense[i] > 0 ? outward : -outward;
}

/// The rates of angles, turns and the root's attitude with the spins ω.
template <Scalar T>
void write_shape_rates(const SpaceTree<T>& tree, const SpaceOffsets& place, const T* x, const SpaceBodies<T>& bodies,
                       T* out) {
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    if (p < 0) {
      put_quaternion(quaternion_rate(bodies.omega[i], quaternion_at(x + place.attitude)), out + place.attitude);
      continue;
    }
    const int own = place.joint[tree.joint[i]];
    if (is_hinge(tree, i)) {
      out[own] = dot(bodies.attitude[i] * *tree.hinge[i], joint_spin(tree, bodies, i));
      continue;
    }
    const Matrix3<T>& first = bodies.attitude[tree.sense[i] > 0 ? p : i];
    put_quaternion(quaternion_rate(transposed(first) * joint_spin(tree, bodies, i), quaternion_at(x + own)), out + own);
  }
}

/// The rates of the momenta, of hinges those of their part along the axis: (n p)' = n p' + ω × n p.
template <Scalar T>
void write_momentum_rates(const SpaceTree<T>& tree, const SpaceOffsets& place, const SpaceBodies<T>& bodies, T* out) {
  for (int i = 0; i < tree.size(); ++i)
    if (is_hinge(tree, i))
      out[place.momentum[i]] = dot(bodies.attitude[i] * *tree.hinge[i], bodies.mu_rate[i]);
    else
      put_vector(bodies.mu_rate[i], out + place.momentum[i]);
}

}  // namespace oopss
