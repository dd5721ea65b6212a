// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "oopss/orbit/turn_loop.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

/// Turning at zero momentum (docs/turning.md): a closed loop of the joints after which all has turned by an angle.
struct TurnRequest {
  double turn = 0;           // of the whole, rad, in all cycles
  std::vector<double> base;  // the shape at which every cycle begins and ends; empty: the cheapest loop chooses it
  std::vector<double> near;  // then the shape near which the loop begins
  int cycles = 1;            // equal ones
  std::function<void(double share)> told = {};  // called now and then with the share that is done
};

/// The loop of least effort among those found.
struct TurnPlan {
  TurnLoop loop;
  int cycles = 1;
  double turn = 0;  // of one cycle, as the loop has it
  double effort = 0;  // W = ∫₀¹ ½ φ'·M_s φ' ds of one cycle; run through evenly in a time T it has the energy W/T²
  double length = 0;      // √(2 W)
  double multiplier = 0;  // λ = dW/dα
  double slope = 0;       // |∇(W − λ α)| / |∇W| that was left
  int found = 0;          // loops of least effort, of so many starts, this one the least
  int starts = 0;
};

/// Why all cannot be turned like this, in words: no joints, one joint, an inertia that no joint changes, loops of
/// bodies, bodies in space.
struct NoTurn : std::domain_error {
  using std::domain_error::domain_error;
};

/// No loop was found; the words have what was left.
struct TurnNotFound : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Beyond so many joints no loops are planned.
constexpr int most_turn_joints = 8;

/// The plan for a system whose joints have neither laws nor prescribed motions; throws NoTurn and TurnNotFound.
TurnPlan plan_turn(const System& system, const std::vector<double>& p, const TurnRequest& request);

/// By how much the root turns at zero momentum while one joint makes a whole turn and the others rest at a shape: −∮A.
double turn_by_joint(const ReducedLagrangian& lagrangian, std::vector<double> shape, int joint);

/// The motion of every joint as a formula of t: the loop from rest to rest in the time that is called `time`, `cycles`
/// times.
std::vector<std::string> motion_formulas(const TurnPlan& plan, const std::string& time);

}  // namespace oopss
