// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/model/model.hpp"

namespace oopss {

/// The bodies and joints of a model alone, at rest: no torque laws and no prescribed motions.
Model without_laws(const Model& model);

/// A plan for all joints of a model: their motions as formulas of t, in which `time` is the time of one cycle.
struct MotionPlan {
  std::string name;  // of the model with the plan
  std::vector<std::string> formulas;
  std::string time;    // a parameter that the model does not have; `free_name` finds one
  double seconds = 0;  // its value
  int cycles = 1;
};

/// The model with these motions, without momentum, checked; its run is as long as the plan.
Model with_plan(const Model& model, const MotionPlan& plan);

/// The name, or one like it, that no body, joint, point or parameter of the model has.
std::string free_name(const Model& model, const std::string& name);

/// The angles of all joints at the model's start, in the plane; throws ModelError if the start cannot be met.
std::vector<double> start_angles(const Model& model);

/// The steps of a cycle with which a plan is run.
constexpr int steps_of_cycle = 800;

}  // namespace oopss
