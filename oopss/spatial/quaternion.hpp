// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/scalar/linear3.hpp"

namespace oopss {

/// w + x i + y j + z k, after Hamilton; a unit one is a turn, from a body's axes to those it is seen from.
template <Scalar T>
struct Quaternion {
  T w = T(1), x = T(0), y = T(0), z = T(0);
};

template <Scalar T>
Vec3<T> vector_part(const Quaternion<T>& q) {
  return {q.x, q.y, q.z};
}
template <Scalar T>
Quaternion<T> quaternion(const T& w, const Vec3<T>& v) {
  return {w, v.x, v.y, v.z};
}
template <Scalar T>
Quaternion<T> conjugate(const Quaternion<T>& q) {
  return {q.w, -q.x, -q.y, -q.z};
}
template <Scalar T>
Quaternion<T> operator*(const Quaternion<T>& a, const Quaternion<T>& b) {
  const Vec3<T> u = vector_part(a), v = vector_part(b);
  return quaternion(a.w * b.w - dot(u, v), a.w * v + b.w * u + cross(u, v));
}
template <Scalar T>
T norm_squared(const Quaternion<T>& q) {
  return q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
}

/// R(q) = 1 + 2 (w hat(v) + hat(v)²) of a unit quaternion: R(q) v = q v q̄.
template <Scalar T>
Matrix3<T> rotation_of(const Quaternion<T>& q) {
  const T xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const T xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  const T wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  const T one = T(1), two = T(2);
  return {{one - two * (yy + zz), two * (xy - wz), two * (xz + wy)},
          {two * (xy + wz), one - two * (xx + zz), two * (yz - wx)},
          {two * (xz - wy), two * (yz + wx), one - two * (xx + yy)}};
}

/// q' of a body that turns at ω seen in the axes that q leads to: ½ ω q.
template <Scalar T>
Quaternion<T> quaternion_rate(const Vec3<T>& omega, const Quaternion<T>& q) {
  const Quaternion<T> twice = quaternion(T(0), omega) * q;
  const T half = T(1) / T(2);
  return {half * twice.w, half * twice.x, half * twice.y, half * twice.z};
}

Quaternion<double> normalised(const Quaternion<double>& q);

/// exp(hat(v)): the turn by |v| about v.
Quaternion<double> exponential(const Vec3<double>& v);

/// The unit quaternion of a rotation, of the two the one with w ≥ 0.
Quaternion<double> quaternion_of(const Matrix3<double>& R);

}  // namespace oopss
