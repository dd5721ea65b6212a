// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "oopss/model/write.hpp"
#include "oopss/orbit/turn_model.hpp"
#include "server/allowance.hpp"
#include "server/answers.hpp"
#include "server/model_cache.hpp"

namespace oopss {
namespace {

constexpr int loop_places = 360, grid_nodes = 97, most_wire_cycles = 100;

/// The loop over the curvature, where a shape is two angles.
void add_curvature(const Model& model, const PlannedTurn& planned, TurnMessage& out) {
  const AngleWindow window = window_of(planned.plan.loop);
  for (std::size_t k = 0; k < 2; ++k) {
    const Joint& joint = model.joints[k];
    out.axes.push_back({"angle of " + joint.name.value,
                        fmt::format("\\theta_{{{},{}}}", joint.second_body + 1, joint.first_body + 1), window.from[k],
                        window.to[k]});
  }
  PortraitMessage::Grid grid{grid_nodes, grid_nodes, {}};
  for (int j = 0; j < grid_nodes; ++j)
    for (int i = 0; i < grid_nodes; ++i) {
      const double phi[2] = {window.from[0] + (window.to[0] - window.from[0]) * i / (grid_nodes - 1),
                             window.from[1] + (window.to[1] - window.from[1]) * j / (grid_nodes - 1)};
      grid.values.push_back(planned.lagrangian.connection(phi).F[1]);
    }
  out.curvature = std::move(grid);
}

}  // namespace

TurnMessage turn_answer(const AskTurn& ask, const WireLimits& limits, const Watch& watch) try {
  const Model model = page_model(page_text(ask.text));
  if (ask.cycles < 1 || ask.cycles > most_wire_cycles)
    throw RefusedRequest("protocol", fmt::format("\"cycles\" is a whole number from 1 to {}", most_wire_cycles));
  if (ask.angle == 0 || std::abs(ask.angle) > 200 * std::numbers::pi)
    throw RefusedRequest("unsupported", "the angle has to be other than 0, and at most 100 turns");
  if (!(model.run.until.value > 0))
    throw RefusedRequest("unsupported", "the plan takes as long as the run, and that has to be a positive time");
  const Allowance time(limits.orbit_seconds);
  const auto told = [&](double share) {
    watch(share);
    if (time.spent())
      throw RefusedRequest("limit", fmt::format("the search was left after {:.3g} s; `oopss turn` has no such limit",
                                                limits.orbit_seconds));
  };
  const PlannedTurn planned = planned_turn(model, {ask.angle, ask.free, ask.cycles, told});
  const TurnRun& run = planned.run;
  if (!run.trouble.empty()) throw RefusedRequest("unsupported", "the plan could not be run: " + run.trouble);
  TurnMessage out{ask.angle,
                  run.turn,
                  ask.cycles,
                  planned.plan.effort,
                  planned.plan.multiplier,
                  planned.time,
                  run.work_in,
                  run.largest_kinetic,
                  run.largest_torque,
                  write_model(planned.model),
                  {},
                  {},
                  {},
                  {}};
  for (int q = 0; q <= loop_places; ++q)
    out.loop.push_back(shape_on(planned.plan.loop, last_place(planned.plan.loop) * q / loop_places));
  if (model.joints.size() == 2) add_curvature(model, planned, out);
  for (const std::string& note : planned.notes) out.note += (out.note.empty() ? "" : "; ") + note;
  return out;
} catch (const NoTurn& why) {
  throw RefusedRequest("unsupported", why.what());
} catch (const TurnNotFound& why) {
  throw RefusedRequest("unsupported", why.what());
}

}  // namespace oopss
