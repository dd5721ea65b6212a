// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/spatial/bracket.hpp"
#include "tests/mechanics/space_bodies.hpp"

namespace oopss {

/// A random tree in a reduced state. Some joints begin with the child.
template <Scalar T>
struct ReducedSample {
  Tree<Space<T>> tree;
  std::vector<Matrix3<T>> R;
  std::vector<Vec3<T>> joint_spin;  // at the root Ω; else Ω − A_cp Ω_p, about the axis on a hinge
  std::vector<Vec3<T>> Omega, Pi;
  std::vector<Matrix3<T>> attitude() const { return absolute_angles(tree, R, identity3<T>()); }
};

template <Scalar T>
std::vector<Vec3<T>> body_spins(const Topology& topology, const std::vector<Matrix3<T>>& R,
                                const std::vector<Vec3<T>>& joint_spin) {
  std::vector<Vec3<T>> Omega = joint_spin;
  for (const int i : topology.order)
    if (const int p = topology.parent[i]; p >= 0)
      Omega[i] = Omega[i] + transposed(seen_from_parent(topology, R, i)) * Omega[p];
  return Omega;
}

template <Scalar T>
ReducedSample<T> random_reduced(Draws<T>& source, int count, Joints joints) {
  ReducedSample<T> out{random_space_tree(source, count, joints), {}, {}, {}, {}};
  for (int i = 0; i < count; ++i) {
    if (source.below(3) == 0) out.tree.sense[i] = -1;
    if (i > 0) out.R.push_back(random_attitude(source));
    out.joint_spin.push_back(random_vector(source, 1));
  }
  for (int i = 0; i < count; ++i)
    if (is_hinge(out.tree, i)) out.joint_spin[i] = source.number(-1, 1) * *out.tree.hinge[i];
  out.Omega = body_spins(out.tree, out.R, out.joint_spin);
  out.Pi = body_momenta(body_inertia(out.tree, out.attitude()), out.Omega);
  return out;
}

/// ½ Σ Ω·IΩ + ½ Σ m |r'|² about the mass centre: by the velocities, without a reduced formula.
template <Scalar T>
T energy_of_velocities(const Tree<Space<T>>& tree, const std::vector<Matrix3<T>>& R,
                       const std::vector<Vec3<T>>& Omega) {
  const std::vector<Matrix3<T>> A = absolute_angles(tree, R, identity3<T>());
  std::vector<Vec3<T>> v(Omega.size());
  Vec3<T> mean;
  T twice = T(0);
  for (const int i : tree.order) {
    if (const int p = tree.parent[i]; p >= 0)
      v[i] = v[p] + A[p] * cross(Omega[p], tree.d_parent[i]) - A[i] * cross(Omega[i], tree.d_child[i]);
    mean = mean + (tree.m[i] / tree.mass) * v[i];
    twice = twice + dot(Omega[i], tree.I[i] * Omega[i]) + tree.m[i] * dot(v[i], v[i]);
  }
  return (twice - tree.mass * dot(mean, mean)) / T(2);
}

/// H = ½ Π·J(A)⁻¹Π.
template <Scalar T>
T reduced_energy(const Tree<Space<T>>& tree, const std::vector<Matrix3<T>>& R, const std::vector<Vec3<T>>& Pi) {
  const Matrix<Matrix3<T>> blocks = body_inertia(tree, absolute_angles(tree, R, identity3<T>()));
  Matrix<T> J(3 * blocks.rows, 3 * blocks.rows);
  std::vector<T> momenta;
  for (int k = 0; k < blocks.rows; ++k) {
    momenta.insert(momenta.end(), {Pi[k].x, Pi[k].y, Pi[k].z});
    for (int l = 0; l < blocks.rows; ++l)
      for (int e = 0; e < 9; ++e) J(3 * k + e / 3, 3 * l + e % 3) = by_rows(blocks(k, l))[e];
  }
  return dot(momenta, solve(ldlt(J), momenta)) / T(2);
}

template <Scalar T>
Matrix3<T> from_rows(const T* entry) {
  return {{entry[0], entry[1], entry[2]}, {entry[3], entry[4], entry[5]}, {entry[6], entry[7], entry[8]}};
}
template <Scalar T>
std::vector<Matrix3<T>> matrices_in(const std::vector<T>& x, int count) {
  std::vector<Matrix3<T>> out;
  for (int k = 0; k < count; ++k) out.push_back(from_rows(&x[9 * static_cast<std::size_t>(k)]));
  return out;
}
template <Scalar T>
std::vector<Vec3<T>> vectors_in(const std::vector<T>& x, int begin, int count) {
  std::vector<Vec3<T>> out;
  for (int k = 0; k < count; ++k) out.push_back({x[begin + 3 * k], x[begin + 3 * k + 1], x[begin + 3 * k + 2]});
  return out;
}
/// R and Π, joints before bodies.
template <Scalar T>
std::vector<T> coordinates(const std::vector<Matrix3<T>>& R, const std::vector<Vec3<T>>& Pi) {
  std::vector<T> out;
  for (const Matrix3<T>& R_k : R)
    for (const T& entry : by_rows(R_k)) out.push_back(entry);
  for (const Vec3<T>& Pi_k : Pi) out.insert(out.end(), {Pi_k.x, Pi_k.y, Pi_k.z});
  return out;
}

template <Scalar T>
bool agree(const Matrix3<T>& a, const Matrix3<T>& b) {
  return agree(a.x, b.x) && agree(a.y, b.y) && agree(a.z, b.z);
}

}  // namespace oopss
