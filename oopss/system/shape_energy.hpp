// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/equilibria.hpp"
#include "oopss/mechanics/small_motion.hpp"

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
  std::function<CriticalShapes(const SearchPlan&)> search;
  std::function<SmallMotion(const std::vector<double>& phi)> small_motion;
};

/// Of a tree of numbers with its landscape; the names are those that the results carry.
ShapeEnergy shape_energy(const PlanarTree<double>& tree, ShapeLandscape of, std::vector<std::string> bodies,
                         std::vector<std::string> joints);

}  // namespace oopss
