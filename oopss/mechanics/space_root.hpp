// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/space_joints.hpp"

// The root of a tree in space, and its attitude in the state. For the hot loops only, which are compiled once per kind
// of processor: hence static.

namespace oopss {

struct Numbers3 {
  double x, y, z;
};
struct Numbers3x3 {
  Numbers3 x, y, z;  // rows
};
static inline double dot(const Numbers3& a, const Numbers3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Numbers3 operator*(const Numbers3x3& A, const Numbers3& v) {
  return {dot(A.x, v), dot(A.y, v), dot(A.z, v)};
}
static inline Numbers3 transposed_times(const Numbers3x3& A, const Numbers3& v) {
  return {A.x.x * v.x + A.y.x * v.y + A.z.x * v.z, A.x.y * v.x + A.y.y * v.y + A.z.y * v.z,
          A.x.z * v.x + A.y.z * v.y + A.z.z * v.z};
}
static inline Numbers3 one_lane(const LaneVector& v, int lane) { return {v.x[lane], v.y[lane], v.z[lane]}; }
static inline Numbers3x3 one_lane(const LaneMatrix& A, int lane) {
  return {one_lane(A.x, lane), one_lane(A.y, lane), one_lane(A.z, lane)};
}
static inline Numbers3 numbers3(const double* v) { return {v[0], v[1], v[2]}; }
static inline Numbers3x3 numbers3x3(const double* A) { return {numbers3(A), numbers3(A + 3), numbers3(A + 6)}; }
static inline void put(double* to, const Numbers3& v) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }

/// Qᵀv with Q of the quaternion q = w, r: v − w t + r × t with t = 2 r × v.
static inline Numbers3 turned_back(const double* q, const Numbers3& v) {
  const Numbers3 t = {2 * (q[2] * v.z - q[3] * v.y), 2 * (q[3] * v.x - q[1] * v.z), 2 * (q[1] * v.y - q[2] * v.x)};
  return {v.x - q[0] * t.x + q[2] * t.z - q[3] * t.y, v.y - q[0] * t.y + q[3] * t.x - q[1] * t.z,
          v.z - q[0] * t.z + q[1] * t.y - q[2] * t.x};
}

/// q' = ½ q Ω, Ω along the axes of the body.
static inline void put_attitude_rate(const double* q, const Numbers3& spin, double* rate) {
  const double a = 0.5 * spin.x, b = 0.5 * spin.y, c = 0.5 * spin.z;
  rate[0] = -(q[1] * a + q[2] * b + q[3] * c);
  rate[1] = q[0] * a + q[2] * c - q[3] * b;
  rate[2] = q[0] * b + q[3] * a - q[1] * c;
  rate[3] = q[0] * c + q[1] * b - q[2] * a;
}

/// A root and what hangs on it, both this and μ summed over the lanes. The whole tree has no momentum and the angular
/// momentum μ: with Q = G D⁻¹,
///   (M − Q Gᵀ) u = −h − Q (μ − l),  ω = D⁻¹(μ − l) − Qᵀu.
/// Two sums fill a register: the rows x and y of G, and z with l − μ, which D⁻¹ and what follows treat as one more row.
struct RootMotion {
  LaneVector omega, u;
};
[[gnu::always_inline]] static inline RootMotion root_motion(const RootBody& root, const SpaceAnswer& branches,
                                                            const LaneVector& mu) {
  const LaneSymmetric& M = branches.M;
  const LaneSymmetric D = lane_sum(branches.D) + root.D;
  const LaneVector G_xy = lane_sums(branches.G.x, branches.G.y);
  const LaneVector G_zl = lane_sums(branches.G.z, branches.l - mu);
  const LaneSymmetric adj = adjugate(D);
  const LaneVector Q_xy = adj * G_xy, Q_zl = adj * G_zl;  // times det D: only at the end does it wait for the division
  const LaneVector Q_z = in_both(Q_zl, 0), Q_l = in_both(Q_zl, 1);
  const Lanes2 inverse = 1 / determinant(D, adj);
  const Lanes2 xx_yy = (lane_sums(M.xx, M.yy) + root.m) - inverse * dot(G_xy, Q_xy);
  const Lanes2 xz_yz = lane_sums(M.xz, M.yz) - inverse * dot(G_xy, Q_z);
  const Lanes2 zz_hz = (lane_sums(M.zz, branches.h.z) + Lanes2{1, 0} * root.m) - inverse * dot(G_zl, Q_z);
  const Lanes2 hx_hy = lane_sums(branches.h.x, branches.h.y) - inverse * dot(G_xy, Q_l);
  const Lanes2 xy = lane_sum(M.xy) - inverse * dot(G_xy, swapped(Q_xy));
  const LaneSymmetric left = {in_both(xx_yy, 0), xy, in_both(xz_yz, 0), in_both(xx_yy, 1), in_both(xz_yz, 1),
                              in_both(zz_hz, 0)};
  const LaneSymmetric left_adj = adjugate(left);
  const LaneVector h = {in_both(hx_hy, 0), in_both(hx_hy, 1), in_both(zz_hz, 1)};
  const LaneVector u = -1 / determinant(left, left_adj) * (left_adj * h);
  const Lanes2 u_xy = {u.x[0], u.y[0]}, u_z = {u.z[0], 1};
  return {-inverse * lane_sum(u_xy * Q_xy + u_z * Q_zl), u};
}

}  // namespace oopss
