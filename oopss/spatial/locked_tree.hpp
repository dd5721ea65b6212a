// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/mechanics/tree.hpp"

namespace oopss {

/// A way in which a tree changes its shape: body `body` turns about its joint with all that hangs on it.
struct ShapeDirection {
  int body = 0;
  Vec3<double> axis;  // in the axes of the body: as long as what a unit of the direction turns by
};

/// A tree in one attitude, turning as one body; vectors are in the axes of the root (docs/math.md, Relative equilibria
/// in space).
struct LockedTree {
  std::vector<double> m;
  double mass = 0;                       // of all bodies
  Matrix<char> beyond;                   // (i, b): body b hangs on body i, or is it
  std::vector<Vec3<double>> x, joint;    // mass centres from that of the tree; joints with the parents
  std::vector<Symmetric3<double>> G;     // inertias A I Aᵀ about the mass centres
  std::vector<int> body;                 // per direction
  std::vector<Vec3<double>> axis, mean;  // per direction: the axis; the mean movement of all mass
  Symmetric3<double> I;                  // the locked inertia
};
LockedTree locked_tree(const Tree<Space<double>>& tree, const std::vector<ShapeDirection>& directions,
                       const std::vector<Matrix3<double>>& attitude);

/// (∂_a I) ξ and ξ·(∂_a ∂_c I) ξ.
Vec3<double> inertia_slope(const LockedTree& tree, int a, const Vec3<double>& xi);
double inertia_curvature(const LockedTree& tree, int a, int c, const Vec3<double>& xi);

/// C_a, the angular momentum of unit speed along a direction, and m_ac: the kinetic energy is
///   ½ Ω·I Ω + Ω·C s' + ½ s'·m s'.
Vec3<double> coupling(const LockedTree& tree, int a);
double direction_mass(const LockedTree& tree, int a, int c);

/// ξ·(X_c C_a − X_a C_c − C_[c,a]) for a ξ that does not change, where X_a turns about an axis that the body carries.
double coupling_curl(const LockedTree& tree, int c, int a, const Vec3<double>& xi);

}  // namespace oopss
