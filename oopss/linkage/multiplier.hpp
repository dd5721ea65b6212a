// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/linkage/closure.hpp"
#include "oopss/mechanics/at_pose.hpp"

namespace oopss {

/// What unit closing forces do at a pose: column c of `response` is J⁻¹ G_cᵀ, and `schur` = G J⁻¹ Gᵀ. The response may
/// have more columns, vectors of the caller, which are divided by J too.
template <Scalar T>
struct ClosureInertia {
  Matrix<T> response, schur;
  Matrix<T> x, y;  // workspace

  ClosureInertia() = default;
  ClosureInertia(int rows, int bodies, int more)
      : response(bodies, rows + more), schur(rows, rows), x(response), y(response) {}
};

/// At the pose of the sweep; `moved` has the bodies with a column in each row of G.
template <Scalar T>
void closure_inertia(const PlanarTree<T>& tree, const Sweep<Plane<T>>& sweep, const Matrix<T>& G,
                     const std::vector<std::vector<int>>& moved, ClosureInertia<T>& out) {
  for (int k = 0; k < G.cols; ++k)
    for (int c = 0; c < G.rows; ++c) out.response(k, c) = G(c, k);
  divide_by_inertia(tree, sweep, out.response, out.x, out.y);
  for (int c = 0; c < G.rows; ++c) {
    for (int d = 0; d <= c; ++d) out.schur(c, d) = T(0);
    for (const int k : moved[c])
      for (int d = 0; d <= c; ++d) out.schur(c, d) = out.schur(c, d) + G(c, k) * out.response(k, d);
    for (int d = 0; d < c; ++d) out.schur(d, c) = out.schur(c, d);
  }
}

template <Scalar T>
ClosureInertia<T> closure_inertia(const PlanarTree<T>& tree, const std::vector<T>& theta, const Matrix<T>& G) {
  ClosureInertia<T> out(G.rows, G.cols, 0);
  Sweep<Plane<T>> sweep(tree.size());
  sweep_inward(tree, theta, std::vector<T>(theta.size(), T(0)), sweep);
  closure_inertia(tree, sweep, G, std::vector<std::vector<int>>(static_cast<std::size_t>(G.rows), tree.order), out);
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
