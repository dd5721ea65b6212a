// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/planned.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/model/build.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/start.hpp"

namespace oopss {

Model without_laws(const Model& model) {
  Model out = model;
  out.checked = false;
  out.chain.reset();
  for (Joint& joint : out.joints) {
    joint.laws.clear();
    joint.motion.reset();
  }
  out.start = {};
  return out;
}

Model with_plan(const Model& model, const MotionPlan& plan) {
  Model out = without_laws(model);
  out.name = plan.name;
  for (std::size_t k = 0; k < out.joints.size(); ++k) out.joints[k].motion = expression_number(plan.formulas[k]);
  add_parameter(out, plan.time, plan.seconds);
  out.parameters.back().unit = "s";
  out.parameters.back().label = "time of a cycle";
  out.start.momentum = {number(0)};
  out.run = {};
  out.run.until = expression_number(plan.cycles == 1 ? plan.time : fmt::format("{}*{}", plan.cycles, plan.time));
  out.run.every = expression_number(plan.time + "/200");
  out.run.step = expression_number(fmt::format("{}/{}", plan.time, steps_of_cycle));
  out.run.method = Text{"gauss6", {}};
  return checked(out);
}

std::string free_name(const Model& model, const std::string& name) {
  const auto taken = [&](const std::string& one) {
    const auto any = [&](const auto& all) {
      return std::any_of(all.begin(), all.end(), [&](const auto& part) { return part.name.value == one; });
    };
    return any(model.bodies) || any(model.joints) || any(model.points) || any(model.parameters);
  };
  std::string out = name;
  for (int number = 2; taken(out); ++number) out = name + std::to_string(number);
  return out;
}

std::vector<double> start_angles(const Model& model) {
  const TreeSpec spec = tree_spec(model);
  const Layout layout = layout_of(spec, false);
  const std::vector<double> x = state_of(layout, solve_start(spec, values_of(spec.inputs)));
  std::vector<double> out(model.joints.size(), 0.0);
  for (const Block& block : layout.blocks)
    if (block.kind == BlockKind::joint_angle) out[block.owner] = x[block.offset];
  return out;
}

}  // namespace oopss
