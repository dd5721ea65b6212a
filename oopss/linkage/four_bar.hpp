// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "oopss/linkage/classify.hpp"
#include "oopss/scalar/linear.hpp"

namespace oopss {

// The shapes of four bars with lengths l_0 … l_3 and directions φ_0 … φ_3, Σ l_k e^{iφ_k} = 0, φ_0 = 0. Written are the
// two turning angles φ_10 = φ_1 − φ_0 and γ = φ_3 − φ_2; with D = −(l_0 + l_1 e^{iφ_10}) the closure is D =
// e^{iφ_2}(l_2 + l_3 e^{iγ}), and σ = ±1 is the sign of sin γ. Directions are kept as cosine and sine.

template <class T>
using BarLengths = std::array<T, 4>;
template <Scalar T>
using BarDirections = std::array<Rotation<T>, 4>;

/// e^{iγ} of the triangle with sides l_2, l_3 and |D|, its root in factors that do not cancel near the limits:
///   2 l_2 l_3 cos γ = |D|² − l_2² − l_3²,   2 l_2 l_3 sin γ = σ √(((l_2 + l_3)² − |D|²)(|D|² − (l_2 − l_3)²)).
template <Scalar T>
Rotation<T> far_turning(const BarLengths<T>& l, const Rotation<T>& phi_10, const T& sigma) {
  const T twice = T(2) * l[2] * l[3], D2 = l[0] * l[0] + l[1] * l[1] + T(2) * l[0] * l[1] * phi_10.c;
  const T most = (l[2] + l[3]) * (l[2] + l[3]) - D2, least = D2 - (l[2] - l[3]) * (l[2] - l[3]);
  return {(D2 - l[2] * l[2] - l[3] * l[3]) / twice, sigma * sqrt(most * least) / twice};
}

/// All directions from both turning angles that close: e^{iφ_2} = D (l_2 + l_3 e^{−iγ}) / |D|²; not where D = 0.
template <Scalar T>
BarDirections<T> closed_directions(const BarLengths<T>& l, const Rotation<T>& phi_10, const Rotation<T>& gamma) {
  const Vec2<T> D = {-(l[0] + l[1] * phi_10.c), -(l[1] * phi_10.s)}, far = {l[2] + l[3] * gamma.c, l[3] * gamma.s};
  const T D2 = dot(D, D);
  const Rotation<T> phi_2 = {dot(far, D) / D2, cross(far, D) / D2};
  return {Rotation<T>{T(1), T(0)}, phi_10, phi_2,
          Rotation<T>{phi_2.c * gamma.c - phi_2.s * gamma.s, phi_2.s * gamma.c + phi_2.c * gamma.s}};
}

/// All directions from φ_10 and the branch σ.
template <Scalar T>
BarDirections<T> directions(const BarLengths<T>& l, const Rotation<T>& phi_10, const T& sigma) {
  return closed_directions(l, phi_10, far_turning(l, phi_10, sigma));
}

/// The two turning angles of a non-Grashof four-bar over one circle u, which never stand still together. Where
/// l_0 + l_1 < l_2 + l_3 (and |l_0 − l_1| < |l_2 − l_3|), E² = (l_0 + l_1)² − (l_2 − l_3)²,
///   sin φ_10/2 = a cos u,  cos γ/2 = b sin u,  a = E/(2 √(l_0 l_1)),  b = E/(2 √(l_2 l_3));
/// these are the cosine and sine of the half angles. The other case is this one with (0, 1) and (2, 3) exchanged.
template <Scalar T>
struct HalfAngles {
  Rotation<T> phi_10, gamma;
};
template <Scalar T>
HalfAngles<T> rocker_half_angles(const BarLengths<T>& l, const Rotation<T>& u) {
  const T E2 = (l[0] + l[1]) * (l[0] + l[1]) - (l[2] - l[3]) * (l[2] - l[3]);
  const T a2 = E2 / (T(4) * l[0] * l[1]), b2 = E2 / (T(4) * l[2] * l[3]);
  const T s = sqrt(a2) * u.c, c = sqrt(b2) * u.s;
  // half of φ_10 lies within ±π/2, half of γ within (0, π): the roots are positive
  return {{sqrt(T(1) - a2 * u.c * u.c), s}, {c, sqrt(T(1) - b2 * u.s * u.s)}};
}

/// Twice an angle.
template <Scalar T>
Rotation<T> doubled(const Rotation<T>& half) {
  return {half.c * half.c - half.s * half.s, T(2) * half.s * half.c};
}

/// A circle of shapes: a piece of the curve of shapes with a coordinate that goes round once.
struct AssemblyMode {
  enum class Coordinate {
    turning,  // the angle from bar order[0] to order[1], which takes every value; σ is the branch of the other two
    symmetric,  // the same, of two pairs of equal bars (order[0], order[2]), (order[1], order[3]), with σ = −sign sin u
    rocking,      // u of `rocker_half_angles`, of bars in this order
    antiparallel  // order[0] and order[1] point in opposite directions, so do order[2] and order[3]: from order[0] to
                  // order[2]
  };
  Coordinate coordinate = Coordinate::turning;
  std::array<int, 4> order = {0, 1, 2, 3};  // closure does not see the order of the bars
  int sigma = 0;
};

/// The circles that make up the curve of shapes: two of a Grashof linkage, one of a non-Grashof one, two or three of a
/// change point, which cross at its nodes; none of what does not move.
std::vector<AssemblyMode> assembly_modes(const FourBarClass& found);

/// "phi_1 - phi_0, sigma = +1": the coordinate in words.
std::string coordinate_words(const AssemblyMode& mode);

/// φ_0 = 0, φ_1, φ_2, φ_3 in (−π, π] where the coordinate of a mode is u.
std::array<double, 4> shape(const std::vector<double>& l, const AssemblyMode& mode, double u);

}  // namespace oopss
