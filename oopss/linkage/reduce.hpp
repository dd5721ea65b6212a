// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/linkage/closure.hpp"
#include "oopss/mechanics/inertia.hpp"

namespace oopss {

/// A loop of four bars moves with two of its bodies: ω = N (ω_i, ω_j). By Σ_k S R(θ_k) e_k ω_k = 0 the other two, a and
/// b, have, with E_k = R(θ_k) e_k,
///   ω_a = −(ω_i E_b × E_i + ω_j E_b × E_j) / (E_b × E_a)                       (4.9b of the paper on four-bar
///   linkages).
template <Scalar T>
Matrix<T> four_bar_map(const Loop<T>& loop, const std::vector<T>& theta, int i, int j) {
  Matrix<T> N(static_cast<int>(theta.size()), 2);
  std::vector<Vec2<T>> E(theta.size());
  std::vector<int> others;
  for (const Bar<T>& bar : loop) {
    E[bar.body] = rotation(theta[bar.body]) * bar.e;
    if (bar.body != i && bar.body != j) others.push_back(bar.body);
  }
  N(i, 0) = N(j, 1) = T(1);
  for (int k = 0; k < 2; ++k) {
    const int a = others[k], b = others[1 - k];
    N(a, 0) = -(cross(E[b], E[i]) / cross(E[b], E[a]));
    N(a, 1) = -(cross(E[b], E[j]) / cross(E[b], E[a]));
  }
  return N;
}

/// The reduced inertia NᵀJ N of two bodies i and j, and its slope as θ_j turns and θ_i stays, the loop kept closed.
template <Scalar T>
struct ReducedInertia {
  Matrix<T> N, J, slope;
};

template <Scalar T>
Matrix<T> reduced_inertia(const Matrix<T>& N, const Matrix<T>& J) {
  Matrix<T> out(2, 2);
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b)
      for (int k = 0; k < J.rows; ++k)
        for (int l = 0; l < J.rows; ++l) out(a, b) = out(a, b) + N(k, a) * J(k, l) * N(l, b);
  return out;
}

/// The bodies are those of the loop alone: a four-bar.
template <Scalar T>
ReducedInertia<T> reduced_inertia(const PlanarTree<T>& tree, const Loop<T>& loop, const std::vector<T>& theta, int i,
                                  int j) {
  ReducedInertia<T> out;
  out.N = four_bar_map(loop, theta, i, j);
  std::vector<Dual<T>> moving;
  Loop<Dual<T>> still;
  for (std::size_t k = 0; k < theta.size(); ++k) moving.push_back({theta[k], out.N(static_cast<int>(k), 1)});
  for (const Bar<T>& bar : loop) still.push_back({bar.body, {{bar.e.x, T(0)}, {bar.e.y, T(0)}}});
  const Matrix<Dual<T>> J =
      reduced_inertia(four_bar_map(still, moving, i, j), pseudo_inertia(pair_constants(constant_tree(tree)), moving));
  out.J = out.slope = Matrix<T>(2, 2);
  for (std::size_t k = 0; k < J.entries.size(); ++k) {
    out.J.entries[k] = J.entries[k].value;
    out.slope.entries[k] = J.entries[k].slope;
  }
  return out;
}

/// The reduced motion at μ = (μ_i, μ_j), conjugate to turning i and j: ω = J⁻¹μ, H = ½ μ·ω, and with θ_ij = θ_j − θ_i
///   θ_ij' = ω_j − ω_i,   μ_i' = ∂H/∂θ_ij = −½ ωᵀ(∂J/∂θ_ij) ω,   μ_j' = −μ_i'                              (6.4)-(6.6).
template <Scalar T>
struct ReducedMotion {
  T H, H_slope, angle_rate;
};

template <Scalar T>
ReducedMotion<T> reduced_motion(const ReducedInertia<T>& reduced, const std::vector<T>& mu) {
  const std::vector<T> omega = solve(ldlt(reduced.J), mu);
  return {dot(mu, omega) / T(2), -(dot(omega, reduced.slope * omega) / T(2)), omega[1] - omega[0]};
}

}  // namespace oopss
