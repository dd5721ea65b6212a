// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "oopss/scalar/echelon.hpp"

namespace oopss {

/// A box of unknown angles: directions of its centre, half widths that of its range times 2^-depth.
template <int N>
struct SearchBox {
  double c[N], s[N];
  std::int64_t centre[N];
  std::int8_t depth[N];
};

/// Values at a box's centre: the equations g and their slopes H.
template <int N>
struct CentreValues {
  double g[N] = {}, H[N][N] = {};
};

/// y·g keeps its sign within r of the centre, by its value and slope there and the bound of its second derivative.
template <class Kernel>
bool keeps_sign(const Kernel& kernel, const typename Kernel::Values& values, const double* y, const double* r) {
  double value = 0, reach = kernel.slack;
  for (int k = 0; k < kernel.n; ++k) {
    double slope = 0;
    for (int j = 0; j < kernel.n; ++j) slope += y[j] * values.H[j][k];
    value += y[k] * values.g[k];
    reach += std::abs(slope) * r[k];
  }
  return std::abs(value) > (reach + 0.5 * kernel.curvature_bound(values, y, r)) * (1 + 0x1p-30);
}

/// Inverse of the leading n × n part of H by Gauss and Jordan with pivots; false if it is close to singular.
template <int N>
bool invert(const double (&H)[N][N], int n, double (&Y)[N][N]) {
  double work[N][2 * N];
  int pivots[N];
  double largest = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      work[i][j] = H[i][j];
      work[i][n + j] = i == j ? 1 : 0;
      largest = std::fmax(largest, std::abs(H[i][j]));
    }
  const auto entry = [&](int i, int j) -> double& { return work[i][j]; };
  const auto regular = [&](double pivot) { return std::abs(pivot) > 1e-9 * largest; };
  if (echelon(
          n, n, 2 * n, entry, regular, [](double x) { return x; }, pivots) < n)
    return false;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) Y[i][j] = work[i][n + j];
  return true;
}

}  // namespace oopss
