// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

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
bool keeps_sign(const Kernel& of, const typename Kernel::Values& at, const double* y, const double* r) {
  double value = 0, reach = of.slack;
  for (int k = 0; k < of.n; ++k) {
    double slope = 0;
    for (int j = 0; j < of.n; ++j) slope += y[j] * at.H[j][k];
    value += y[k] * at.g[k];
    reach += std::abs(slope) * r[k];
  }
  return std::abs(value) > (reach + 0.5 * of.bend(at, y, r)) * (1 + 0x1p-30);
}

/// Inverse of the leading n × n part of H by Gauss and Jordan with pivots; false if it is close to singular.
template <int N>
bool invert(const double (&H)[N][N], int n, double (&Y)[N][N]) {
  double A[N][N];
  double largest = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      A[i][j] = H[i][j];
      Y[i][j] = i == j ? 1 : 0;
      largest = std::fmax(largest, std::abs(H[i][j]));
    }
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(A[i][k]) > std::abs(A[pivot][k])) pivot = i;
    if (!(std::abs(A[pivot][k]) > 1e-9 * largest)) return false;
    if (pivot != k)
      for (int j = 0; j < n; ++j) {
        std::swap(A[k][j], A[pivot][j]);
        std::swap(Y[k][j], Y[pivot][j]);
      }
    const double scale = 1 / A[k][k];
    for (int j = 0; j < n; ++j) {
      A[k][j] *= scale;
      Y[k][j] *= scale;
    }
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = A[i][k];
      for (int j = 0; j < n; ++j) {
        A[i][j] -= factor * A[k][j];
        Y[i][j] -= factor * Y[k][j];
      }
    }
  }
  return true;
}

}  // namespace oopss
