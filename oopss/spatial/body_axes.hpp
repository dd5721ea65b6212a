// SPDX-License-Identifier: Apache-2.0
// The axes about which one body of a pair turns without a moment about its joint: what pair_equilibria.cpp scans.
#pragma once

#include <vector>

#include "oopss/scalar/linear3.hpp"

namespace oopss {

/// An axis e of J̄ with its value d and the component s = e·S of the arm.
struct PrincipalAxis {
  Vec3<double> e;
  double d = 0, s = 0;
};

/// The axes of J̄, those that the arm has a part along apart from those perpendicular to it. Of axes with one value all
/// but one are made perpendicular to S, so that no two of `moving` have the same.
struct BodyAxes {
  std::vector<PrincipalAxis> moving, fixed;
  Vec3<double> S;
  double arm = 0;      // |S|
  bool round = false;  // two axes perpendicular to S have one value: one stands for all between them
};
BodyAxes body_axes(const Symmetric3<double>& J, const Vec3<double>& S);

/// A unit eigenvector ξ of J̄ − κ S Sᵀ.
struct SpinAxis {
  Vec3<double> xi;
  double lambda = 0;
  double arm = 0;    // |S × ξ|
  double along = 0;  // (S·ξ)²
  double slope = 0;  // d log arm / d log κ
};

/// All at κ: first those of the moving axes by rising value, which never meet as κ changes, then the fixed ones.
std::vector<SpinAxis> spin_axes(const BodyAxes& body, double kappa);

/// Where the value of a moving axis meets that of a fixed one, every axis between the two is one as well:
///   1/κ = Σ s_l²/(d_l − d),   ξ ∝ Σ s_l/(d_l − d) e_l.
struct AxisMeeting {
  double kappa = 0;
  Vec3<double> fixed, moving;
  double along = 0;  // (S·moving)²
};
std::vector<AxisMeeting> axis_meetings(const BodyAxes& body);

}  // namespace oopss
