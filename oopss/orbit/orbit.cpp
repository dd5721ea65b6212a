// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/orbit.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "oopss/integrate/run.hpp"
#include "oopss/orbit/multipliers.hpp"
#include "oopss/orbit/shooting.hpp"
#include "oopss/orbit/time_mirror.hpp"

namespace oopss {
namespace {

constexpr double asked_residual = 1e-12, asked_defect = 1e-9;

/// What a run of one period by another method misses the start by: angles in radians, momenta by the largest of them.
double missed_by(const OrbitSystem& model, const OrbitLoop& loop, const RunSettings& settings, std::string& words) {
  RunRequest request{.settings = settings};
  request.settings.until = loop.period;
  const Path path = integrate(model.flow, model.system.layout, loop.start, request);
  if (!path.outcome.good()) {
    words = path.outcome.words;
    return std::numeric_limits<double>::infinity();
  }
  const double* const end = path.points.row(path.points.count() - 1);
  const double unit = momentum_unit(model.system, loop.start);
  double out = 0;
  for (const Block& block : model.system.layout.blocks) {
    if (block.offset >= model.system.bracket.size) continue;
    const bool angle = block.kind == BlockKind::joint_angle;
    const double turns = angle && block.owner < static_cast<int>(loop.winding.size()) ? loop.winding[block.owner] : 0;
    const double off = end[block.offset] - loop.start[block.offset] - 2 * std::numbers::pi * turns;
    out = std::max(out, std::abs(off) / (angle ? 1 : unit));
  }
  return out;
}

/// By Taylor series, or where there are none or loops by collocation, with steps halved until nothing is gained.
double measured_residual(const OrbitSystem& model, const OrbitLoop& loop, double bound, std::string& words) {
  if (model.flow.jet && model.flow.closure.count == 0)
    return missed_by(model, loop, {.method = "taylor", .tolerance = 1e-16}, words);
  double out = std::numeric_limits<double>::infinity();
  for (int steps = 1000; steps <= 8000 && out > bound; steps *= 2) {
    const double next = missed_by(model, loop, {.method = "gauss6", .step = loop.period / steps}, words);
    if (!(next < out)) break;
    out = next;
  }
  return out;
}

int passages_of(const OrbitSystem& model, const LeafGeometry& geometry, const OrbitLoop& guess) {
  const Shot once = shoot(model, geometry, polygon_of(model, guess, 1));
  return once.trouble.empty() ? passages_for(once.monodromy.norm()) : 1;
}

}  // namespace

Orbit orbit_of(const OrbitSystem& model, const Shot& shot) {
  Orbit out;
  out.loop = {shot.polygon.nodes.front(), shot.polygon.period, shot.polygon.winding};
  out.nodes = shot.polygon.nodes;
  out.energy = energy_of(model, out.loop.start);
  out.momentum = model.system.casimirs.front().value(out.loop.start.data());
  out.trouble = shot.trouble;
  if (!out.trouble.empty()) {
    out.residual = shot.opening.size() > 0 ? shot.closing_error : std::numeric_limits<double>::infinity();
    return out;
  }
  out.rho = traces(cross_map(shot.frames.front(), shot.monodromy));
  out.multipliers = multipliers_of(out.rho);
  if (!out.multipliers.empty()) out.largest = std::max(1.0, std::abs(out.multipliers.front()));
  out.asymmetry = symplectic_defect(shot.frames.front(), shot.monodromy);
  out.phase = shot.phase;
  out.dynamic = shot.dynamic;
  out.geometric = out.phase - out.dynamic;
  return out;
}

void measure(const OrbitSystem& model, Orbit& orbit) {
  if (!orbit.trouble.empty()) return;
  const double bound = asked_residual * orbit.largest;
  std::string words;
  orbit.residual = measured_residual(model, orbit.loop, bound, words);
  orbit.symmetric = mirrors_in_time(model, orbit.loop);
  if (!words.empty())
    orbit.trouble = "its residual could not be measured: " + words;
  else if (!(orbit.residual < bound))
    orbit.trouble = fmt::format("its residual is {:.2g}, and {:.2g} was to be reached", orbit.residual, bound);
  else if (!(orbit.asymmetry < asked_defect))
    orbit.trouble =
        fmt::format("its monodromy is symplectic to {:.2g} only: the multipliers are not known well", orbit.asymmetry);
}

Orbit closed_orbit(const OrbitSystem& model, const OrbitLoop& guess, const OrbitDemand& demand) {
  const LeafGeometry geometry = leaf_geometry(model.system, momentum_unit(model.system, guess.start));
  Polygon polygon{demand.nodes, guess.period, guess.winding};
  if (demand.nodes.empty())
    polygon = polygon_of(model, guess, demand.segments > 0 ? demand.segments : passages_of(model, geometry, guess));
  for (std::vector<double>& node : polygon.nodes) put_momentum(model, demand.momentum, node);
  Orbit out = orbit_of(model, closed_shot(model, geometry, polygon, {.energy = demand.energy}));
  measure(model, out);
  return out;
}

}  // namespace oopss
