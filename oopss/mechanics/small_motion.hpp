// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/potential.hpp"
#include "oopss/scalar/polynomial.hpp"

namespace oopss {

/// Small motions of a free tree about a relative equilibrium, M_s δφ'' + μ_s G δφ' + Hess V_μ δφ = 0.
template <Scalar T>
struct FreeMotion {
  Matrix<T> M_s, G;
};

template <Scalar T>
FreeMotion<T> free_motion(const Topology& topology, const PairConstants<T>& pairs, const std::vector<T>& phi) {
  const std::vector<T> theta = absolute_angles(topology, phi, T(0));
  ShapeInertia<T> shape = shape_inertia(topology, pseudo_inertia(pairs, theta));
  Matrix<T> G = gyroscopic_matrix(topology, shape, slope_matrix(pairs, theta));
  return {std::move(shape.M_s), std::move(G)};
}

/// det(M λ² + G λ + V) with symmetric M, V and skew G: it is even, a polynomial q(s) in s = λ², whose coefficients are
/// returned from the constant one, det V, to the leading one, det M.
template <Scalar T>
std::vector<T> characteristic_polynomial(const Matrix<T>& M, const Matrix<T>& G, const Matrix<T>& V) {
  const int n = M.rows;
  Matrix<std::vector<T>> A(n, n);
  for (int k = 0; k < n; ++k)
    for (int l = 0; l < n; ++l)
      A(k, l) = k == l ? std::vector<T>{V(k, k), T(0), M(k, k)} : std::vector<T>{V(k, l), G(k, l), M(k, l)};
  const std::vector<T> in_lambda = determinant(A);
  std::vector<T> q;
  for (int k = 0; k <= n; ++k) q.push_back(in_lambda[2 * static_cast<std::size_t>(k)]);
  return q;
}

}  // namespace oopss
