// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/manifold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/chaos/melnikov.hpp"
#include "oopss/integrate/run.hpp"

namespace oopss {
namespace {

constexpr double manifold_tolerance = 1e-16;  // of a step
constexpr double phase_found = 1e-7;          // of a period: from there on the slope of the branch does
constexpr int most_secants = 40;
constexpr double longest_secant = 0.25;  // of the parameter

/// The difference of two phases that is least in size.
double phase_difference(double a, double b, double period) { return std::remainder(a - b, period); }

/// A state near a node, from which a branch is followed.
struct ManifoldStart {
  double t = 0;
  std::vector<double> x;
};
ManifoldStart manifold_start(const ManifoldProblem& problem, Manifold branch, double parameter) {
  const std::vector<SaddleNode>& nodes = problem.orbit.nodes;
  const auto count = static_cast<int>(nodes.size());
  // One node further from the section is a start nearer by its growth: c counts nodes, in part by the distance.
  const double c = (parameter - std::floor(parameter)) * count;
  const int whole = std::min(count - 1, static_cast<int>(c));
  const bool outward = branch == Manifold::unstable;
  const int place = outward ? (count - whole) % count : whole;
  const SaddleNode& node = nodes[static_cast<std::size_t>(place)];
  const double growth = outward ? nodes[static_cast<std::size_t>((place + count - 1) % count)].growth : node.decay;
  const std::vector<double>& direction = outward ? node.unstable : node.stable;
  const int side = outward ? problem.section.sense : -problem.section.sense;
  const double sign = direction[static_cast<std::size_t>(problem.section.place)] * side > 0 ? 1 : -1;
  const double s = sign * problem.start * std::pow(growth, c - whole);
  ManifoldStart out{node.t, node.x};
  for (std::size_t i = 0; i < out.x.size(); ++i) out.x[i] += s * direction[i];
  return out;
}

}  // namespace

SectionArrival arrive_at_section(const ManifoldProblem& problem, Manifold branch, double parameter) {
  const HomoclinicSection& section = problem.section;
  const ManifoldStart start = manifold_start(problem, branch, parameter);
  const int direction = branch == Manifold::unstable ? 1 : -1;
  const double target = section.folded + direction * section.sense * std::numbers::pi;
  const double doubling = problem.orbit.period / std::log2(problem.orbit.multiplier);
  const double longest = doubling * (std::log2(1 / problem.start) + 30) + 2 * problem.orbit.period;
  RunRequest request;
  request.settings.method = "taylor";
  request.settings.tolerance = manifold_tolerance;
  request.settings.until = start.t + direction * longest;
  request.t0 = start.t;
  request.events = {{.quantity = [place = section.place, target](double, const double* x) { return x[place] - target; },
                     .stop = true}};
  Run run(problem.model.flow, problem.model.system.layout, start.x, request);
  SectionArrival out;
  while (run.step())
    if (!run.hits().empty()) break;
  if (run.hits().empty()) {
    out.trouble = run.outcome().good() ? "a motion on the manifold does not come to the section" : run.outcome().words;
    return out;
  }
  const EventHit& hit = run.hits().front();
  out.t = hit.t;
  out.x = hit.x;
  out.phase = within_period(section.phase(hit.t, hit.x.data()), section.period);
  out.momentum = section.momentum(hit.x.data());
  return out;
}

ManifoldPoint manifold_point(const ManifoldProblem& problem, Manifold branch, double phase, double parameter) {
  const double period = problem.section.period;
  // On the periodic motion a later start is a later phase; along the unstable branch the parameter goes back in time.
  const double along = problem.section.phase_sense * (branch == Manifold::unstable ? -1 : 1) * period;
  double slope = along;
  SectionArrival last = arrive_at_section(problem, branch, parameter);
  double off = phase_difference(last.phase, phase, period);
  for (int count = 0; count < most_secants && last.trouble.empty(); ++count) {
    const double step = std::clamp(-off / slope, -longest_secant, longest_secant);
    SectionArrival next = arrive_at_section(problem, branch, parameter + step);
    if (!next.trouble.empty()) return {.trouble = next.trouble};
    const double now = phase_difference(next.phase, phase, period),
                 moved = phase_difference(next.phase, last.phase, period);
    parameter += step;
    if (std::abs(now) < phase_found * period) {
      const double rise = std::abs(moved) > 10 * phase_found * period ? (next.momentum - last.momentum) / moved : 0;
      return {phase, next.momentum - rise * now, parameter, std::move(next.x), ""};
    }
    if (moved * step * along > 0) slope = moved / step;
    off = now;
    last = std::move(next);
  }
  if (!last.trouble.empty()) return {.trouble = last.trouble};
  return {.trouble = fmt::format("no point of the manifold was found at the phase {:.10g}: the nearest is {:.2g} off",
                                 phase, off)};
}

}  // namespace oopss
