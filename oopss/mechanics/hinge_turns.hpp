// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/space_joints.hpp"

// Answers and vectors from the axes of one body to those of another. For the hot loops only, which are compiled once
// per kind of processor: hence static.

namespace oopss {

/// Rz(θ) v and, from the other side, Rx(α)ᵀ v and Rz(θ)ᵀ v.
[[gnu::always_inline]] static inline LaneVector about_z(const LaneVector& v, Lanes2 c, Lanes2 s) {
  return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}
[[gnu::always_inline]] static inline LaneVector about_x(const LaneVector& v, Lanes2 c, Lanes2 s) {
  return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
}
[[gnu::always_inline]] static inline LaneVector back_about_x(const LaneVector& v, Lanes2 c, Lanes2 s) {
  return {v.x, c * v.y + s * v.z, c * v.z - s * v.y};
}
[[gnu::always_inline]] static inline LaneVector back_about_z(const LaneVector& v, Lanes2 c, Lanes2 s) {
  return {c * v.x + s * v.y, c * v.y - s * v.x, v.z};
}

static inline TurnProducts turn_products(Lanes2 c, Lanes2 s) {
  const Lanes2 ss = s * s, cs = c * s;
  return {ss, cs, cs + cs, 1 - (ss + ss)};
}

/// A symmetric 2 × 2 block turned: a, b, d are its xx, xy, yy. What a loses, d gains.
struct LaneBlock {
  Lanes2 a, b, d;
};
[[gnu::always_inline]] static inline LaneBlock turned_block(Lanes2 a, Lanes2 b, Lanes2 d, const TurnProducts& turn) {
  const Lanes2 difference = a - d, moved = turn.ss * difference + turn.twice_cs * b;
  return {a - moved, turn.cs * difference + turn.double_angle * b, d + moved};
}

/// Into the axes of the inner body: by Rz(θ), then by Rx(α).
[[gnu::always_inline]] static inline SpaceAnswer turned_twice(const HingeAnswer& a, Lanes2 c, Lanes2 s,
                                                              const HingeTwist& twist) {
  const Lanes2 ca = twist.c, sa = twist.s;
  const TurnProducts about_z_axis = turn_products(c, s);
  const TurnProducts& about_x_axis = twist.products;
  const LaneBlock D = turned_block(a.Dxx, a.Dxy, a.Dyy, about_z_axis);
  const LaneBlock M = turned_block(a.M.xx, a.M.xy, a.M.yy, about_z_axis);
  const Lanes2 Mxz = c * a.M.xz - s * a.M.yz, Myz = s * a.M.xz + c * a.M.yz;
  const LaneBlock M2 = turned_block(M.d, Myz, a.M.zz, about_x_axis);
  const Lanes2 difference = a.Gx.x - a.Gy.y, sum = a.Gx.y + a.Gy.x;
  const Lanes2 moved = about_z_axis.ss * difference + about_z_axis.cs * sum;
  const Lanes2 added = about_z_axis.cs * difference - about_z_axis.ss * sum;
  const LaneVector Gx = about_x({a.Gx.x - moved, a.Gx.y + added, c * a.Gx.z - s * a.Gy.z}, ca, sa);
  const LaneVector Gy = about_x({a.Gy.x + added, a.Gy.y + moved, s * a.Gx.z + c * a.Gy.z}, ca, sa);
  return {{D.a, ca * D.b, sa * D.b, twist.cc * D.d, about_x_axis.cs * D.d, about_x_axis.ss * D.d},
          {M.a, ca * M.b - sa * Mxz, sa * M.b + ca * Mxz, M2.a, M2.b, M2.d},
          {{Gx.x, ca * Gy.x, sa * Gy.x}, {Gx.y, ca * Gy.y, sa * Gy.y}, {Gx.z, ca * Gy.z, sa * Gy.z}},
          about_x(about_z(a.l, c, s), ca, sa),
          about_x(about_z(a.h, c, s), ca, sa)};
}

/// C Rz(θ).
[[gnu::always_inline]] static inline LaneMatrix turned_about_z(const LaneMatrix& C, Lanes2 c, Lanes2 s) {
  return {back_about_z(C.x, c, s), back_about_z(C.y, c, s), back_about_z(C.z, c, s)};
}

/// Into axes in which the body has the attitude R.
[[gnu::always_inline]] static inline SpaceAnswer turned_by(const LaneMatrix& R, const HingeAnswer& a) {
  const LaneVector X = {R.x.x, R.y.x, R.z.x}, Y = {R.x.y, R.y.y, R.z.y}, Z = {R.x.z, R.y.z, R.z.z};
  const LaneVector Dx = a.Dxx * X + a.Dxy * Y, Dy = a.Dxy * X + a.Dyy * Y;
  const LaneVector Gx = R * a.Gx, Gy = R * a.Gy;
  const LaneVector Mx = R * LaneVector{a.M.xx, a.M.xy, a.M.xz}, My = R * LaneVector{a.M.xy, a.M.yy, a.M.yz},
                   Mz = R * LaneVector{a.M.xz, a.M.yz, a.M.zz};
  return {{X.x * Dx.x + Y.x * Dy.x, X.x * Dx.y + Y.x * Dy.y, X.x * Dx.z + Y.x * Dy.z, X.y * Dx.y + Y.y * Dy.y,
           X.y * Dx.z + Y.y * Dy.z, X.z * Dx.z + Y.z * Dy.z},
          {X.x * Mx.x + Y.x * My.x + Z.x * Mz.x, X.x * Mx.y + Y.x * My.y + Z.x * Mz.y,
           X.x * Mx.z + Y.x * My.z + Z.x * Mz.z, X.y * Mx.y + Y.y * My.y + Z.y * Mz.y,
           X.y * Mx.z + Y.y * My.z + Z.y * Mz.z, X.z * Mx.z + Y.z * My.z + Z.z * Mz.z},
          {Gx.x * X + Gy.x * Y, Gx.y * X + Gy.y * Y, Gx.z * X + Gy.z * Y},
          R * a.l,
          R * a.h};
}

}  // namespace oopss
