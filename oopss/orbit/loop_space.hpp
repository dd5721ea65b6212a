// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <functional>

#include "oopss/orbit/turn_loop.hpp"
#include "oopss/system/reduced_lagrangian.hpp"

namespace oopss {

/// What a loop costs and does, W = ∫₀¹ ½ φ'·M_s φ' ds and −∮ A·dφ, with their slopes in the variables.
struct LoopValue {
  double effort = 0, turn = 0;
  Eigen::VectorXd effort_slope, turn_slope;
};

/// Loops of so many modes, their coefficients as variables: those of a joint together, each divided by its number, so
/// that curvatures are alike. The Lagrangian is that at momentum 1, without stored energy. It keeps scratch space, so
/// one serves one thread.
class LoopSpace {
 public:
  LoopSpace(const ReducedLagrangian& lagrangian, int modes);
  /// Those with a corner at a base.
  LoopSpace(const ReducedLagrangian& lagrangian, int modes, const std::vector<double>& base);

  LoopValue value(const Eigen::VectorXd& x);
  std::function<void()> watch;                                             // called with every value; may throw
  int size() const { return joints_ * static_cast<int>(values_.cols()); }  // of x
  Eigen::VectorXd variables(const TurnLoop& loop) const;
  TurnLoop loop(const Eigen::VectorXd& x) const;
  /// The largest angle in a change of the variables.
  double largest_angle(const Eigen::VectorXd& step) const;

 private:
  ReducedLagrangian lagrangian_;
  int joints_, modes_;
  std::vector<double> base_;        // empty: no corner
  Eigen::MatrixXd values_, rates_;  // of the basis, a row per node
  Eigen::VectorXd weights_;
  LagrangianValue value_;
};

}  // namespace oopss
