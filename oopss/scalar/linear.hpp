// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <vector>

#include "oopss/scalar/scalar.hpp"

namespace oopss {

/// A vector of the plane.
template <Scalar T>
struct Vec2 {
  T x = T(0);
  T y = T(0);
};

template <Scalar T>
Vec2<T> operator+(const Vec2<T>& a, const Vec2<T>& b) {
  return {a.x + b.x, a.y + b.y};
}
template <Scalar T>
Vec2<T> operator-(const Vec2<T>& a, const Vec2<T>& b) {
  return {a.x - b.x, a.y - b.y};
}
template <Scalar T>
Vec2<T> operator-(const Vec2<T>& a) {
  return {-a.x, -a.y};
}
template <Scalar T>
Vec2<T> operator*(const T& c, const Vec2<T>& a) {
  return {c * a.x, c * a.y};
}
template <Scalar T>
Vec2<T> operator/(const Vec2<T>& a, const T& c) {
  return {a.x / c, a.y / c};
}
template <Scalar T>
T dot(const Vec2<T>& a, const Vec2<T>& b) {
  return a.x * b.x + a.y * b.y;
}
/// a × b = a₁b₂ − a₂b₁, the component out of the plane.
template <Scalar T>
T cross(const Vec2<T>& a, const Vec2<T>& b) {
  return a.x * b.y - a.y * b.x;
}
/// 1 × v: v turned by +90°, the velocity of v at unit angular velocity.
template <Scalar T>
Vec2<T> perp(const Vec2<T>& v) {
  return {-v.y, v.x};
}

/// ω × v for an angular velocity ω out of the plane.
template <Scalar T>
Vec2<T> cross(const T& omega, const Vec2<T>& v) {
  return omega * perp(v);
}

/// A symmetric 2 × 2 matrix.
template <Scalar T>
struct Symmetric2 {
  T xx = T(0), xy = T(0), yy = T(0);
};
template <Scalar T>
Symmetric2<T> operator+(const Symmetric2<T>& A, const Symmetric2<T>& B) {
  return {A.xx + B.xx, A.xy + B.xy, A.yy + B.yy};
}
template <Scalar T>
Vec2<T> operator*(const Symmetric2<T>& M, const Vec2<T>& v) {
  return {M.xx * v.x + M.xy * v.y, M.xy * v.x + M.yy * v.y};
}

/// R(θ) = [[c, −s], [s, c]], kept as its cosine and sine.
template <Scalar T>
struct Rotation {
  T c = T(1);
  T s = T(0);
};
template <Scalar T>
Rotation<T> rotation(const T& theta) {
  return {cos(theta), sin(theta)};
}
template <Scalar T>
Vec2<T> operator*(const Rotation<T>& R, const Vec2<T>& v) {
  return {R.c * v.x - R.s * v.y, R.s * v.x + R.c * v.y};
}

/// A dense matrix, by rows; it begins as zero.
template <class T>
struct Matrix {
  int rows = 0, cols = 0;
  std::vector<T> entries;

  Matrix() = default;
  Matrix(int rows_, int cols_) : rows(rows_), cols(cols_), entries(static_cast<std::size_t>(rows_) * cols_) {}
  T& operator()(int i, int j) { return entries[static_cast<std::size_t>(i) * cols + j]; }
  const T& operator()(int i, int j) const { return entries[static_cast<std::size_t>(i) * cols + j]; }
};

template <Scalar T>
std::vector<T> operator*(const Matrix<T>& A, const std::vector<T>& x) {
  assert(A.cols == static_cast<int>(x.size()));
  std::vector<T> y(static_cast<std::size_t>(A.rows), T(0));
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < A.cols; ++j) y[i] = y[i] + A(i, j) * x[j];
  return y;
}

template <Scalar T>
T dot(const std::vector<T>& a, const std::vector<T>& b) {
  assert(a.size() == b.size());
  T sum = T(0);
  for (std::size_t i = 0; i < a.size(); ++i) sum = sum + a[i] * b[i];
  return sum;
}

/// A = L D Lᵀ without pivoting: L unit lower triangular, D diagonal. For the positive definite matrices of mechanics.
template <Scalar T>
struct Ldlt {
  Matrix<T> L;
  std::vector<T> D;
};

/// Factors A into room that is there already.
template <Scalar T>
void factor(const Matrix<T>& A, Ldlt<T>& f) {
  const int n = A.rows;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      T sum = A(i, j);
      for (int k = 0; k < j; ++k) sum = sum - f.L(i, k) * f.D[k] * f.L(j, k);
      f.L(i, j) = sum / f.D[j];
    }
    f.D[i] = A(i, i);
    for (int k = 0; k < i; ++k) f.D[i] = f.D[i] - f.L(i, k) * f.L(i, k) * f.D[k];
    f.L(i, i) = T(1);
  }
}

template <Scalar T>
Ldlt<T> ldlt(const Matrix<T>& A) {
  Ldlt<T> f{Matrix<T>(A.rows, A.rows), std::vector<T>(static_cast<std::size_t>(A.rows), T(0))};
  factor(A, f);
  return f;
}

/// x with L D Lᵀ x = b, in the place of b.
template <Scalar T>
void solve_in_place(const Ldlt<T>& f, std::vector<T>& x) {
  const int n = f.L.rows;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k) x[i] = x[i] - f.L(i, k) * x[k];
  for (int i = 0; i < n; ++i) x[i] = x[i] / f.D[i];
  for (int i = n - 1; i >= 0; --i)
    for (int k = i + 1; k < n; ++k) x[i] = x[i] - f.L(k, i) * x[k];
}

template <Scalar T>
std::vector<T> solve(const Ldlt<T>& f, std::vector<T> x) {
  solve_in_place(f, x);
  return x;
}

}  // namespace oopss
