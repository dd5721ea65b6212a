// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/analysis/special_case.hpp"

namespace oopss {

/// The energy of a tree with springs, its bodies and joints without names.
inline ShapeEnergy energy_of(const PlanarTree<double>& tree, double mu_s = 1, std::vector<JointSpring> springs = {}) {
  return shape_energy(tree, landscape(tree, mu_s, std::move(springs)), {},
                      std::vector<std::string>(static_cast<std::size_t>(tree.size()) - 1));
}

/// A square matrix of rows.
inline Matrix<double> square(const std::vector<double>& rows) {
  const int n = static_cast<int>(std::lround(std::sqrt(rows.size())));
  Matrix<double> out(n, n);
  out.entries = rows;
  return out;
}

/// The largest difference of two shapes on the torus.
inline double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double out = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    out = std::max(out, std::abs(std::remainder(a[k] - b[k], 2 * std::numbers::pi)));
  return out;
}

/// The equilibrium found at a shape, to 1e-6; null if there is none.
inline const RelativeEquilibrium* at_shape(const Equilibria& equilibria, const std::vector<double>& phi) {
  for (const RelativeEquilibrium& one : equilibria.all)
    if (apart(one.phi, phi) < 1e-6) return &one;
  return nullptr;
}

/// From a number to the nearest of a list.
inline double distance(const std::complex<double>& z, const std::vector<std::complex<double>>& all) {
  double best = 1e300;
  for (const std::complex<double>& other : all) best = std::min(best, std::abs(z - other));
  return best;
}

}  // namespace oopss
