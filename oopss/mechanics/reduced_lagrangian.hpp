// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/inertia.hpp"

namespace oopss {

/// L = L₂ + L₁ + L₀ of the shape at a total momentum μ_s, of degree 2, 1 and 0 in the rates, without stored energy, and
/// its slopes in the angles θ of the bodies and in their rates θ'. L₂ and L₀ do not change when all turn as one; L₁
/// does, by μ_s times that rate: where the shape is meant, one of the bodies has θ' = 0.
template <Scalar T>
struct LagrangianParts {
  T L2 = T(0), L1 = T(0), L0 = T(0), I_lock = T(0);
  std::vector<T> L2_theta, L2_rate, L1_theta, L1_rate, L0_theta;

  explicit LagrangianParts(int bodies)
      : L2_theta(static_cast<std::size_t>(bodies), T(0)),
        L2_rate(L2_theta),
        L1_theta(L2_theta),
        L1_rate(L2_theta),
        L0_theta(L2_theta) {}
};

/// The rotation of the whole is eliminated by Routh: with b = J 1, I = 1·b, k = K 1 and u = θ' − (b·θ'/I) 1, which has
/// no momentum,
///   L₂ = ½ u·J u,               ∂L₂/∂θ'_i = (J u)_i,        ∂L₂/∂θ_i = −u_i (K u)_i,
///   L₁ = μ_s b·θ' / I,          ∂L₁/∂θ'_i = μ_s b_i / I,    ∂L₁/∂θ_i = −(μ_s / I) ((K u)_i + u_i k_i),
///   L₀ = −μ_s² / (2 I),         ∂L₀/∂θ_i = −(μ_s / I)² k_i.
/// Angles are given by their cosines and sines; nothing is allocated for numbers.
template <Scalar T>
void reduced_lagrangian(const PairConstants<T>& pairs, const T& mu_s, const std::vector<T>& cosine,
                        const std::vector<T>& sine, const std::vector<T>& rate, LagrangianParts<T>& out) {
  const int n = static_cast<int>(rate.size());
  // until the end these are b, J θ', k and K θ'
  std::vector<T>&b = out.L1_rate, &J_rate = out.L2_rate, &k = out.L0_theta, &K_rate = out.L2_theta;
  for (int i = 0; i < n; ++i) {
    b[i] = pairs.diagonal[i];
    J_rate[i] = pairs.diagonal[i] * rate[i];
    k[i] = T(0);
    K_rate[i] = T(0);
    for (int j = 0; j < i; ++j) {
      const T c = cosine[j] * cosine[i] + sine[j] * sine[i], s = sine[j] * cosine[i] - cosine[j] * sine[i];
      const T J_ij = pairs.alpha(i, j) * c + pairs.beta(i, j) * s, K_ij = pairs.beta(i, j) * c - pairs.alpha(i, j) * s;
      b[i] = b[i] + J_ij;
      b[j] = b[j] + J_ij;
      J_rate[i] = J_rate[i] + J_ij * rate[j];
      J_rate[j] = J_rate[j] + J_ij * rate[i];
      k[i] = k[i] + K_ij;
      k[j] = k[j] - K_ij;
      K_rate[i] = K_rate[i] + K_ij * rate[j];
      K_rate[j] = K_rate[j] - K_ij * rate[i];
    }
  }
  T I = T(0), moment = T(0);
  for (int i = 0; i < n; ++i) {
    I = I + b[i];
    moment = moment + J_rate[i];
  }
  const T whole = moment / I, turn = mu_s / I;
  T twice = T(0);
  for (int i = 0; i < n; ++i) {
    const T u = rate[i] - whole, K_u = K_rate[i] - whole * k[i];
    J_rate[i] = J_rate[i] - whole * b[i];
    twice = twice + u * J_rate[i];
    out.L2_theta[i] = -(u * K_u);
    out.L1_theta[i] = -(turn * (K_u + u * k[i]));
    out.L1_rate[i] = turn * b[i];
    out.L0_theta[i] = -(turn * turn * k[i]);
  }
  out.L2 = twice / T(2);
  out.L1 = mu_s * whole;
  out.L0 = -(mu_s * turn / T(2));
  out.I_lock = I;
}

}  // namespace oopss
