// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "cli/arguments.hpp"
#include "cli/continue.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/orbit.hpp"
#include "cli/terminal.hpp"
#include "oopss/analysis/continuation.hpp"
#include "oopss/figure/followed.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/orbit/winding_orbits.hpp"
#include "oopss/system/model_family.hpp"
#include "oopss/system/orbit_system.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

/// What an orbit of a winding is followed over: its energy, its momentum, or a number of the model.
struct VariedOrbit {
  ModelFamily family;
  std::string path;
  std::vector<int> winding;
  OrbitPlace first;  // of the model as it stands

  OrbitPlace at(double value) {
    OrbitPlace out = first;
    if (path == "start.energy") {
      out.energy = value;
    } else if (path == "start.momentum") {
      out.momentum = value;
    } else {
      out.system = orbit_system(derived_member(family, {value}), winding);
    }
    return out;
  }
};

VariedOrbit varied_orbit(const Common& common, const ContinueOptions& options, const Model& model,
                         const std::string& path) {
  const std::vector<int> winding = winding_of(options.winding, model);
  VariedOrbit out{model_family(model, settings_of(common), {path}, Engine::recursive),
                  path,
                  winding,
                  {orbit_system(model, winding)}};
  const std::vector<double> start = start_state(model);
  out.first.energy = options.energy ? *options.energy : energy_of(out.first.system, start);
  out.first.momentum =
      options.momentum ? *options.momentum : out.first.system.system.casimirs.front().value(start.data());
  return out;
}

std::string in_words(const FollowedResult& result) {
  std::string out =
      fmt::format("{}: the orbit of winding ({}) over {} from {:.10g} to {:.10g}\n", one_line(result.model),
                  fmt::join(result.winding, ", "), result.vary, result.from, result.to);
  out += fmt::format("  {:>16} {:>14} {:>14} {:>18} {:>20}\n", "value", "energy, J", "momentum", "period, s",
                     "largest multiplier");
  for (const FollowedOrbit& point : result.followed.points)
    out += fmt::format("  {:>16.10g} {:>14.8g} {:>14.8g} {:>18.12g} {:>20.8g}\n", point.value, point.orbit.energy,
                       rounded(point.orbit.momentum, 1), point.orbit.loop.period, point.orbit.largest);
  out += fmt::format("  {}\n", result.followed.end);
  if (!result.file.empty()) out += fmt::format("  written to {}\n", result.file);
  return out;
}

std::string as_csv(const FollowedResult& result) {
  std::string out = "value,energy,momentum,period,largest_multiplier,phase,residual\n";
  for (const FollowedOrbit& point : result.followed.points)
    out += fmt::format("{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}\n", point.value, point.orbit.energy,
                       point.orbit.momentum, point.orbit.loop.period, point.orbit.largest, point.orbit.phase,
                       point.orbit.residual);
  return out;
}

FollowedCurve curve_of(const FollowedResult& result, const std::string& unit) {
  FollowedCurve out{fmt::format("{}: the orbit of winding ({})", result.model, fmt::join(result.winding, ", ")),
                    result.vary,
                    {},
                    {},
                    {},
                    unit};
  for (const FollowedOrbit& point : result.followed.points) {
    out.values.push_back(point.value);
    out.period.push_back(point.orbit.loop.period);
    out.growth.push_back(std::log10(point.orbit.largest));
  }
  return out;
}

}  // namespace

int continue_orbit(const Common& common, const ContinueOptions& options) {
  const Vary vary = vary_of(options.vary);
  if (options.free) throw UsageError("continue: --free is for equilibria; an orbit keeps the springs of its model");
  const Model model = model_of(common);
  VariedOrbit varied = varied_orbit(common, options, model, vary.path);
  const OrbitPlace begin = varied.at(vary.from);
  const auto make = [&](double value) {
    try {
      return varied.at(value);
    } catch (const ModelError& problem) {
      throw FamilyEnds(fmt::format("{} = {:.10g}: {}", vary.path, value, problem.found.front().message));
    }
  };
  FollowedResult result{.model = model.name,
                        .vary = vary.path,
                        .from = vary.from,
                        .to = vary.to,
                        .bodies = begin.system.system.bodies,
                        .joints = begin.system.system.joints,
                        .winding = varied.winding,
                        .followed = {},
                        .file = options.output};
  {
    const Interruption interruption;
    Progress progress("continue", !common.quiet && !common.json);
    const auto told = [&](double share) {
      end_if_interrupted();
      progress.show(share, static_cast<long>(100 * share), "%");
    };
    const WindingAnswer answer =
        winding_orbits(begin.system, {varied.winding, begin.energy, begin.momentum, false}, told);
    if (!answer.trouble.empty())
      throw NumericalFailure(fmt::format("{} = {:.10g}: {}; {}", vary.path, vary.from, answer.trouble, answer.words));
    result.followed =
        follow_orbit({.from = vary.from, .to = vary.to, .make = make, .by_energy = vary.path == "start.energy"},
                     answer.orbits.front().orbit, told);
  }
  if (Picture format{}; picture_of(options.output, format))
    write_file(options.output, render(followed_figure(curve_of(result, unit_at(model, vary.path))), format));
  if (ending(options.output) == ".csv") write_file(options.output, as_csv(result));
  const std::string document = followed_document(result);
  print(common.json ? document : in_words(result));
  if (!result.followed.lost) return Exit::done;
  say(fmt::format("oopss: the orbit: {}", result.followed.end));
  return Exit::numerical;
}

}  // namespace oopss
