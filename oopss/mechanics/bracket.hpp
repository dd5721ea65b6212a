// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/tree.hpp"

namespace oopss {

/// The Poisson tensor of the reduced space in the coordinates (φ, μ), Theorem A.1 of the simulator paper: constant,
/// with
///   {φ_k, μ_second} = +1, {φ_k, μ_first} = −1   for each joint k, all else 0.
inline Matrix<int> poisson_tensor(const Topology& topology) {
  const int joints = topology.size() - 1;
  Matrix<int> tensor(joints + topology.size(), joints + topology.size());
  for (const int i : topology.order) {
    if (topology.parent[i] < 0) continue;
    const auto pair = [&](int body, int sign) {
      tensor(topology.joint[i], joints + body) = sign;
      tensor(joints + body, topology.joint[i]) = -sign;
    };
    pair(i, topology.sense[i]);
    pair(topology.parent[i], -topology.sense[i]);
  }
  return tensor;
}

/// {f, g} = ∇fᵀ (Poisson tensor) ∇g, from the gradients in (φ, μ).
template <Scalar T>
T bracket(const Matrix<int>& tensor, const std::vector<T>& f, const std::vector<T>& g) {
  T sum = T(0);
  for (int i = 0; i < tensor.rows; ++i)
    for (int j = 0; j < tensor.cols; ++j)
      if (tensor(i, j) != 0) sum = sum + T(tensor(i, j)) * f[i] * g[j];
  return sum;
}

/// The Casimir μ_s = Σ μ_i, the angular momentum about the mass centre (Corollary A.1).
template <Scalar T>
T total_momentum(const std::vector<T>& mu) {
  T sum = T(0);
  for (const T& mu_i : mu) sum = sum + mu_i;
  return sum;
}

}  // namespace oopss
