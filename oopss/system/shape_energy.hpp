// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/equilibria.hpp"
#include "oopss/system/blueprint.hpp"

namespace oopss {

/// Small motions about a relative equilibrium: M_s δφ'' + (μ_s G + C) δφ' + Hess(V_μ + U) δφ = 0, C = diag(k_d).
struct SmallMotion {
  Matrix<double> M_s, G;
  std::vector<double> damping;  // k_d per joint
};

/// What relative equilibria need of a system at a total momentum: the function whose critical points they are, all of
/// these, and the small motions about one.
struct ShapeEnergy {
  std::vector<std::string> bodies, joints;
  ShapeLandscape landscape;
  std::function<CriticalShapes()> search;
  std::function<SmallMotion(const std::vector<double>& phi)> small_motion;
};

/// Why laws of the model keep its relative equilibria from being critical points of an energy: each by name, at its
/// place. Springs and dampers are none of them.
std::vector<Diagnostic> laws_without_potential(const Blueprint& plan, const std::vector<double>& p);

/// Of a tree of numbers with its landscape; the names are those that the results carry.
ShapeEnergy shape_energy(const PlanarTree<double>& tree, ShapeLandscape of, std::vector<std::string> bodies,
                         std::vector<std::string> joints);

/// `free` leaves the laws out; otherwise they must have a potential.
ShapeEnergy shape_energy(const Blueprint& plan, const std::vector<double>& p, double mu_s, bool free);

}  // namespace oopss
