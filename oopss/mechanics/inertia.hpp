// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/tree.hpp"

namespace oopss {

/// J of the bodies as if every joint were free to turn in all ways: μ_i = Σ_j J_ij ω_j in inertial axes, with
///   J_ii = R_i I_i R_iᵀ + Σ_b m_b E_biᵀ E_bi,   J_ij = −m E_jiᵀ E_ij for i ≠ j,   E_bi = E(R_i a_bi).
template <Dimension Dim>
Matrix<typename Dim::Block> inertia_blocks(const Tree<Dim>& tree, const std::vector<typename Dim::Attitude>& theta) {
  const int n = tree.size();
  const Matrix<typename Dim::Vector> a = barycentric(tree);
  Matrix<typename Dim::Block> J(n, n);
  for (int i = 0; i < n; ++i) {
    auto own = inertia_at(tree.I[i], turn(theta[i]));
    for (int b = 0; b < n; ++b) own = steiner(own, tree.m[b], turn(theta[i]) * a(b, i));
    J(i, i) = block(own);
    for (int j = 0; j < n; ++j)
      if (j != i) J(i, j) = -(tree.mass * between(lever(turn(theta[i]) * a(j, i)), lever(turn(theta[j]) * a(i, j))));
  }
  return J;
}

/// The constants of the pseudo-inertia matrix in the plane:
///   J_ii = I_i + Σ_b m_b |a_bi|²,   α_ij = −m a_ji·a_ij = α_ji,   β_ij = m a_ji × a_ij = −β_ji.
template <Scalar T>
struct PairConstants {
  std::vector<T> diagonal;
  Matrix<T> alpha, beta;
};

template <Scalar T>
PairConstants<T> pair_constants(const PlanarTree<T>& tree) {
  const int n = tree.size();
  const Matrix<Vec2<T>> a = barycentric(tree);
  PairConstants<T> pairs{tree.I, Matrix<T>(n, n), Matrix<T>(n, n)};
  for (int i = 0; i < n; ++i) {
    for (int b = 0; b < n; ++b) pairs.diagonal[i] = pairs.diagonal[i] + tree.m[b] * dot(a(b, i), a(b, i));
    for (int j = 0; j < i; ++j) {
      pairs.alpha(i, j) = pairs.alpha(j, i) = -(tree.mass * dot(a(j, i), a(i, j)));
      pairs.beta(i, j) = tree.mass * cross(a(j, i), a(i, j));
      pairs.beta(j, i) = -pairs.beta(i, j);
    }
  }
  return pairs;
}

/// Pseudo-inertia matrix J(θ): the kinetic energy about the mass centre is ½ ωᵀJ(θ)ω, with
///   J_ij = α_ij cos(θ_j − θ_i) + β_ij sin(θ_j − θ_i)   for i ≠ j.
template <Scalar T>
Matrix<T> pseudo_inertia(const PairConstants<T>& pairs, const std::vector<T>& theta) {
  const int n = static_cast<int>(theta.size());
  Matrix<T> J(n, n);
  for (int i = 0; i < n; ++i) {
    J(i, i) = pairs.diagonal[i];
    for (int j = 0; j < i; ++j) {
      const T angle = theta[j] - theta[i];
      J(i, j) = J(j, i) = pairs.alpha(i, j) * cos(angle) + pairs.beta(i, j) * sin(angle);
    }
  }
  return J;
}

/// Slope matrix K_ij = dJ_ij / d(θ_j − θ_i) = β_ij cos(θ_j − θ_i) − α_ij sin(θ_j − θ_i), skew.
template <Scalar T>
Matrix<T> slope_matrix(const PairConstants<T>& pairs, const std::vector<T>& theta) {
  const int n = static_cast<int>(theta.size());
  Matrix<T> K(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      const T angle = theta[j] - theta[i];
      K(i, j) = pairs.beta(i, j) * cos(angle) - pairs.alpha(i, j) * sin(angle);
      K(j, i) = -K(i, j);
    }
  return K;
}

/// H = ½ μᵀJ⁻¹μ = ½ μ·ω.
template <Scalar T>
T kinetic_energy(const std::vector<T>& mu, const std::vector<T>& omega) {
  return dot(mu, omega) / T(2);
}

/// −∂H/∂θ_i = −ω_i (K ω)_i: the rate of μ_i without torques. It adds up to zero over i because K is skew.
template <Scalar T>
std::vector<T> momentum_rates(const Matrix<T>& K, const std::vector<T>& omega) {
  std::vector<T> rate = K * omega;
  for (std::size_t i = 0; i < rate.size(); ++i) rate[i] = -(omega[i] * rate[i]);
  return rate;
}

}  // namespace oopss
