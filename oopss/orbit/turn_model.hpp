// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/turn.hpp"
#include "oopss/orbit/turn_run.hpp"
#include "oopss/system/planned.hpp"
#include "oopss/system/reduced_lagrangian.hpp"

namespace oopss {

/// What a model is asked to do: its run takes as long as all cycles together.
struct ModelTurn {
  double angle = 0;        // of the whole, rad
  bool free_base = false;  // the cheapest loop, begun near the start's shape; else a loop through that shape
  int cycles = 1;
  std::function<void(double share)> told = {};
};

/// A plan as a model whose joints have prescribed motions, and what became of it when it was run.
struct PlannedTurn {
  Model model;
  TurnPlan plan;
  std::vector<double> base;           // the shape in which it begins and ends
  std::vector<std::string> formulas;  // of the joints' motions
  double time = 0;                    // of all cycles
  System system;                      // of the plan
  ReducedLagrangian lagrangian;       // of the bodies, at momentum 1
  TurnRun run;
  std::vector<std::string> notes;  // what of the model the plan does not keep
};

/// Plans and runs; throws NoTurn, TurnNotFound, and ModelError where the start cannot be met.
PlannedTurn planned_turn(const Model& model, const ModelTurn& request);

/// A plan has arrived if it is so near to its angle, rad.
constexpr double arrival = 1e-8;

}  // namespace oopss
