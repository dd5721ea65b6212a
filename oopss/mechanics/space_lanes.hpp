// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/space_kernel.hpp"

// Vectors and matrices of the hot loops only, which are compiled once per kind of processor: hence static.

namespace oopss {

[[gnu::always_inline]] static inline LaneVector operator+(const LaneVector& a, const LaneVector& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[gnu::always_inline]] static inline LaneVector operator-(const LaneVector& a, const LaneVector& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[gnu::always_inline]] static inline LaneVector operator*(Lanes2 c, const LaneVector& a) {
  return {c * a.x, c * a.y, c * a.z};
}
static inline Lanes2 dot(const LaneVector& a, const LaneVector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline LaneVector cross(const LaneVector& a, const LaneVector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[gnu::always_inline]] static inline LaneVector operator*(const LaneMatrix& A, const LaneVector& v) {
  return {dot(A.x, v), dot(A.y, v), dot(A.z, v)};
}
[[gnu::always_inline]] static inline LaneVector operator*(const LaneSymmetric& A, const LaneVector& v) {
  return {A.xx * v.x + A.xy * v.y + A.xz * v.z, A.xy * v.x + A.yy * v.y + A.yz * v.z,
          A.xz * v.x + A.yz * v.y + A.zz * v.z};
}
/// Aᵀ v.
static inline LaneVector transposed_times(const LaneMatrix& A, const LaneVector& v) {
  return {A.x.x * v.x + A.y.x * v.y + A.z.x * v.z, A.x.y * v.x + A.y.y * v.y + A.z.y * v.z,
          A.x.z * v.x + A.y.z * v.y + A.z.z * v.z};
}
static inline LaneVector row_times(const LaneVector& a, const LaneMatrix& B) {
  return {a.x * B.x.x + a.y * B.y.x + a.z * B.z.x, a.x * B.x.y + a.y * B.y.y + a.z * B.z.y,
          a.x * B.x.z + a.y * B.y.z + a.z * B.z.z};
}
[[gnu::always_inline]] static inline LaneMatrix operator*(const LaneMatrix& A, const LaneMatrix& B) {
  return {row_times(A.x, B), row_times(A.y, B), row_times(A.z, B)};
}
[[gnu::always_inline]] static inline LaneSymmetric operator+(const LaneSymmetric& A, const LaneSymmetric& B) {
  return {A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yy + B.yy, A.yz + B.yz, A.zz + B.zz};
}
[[gnu::always_inline]] static inline LaneMatrix operator+(const LaneMatrix& A, const LaneMatrix& B) {
  return {A.x + B.x, A.y + B.y, A.z + B.z};
}
[[gnu::always_inline]] static inline SpaceAnswer operator+(const SpaceAnswer& a, const SpaceAnswer& b) {
  return {a.D + b.D, a.M + b.M, a.G + b.G, a.l + b.l, a.h + b.h};
}
/// A − a bᵀ, symmetric.
static inline LaneSymmetric minus_outer(const LaneSymmetric& A, const LaneVector& a, const LaneVector& b) {
  return {A.xx - a.x * b.x, A.xy - a.x * b.y, A.xz - a.x * b.z, A.yy - a.y * b.y, A.yz - a.y * b.z, A.zz - a.z * b.z};
}

/// c + a × b.
static inline LaneVector plus_cross(const LaneVector& c, const LaneVector& a, const LaneVector& b) {
  return {c.x + a.y * b.z - a.z * b.y, c.y + a.z * b.x - a.x * b.z, c.z + a.x * b.y - a.y * b.x};
}
static inline Lanes2 plus_dot(Lanes2 c, const LaneVector& a, const LaneVector& b) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline Lanes2 minus_dot(Lanes2 c, const LaneVector& a, const LaneVector& b) {
  return c - a.x * b.x - a.y * b.y - a.z * b.z;
}

/// The adjugate of a symmetric matrix; with `det` it is the inverse times that.
static inline LaneSymmetric adjugate(const LaneSymmetric& A) {
  return {A.yy * A.zz - A.yz * A.yz, A.xz * A.yz - A.xy * A.zz, A.xy * A.yz - A.xz * A.yy,
          A.xx * A.zz - A.xz * A.xz, A.xy * A.xz - A.xx * A.yz, A.xx * A.yy - A.xy * A.xy};
}
static inline Lanes2 determinant(const LaneSymmetric& A, const LaneSymmetric& adjugate) {
  return A.xx * adjugate.xx + A.xy * adjugate.xy + A.xz * adjugate.xz;
}

/// Per lane the one or the other, field by field: every record here is made of lanes only.
using LaneMask = decltype(Lanes2{} < Lanes2{});
template <class Record>
static inline Record chosen(LaneMask mask, const Record& yes, const Record& no) {
  Record out;
  const auto* a = reinterpret_cast<const Lanes2*>(&yes);
  const auto* b = reinterpret_cast<const Lanes2*>(&no);
  auto* to = reinterpret_cast<Lanes2*>(&out);
  for (unsigned k = 0; k < sizeof(Record) / sizeof(Lanes2); ++k) to[k] = mask ? a[k] : b[k];
  return out;
}
/// Lane by lane what two records of two steps hold.
template <class Record>
static inline Record gathered(const Record& first, int first_lane, const Record& second, int second_lane) {
  Record out;
  const auto* a = reinterpret_cast<const Lanes2*>(&first);
  const auto* b = reinterpret_cast<const Lanes2*>(&second);
  auto* to = reinterpret_cast<Lanes2*>(&out);
  for (unsigned k = 0; k < sizeof(Record) / sizeof(Lanes2); ++k) to[k] = Lanes2{a[k][first_lane], b[k][second_lane]};
  return out;
}
static inline Lanes2 swapped(Lanes2 a) { return Lanes2{a[1], a[0]}; }
static inline LaneVector swapped(const LaneVector& a) { return {swapped(a.x), swapped(a.y), swapped(a.z)}; }
/// In both lanes one of them.
static inline Lanes2 in_both(Lanes2 a, int lane) { return Lanes2{a[lane], a[lane]}; }
static inline LaneVector in_both(const LaneVector& a, int lane) {
  return {in_both(a.x, lane), in_both(a.y, lane), in_both(a.z, lane)};
}
/// In both lanes their sum.
static inline Lanes2 lane_sum(Lanes2 a) { return a + swapped(a); }
static inline LaneVector lane_sum(const LaneVector& a) { return {lane_sum(a.x), lane_sum(a.y), lane_sum(a.z)}; }
static inline LaneSymmetric lane_sum(const LaneSymmetric& A) {
  return {lane_sum(A.xx), lane_sum(A.xy), lane_sum(A.xz), lane_sum(A.yy), lane_sum(A.yz), lane_sum(A.zz)};
}
/// The sum over the lanes of a, and that of b.
static inline Lanes2 lane_sums(Lanes2 a, Lanes2 b) {
  return __builtin_shufflevector(a, b, 0, 2) + __builtin_shufflevector(a, b, 1, 3);
}
static inline LaneVector lane_sums(const LaneVector& a, const LaneVector& b) {
  return {lane_sums(a.x, b.x), lane_sums(a.y, b.y), lane_sums(a.z, b.z)};
}
/// Adds one lane of a record to one of another.
template <class Record>
static inline void add_lane(Record& sum, int sum_lane, const Record& more, int lane) {
  auto* to = reinterpret_cast<Lanes2*>(&sum);
  const auto* from = reinterpret_cast<const Lanes2*>(&more);
  for (unsigned k = 0; k < sizeof(Record) / sizeof(Lanes2); ++k) to[k][sum_lane] += from[k][lane];
}

}  // namespace oopss
