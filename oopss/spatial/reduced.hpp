// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/tree.hpp"

namespace oopss {

// The reduced equations of bodies in space (docs/math.md, Bodies in space): momenta Π and spins Ω of the bodies in
// their own axes, per joint R, the attitude of its second body seen from its first. Attitudes are seen from the root.

/// The bodies that a joint joins, by the body that hangs on it.
inline int first_body(const Topology& topology, int child) {
  return topology.sense[child] > 0 ? topology.parent[child] : child;
}
inline int second_body(const Topology& topology, int child) {
  return topology.sense[child] > 0 ? child : topology.parent[child];
}

/// The attitude of a body seen from its parent.
template <Scalar T>
Matrix3<T> seen_from_parent(const Topology& topology, const std::vector<Matrix3<T>>& R, int child) {
  const Matrix3<T>& R_k = R[topology.joint[child]];
  return topology.sense[child] > 0 ? R_k : transposed(R_k);
}

/// J(A): Π_k = Σ_l J_kl Ω_l, with A_kl = A_kᵀA_l and β_kl = a_lk of the barycentric vectors,
///   J_kk = I_k + Σ_b m_b (|a_bk|² 1 − a_bk a_bkᵀ),   J_kl = m hat(β_kl) A_kl hat(β_lk) for k ≠ l.
template <Scalar T>
Matrix<Matrix3<T>> body_inertia(const Tree<Space<T>>& tree, const std::vector<Matrix3<T>>& attitude) {
  const int n = tree.size();
  const Matrix<Vec3<T>> a = barycentric(tree);
  Matrix<Matrix3<T>> J(n, n);
  for (int k = 0; k < n; ++k) {
    Symmetric3<T> own = tree.I[k];
    for (int b = 0; b < n; ++b) own = steiner(own, tree.m[b], a(b, k));
    J(k, k) = full(own);
    for (int l = 0; l < k; ++l) {
      J(k, l) = tree.mass * (hat(a(l, k)) * (transposed(attitude[k]) * attitude[l]) * hat(a(k, l)));
      J(l, k) = transposed(J(k, l));
    }
  }
  return J;
}

/// Π = J Ω.
template <Scalar T>
std::vector<Vec3<T>> body_momenta(const Matrix<Matrix3<T>>& J, const std::vector<Vec3<T>>& Omega) {
  std::vector<Vec3<T>> Pi(Omega.size());
  for (int k = 0; k < J.rows; ++k)
    for (int l = 0; l < J.cols; ++l) Pi[k] = Pi[k] + J(k, l) * Omega[l];
  return Pi;
}

/// What the bodies do to each other through their joints,
///   t_k = −m Σ_{l≠k} u_kl × A_kl u_lk   with   u_kl = Ω_k × β_kl.
template <Scalar T>
std::vector<Vec3<T>> coupling_torques(const Tree<Space<T>>& tree, const std::vector<Matrix3<T>>& attitude,
                                      const std::vector<Vec3<T>>& Omega) {
  const Matrix<Vec3<T>> a = barycentric(tree);
  std::vector<Vec3<T>> t(Omega.size());
  for (int k = 0; k < tree.size(); ++k)
    for (int l = 0; l < tree.size(); ++l) {
      if (l == k) continue;
      const Vec3<T> u_kl = cross(Omega[k], a(l, k)), u_lk = cross(Omega[l], a(k, l));
      t[k] = t[k] - tree.mass * cross(u_kl, transposed(attitude[k]) * (attitude[l] * u_lk));
    }
  return t;
}

/// Π_k' = Π_k × Ω_k + t_k. With the sums of momenta and of t beyond each body in place of Π and t these are the rates
/// of the product form: M' = M × Ω_root and P_j' = P_j × Ω_c + Σ_k A_ck t_k.
template <Scalar T>
std::vector<Vec3<T>> body_momentum_rates(const std::vector<Vec3<T>>& Pi, const std::vector<Vec3<T>>& Omega,
                                         const std::vector<Vec3<T>>& t) {
  std::vector<Vec3<T>> rate;
  for (std::size_t k = 0; k < Pi.size(); ++k) rate.push_back(cross(Pi[k], Omega[k]) + t[k]);
  return rate;
}

/// R' = R hat(Ω_second) − hat(Ω_first) R.
template <Scalar T>
std::vector<Matrix3<T>> rotation_rates(const Topology& topology, const std::vector<Matrix3<T>>& R,
                                       const std::vector<Vec3<T>>& Omega) {
  std::vector<Matrix3<T>> rate(R.size());
  for (const int i : topology.order) {
    if (topology.parent[i] < 0) continue;
    const int k = topology.joint[i];
    rate[k] = R[k] * hat(Omega[second_body(topology, i)]) - hat(Omega[first_body(topology, i)]) * R[k];
  }
  return rate;
}

/// Σ_k A_ik x_k over body i and all beyond it, seen from the root: of Π this is M at the root, and P_j at the body that
/// hangs on joint j.
template <Scalar T>
std::vector<Vec3<T>> subtree_sums(const Topology& topology, const std::vector<Matrix3<T>>& R, std::vector<Vec3<T>> x) {
  for (auto i = topology.order.rbegin(); i != topology.order.rend(); ++i)
    if (const int p = topology.parent[*i]; p >= 0) x[p] = x[p] + seen_from_parent(topology, R, *i) * x[*i];
  return x;
}

/// The Casimir |M|², M = Σ_k A_1k Π_k: the square of the total angular momentum.
template <Scalar T>
T momentum_squared(const Topology& topology, const std::vector<Matrix3<T>>& R, const std::vector<Vec3<T>>& Pi) {
  const Vec3<T> M = subtree_sums(topology, R, Pi)[topology.root()];
  return dot(M, M);
}

}  // namespace oopss
