// SPDX-License-Identifier: Apache-2.0
#include "cli/turn.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "cli/arguments.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "oopss/figure/film.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/figure/turn.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/model/write.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/planned.hpp"
#include "oopss/system/printable.hpp"
#include "oopss/system/typeset.hpp"

namespace oopss {
namespace {

constexpr double most_whole_turns = 100;  // of the whole

double in_degrees(double angle) { return angle * 180 / std::numbers::pi; }

/// The run of a plan as a picture.
Figure motion_figure(const PlannedTurn& planned) {
  const System& system = planned.system;
  const Flow flow = system.with_inputs(default_inputs(system));
  RunRequest request;
  request.settings.until = planned.time;
  request.settings.method = "gauss6";
  request.settings.step = planned.time / (steps_of_cycle * planned.plan.cycles);
  request.settings.every = planned.time / steps_of_cycle;
  const Path motion = integrate(flow, system.layout, start_state(planned.model), request);
  Film film = film_of(system, skeleton(planned.model), flow, motion.points);
  film.title = planned.model.name;
  return plot(plot_of(film, {"angle"}, "inertial"));
}

void write_plan(const std::string& path, const PlannedTurn& planned) {
  if (ending(path) == ".toml") return write_file(path, write_model(planned.model));
  Picture format{};
  picture_of(path, format);
  if (planned.model.joints.size() != 2) return write_file(path, render(motion_figure(planned), format));
  std::vector<std::string> labels;
  const TreeSpec spec = tree_spec(planned.model);
  for (std::size_t k = 0; k < spec.joints.size(); ++k) labels.push_back(angle_label(spec, k));
  const TurnLoop& loop = planned.plan.loop;
  write_file(path,
             render(turn_figure(curvature_map(planned.lagrangian, loop), loop, planned.model.name, labels), format));
}

std::string in_words(const TurnResult& result) {
  const PlannedTurn& planned = result.planned;
  const TurnPlan& plan = planned.plan;
  const TurnRun& run = planned.run;
  const double angle = result.asked.angle;
  std::string out = fmt::format("{}: a loop of shapes that turns all by {:.10g} deg without momentum\n",
                                one_line(result.model), in_degrees(angle));
  const auto line = [&](const char* what, const std::string& words) {
    out += fmt::format("  {:<16} {}\n", what, words);
  };
  if (plan.cycles > 1)
    line("cycles", fmt::format("{} equal ones of {:.10g} deg each, at rest between them", plan.cycles,
                               in_degrees(angle / plan.cycles)));
  std::string shape;
  for (std::size_t k = 0; k < result.joints.size(); ++k)
    shape += fmt::format("{}{} {:.8g}", k ? ", " : "", result.joints[k], rounded(planned.base[k], 1));
  line("base", fmt::format("{} rad, {}", shape,
                           result.asked.free_base ? "the place of the loop nearest to the start's shape"
                                                  : "the start's shape"));
  line("effort", fmt::format("{:.10g} kg m^2: the least of {} loop{} found from {} starts", plan.effort, plan.found,
                             plan.found == 1 ? "" : "s", plan.starts));
  line("multiplier", fmt::format("{:.10g} kg m^2/rad, the slope of the effort in the angle", plan.multiplier));
  line("loop", fmt::format("{} harmonics, {:.1e} of the slope left", plan.loop.modes(), plan.slope));
  line("time", fmt::format("{:.6g} s, from rest to rest", planned.time));
  line("simulated", fmt::format("turned by {:.12g} deg, {:.1e} rad from what was asked for", in_degrees(run.turn),
                                std::abs(run.turn - angle)));
  for (std::size_t k = 0; k < result.joints.size(); ++k)
    line(k == 0 ? "torques" : "", fmt::format("{} at most {:.6g} N m", result.joints[k], run.largest_torque[k]));
  line("work", fmt::format("{:.6g} J put in and taken out again; kinetic energy at most {:.6g} J", run.work_in,
                           run.largest_kinetic));
  for (const std::string& note : planned.notes) line("note", note);
  if (!result.file.empty()) line("written to", result.file);
  return out;
}

PlannedTurn plan_with_progress(const Common& common, const Model& model, ModelTurn asked) try {
  const Interruption interruption;
  Progress progress("turn", !common.quiet && !common.json);
  asked.told = [&](double share) {
    end_if_interrupted();
    progress.show(share, static_cast<long>(100 * share), "%");
  };
  return planned_turn(model, asked);
} catch (const NoTurn& why) {
  throw Unsupported(fmt::format("turn: {}", why.what()));
} catch (const TurnNotFound& why) {
  throw NumericalFailure(why.what());
}

}  // namespace

int turn(const Common& common, const TurnOptions& options) {
  TurnResult result;
  result.asked = {angle_of("--angle", options.angle), options.base == "free", options.cycles.value_or(1), {}};
  const double angle = result.asked.angle;
  if (angle == 0 || std::abs(angle) > 2 * std::numbers::pi * most_whole_turns)
    throw UsageError(fmt::format("--angle takes an angle other than 0 of at most {} turns, got {}", most_whole_turns,
                                 oopss::quoted(options.angle)));
  const Model model = model_of(common);
  if (!(model.run.until.value > 0))
    throw UsageError("turn: run.until is the time that the plan takes, and has to be positive");
  if (static_cast<int>(model.joints.size()) > most_turn_joints)
    throw TooLarge(fmt::format("turns are planned for at most {} joints; this model has {}", most_turn_joints,
                               model.joints.size()));
  result.planned = plan_with_progress(common, model, result.asked);
  result.model = model.name.empty() ? model.source.name : model.name;
  result.bodies = result.planned.system.bodies;
  result.joints = result.planned.system.joints;
  const TurnRun& run = result.planned.run;
  if (!run.trouble.empty()) throw NumericalFailure("the plan could not be run: " + run.trouble);
  const double missed = std::abs(run.turn - angle);
  if (missed > arrival)
    throw NumericalFailure(fmt::format("the plan misses the angle by {:.3g} rad when it is run", missed));
  if (!options.output.empty()) {
    write_plan(options.output, result.planned);
    result.file = options.output;
  }
  const std::string document = turn_document(result);
  print(common.json ? document : in_words(result));
  return Exit::done;
}

}  // namespace oopss
