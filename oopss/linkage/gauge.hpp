// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/linkage/closure.hpp"

namespace oopss {

/// G Gᵀ of the bars.
template <Scalar T>
void gram(const Matrix<T>& G, Matrix<T>& A) {
  for (int c = 0; c < G.rows; ++c)
    for (int d = 0; d <= c; ++d) {
      T sum = T(0);
      for (int k = 0; k < G.cols; ++k) sum = sum + G(c, k) * G(d, k);
      A(c, d) = A(d, c) = sum;
    }
}

/// A⁻¹ of a symmetric matrix, by columns from the diagonal down.
template <Scalar T>
Matrix<T> inverse(const Matrix<T>& A) {
  const Ldlt<T> f = ldlt(A);
  const int n = A.rows;
  Matrix<T> out(n, n);
  std::vector<T> x(static_cast<std::size_t>(n), T(0));
  for (int c = 0; c < n; ++c) {
    for (int i = c; i < n; ++i) {
      x[i] = T(i == c ? 1 : 0);
      for (int k = c; k < i; ++k) x[i] = x[i] - f.L(i, k) * x[k];
    }
    for (int i = c; i < n; ++i) x[i] = x[i] / f.D[i];
    for (int i = n - 1; i >= c; --i) {
      for (int k = i + 1; k < n; ++k) x[i] = x[i] - f.L(k, i) * x[k];
      out(i, c) = out(c, i) = x[i];
    }
  }
  return out;
}

/// How far the bars are from a pose where G loses rank: κ² = r² / (tr A tr A⁻¹) with A = G Gᵀ of rank r, at most 1 and
/// 0 there; and its slope as body k turns,
///   ∂κ²/∂θ_k = 2 κ² (A⁻¹ S G_k)·(A⁻¹ G_k) / tr A⁻¹,
/// as tr A is the sum of the squared bars. G has the bars' columns, in any axes; of dependent loops `inverse_gram` is
/// the inverse on the range of A.
template <Scalar T>
T gauge_squared(const std::vector<Loop<T>>& loops, const Matrix<T>& G, const Matrix<T>& A,
                const Matrix<T>& inverse_gram, int rank, std::vector<T>& slope) {
  T trace = T(0), of_inverse = T(0);
  for (int c = 0; c < A.rows; ++c) {
    trace = trace + A(c, c);
    of_inverse = of_inverse + inverse_gram(c, c);
  }
  const T square = T(rank) * T(rank) / (trace * of_inverse);
  Matrix<T> along(G.cols, A.rows), across(G.cols, A.rows);  // A⁻¹ G_k and A⁻¹ S G_k, a row per body
  for (int c = 0; c < static_cast<int>(loops.size()); ++c)
    for (const Bar<T>& bar : loops[c]) {
      const int k = bar.body;
      const T &x = G(2 * c, k), &y = G(2 * c + 1, k);
      for (int d = 0; d < A.rows; ++d) {
        along(k, d) = along(k, d) + inverse_gram(2 * c, d) * x + inverse_gram(2 * c + 1, d) * y;
        across(k, d) = across(k, d) + inverse_gram(2 * c + 1, d) * x - inverse_gram(2 * c, d) * y;
      }
    }
  for (int k = 0; k < G.cols; ++k) {
    T sum = T(0);
    for (int d = 0; d < A.rows; ++d) sum = sum + along(k, d) * across(k, d);
    slope[k] = T(2) * square * sum / of_inverse;
  }
  return square;
}

}  // namespace oopss
