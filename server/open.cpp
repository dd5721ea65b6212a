// SPDX-License-Identifier: Apache-2.0
#include "server/open.hpp"

#include <fmt/format.h>

#include <cmath>

#include "oopss/integrate/request.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/loop_fit.hpp"
#include "server/describe.hpp"
#include "server/edits.hpp"
#include "server/start_edit.hpp"

namespace oopss {
namespace {

[[noreturn]] void refuse(const Model& model, Place place, std::string message, std::string help = {}) {
  throw ModelError(model.source, {{place, std::move(message), std::move(help)}}, model.settings);
}

/// The state at a moment of an earlier run, or at the start as it would be then.
std::vector<double> state_at(const DerivedModel& derived, const Moment& moment, const SolvedStart& start) {
  const Layout& layout = derived.system.layout;
  std::vector<double> x = state_of(layout, start);
  if (!is_planar(*derived.model)) return moment.state ? space_state(derived.system, *moment.state, std::move(x)) : x;
  if (moment.angles && moment.momenta) {
    if (static_cast<int>(moment.angles->size()) != layout.joints ||
        static_cast<int>(moment.momenta->size()) != layout.bodies)
      throw RefusedRequest("protocol", "\"from\" has not one angle per joint and one momentum per body of the model");
    x = state_of(layout, reclosed(derived.spec, derived.p(), {*moment.angles, *moment.momenta, 0, {}, {}}, moment.t));
  } else if (!moved_joints(derived.spec).empty()) {
    x = state_of(layout, reclosed(derived.spec, derived.p(), start, moment.t));
  }
  x[layout.offset(BlockKind::attitude)] = moment.root;
  for (const auto& [kind, name] : {std::pair{BlockKind::centre, "mass_centre"}, {BlockKind::drift, "drift"}})
    for (int axis = 0; axis < 2 && moment.state && layout.offset(kind) >= 0; ++axis)
      if (const auto part = moment.state->find(fmt::format("{}.{}", name, axis == 0 ? "x" : "y"));
          part != moment.state->end())
        x[layout.offset(kind) + axis] = part->second;
  return x;
}

/// What a run would cost is known before it starts.
void check_cost(const RunRequest& run, const System& system, std::size_t columns, const WireLimits& limits) {
  const double span = std::abs(run.until() - run.t0);
  const double bytes = (span / run.every() + 2) * static_cast<double>(columns * sizeof(double));
  if (bytes > static_cast<double>(limits.run_bytes))
    throw RefusedRequest("limit", fmt::format("the run would have {:.3g} rows of {} columns, {:.3g} MB; at most {:.3g} "
                                              "MB are taken on: make `every` longer or `until` shorter",
                                              span / run.every() + 1, columns, bytes / 1e6,
                                              static_cast<double>(limits.run_bytes) / 1e6));
  const double work = run.step() > 0 ? span / run.step() * system.layout.bodies : 0;
  if (work > limits.body_steps)
    throw RefusedRequest("limit", fmt::format("the run would take {:.3g} steps of {} bodies; at most {:.3g} steps of "
                                              "bodies are taken on: make `step` longer or `until` shorter",
                                              span / run.step(), system.layout.bodies, limits.body_steps));
}

RunRequest request_of(const Model& model, const System& system, const Flow& flow, double t0,
                      const std::vector<double>& start) {
  const RunSettings file = run_settings(model);
  const Place place = model.run.until.place;
  if (*file.until == t0) refuse(model, place, fmt::format("run: it ends where it starts, at t = {:.6g}", t0));
  if (!file.method.empty() && !find_method(file.method, flow))
    refuse(model, model.run.method->place,
           fmt::format("run: there is no method {} {}", oopss::quoted(file.method),
                       is_planar(model) ? "in the plane" : "in space"));
  RunRequest run = run_request(file, {}, flow, system.layout, t0, start);
  if (const std::string wrong = problem(run, flow, system.layout); !wrong.empty())
    refuse(model, model.run.place, "run: " + wrong);
  return run;
}

}  // namespace

OpenedModel open_model(const OpenRequest& request, const WireLimits& limits, ModelCache& cache,
                       const std::function<void()>& wanted) {
  const double t0 = request.from ? request.from->t : 0;
  const EditedText edited = with_edits(cache, request.text, request.edits, t0);
  Model read = page_model(edited.page);
  name_start(read, {.watch = wanted});
  const std::shared_ptr<const DerivedModel> derived = cache.derived(std::move(read));
  const Model& model = *derived->model;
  const System& system = derived->system;
  const Flow flow = system.with_inputs(default_inputs(system));
  const Skeleton bones = skeleton(model);
  const SolvedStart solved = solve_start(derived->spec, default_inputs(system));

  OpenedModel out;
  out.message = describe_model(*derived, flow, solved, bones);
  out.message.text = request.edits.empty() ? request.text : edited.page.text();
  out.message.start.snapped = edited.snapped;
  const std::vector<double> start =
      request.from ? state_at(*derived, *request.from, solved) : state_of(system.layout, solved);
  const RunRequest run = request_of(model, system, flow, t0, start);
  const Method method =
      run.settings.method.empty() ? default_method(run.tolerance() > 0, flow) : *find_method(run.settings.method, flow);
  out.message.run = {run.t0, run.settings};
  out.message.run.settings.method = method.name;
  if (!request.run) return out;
  check_cost(run, system, out.message.columns.size(), limits);
  out.run = std::make_unique<RunJob>(system, bones, start, run, limits.chunk);
  return out;
}

OpenedModel open_model(const OpenRequest& request, const WireLimits& limits) {
  ModelCache cache;
  return open_model(request, limits, cache);
}

}  // namespace oopss
