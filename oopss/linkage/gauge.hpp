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

template <Scalar T>
Matrix<T> inverse(const Matrix<T>& A) {
  const Ldlt<T> factors = ldlt(A);
  Matrix<T> out(A.rows, A.rows);
  for (int c = 0; c < A.rows; ++c) {
    std::vector<T> unit(static_cast<std::size_t>(A.rows), T(0));
    unit[c] = T(1);
    solve_in_place(factors, unit);
    for (int d = 0; d < A.rows; ++d) out(d, c) = unit[d];
  }
  return out;
}

/// How far the bars are from a pose where G loses rank: κ² = r² / (tr A tr A⁻¹) with A = G Gᵀ of rank r, at most 1 and
/// 0 there; and its slope as body k turns,
///   ∂κ²/∂θ_k = 2 κ² (S G_k)ᵀ A⁻² G_k / tr A⁻¹,
/// as tr A is the sum of the squared bars. G has the bars' columns, in any axes; of dependent loops `inverse_gram` is
/// the inverse on the range of A.
template <Scalar T>
T gauge_squared(const Matrix<T>& G, const Matrix<T>& A, const Matrix<T>& inverse_gram, int rank,
                std::vector<T>& slope) {
  T trace = T(0), of_inverse = T(0);
  for (int c = 0; c < A.rows; ++c) {
    trace = trace + A(c, c);
    of_inverse = of_inverse + inverse_gram(c, c);
  }
  const T square = T(rank) * T(rank) / (trace * of_inverse);
  Matrix<T> B(A.rows, A.rows);  // A⁻²
  for (int c = 0; c < A.rows; ++c)
    for (int d = 0; d < A.rows; ++d)
      for (int k = 0; k < A.rows; ++k) B(c, d) = B(c, d) + inverse_gram(c, k) * inverse_gram(k, d);
  for (int k = 0; k < G.cols; ++k) {
    T sum = T(0);
    for (int c = 0; c < A.rows; c += 2)
      for (int d = 0; d < A.rows; ++d) sum = sum + (G(c, k) * B(c + 1, d) - G(c + 1, k) * B(c, d)) * G(d, k);
    slope[k] = T(2) * square * sum / of_inverse;
  }
  return square;
}

}  // namespace oopss
