// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "oopss/system/exact.hpp"

namespace oopss {

/// Angles of a certificate are whole numbers of the 2^48th part of a turn.
constexpr int turn_bits = 48;
constexpr std::int64_t whole_turn = std::int64_t{1} << turn_bits;
mpq_class part_of_turn(std::int64_t units);
inline double radians_of(std::int64_t units) {
  return std::ldexp(static_cast<double>(units), 1 - turn_bits) * std::numbers::pi;
}

/// One relative equilibrium: exactly one lies in the box at ± unique, and it lies in at ± unique / 2^shrink.
struct CertifiedRoot {
  std::vector<std::int64_t> centre, unique;  // per unknown
  int shrink = 0;
  int index = 0;    // negative directions of V_μ
  int nullity = 0;  // 1: a collinear shape where equilibria merge (degenerate.hpp), known exactly

  bool operator==(const CertifiedRoot&) const = default;
};

/// Where an unknown angle is looked for: centre ± half. A circle is a whole turn, or more.
struct Span {
  bool circle = true;
  std::int64_t centre = whole_turn / 2, half = whole_turn / 2;

  bool operator==(const Span&) const = default;
};

/// What proves that the relative equilibria are the listed ones and no others (docs/certify.md).
///
/// Without springs the unknowns are the absolute angles of the bodies that are not fixed, in the order of the file. One
/// body, at angle zero, is fixed in every set of bodies that the coefficients α_ij, β_ij connect: one if no equilibrium
/// lies on a circle. With springs the unknowns are the angles of the joints; those are fixed at zero on which nothing
/// depends. With loops, of all shapes those count that close them, and the unknowns are the angles of bodies, springs
/// or not. `cover` is the subdivision of all shapes, in preorder, one letter per box:
///   A, B, …  cut in half across the first, second, … unknown; the lower half follows, then the upper one
///   a, b, …  no root: the equation of the first, second, … body has none
///   p, q, …  with springs, no root: the equation of the first, second, … unknown joint has none
///   0, 1, …  no root: a row of the inverse second derivative at the centre, times the equations, has none
///   a, b, …  with loops: the gap of the first, second, … loop does not close
///   s        with loops: the slope along the shapes that keep them closed does not vanish
///   .        inside the box of uniqueness of a root
///   ~        without springs, the upper half of the first cut, where β = 0: the mirror image of the lower half
///   ?        undecided
struct Certificate {
  std::vector<int> fixed;   // bodies; joints where the unknowns are their angles
  std::vector<Span> range;  // per unknown, where they are angles of joints; else empty: circles
  std::vector<CertifiedRoot> roots;
  std::string cover;

  bool operator==(const Certificate&) const = default;
};

/// The unknowns are angles of joints: with springs, without loops. Else they are those of bodies.
inline bool by_joints(const ExactLandscape& landscape) { return landscape.stores_energy() && !landscape.closed(); }

/// One body of every set that nonzero coefficients, loops and springs connect, the one with the largest coefficients;
/// or the joints that have no springs and that the locked inertia, or all of V_μ, does not depend on.
std::vector<int> fixed_in_place(const ExactLandscape& landscape);

/// The others: bodies or joints.
std::vector<int> unknowns(const ExactLandscape& landscape);

/// The angles of all joints at a place among the unknowns, with what is fixed at zero.
template <Scalar T>
std::vector<T> joint_angles(const ExactLandscape& landscape, const std::vector<T>& place) {
  std::vector<T> angles(landscape.topology.parent.size() - (by_joints(landscape) ? 1 : 0), T(0));
  const std::vector<int> unknown = unknowns(landscape);
  for (std::size_t k = 0; k < unknown.size(); ++k) angles[unknown[k]] = place[k];
  if (by_joints(landscape)) return angles;
  if (!landscape.closed()) return differences(landscape.topology, angles);
  std::vector<T> out;
  for (const auto& [first, second] : landscape.between) out.push_back(angles[second] - angles[first]);
  return out;
}

/// No springs, and all β_ij are exactly zero, as are all bars across the axes of bodies: θ → −θ takes equilibria to
/// equilibria.
bool is_mirrored(const ExactLandscape& landscape);

}  // namespace oopss
