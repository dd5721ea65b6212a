// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/mechanics/dimension.hpp"
#include "oopss/model/model.hpp"
#include "oopss/spatial/quaternion.hpp"

namespace oopss {

/// A spring with damper at a ball joint (docs/math.md, Torques). The spring acts on the turn R = R(q) of the joint from
/// rest, in the axes of the joint's first body; q and −q are the same turn.
template <Scalar T>
struct BallLaw {
  LawKind kind = LawKind::log;     // log, skew, matrix
  T kp = T(0);                     // log, skew
  Symmetric3<T> K;                 // matrix, in the axes of the first body
  T kd = T(0);                     // of the damper: a number,
  std::optional<Symmetric3<T>> D;  // or a matrix in the axes of the second body
};

/// 1 + 2n/(2n+1) y (1 + (2n+2)/(2n+3) y (1 + …)) up to the eighth power of y from n = 1; unrolled, so that the
/// quotients are constants.
template <int n, Scalar T>
T nested_quotients(const T& y) {
  if constexpr (n > 8)
    return T(1);
  else
    return T(1) + T(2 * n) / T(2 * n + 1) * y * nested_quotients<n + 1>(y);
}

/// α / sin α of w = cos α, for w > −1: smooth at w = 1, where α = 0, and without a branch. Three times
///   α / sin α = (α/2) / (sin(α/2) cos(α/2)),   cos(α/2) = √((1 + w)/2),
/// then α / sin α = Σ_n y^n Π_{k≤n} 2k/(2k+1) in y = sin²(α/2) = (1 − w)/2. What is left out is below 10⁻¹⁸ for w ≥ 0.
template <Scalar T>
T angle_by_sine(T w) {
  T cosines = T(1);
  for (int halving = 0; halving < 3; ++halving) {
    w = sqrt((T(1) + w) / T(2));
    cosines = cosines * w;
  }
  return nested_quotients<1>((T(1) - w) / T(2)) / cosines;
}

/// φ = vee log R(q), the axis times the angle, |φ| ≤ π: of a unit quaternion with w ≥ 0, as `nearest_rest` gives it. A
/// motion goes on smoothly beyond w = 0 while w > −1, with |φ| > π.
template <Scalar T>
Vec3<T> rotation_vector(const Quaternion<T>& q) {
  return T(2) * angle_by_sine(q.w) * vector_part(q);
}

/// The one of q and −q that turns by at most half a turn, so that φ is the shortest. What a log spring asks of a motion
/// from there on: that w stays positive.
inline Quaternion<double> nearest_rest(const Quaternion<double>& q) {
  return q.w < 0 ? Quaternion<double>{-q.w, -q.x, -q.y, -q.z} : q;
}

/// G v of the springs with U = 2 v·Gv: k_p v of skew, (tr K − K) v of matrix.
template <Scalar T>
Vec3<T> stiffened(const BallLaw<T>& law, const Vec3<T>& v) {
  return law.kind == LawKind::skew ? law.kp * v : (law.K.xx + law.K.yy + law.K.zz) * v - law.K * v;
}

/// Stored energy U of the spring: k_p |φ|²/2 of log, k_p (3 − tr R)/2 of skew, tr(K (1 − R)) of matrix. With
/// R = 1 + 2 (w hat(v) + hat(v)²) the last two are 2 v·Gv.
template <Scalar T>
T stored_energy(const BallLaw<T>& law, const Quaternion<T>& q) {
  if (law.kind == LawKind::log) {
    const Vec3<T> phi = rotation_vector(q);
    return law.kp * dot(phi, phi) / T(2);
  }
  const Vec3<T> v = vector_part(q);
  return T(2) * dot(v, stiffened(law, v));
}

/// The spring's torque, + on the first body and − on the second, in the axes of the first: dU = T·η for δR = hat(η) R,
///   T = k_p φ of log, k_p vee(R) of skew, 2 vee(R K) of matrix; the last two are 2 (w Gv + v × Gv).
template <Scalar T>
Vec3<T> spring_torque(const BallLaw<T>& law, const Quaternion<T>& q) {
  if (law.kind == LawKind::log) return law.kp * rotation_vector(q);
  const Vec3<T> v = vector_part(q), Gv = stiffened(law, v);
  return T(2) * (q.w * Gv + cross(v, Gv));
}

/// The damper in any axes, A D Aᵀ: `second` leads there from the second body's. At a fixed attitude the torque is this
/// matrix times ω_second − ω_first, + on the first body.
template <Scalar T>
Symmetric3<T> damping_matrix(const BallLaw<T>& law, const Matrix3<T>& second) {
  if (law.D) return inertia_at(*law.D, second);
  return {law.kd, T(0), T(0), law.kd, T(0), law.kd};
}

/// The damper's torque for the relative velocity ω = ω_second − ω_first, both in the axes that `second` leads to; ω·T
/// is what it takes.
template <Scalar T>
Vec3<T> damper_torque(const BallLaw<T>& law, const Matrix3<T>& second, const Vec3<T>& omega) {
  return law.D ? second * (*law.D * (transposed(second) * omega)) : law.kd * omega;
}

inline bool is_damped(const BallLaw<double>& law) { return law.D || law.kd != 0; }

}  // namespace oopss
