// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/scalar/linear.hpp"

namespace oopss {

/// A free planar chain of point masses m_0 … m_{n} on massless rods l_0 … l_{n−1}, rod j from bead j to bead j + 1
/// (Laederich and Levi, Qualitative dynamics of planar chains).
template <Scalar T>
struct Beads {
  std::vector<T> m, l;
  int rods() const { return static_cast<int>(l.size()); }
};

/// c_jk = P_min(j,k) S_max(j,k) / M with P_j = m_0 + … + m_j, the mass before rod j, and S_j = M − P_j, that after it:
/// the kinetic energy about the mass centre is ½ Σ l_j l_k c_jk cos(ψ_j − ψ_k) ψ'_j ψ'_k.
template <Scalar T>
Matrix<T> mass_coefficients(const Beads<T>& beads) {
  const int n = beads.rods();
  std::vector<T> before(n, T(0));
  T M = T(0);
  for (int j = 0; j <= n; ++j) {
    M = M + beads.m[j];
    if (j < n) before[j] = M;
  }
  Matrix<T> c(n, n);
  for (int j = 0; j < n; ++j)
    for (int k = j; k < n; ++k) c(j, k) = c(k, j) = before[j] * (M - before[k]) / M;
  return c;
}

}  // namespace oopss
