// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/orbit.hpp"
#include "cli/trajectory.hpp"
#include "oopss/figure/film.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/model/write.hpp"

namespace oopss {
namespace {

constexpr int points_of_period = 1000;

constexpr double series_tolerance = 1e-16;

/// Whether the motion is run by Taylor series; else it is by `gauss6`, in as many steps as there are points.
bool by_series(const OrbitSystem& system) { return system.flow.jet && system.flow.closure.count == 0; }

Path motion_of(const OrbitSystem& system, const Orbit& orbit) {
  RunRequest request;
  request.settings.until = orbit.loop.period;
  request.settings.every = orbit.loop.period / points_of_period;
  if (by_series(system)) {
    request.settings.method = "taylor";
    request.settings.tolerance = series_tolerance;
  } else {
    request.settings.method = "gauss6";
    request.settings.step = orbit.loop.period / points_of_period;
  }
  Path path = integrate(system.flow, system.system.layout, orbit.loop.start, request);
  if (!path.outcome.good()) throw NumericalFailure("the motion could not be run: " + path.outcome.words);
  return path;
}

Named named(const std::string& name, double value) { return {{name, {}}, {literal(fmt::format("{:.17g}", value))}}; }

/// The model with the start of the orbit and a run of its period, as exact as this can be had, so that it closes.
std::string model_on(const Model& model, const OrbitSystem& system, const Orbit& orbit) {
  Model out = model;
  const PlainState start = shown_orbit(model, system, orbit).start;
  out.start = {};
  out.start.form = StartForm::momenta;
  for (std::size_t k = 0; k < system.system.joints.size(); ++k)
    if (start.angles[k]) out.start.angles.push_back(named(system.system.joints[k], *start.angles[k]));
  for (std::size_t i = 0; i < system.system.bodies.size(); ++i)
    out.start.momenta.push_back(named(system.system.bodies[i], start.momenta[i].front()));
  out.run = {};
  out.run.until = literal(fmt::format("{:.17g}", orbit.loop.period));
  out.run.method = Text{by_series(system) ? "taylor" : "gauss6", {}};
  if (by_series(system))
    out.run.tolerance = literal(fmt::format("{:g}", series_tolerance));
  else
    out.run.step = literal(fmt::format("{:.17g}", orbit.loop.period / points_of_period));
  return write_model(out);
}

std::string table_of(const OrbitSystem& system, const Skeleton& bones, const Trajectory& points) {
  Recorder rows = recorder(system.system, bones, trajectory_columns(system.system));
  std::string out = fmt::format("{}\n", fmt::join(names_of(rows.columns), ","));
  for (int i = 0; i < points.count(); ++i)
    out += fmt::format("{:.17g}\n", fmt::join(record(rows, system.flow, points.t[i], points.row(i)), ","));
  return out;
}

}  // namespace

void write_orbit(const std::string& path, const Model& model, const OrbitSystem& system, const Orbit& orbit) {
  if (ending(path) == ".toml") return write_file(path, model_on(model, system, orbit));
  const Path motion = motion_of(system, orbit);
  const Skeleton bones = skeleton(model);
  if (ending(path) == ".csv") return write_file(path, table_of(system, bones, motion.points));
  Picture format{};
  picture_of(path, format);
  Film film = film_of(system.system, bones, system.flow, motion.points);
  film.title = model.name;
  write_file(path, render(plot(plot_of(film, {"angle"}, "inertial")), format));
}

}  // namespace oopss
