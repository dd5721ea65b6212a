// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/potential.hpp"
#include "oopss/scalar/trig.hpp"

namespace oopss {

/// The locked inertia of a tree, one term per pair of bodies:
///   I_lock(φ) = Σ J_ii + 2 Σ_{i<j} (α_ij cos ψ_ij + β_ij sin ψ_ij),   ψ_ij = θ_j − θ_i = Σ_k (P_jk − P_ik) φ_k.
template <Scalar T>
TrigPolynomial<T> locked_polynomial(const PlanarTree<T>& tree) {
  const PairConstants<T> of = pair_constants(tree);
  const Matrix<int> P = path_matrix(tree);
  TrigPolynomial<T> out;
  for (int i = 0; i < P.rows; ++i) {
    out.constant = out.constant + of.diagonal[i];
    for (int j = i + 1; j < P.rows; ++j) {
      TrigTerm<T> term{{}, T(2) * of.alpha(i, j), T(2) * of.beta(i, j)};
      for (int k = 0; k < P.cols; ++k) term.winding.push_back(P(j, k) - P(i, k));
      out.terms.push_back(std::move(term));
    }
  }
  return out;
}

}  // namespace oopss
