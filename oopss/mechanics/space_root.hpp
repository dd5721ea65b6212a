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
static inline LaneVector both_lanes(const Numbers3& v) {
  return {Lanes2{v.x, v.x}, Lanes2{v.y, v.y}, Lanes2{v.z, v.z}};
}
static inline void put_lane(LaneVector& to, int lane, const Numbers3& v) {
  to.x[lane] = v.x, to.y[lane] = v.y, to.z[lane] = v.z;
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

/// A root and what hangs on it, summed over the lanes. The whole tree has no momentum and the angular momentum μ: with
/// Q = G D⁻¹,
///   (M − Q Gᵀ) u = −h − Q (μ − l),  ω = D⁻¹(μ − l) − Qᵀu.
struct RootMotion {
  LaneVector omega, u;
};
[[gnu::always_inline]] static inline RootMotion root_motion(const RootBody& root, const SpaceAnswer& branches,
                                                            const LaneVector& mu) {
  SpaceAnswer all = lane_sum(branches);
  all.D = all.D + root.D;
  all.M.xx += root.m, all.M.yy += root.m, all.M.zz += root.m;
  const LaneMatrix& G = all.G;
  const LaneSymmetric adj = adjugate(all.D);
  const LaneMatrix Q = {adj * G.x, adj * G.y, adj * G.z};  // times det D: only at the end does it wait for the division
  const LaneVector left = mu - all.l;
  const Lanes2 inverse = 1 / determinant(all.D, adj);
  const LaneSymmetric M = {all.M.xx - inverse * dot(G.x, Q.x), all.M.xy - inverse * dot(G.x, Q.y),
                           all.M.xz - inverse * dot(G.x, Q.z), all.M.yy - inverse * dot(G.y, Q.y),
                           all.M.yz - inverse * dot(G.y, Q.z), all.M.zz - inverse * dot(G.z, Q.z)};
  const LaneVector h = all.h + inverse * (Q * left);
  const LaneSymmetric M_adj = adjugate(M);
  const LaneVector u = -1 / determinant(M, M_adj) * (M_adj * h);
  return {inverse * (adj * left - transposed_times(Q, u)), u};
}

}  // namespace oopss
