// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "oopss/mechanics/locked.hpp"
#include "oopss/mechanics/tree.hpp"
#include "oopss/system/shape_energy.hpp"

namespace oopss {

/// U of a turn R with its slopes and curvatures, those of s ↦ U(R exp(hat s)) at s = 0.
struct TurnEnergy {
  double value = 0;
  Vec3<double> gradient;
  Symmetric3<double> hessian;
};

/// What the law of a joint stores at its turn R_j, or at the angle of a hinge (U, U', U''), and its dampers: in the
/// axes of the first body, on a hinge the number. Both functions empty: the joint is free.
struct JointStore {
  std::function<TurnEnergy(const Matrix3<double>& R)> ball;
  bool smooth = true;  // of a ball: also at half a turn
  std::function<std::array<double, 3>(double q)> hinge;
  std::optional<double> turns_about;  // of a hinge: it counts whole turns, from this angle
  Matrix3<double> damping;
  double hinge_damping = 0;
};

/// A tree in space with what its shapes are counted from. The second body of joint j is at A_first R_j R(rest); the
/// angle of a hinge grows as the body that hangs on it turns about its `Tree::hinge`.
struct SpaceShape {
  Tree<Space<double>> tree;
  std::vector<Matrix3<double>> rest;  // per joint
  std::vector<JointStore> stored;     // per joint
  /// U of energy formulas over the angles of hinges, 0 for balls, with its slopes added. Empty if there are none.
  std::function<double(const std::vector<double>& angle, Expansion<double>& add)> formulas{};
};

/// V_μ + U of a tree in space on the product of a turn per ball, a circle per hinge and the sphere of axes: V_μ is
/// ½ μ² n·I(R)⁻¹n, n the direction of the momentum in the axes of the root, and along the axis at an equilibrium.
/// A shape is [per joint its angle | w, x, y, z of R_j] [n]; n and −n are one shape, in which the tree turns in either
/// sense. Without momentum there is no n. The names are those that results carry.
ShapeEnergy space_shape_energy(const SpaceShape& shape, double momentum, const std::vector<std::string>& bodies,
                               const std::vector<std::string>& joints);

/// What a shape says: R_j of every joint, the angles of hinges, attitudes of the bodies seen from the root.
struct SpacePose {
  std::vector<Matrix3<double>> R;
  std::vector<double> angle;  // 0 for balls
  std::vector<Matrix3<double>> attitude;
};
SpacePose space_pose(const SpaceShape& shape, const std::vector<double>& q);

}  // namespace oopss
