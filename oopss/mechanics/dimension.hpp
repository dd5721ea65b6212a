// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "oopss/scalar/dual.hpp"
#include "oopss/scalar/linear.hpp"
#include "oopss/scalar/linear3.hpp"

namespace oopss {

// What the formulas of trees ask of the plane and of space, so that each is written once for both (docs/math.md, The
// recursion). E(v) is the linear map ω → ω × v: a column in the plane, a matrix in space.

/// Bodies move in the plane and turn about joints out of it.
template <Scalar T>
struct Plane {
  using Number = T;
  using Vector = Vec2<T>;
  using Spin = T;      // angular velocities and momenta
  using Attitude = T;  // of a body: its angle
  using Turn = Rotation<T>;
  using Inertia = T;  // of spins, about the mass centre in the body's frame
  using Block = T;    // a linear map from spins to spins
  using Symmetric = Symmetric2<T>;
  using Lever = Vec2<T>;
  struct Hinges {};  // every joint is free to turn in all ways there are
  struct HingeSweep {};
  static constexpr bool has_hinges = false;
  template <Scalar S>
  using Over = Plane<S>;
};

/// Bodies move in space; joints are balls or hinges. Spins and momenta are in inertial axes.
template <Scalar T>
struct Space {
  using Number = T;
  using Vector = Vec3<T>;
  using Spin = Vec3<T>;
  using Attitude = Matrix3<T>;  // from the body's axes to the inertial ones
  using Turn = Matrix3<T>;
  using Inertia = Symmetric3<T>;
  using Block = Matrix3<T>;
  using Symmetric = Symmetric3<T>;
  using Lever = Matrix3<T>;
  using Hinges =
      std::vector<std::optional<Vec3<T>>>;  // per body the unit axis of its joint, in its frame; none: a ball
  struct HingeSweep {
    Vec3<T> n;     // the axis
    Vec3<T> e, g;  // D n and G n
    T d = T(0);    // n·D n
    T x = T(0);    // n·s / d
    Matrix3<T> G;  // of the subtree at the hinge: P = M u + G ω_parent + h
    Vec3<T> L;     // momentum conjugate to turning body i and what hangs on it by hinges
  };
  static constexpr bool has_hinges = true;
  template <Scalar S>
  using Over = Space<S>;
};

template <class Dim>
concept Dimension = Scalar<typename Dim::Number> && requires {
  typename Dim::Vector;
  typename Dim::Spin;
  typename Dim::Attitude;
  typename Dim::Lever;
};

/// R of an attitude.
template <Scalar T>
Rotation<T> turn(const T& theta) {
  return rotation(theta);
}
template <Scalar T>
const Matrix3<T>& turn(const Matrix3<T>& R) {
  return R;
}

/// The attitude of a body on another at `base`, turned by `relative` against it; and the other way round.
template <Scalar T>
T turned_on(const T& base, const T& relative) {
  return base + relative;
}
template <Scalar T>
T turned_back(const T& base, const T& relative) {
  return base - relative;
}
template <Scalar T>
Matrix3<T> turned_on(const Matrix3<T>& base, const Matrix3<T>& relative) {
  return base * relative;
}
template <Scalar T>
Matrix3<T> turned_back(const Matrix3<T>& base, const Matrix3<T>& relative) {
  return base * transposed(relative);
}

/// E(v).
template <Scalar T>
Vec2<T> lever(const Vec2<T>& v) {
  return perp(v);
}
template <Scalar T>
Matrix3<T> lever(const Vec3<T>& v) {
  return -hat(v);
}

/// E ω.
template <Scalar T>
Vec2<T> apply(const Vec2<T>& E, const T& omega) {
  return omega * E;
}
template <Scalar T>
Vec3<T> apply(const Matrix3<T>& E, const Vec3<T>& omega) {
  return E * omega;
}

/// Eᵀ v.
template <Scalar T>
T apply_transposed(const Vec2<T>& E, const Vec2<T>& v) {
  return dot(E, v);
}
template <Scalar T>
Vec3<T> apply_transposed(const Matrix3<T>& E, const Vec3<T>& v) {
  return v.x * E.x + v.y * E.y + v.z * E.z;
}

/// Eᵀ F.
template <Scalar T>
T between(const Vec2<T>& E, const Vec2<T>& F) {
  return dot(E, F);
}
template <Scalar T>
Matrix3<T> between(const Matrix3<T>& E, const Matrix3<T>& F) {
  return transposed(E) * F;
}

/// Eᵀ F where it is symmetric, as with F = M E.
template <Scalar T>
T gram(const Vec2<T>& E, const Vec2<T>& F) {
  return dot(E, F);
}
template <Scalar T>
Symmetric3<T> gram(const Matrix3<T>& E, const Matrix3<T>& F) {
  return symmetric(between(E, F));
}

/// F + Fᵀ.
template <Scalar T>
T with_transposed(const T& F) {
  return F + F;
}
template <Scalar T>
Symmetric3<T> with_transposed(const Matrix3<T>& F) {
  return symmetric(F + transposed(F));
}

/// G D⁻¹.
template <Scalar T>
Vec2<T> divided(const Vec2<T>& G, const T& D) {
  return G / D;
}
template <Scalar T>
Matrix3<T> divided(const Matrix3<T>& G, const Symmetric3<T>& D) {
  return {solve(D, G.x), solve(D, G.y), solve(D, G.z)};
}

/// D⁻¹ s.
template <Scalar T>
T divided(const T& s, const T& D) {
  return s / D;
}
template <Scalar T>
Vec3<T> divided(const Vec3<T>& s, const Symmetric3<T>& D) {
  return solve(D, s);
}

/// M − G gᵀ, symmetric as g = G D⁻¹.
template <Scalar T>
Symmetric2<T> reduced(const Symmetric2<T>& M, const Vec2<T>& G, const Vec2<T>& g) {
  return {M.xx - G.x * g.x, M.xy - G.x * g.y, M.yy - G.y * g.y};
}
template <Scalar T>
Symmetric3<T> reduced(const Symmetric3<T>& M, const Matrix3<T>& G, const Matrix3<T>& g) {
  return M - symmetric(G * transposed(g));
}

/// m 1.
template <Scalar T>
void set_multiple(Symmetric2<T>& M, const T& m) {
  M = {m, T(0), m};
}
template <Scalar T>
void set_multiple(Symmetric3<T>& M, const T& m) {
  M = {m, T(0), T(0), m, T(0), m};
}

/// −M⁻¹ h.
template <Scalar T>
Vec2<T> balancing(const Symmetric2<T>& M, const Vec2<T>& h) {
  const T det = M.xx * M.yy - M.xy * M.xy;
  return {(M.xy * h.y - M.yy * h.x) / det, (M.xy * h.x - M.xx * h.y) / det};
}
template <Scalar T>
Vec3<T> balancing(const Symmetric3<T>& M, const Vec3<T>& h) {
  return -solve(M, h);
}

/// The inertia R I Rᵀ in inertial axes.
template <Scalar T>
const T& inertia_at(const T& I, const Rotation<T>&) {
  return I;
}
template <Scalar T>
Symmetric3<T> inertia_at(const Symmetric3<T>& I, const Matrix3<T>& R) {
  return symmetric(R * (I * transposed(R)));
}

/// I + m E(B)ᵀ E(B): about a point B away.
template <Scalar T>
T steiner(const T& I, const T& m, const Vec2<T>& B) {
  return I + m * dot(B, B);
}
template <Scalar T>
Symmetric3<T> steiner(const Symmetric3<T>& I, const T& m, const Vec3<T>& B) {
  const T xx = B.x * B.x, yy = B.y * B.y, zz = B.z * B.z;
  return I + m * Symmetric3<T>{yy + zz, -(B.x * B.y), -(B.x * B.z), xx + zz, -(B.y * B.z), xx + yy};
}
template <Scalar T>
T block(const T& I) {
  return I;
}
template <Scalar T>
Matrix3<T> block(const Symmetric3<T>& I) {
  return full(I);
}

/// P × (ω × A): minus the rate of A × P as A turns at ω and P stays.
template <Scalar T>
T carried(const T& omega, const Vec2<T>& A, const Vec2<T>& P) {
  return omega * dot(A, P);
}
template <Scalar T>
Vec3<T> carried(const Vec3<T>& omega, const Vec3<T>& A, const Vec3<T>& P) {
  return cross(P, cross(omega, A));
}

// Dual numbers along a motion: a constant, what changes at a rate, an attitude that turns at ω; and the slopes again.

template <Scalar T>
Dual<T> moving(const T& x, const T& rate) {
  return {x, rate};
}
template <Scalar T>
Vec2<Dual<T>> moving(const Vec2<T>& x, const Vec2<T>& rate) {
  return {{x.x, rate.x}, {x.y, rate.y}};
}
template <Scalar T>
Vec3<Dual<T>> moving(const Vec3<T>& x, const Vec3<T>& rate) {
  return {{x.x, rate.x}, {x.y, rate.y}, {x.z, rate.z}};
}
template <Scalar T>
Symmetric3<Dual<T>> moving(const Symmetric3<T>& A, const Symmetric3<T>& rate) {
  return {{A.xx, rate.xx}, {A.xy, rate.xy}, {A.xz, rate.xz}, {A.yy, rate.yy}, {A.yz, rate.yz}, {A.zz, rate.zz}};
}
template <Scalar T>
Dual<T> turning(const T& theta, const T& omega) {
  return {theta, omega};
}
template <Scalar T>
Matrix3<Dual<T>> turning(const Matrix3<T>& R, const Vec3<T>& omega) {
  const Matrix3<T> rate = hat(omega) * R;
  return {moving(R.x, rate.x), moving(R.y, rate.y), moving(R.z, rate.z)};
}
template <Scalar T>
const T& slope(const Dual<T>& x) {
  return x.slope;
}
template <Scalar T>
Vec2<T> slope(const Vec2<Dual<T>>& v) {
  return {v.x.slope, v.y.slope};
}
template <Scalar T>
Vec3<T> slope(const Vec3<Dual<T>>& v) {
  return {v.x.slope, v.y.slope, v.z.slope};
}

}  // namespace oopss
