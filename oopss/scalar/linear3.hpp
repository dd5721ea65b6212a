// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/scalar/scalar.hpp"

namespace oopss {

/// A vector of space.
template <Scalar T>
struct Vec3 {
  T x = T(0);
  T y = T(0);
  T z = T(0);
};

template <Scalar T>
Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <Scalar T>
Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <Scalar T>
Vec3<T> operator-(const Vec3<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <Scalar T>
Vec3<T> operator*(const T& c, const Vec3<T>& a) {
  return {c * a.x, c * a.y, c * a.z};
}
template <Scalar T>
Vec3<T> operator/(const Vec3<T>& a, const T& c) {
  return {a.x / c, a.y / c, a.z / c};
}
template <Scalar T>
T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <Scalar T>
Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A 3 × 3 matrix by its rows.
template <Scalar T>
struct Matrix3 {
  Vec3<T> x, y, z;
};

template <Scalar T>
Matrix3<T> identity3() {
  return {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
}
template <Scalar T>
Matrix3<T> transposed(const Matrix3<T>& A) {
  return {{A.x.x, A.y.x, A.z.x}, {A.x.y, A.y.y, A.z.y}, {A.x.z, A.y.z, A.z.z}};
}
template <Scalar T>
Matrix3<T> operator+(const Matrix3<T>& A, const Matrix3<T>& B) {
  return {A.x + B.x, A.y + B.y, A.z + B.z};
}
template <Scalar T>
Matrix3<T> operator-(const Matrix3<T>& A, const Matrix3<T>& B) {
  return {A.x - B.x, A.y - B.y, A.z - B.z};
}
template <Scalar T>
Matrix3<T> operator-(const Matrix3<T>& A) {
  return {-A.x, -A.y, -A.z};
}
template <Scalar T>
Matrix3<T> operator*(const T& c, const Matrix3<T>& A) {
  return {c * A.x, c * A.y, c * A.z};
}
template <Scalar T>
Vec3<T> operator*(const Matrix3<T>& A, const Vec3<T>& v) {
  return {dot(A.x, v), dot(A.y, v), dot(A.z, v)};
}
template <Scalar T>
Matrix3<T> operator*(const Matrix3<T>& A, const Matrix3<T>& B) {
  const auto row = [&](const Vec3<T>& a) { return a.x * B.x + a.y * B.y + a.z * B.z; };
  return {row(A.x), row(A.y), row(A.z)};
}
/// a bᵀ.
template <Scalar T>
Matrix3<T> outer(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x * b, a.y * b, a.z * b};
}
/// hat(v) w = v × w.
template <Scalar T>
Matrix3<T> hat(const Vec3<T>& v) {
  return {{T(0), -v.z, v.y}, {v.z, T(0), -v.x}, {-v.y, v.x, T(0)}};
}
/// exp(q hat(n)) = 1 + sin q hat(n) + (1 − cos q) hat(n)², the turn by q about the unit vector n.
template <Scalar T>
Matrix3<T> turn_about(const Vec3<T>& n, const T& q) {
  const Matrix3<T> N = hat(n);
  return identity3<T>() + sin(q) * N + (T(1) - cos(q)) * (N * N);
}

/// A symmetric 3 × 3 matrix.
template <Scalar T>
struct Symmetric3 {
  T xx = T(0), xy = T(0), xz = T(0), yy = T(0), yz = T(0), zz = T(0);
};

template <Scalar T>
Symmetric3<T> operator+(const Symmetric3<T>& A, const Symmetric3<T>& B) {
  return {A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yy + B.yy, A.yz + B.yz, A.zz + B.zz};
}
template <Scalar T>
Symmetric3<T> operator-(const Symmetric3<T>& A, const Symmetric3<T>& B) {
  return {A.xx - B.xx, A.xy - B.xy, A.xz - B.xz, A.yy - B.yy, A.yz - B.yz, A.zz - B.zz};
}
template <Scalar T>
Symmetric3<T> operator*(const T& c, const Symmetric3<T>& A) {
  return {c * A.xx, c * A.xy, c * A.xz, c * A.yy, c * A.yz, c * A.zz};
}
template <Scalar T>
Matrix3<T> full(const Symmetric3<T>& A) {
  return {{A.xx, A.xy, A.xz}, {A.xy, A.yy, A.yz}, {A.xz, A.yz, A.zz}};
}
template <Scalar T>
Vec3<T> operator*(const Symmetric3<T>& A, const Vec3<T>& v) {
  return full(A) * v;
}
template <Scalar T>
Matrix3<T> operator*(const Symmetric3<T>& A, const Matrix3<T>& B) {
  return full(A) * B;
}
/// A product that is known to be symmetric.
template <Scalar T>
Symmetric3<T> symmetric(const Matrix3<T>& A) {
  return {A.x.x, A.x.y, A.x.z, A.y.y, A.y.z, A.z.z};
}

/// x with A x = b for a positive definite A, by L D Lᵀ without pivoting.
template <Scalar T>
Vec3<T> solve(const Symmetric3<T>& A, const Vec3<T>& b) {
  const T yx = A.xy / A.xx, zx = A.xz / A.xx;
  const T D_y = A.yy - yx * A.xy, below = A.yz - zx * A.xy, zy = below / D_y;
  const T D_z = A.zz - zx * A.xz - zy * below;
  const T c_y = b.y - yx * b.x, c_z = b.z - zx * b.x - zy * c_y;
  const T z = c_z / D_z, y = c_y / D_y - zy * z;
  return {b.x / A.xx - yx * y - zx * z, y, z};
}

}  // namespace oopss
