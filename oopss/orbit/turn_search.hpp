// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/loop_space.hpp"

namespace oopss {

/// A loop of least effort among those near it that turn all by the same angle.
struct LeastLoop {
  Eigen::VectorXd x;
  LoopValue value;
  double multiplier = 0;  // λ = dW/dα
  double slope = 0;       // |∇W − λ ∇α| / |∇W| that was left
  double missed = 0;      // of the turn
  bool converged = false;
};

/// From a loop that need not turn by `turn`, by Newton's iteration on ∇(W − λ α) = 0, α = turn, downhill where W curves
/// the other way, with a search along each step (Nocedal and Wright, Numerical Optimization, section 18.4).
LeastLoop least_effort(LoopSpace& space, Eigen::VectorXd x, double turn, int most_steps = 60);

/// Loops to begin with: ellipses about the shapes where small loops cost least, or through the base in several
/// directions. The same ones every time.
std::vector<TurnLoop> first_loops(const ReducedLagrangian& lagrangian, double turn, const std::vector<double>& base);

}  // namespace oopss
