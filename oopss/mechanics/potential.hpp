// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/inertia.hpp"

namespace oopss {

/// I_lock = 1ᵀ J 1: the inertia of the tree frozen at its shape.
template <Scalar T>
T locked_inertia(const Matrix<T>& J) {
  T sum = T(0);
  for (const T& entry : J.entries) sum = sum + entry;
  return sum;
}

/// Amended potential V_μ = μ_s² / (2 I_lock); its critical points are the relative equilibria.
template <Scalar T>
T amended_potential(const T& mu_s, const T& I_lock) {
  return mu_s * mu_s / (T(2) * I_lock);
}

/// P: θ_i = θ_root + Σ_k P_ik φ_k, entries 0 and ±1.
inline Matrix<int> path_matrix(const Topology& topology) {
  Matrix<int> P(topology.size(), topology.size() - 1);
  for (const int i : topology.order) {
    if (topology.parent[i] < 0) continue;
    for (int k = 0; k < P.cols; ++k) P(i, k) = P(topology.parent[i], k);
    P(i, topology.joint[i]) = topology.sense[i];
  }
  return P;
}

/// The inertia of the shape motion at a shape, and what couples it to the rotation.
template <Scalar T>
struct ShapeInertia {
  T I_lock = T(0);
  std::vector<T> coupling;  // 1ᵀ J P, per joint
  Matrix<T> M_s;            // Pᵀ (J − J 1 1ᵀ J / I_lock) P: H = ½ φ'ᵀ M_s φ' + V_μ
};

template <Scalar T>
ShapeInertia<T> shape_inertia(const Topology& topology, const Matrix<T>& J) {
  const Matrix<int> P = path_matrix(topology);
  const int n = P.rows, joints = P.cols;
  Matrix<T> JP(n, joints);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < joints; ++k)
      for (int j = 0; j < n; ++j)
        if (P(j, k) != 0) JP(i, k) = P(j, k) > 0 ? JP(i, k) + J(i, j) : JP(i, k) - J(i, j);
  ShapeInertia<T> inertia{locked_inertia(J), std::vector<T>(static_cast<std::size_t>(joints), T(0)),
                          Matrix<T>(joints, joints)};
  for (int k = 0; k < joints; ++k)
    for (int i = 0; i < n; ++i) inertia.coupling[k] = inertia.coupling[k] + JP(i, k);
  for (int k = 0; k < joints; ++k)
    for (int l = 0; l < joints; ++l) {
      for (int i = 0; i < n; ++i)
        if (P(i, k) != 0) inertia.M_s(k, l) = P(i, k) > 0 ? inertia.M_s(k, l) + JP(i, l) : inertia.M_s(k, l) - JP(i, l);
      inertia.M_s(k, l) = inertia.M_s(k, l) - inertia.coupling[k] * inertia.coupling[l] / inertia.I_lock;
    }
  return inertia;
}

/// The gyroscopic matrix of the shape motion per unit of total momentum: the curl of the connection A = 1ᵀJP / I_lock,
///   G_kl = ∂A_k/∂φ_l − ∂A_l/∂φ_k,   M_s φ'' + μ_s G φ' + ∂V_μ/∂φ + … = 0 to first order in φ'.
template <Scalar T>
Matrix<T> gyroscopic_matrix(const Topology& topology, const ShapeInertia<T>& shape, const Matrix<T>& K) {
  const Matrix<int> P = path_matrix(topology);
  const int n = P.rows, joints = P.cols;
  Matrix<T> slope(joints, joints);                            // ∂(1ᵀJP)_k/∂φ_l
  std::vector<T> dI(static_cast<std::size_t>(joints), T(0));  // ∂I_lock/∂φ_l
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int l = 0; l < joints; ++l) {
        const T turn = T(P(j, l) - P(i, l)) * K(i, j);
        dI[l] = dI[l] + turn;
        for (int k = 0; k < joints; ++k) slope(k, l) = slope(k, l) + T(P(j, k)) * turn;
      }
  Matrix<T> G(joints, joints);
  for (int k = 0; k < joints; ++k)
    for (int l = 0; l < joints; ++l)
      G(k, l) = (slope(k, l) - slope(l, k) - (shape.coupling[k] * dI[l] - shape.coupling[l] * dI[k]) / shape.I_lock) /
                shape.I_lock;
  return G;
}

/// ω from the total momentum and the joint rates: ω = (μ_s − (1ᵀ J P) φ') / I_lock · 1 + P φ'.
template <Scalar T>
std::vector<T> velocities(const Topology& topology, const ShapeInertia<T>& shape, const T& mu_s,
                          const std::vector<T>& phi_rate) {
  const T omega_root = (mu_s - dot(shape.coupling, phi_rate)) / shape.I_lock;
  return absolute_angles(topology, phi_rate, omega_root);
}

}  // namespace oopss
