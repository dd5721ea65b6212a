// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oopss/system/exact.hpp"

namespace oopss {

/// Angles of a certificate are whole numbers of the 2^48th part of a turn.
constexpr int turn_bits = 48;
constexpr std::int64_t whole_turn = std::int64_t{1} << turn_bits;
mpq_class part_of_turn(std::int64_t units);

/// One relative equilibrium: exactly one lies in the box at ± unique, and it lies in at ± unique / 2^shrink.
struct CertifiedRoot {
  std::vector<std::int64_t> at, unique;  // per free body
  int shrink = 0;
  int index = 0;    // negative directions of V_μ
  int nullity = 0;  // 1: a collinear shape where equilibria merge (degenerate.hpp), known exactly

  bool operator==(const CertifiedRoot&) const = default;
};

/// What proves that the critical points of the locked inertia are the listed ones and no others (docs/certify.md).
///
/// The unknowns are the absolute angles of the bodies that are not fixed, in the order of the file. There is one fixed
/// body, at angle zero, in every set of bodies that the coefficients α_ij, β_ij connect: one if no equilibrium lies on
/// a circle. `cover` is the subdivision of the whole torus, in preorder, one letter per box:
///   A, B, …  cut in half across the first, second, … free angle; the lower half follows, then the upper one
///   a, b, …  no root: the equation of the first, second, … body has none
///   0, 1, …  no root: a row of the inverse second derivative at the centre, times the equations, has none
///   .        inside the box of uniqueness of a root
///   ~        the upper half of the first cut, where β = 0: the mirror image of the lower half
///   ?        undecided
struct Certificate {
  std::vector<int> fixed;
  std::vector<CertifiedRoot> roots;
  std::string cover;

  bool operator==(const Certificate&) const = default;
};

/// The free bodies: those that are not fixed, in order.
std::vector<int> free_bodies(const Certificate& of, int bodies);

/// One body of every set that nonzero coefficients connect, the one with the largest ones.
std::vector<int> bodies_to_fix(const PairConstants<Enclosure>& of);

/// All β_ij are exactly zero: θ → −θ takes equilibria to equilibria.
bool is_aligned(const PairConstants<Enclosure>& of);

}  // namespace oopss
