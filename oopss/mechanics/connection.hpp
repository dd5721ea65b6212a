// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/potential.hpp"

namespace oopss {

/// The mechanical connection of the root, A_k = (1ᵀJP)_k / I_lock: θ_root' = μ_s/I_lock − A·φ' (docs/math.md, The
/// connection).
template <Scalar T>
std::vector<T> connection(const ShapeInertia<T>& shape) {
  std::vector<T> A = shape.coupling;
  for (T& A_k : A) A_k = A_k / shape.I_lock;
  return A;
}

/// Its curvature F_kl = ∂A_l/∂φ_k − ∂A_k/∂φ_l, which is −G. A small loop of shapes at zero momentum turns all by −F
/// times its area, and the momenta p = π − μ_s A have {p_k, p_l} = μ_s F_kl.
template <Scalar T>
Matrix<T> curvature(const Topology& topology, const ShapeInertia<T>& shape, const Matrix<T>& K) {
  Matrix<T> F = gyroscopic_matrix(topology, shape, K);
  for (T& F_kl : F.entries) F_kl = -F_kl;
  return F;
}

}  // namespace oopss
