// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace oopss {

/// F = Σ_{i<j} α_ij cos(θ_j − θ_i) + β_ij sin(θ_j − θ_i) in doubles; the first `n` of the N bodies are free, the others
/// stand at zero. The coefficients are scaled so that the largest is about one.
template <int N>
struct TorusFunction {
  int n = N - 1;
  double alpha[N][N] = {}, beta[N][N] = {}, rho[N][N] = {};  // ρ ≥ |(α, β)|
  /// More than all rounding of a test with weights |y| ≤ 1, and than what the enclosures of the coefficients leave
  /// open.
  double slack = 0;
};

/// A box of the torus: directions of its centre, half widths π 2^-depth.
template <int N>
struct TorusBox {
  double c[N], s[N];
  std::int64_t centre[N];
  std::int8_t depth[N];
};

/// Values at a box's centre: g = F', J_ij = F_ij (i ≠ j), diagonal F_ii.
template <int N>
struct CentreValues {
  double g[N] = {}, H[N][N] = {};
};

template <int N>
CentreValues<N> values_at(const TorusFunction<N>& of, const double (&c)[N], const double (&s)[N]) {
  CentreValues<N> out;
  for (int i = 0; i < N; ++i) {
    double slope = 0, sum = 0;
    for (int j = 0; j < N; ++j) {
      const double cosine = c[i] * c[j] + s[i] * s[j], sine = c[i] * s[j] - s[i] * c[j];
      const double J = of.alpha[i][j] * cosine + of.beta[i][j] * sine;
      out.H[i][j] = J;
      sum += J;
      slope += of.beta[i][j] * cosine - of.alpha[i][j] * sine;
    }
    out.g[i] = -slope;
    out.H[i][i] = -sum;  // α_ii = β_ii = 0
  }
  return out;
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
