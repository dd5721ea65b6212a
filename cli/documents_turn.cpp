// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"
#include "cli/json.hpp"
#include "cli/turn.hpp"

namespace oopss {

std::string turn_document(const TurnResult& result) {
  const PlannedTurn& planned = result.planned;
  const TurnPlan& plan = planned.plan;
  const TurnRun& run = planned.run;
  Json out = {{"schema", 1},
              {"model", result.model},
              {"bodies", result.bodies},
              {"joints", result.joints},
              {"angle", result.asked.angle},
              {"cycles", plan.cycles},
              {"base", {{"free", result.asked.free_base}, {"angles", planned.base}}},
              {"effort", plan.effort},
              {"length", plan.length},
              {"multiplier", plan.multiplier},
              {"residual", plan.slope},
              {"loops_found", plan.found},
              {"starts", plan.starts},
              {"time", planned.time},
              {"loop", {{"corner", plan.loop.corner}, {"cosines", plan.loop.cosines}}},
              {"motion", planned.formulas},
              {"simulated",
               {{"turn", run.turn},
                {"error", run.turn - result.asked.angle},
                {"closing_error", run.closing_error},
                {"torques", run.largest_torque},
                {"work_in", run.work_in},
                {"work", run.work_left},
                {"kinetic", run.largest_kinetic}}}};
  if (!plan.loop.corner) out["loop"]["sines"] = plan.loop.sines;
  if (!planned.notes.empty()) out["notes"] = planned.notes;
  if (!result.file.empty()) out["file"] = result.file;
  return finished(out);
}

}  // namespace oopss
