// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/winding_orbits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace oopss {
namespace {

constexpr int evenly_turning_starts = 6;
constexpr int most_nodes = 64;  // of multiple shooting

/// Nodes of multiple shooting: four for every turn of a body against the root.
int nodes_for(const WindingProblem& problem) {
  const BodyAngles angles(problem.between, problem.lagrangian.root);
  int most = 1;
  for (const int turns : angles.of_bodies(problem.winding)) most = std::max(most, std::abs(turns));
  return std::min(4 * most, most_nodes);
}

Orbit closed(const OrbitSystem& model, const WindingProblem& problem, const ShortLoop& loop) {
  OrbitDemand demand{.energy = problem.energy, .momentum = problem.lagrangian.momentum, .segments = 0, .nodes = {}};
  const int count = nodes_for(problem);
  for (int i = 0; i < count; ++i)
    demand.nodes.push_back(state_on(model.system, problem, loop, static_cast<double>(i) / count));
  return closed_orbit(model, {demand.nodes.front(), loop.period, problem.winding}, demand);
}

/// What the energy is against the threshold.
std::string threshold_words(const EnergyThreshold& threshold, double energy) {
  if (!threshold.known) return "no threshold of the energy is known for these laws: nothing is promised";
  const std::string both =
      fmt::format("{:.10g} J with the best mean of the angles, {:.10g} J with the angle of the root", threshold.best,
                  threshold.literal);
  if (energy > threshold.best)
    return fmt::format("the energy is above the threshold E_0 ({}): a motion of every winding exists", both);
  return fmt::format(
      "the energy is not above the threshold E_0 ({}): loops can be shortened without end there, and no "
      "motion is promised",
      both);
}

}  // namespace

WindingAnswer winding_orbits(const OrbitSystem& model, const WindingRequest& request, const Told& told) {
  WindingAnswer out;
  const WindingProblem problem{model.system.lagrangian(model.p, request.momentum), model.system.between, request.energy,
                               request.winding};
  out.threshold = model.threshold(request.momentum);
  out.words = threshold_words(out.threshold, request.energy);
  out.existence = out.threshold.known && request.energy > out.threshold.best ? "theorem" : "numerical";
  std::vector<ShortLoop> loops;
  if (request.all_symmetric) {
    for (const std::vector<double>& shape : mirror_shapes(problem.lagrangian, request.winding))
      loops.push_back(mirrored_loop(problem, shape));
  } else {
    loops = short_loops(problem, evenly_turning_starts, told);
  }
  for (const ShortLoop& loop : loops) {
    WindingOrbit found{closed(model, problem, loop), loop.action};
    const bool good = found.orbit.trouble.empty();
    out.orbits.push_back(std::move(found));
    if (good && !request.all_symmetric) break;
  }
  std::stable_sort(out.orbits.begin(), out.orbits.end(), [](const WindingOrbit& a, const WindingOrbit& b) {
    if (a.orbit.trouble.empty() != b.orbit.trouble.empty()) return a.orbit.trouble.empty();
    return a.action < b.action;
  });
  if (out.orbits.empty())
    out.trouble = "no loop of this winding was found at this energy";
  else
    out.trouble = out.orbits.front().orbit.trouble;
  return out;
}

}  // namespace oopss
