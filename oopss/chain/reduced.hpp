// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chain/beads.hpp"

namespace oopss {

/// Theorem 2.1 of Laederich and Levi. Rod j has the angle ψ_j = α + φ_j, φ_0 = 0; v = φ'; μ is the total angular
/// momentum, about the mass centre, which is at rest. Rows of what is reduced are those of rods 1, 2, ….

/// Q_jk = l_j l_k c_jk cos(ψ_j − ψ_k): the kinetic energy is ½ ψ'·Qψ'. `cosine` has the cosines.
template <Scalar T>
Matrix<T> chain_inertia(const std::vector<T>& l, const Matrix<T>& c, const Matrix<T>& cosine) {
  const int n = static_cast<int>(l.size());
  Matrix<T> Q(n, n);
  for (int j = 0; j < n; ++j) {
    Q(j, j) = l[j] * l[j] * c(j, j);
    for (int k = j + 1; k < n; ++k) Q(j, k) = Q(k, j) = l[j] * l[k] * c(j, k) * cosine(j, k);
  }
  return Q;
}

/// b = Q 1: the angular momentum of each rod when all turn at the rate 1. I = 1·b is the inertia of the locked chain.
template <Scalar T>
std::vector<T> locked_momenta(const Matrix<T>& Q) {
  return Q * std::vector<T>(static_cast<std::size_t>(Q.rows), T(1));
}
template <Scalar T>
T locked_inertia(const std::vector<T>& b) {
  T I = b[0];
  for (std::size_t j = 1; j < b.size(); ++j) I = I + b[j];
  return I;
}

/// ω_j = b_j / I: the chain turns at the rate α' = μ/I − ω·v.
template <Scalar T>
std::vector<T> chain_connection(const std::vector<T>& b, const T& I) {
  std::vector<T> omega;
  for (std::size_t j = 1; j < b.size(); ++j) omega.push_back(b[j] / I);
  return omega;
}

/// K = Q_φ − b_φ b_φᵀ / I, positive definite.
template <Scalar T>
Matrix<T> shape_metric(const Matrix<T>& Q, const std::vector<T>& b, const T& I) {
  Matrix<T> K(Q.rows - 1, Q.rows - 1);
  for (int j = 1; j < Q.rows; ++j)
    for (int k = 1; k < Q.rows; ++k) K(j - 1, k - 1) = Q(j, k) - b[j] * b[k] / I;
  return K;
}

/// L = L2 + L1 + L0 by the power of v: ½ v·Kv, μ ω·v, −μ²/(2I) − U with U the energy stored at the joints.
template <Scalar T>
struct LagrangianTerms {
  T L2, L1, L0;
};
template <Scalar T>
LagrangianTerms<T> lagrangian_terms(const Matrix<T>& K, const std::vector<T>& omega, const T& I, const T& mu,
                                    const std::vector<T>& v, const T& U) {
  return {dot(v, K * v) / T(2), mu * dot(omega, v), -(mu * mu / (T(2) * I)) - U};
}

}  // namespace oopss
