// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/linkage/closure.hpp"

namespace oopss {

/// What unit closing forces do at a pose: row c of `response` is J⁻¹ G_cᵀ, and `schur` = G J⁻¹ Gᵀ.
template <Scalar T>
struct ClosureInertia {
  Matrix<T> response, schur;
};

/// `solve(v, w)` puts J⁻¹ v into w, a recursion each.
template <Scalar T, class Solve>
void closure_inertia(const Matrix<T>& G, const Solve& solve, std::vector<T>& v, std::vector<T>& w,
                     ClosureInertia<T>& out) {
  for (int c = 0; c < G.rows; ++c) {
    for (int k = 0; k < G.cols; ++k) v[k] = G(c, k);
    solve(v, w);
    for (int k = 0; k < G.cols; ++k) out.response(c, k) = w[k];
  }
  for (int c = 0; c < G.rows; ++c)
    for (int d = 0; d <= c; ++d) {
      T sum = T(0);
      for (int k = 0; k < G.cols; ++k) sum = sum + G(c, k) * out.response(d, k);
      out.schur(c, d) = out.schur(d, c) = sum;
    }
}

template <Scalar T>
ClosureInertia<T> closure_inertia(const PlanarTree<T>& tree, const std::vector<T>& theta, const Matrix<T>& G) {
  ClosureInertia<T> out{Matrix<T>(G.rows, G.cols), Matrix<T>(G.rows, G.rows)};
  Sweep<Plane<T>> sweep(tree.size());
  std::vector<T> v(theta.size(), T(0)), w = v, unused = v;
  closure_inertia(
      G, [&](const std::vector<T>& mu, std::vector<T>& omega) { recursion(tree, theta, mu, sweep, omega, unused); }, v,
      w, out);
  return out;
}

/// The closing forces λ in the root's axes with which g'' = 0: chord c has λ_c on its first body and −λ_c on its
/// second, so that μ' = (of the tree cut open) + Gᵀλ and ω' = ω'_open + J⁻¹Gᵀλ. From g'' = G ω' + (curvature),
///   G J⁻¹ Gᵀ λ = −(G ω'_open + curvature).
/// θ is that of the bodies against the root; the loops are independent.
template <Scalar T>
std::vector<T> closing_forces(const PlanarTree<T>& tree, const std::vector<Loop<T>>& loops, const std::vector<T>& theta,
                              const std::vector<T>& mu, const std::vector<T>& omega, const std::vector<T>& mu_rate) {
  const Matrix<T> G = closure_jacobian(loops, theta, tree.root());
  std::vector<T> curvature(2 * loops.size(), T(0)), right = curvature;
  closure_curvature(loops, turns(theta), omega, tree.root(), curvature);
  times(G, angular_accelerations(tree, theta, mu, omega, mu_rate), right);
  for (std::size_t c = 0; c < right.size(); ++c) right[c] = -(right[c] + curvature[c]);
  return solve(ldlt(closure_inertia(tree, theta, G).schur), right);
}

/// Gᵀ λ, added to what acts on the bodies.
template <Scalar T>
void add_transposed(const Matrix<T>& G, const std::vector<T>& lambda, std::vector<T>& mu_rate) {
  for (int c = 0; c < G.rows; ++c)
    for (int k = 0; k < G.cols; ++k) mu_rate[k] = mu_rate[k] + G(c, k) * lambda[c];
}

}  // namespace oopss
