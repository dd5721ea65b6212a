// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/linkage/closure.hpp"
#include "oopss/mechanics/inertia.hpp"

namespace oopss {

/// E_k × E_l of the bars of a loop, E_k = R(θ_k) e_k, by bodies.
template <Scalar T>
Matrix<T> bar_crosses(const Loop<T>& loop, const std::vector<T>& theta) {
  std::vector<Vec2<T>> E(theta.size());
  for (const Bar<T>& bar : loop) E[bar.body] = rotation(theta[bar.body]) * bar.e;
  Matrix<T> out(static_cast<int>(theta.size()), static_cast<int>(theta.size()));
  for (int k = 0; k < out.rows; ++k)
    for (int l = 0; l < out.cols; ++l) out(k, l) = cross(E[k], E[l]);
  return out;
}

/// A loop of four bars moves with two of its bodies: ω = N (ω_i, ω_j). By Σ_k S R(θ_k) e_k ω_k = 0 the other two, a and
/// b, have, with E_k = R(θ_k) e_k,
///   ω_a = −(ω_i E_b × E_i + ω_j E_b × E_j) / (E_b × E_a)                       (4.9b of the paper on four-bar
///   linkages).
template <Scalar T>
Matrix<T> four_bar_map(const Matrix<T>& crosses, int i, int j) {
  Matrix<T> N(crosses.rows, 2);
  std::vector<int> others;
  for (int k = 0; k < crosses.rows; ++k)
    if (k != i && k != j) others.push_back(k);
  N(i, 0) = N(j, 1) = T(1);
  for (int k = 0; k < 2; ++k) {
    const int a = others[k], b = others[1 - k];
    N(a, 0) = -(crosses(b, i) / crosses(b, a));
    N(a, 1) = -(crosses(b, j) / crosses(b, a));
  }
  return N;
}
template <Scalar T>
Matrix<T> four_bar_map(const Loop<T>& loop, const std::vector<T>& theta, int i, int j) {
  return four_bar_map(bar_crosses(loop, theta), i, j);
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

/// ∂H/∂θ_ij at constant μ.
template <Scalar T>
T reduced_slope(const Matrix<T>& J_slope, const std::vector<T>& omega) {
  return -(dot(omega, J_slope * omega) / T(2));
}

template <Scalar T>
ReducedMotion<T> reduced_motion(const ReducedInertia<T>& reduced, const std::vector<T>& mu) {
  const std::vector<T> omega = solve(ldlt(reduced.J), mu);
  return {dot(mu, omega) / T(2), reduced_slope(reduced.slope, omega), omega[1] - omega[0]};
}

}  // namespace oopss
