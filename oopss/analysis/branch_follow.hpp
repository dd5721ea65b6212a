// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/branch_system.hpp"

namespace oopss {

/// Lengths in the units of BranchSystem.
constexpr double first_step = 0.02, longest_step = 0.05;

/// A special point, and the direction of the branch that was followed.
struct BranchEvent {
  SpecialPoint point;
  Eigen::VectorXd u, tangent;
};

/// A branch to one side of where it was begun.
struct BranchSide {
  std::vector<BranchPoint> points;
  std::vector<BranchEvent> events;
  BranchEnd end;
  bool closed() const { return end.words == closed_words; }
  static constexpr const char* closed_words = "closed";
};

/// Follows the branch through u in the direction of `tangent` to its end. Throws FamilyEnds if there is no system at u.
BranchSide followed(const EquilibriumFamily& family, const Eigen::VectorXd& u, const Eigen::VectorXd& tangent);

/// u − v with angles on circles taken the short way.
Eigen::VectorXd apart(const EquilibriumFamily& family, const Eigen::VectorXd& u, const Eigen::VectorXd& v);

}  // namespace oopss
