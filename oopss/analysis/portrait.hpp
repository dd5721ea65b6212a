// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "oopss/system/leaf.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

enum class OrbitKind { libration, rotation_up, rotation_down, separatrix };

/// One curve of constant energy H + U on the leaf (θ, ν); of two bodies ν = (μ_2 − μ_1)/2.
struct OrbitCurve {
  double energy = 0;
  OrbitKind kind = OrbitKind::libration;
  std::vector<double> ends;      // its least and largest θ where it has one: turning points, or the saddles it joins
  std::optional<double> period;  // none on a separatrix
  double action = 0;             // ∮ ν dθ along the motion; dJ/dE = period
  double error = 0;              // relative, of period and action: what two quadratures differed by
  std::vector<std::array<double, 2>> points;  // (θ, ν) in the order of the motion; closed where it is a loop
};

/// A relative equilibrium of the leaf, a critical point of V_μ + U.
struct LeafEquilibrium {
  double theta = 0, nu = 0, energy = 0;
  int index = 0, nullity = 0;  // of V_μ + U: a minimum (0, 0) is stable, a maximum (1, 0) unstable
};

/// The phase portrait of a leaf of one shape coordinate, as that of two bodies.
struct LeafPortrait {
  double from = 0, to = 0;  // the window of θ: on the circle one turn that begins and ends at the highest saddle
  bool circle = true;       // the leaf is a cylinder; else a plane
  double lowest = 0;        // H_min
  std::vector<double> separatrices;              // energies of the saddles, rising
  std::vector<LeafEquilibrium> equilibria;       // by rising energy, θ in the window
  std::vector<OrbitCurve> curves;                // by rising energy
  std::vector<std::array<double, 2>> potential;  // (θ, V_μ + U) from end to end of the window
};

/// Why there is no portrait: the energy does not depend on the shape, or motions of a wanted energy have no bound.
struct NoPortrait : NoLeaf {
  using NoLeaf::NoLeaf;
};

/// The portrait with curves at these energies and at the separatrices; without energies, at some chosen to lie evenly
/// in ν over the lowest equilibrium, on both sides of the highest separatrix. An energy below the lowest has no curve.
/// Throws NoPortrait.
LeafPortrait leaf_portrait(const Leaf& leaf, std::vector<double> energies = {});

/// Those of the leaf and of the others of its momentum.
std::vector<LeafPortrait> leaf_portraits(const Leaf& leaf, const std::vector<double>& energies = {});

/// The leaf of a system whose shape has one freedom; throws NoLeaf for others.
Leaf leaf_of(const System& system, const std::vector<double>& p, double momentum, bool free = false);

/// The portrait of its first leaf.
LeafPortrait leaf_portrait(const System& system, const std::vector<double>& p, double momentum, bool free = false);

}  // namespace oopss
