// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/potential.hpp"
#include "oopss/scalar/trig.hpp"

namespace oopss {

/// The locked inertia of a tree, one term per pair of bodies:
///   I_lock(φ) = Σ J_ii + 2 Σ_{i<j} (α_ij cos ψ_ij + β_ij sin ψ_ij),   ψ_ij = θ_j − θ_i = Σ_k (P_jk − P_ik) φ_k.
template <Scalar T>
TrigPolynomial<T> locked_polynomial(const Topology& topology, const PairConstants<T>& pairs) {
  const Matrix<int> P = path_matrix(topology);
  TrigPolynomial<T> out;
  for (int i = 0; i < P.rows; ++i) {
    out.constant = out.constant + pairs.diagonal[i];
    for (int j = i + 1; j < P.rows; ++j) {
      TrigTerm<T> term{{}, T(2) * pairs.alpha(i, j), T(2) * pairs.beta(i, j)};
      for (int k = 0; k < P.cols; ++k) term.winding.push_back(P(j, k) - P(i, k));
      out.terms.push_back(std::move(term));
    }
  }
  return out;
}

/// From I_lock to V_μ = M/(2 I), M = μ_s², in its place: V' = −M/(2 I²) I', V'' = M/I³ I' I'ᵀ − M/(2 I²) I''.
template <Scalar T>
void amend_by_square(const T& M, Expansion<T>& I) {
  const int n = I.hessian.rows;
  const T once = M / (T(2) * I.value * I.value), twice = T(2) * once / I.value;
  for (int k = 0; k < n; ++k)
    for (int l = 0; l < n; ++l) I.hessian(k, l) = twice * I.gradient[k] * I.gradient[l] - once * I.hessian(k, l);
  for (T& slope : I.gradient) slope = -(once * slope);
  I.value = M / (T(2) * I.value);
}
template <Scalar T>
void amend(const T& mu_s, Expansion<T>& I) {
  amend_by_square(mu_s * mu_s, I);
}

}  // namespace oopss
