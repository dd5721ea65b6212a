// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/mechanics/dimension.hpp"

namespace oopss {

/// How the bodies of a tree hang together. Bodies and joints keep the order of the model file; body `order[0]` is the
/// root. The angle of a joint is that of its second body minus that of its first: φ = sense · (θ_child − θ_parent).
struct Topology {
  std::vector<int> parent;  // of each body; −1 for the root
  std::vector<int> order;   // all bodies, every parent before its children
  std::vector<int> joint;   // the joint between body i and its parent; −1 for the root
  std::vector<int> sense;   // +1 if body i is that joint's second body, −1 if it is the first

  int size() const { return static_cast<int>(parent.size()); }
  int root() const { return order.front(); }
};

/// A floating tree of bodies in the plane or in space; vectors are in body frames, from the body's mass centre.
template <Dimension Dim>
struct Tree : Topology {
  using T = typename Dim::Number;
  std::vector<T> m;
  std::vector<typename Dim::Inertia> I;  // about the mass centre
  std::vector<typename Dim::Vector> d_parent,
      d_child;    // the joint of body i with its parent, from the parent and from i
  T mass = T(0);  // of the whole tree
  [[no_unique_address]] typename Dim::Hinges hinge = {};
};
template <Scalar T>
using PlanarTree = Tree<Plane<T>>;

/// Whether body i hangs on its parent by a hinge; else it may turn in all ways there are.
template <Scalar T>
bool is_hinge(const Tree<Space<T>>& tree, int i) {
  return tree.parent[i] >= 0 && tree.hinge[i].has_value();
}

/// The tree with these links; parent[i] < i and joint i−1 hangs body i, as the papers number them.
inline Topology numbered_topology(const std::vector<int>& parent) {
  Topology topology{parent, {}, {}, {}};
  for (int i = 0; i < topology.size(); ++i) {
    topology.order.push_back(i);
    topology.joint.push_back(i - 1);
    topology.sense.push_back(1);
  }
  return topology;
}

/// θ of every body from the joint angles, the root at `theta_root`; into `theta`, which has room for them. In space the
/// attitudes of the bodies from those of the joints, each of the second body against the first.
template <class Attitude>
void absolute_angles(const Topology& topology, const std::vector<Attitude>& phi, const Attitude& theta_root,
                     std::vector<Attitude>& theta) {
  for (const int i : topology.order) {
    const int p = topology.parent[i];
    if (p < 0)
      theta[i] = theta_root;
    else
      theta[i] = topology.sense[i] > 0 ? turned_on(theta[p], phi[topology.joint[i]])
                                       : turned_back(theta[p], phi[topology.joint[i]]);
  }
}
template <class Attitude>
std::vector<Attitude> absolute_angles(const Topology& topology, const std::vector<Attitude>& phi,
                                      const Attitude& theta_root) {
  std::vector<Attitude> theta(topology.parent.size(), theta_root);
  absolute_angles(topology, phi, theta_root, theta);
  return theta;
}

/// B x: for each joint the value of its second body minus that of its first (θ → φ, ω → φ'); into `out`, which has
/// room.
template <Scalar T>
void differences(const Topology& topology, const std::vector<T>& x, std::vector<T>& out) {
  for (const int i : topology.order)
    if (topology.parent[i] >= 0)
      out[topology.joint[i]] = topology.sense[i] > 0 ? x[i] - x[topology.parent[i]] : x[topology.parent[i]] - x[i];
}
template <Scalar T>
std::vector<T> differences(const Topology& topology, const std::vector<T>& x) {
  std::vector<T> out(topology.parent.size() - 1, T(0));
  differences(topology, x, out);
  return out;
}

/// −Bᵀ T: the torques on the bodies of joint torques T, each + on the joint's first body and − on its second.
template <Scalar T>
std::vector<T> body_torques(const Topology& topology, const std::vector<T>& torque) {
  std::vector<T> tau(topology.parent.size(), T(0));
  for (const int i : topology.order) {
    if (topology.parent[i] < 0) continue;
    const T& T_i = torque[topology.joint[i]];
    const int first = topology.sense[i] > 0 ? topology.parent[i] : i;
    const int second = topology.sense[i] > 0 ? i : topology.parent[i];
    tau[first] = tau[first] + T_i;
    tau[second] = tau[second] - T_i;
  }
  return tau;
}

/// Mass of body i and of everything beyond it, seen from the root.
template <Dimension Dim>
std::vector<typename Dim::Number> subtree_masses(const Tree<Dim>& tree) {
  std::vector<typename Dim::Number> mass = tree.m;
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i)
    if (tree.parent[*i] >= 0) mass[tree.parent[*i]] = mass[tree.parent[*i]] + mass[*i];
  return mass;
}

/// D_k(b), at (b, k): in body k, from its mass centre to its joint on the way to body b; zero if b = k.
template <Dimension Dim>
Matrix<typename Dim::Vector> joint_vectors(const Tree<Dim>& tree) {
  const int n = tree.size();
  Matrix<typename Dim::Vector> D(n, n);
  for (int b = 0; b < n; ++b) {
    for (int k = 0; k < n; ++k)
      if (k != b) D(b, k) = tree.d_child[k];
    for (int below = b, k = tree.parent[b]; k >= 0; below = k, k = tree.parent[k]) D(b, k) = tree.d_parent[below];
  }
  return D;
}

/// Barycentric vectors a_bk, at (b, k): load body k at each joint with the mass beyond it; a_bk points from the
/// barycentre of the loaded body to its joint on the way to body b (to its own mass centre if b = k), in the frame of
/// k. Then
///   r_b = Σ_k R(θ_k) a_bk     and     Σ_b m_b a_bk = 0.
template <Dimension Dim>
Matrix<typename Dim::Vector> barycentric(const Tree<Dim>& tree) {
  const std::vector<typename Dim::Number> beyond = subtree_masses(tree);
  std::vector<typename Dim::Vector> centre(
      tree.m.size());  // m times the barycentre of loaded body k, from its mass centre
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    if (p < 0) continue;
    centre[p] = centre[p] + beyond[i] * tree.d_parent[i];
    centre[i] = centre[i] + (tree.mass - beyond[i]) * tree.d_child[i];
  }
  Matrix<typename Dim::Vector> a = joint_vectors(tree);
  for (int k = 0; k < tree.size(); ++k) {
    const typename Dim::Vector barycentre = centre[k] / tree.mass;
    for (int b = 0; b < tree.size(); ++b) a(b, k) = a(b, k) - barycentre;
  }
  return a;
}

/// Positions of the mass centres from the system's mass centre, r_b = Σ_k R(θ_k) a_bk, by one walk over the tree.
template <Dimension Dim>
std::vector<typename Dim::Vector> centre_positions(const Tree<Dim>& tree,
                                                   const std::vector<typename Dim::Attitude>& theta) {
  using Vector = typename Dim::Vector;
  std::vector<Vector> r(tree.m.size());
  Vector mean{};
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    if (p >= 0) r[i] = r[p] + turn(theta[p]) * tree.d_parent[i] - turn(theta[i]) * tree.d_child[i];
    mean = mean + tree.m[i] * r[i];
  }
  for (Vector& r_i : r) r_i = r_i - mean / tree.mass;
  return r;
}

}  // namespace oopss
