// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/turn_model.hpp"

#include <fmt/format.h>

#include <numbers>

#include "oopss/system/derive.hpp"
#include "oopss/system/planned.hpp"

namespace oopss {
namespace {

std::vector<std::string> notes_of(const Model& model) {
  std::vector<std::string> out;
  bool laws = false;
  for (const Joint& joint : model.joints) laws = laws || !joint.laws.empty() || joint.motion;
  if (laws) out.emplace_back("the torque laws and motions of the model make way for those of the plan");
  const bool rests =
      model.start.momentum.empty() ? model.start.form == StartForm::rest : model.start.momentum[0].value == 0;
  if (!rests) out.emplace_back("the plan begins at rest, whatever the momentum of the model's start");
  return out;
}

}  // namespace

PlannedTurn planned_turn(const Model& model, const ModelTurn& request) {
  const System system = derive(without_laws(model), Engine::recursive);
  const std::vector<double> p = default_inputs(system);
  TurnRequest asked{request.angle, {}, {}, request.cycles, request.told};
  if (system.lagrangian) (request.free_base ? asked.near : asked.base) = start_angles(model);
  PlannedTurn out;
  out.plan = plan_turn(system, p, asked);
  out.lagrangian = system.lagrangian(p, 1);
  out.base = shape_on(out.plan.loop, 0);
  out.time = model.run.until.value;
  const std::string time = free_name(model, "turn_time");
  out.formulas = motion_formulas(out.plan, time);
  out.model =
      with_plan(model, {fmt::format("{}, turned by {:.6g} deg", model.name.empty() ? model.source.name : model.name,
                                    request.angle * 180 / std::numbers::pi),
                        out.formulas, time, out.time / request.cycles, request.cycles});
  out.system = derive(out.model, Engine::recursive);
  out.run = run_turn(out.system, start_state(out.model), out.time, request.cycles);
  out.notes = notes_of(model);
  return out;
}

}  // namespace oopss
