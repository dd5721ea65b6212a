// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/follow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/analysis/continuation.hpp"
#include "oopss/orbit/family.hpp"

namespace oopss {
namespace {

constexpr double longest_part = 1.0 / 16;  // part of the range
// Beyond a fold. Towards a homoclinic motion there is no end of orbits, and each takes longer than the one before.
constexpr int most_round_folds = 200;
constexpr double most_growth_round_folds = 1e12;

/// Nodes and period on the line through the last two orbits, at a value.
void predict(const std::vector<FollowedOrbit>& known, double value, OrbitLoop& loop,
             std::vector<std::vector<double>>& nodes) {
  const Orbit& last = known.back().orbit;
  nodes = last.nodes;
  loop = last.loop;
  if (known.size() < 2) return;
  const FollowedOrbit& before = known[known.size() - 2];
  const double part = (value - known.back().value) / (known.back().value - before.value);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (std::size_t k = 0; k < nodes[i].size(); ++k) nodes[i][k] += part * (nodes[i][k] - before.orbit.nodes[i][k]);
  loop.period += part * (loop.period - before.orbit.loop.period);
  loop.start = nodes.front();
}

/// The orbit at a value near the last one; a trouble where there is none, or where another one was found.
Orbit next_orbit(const FollowRequest& request, const std::vector<FollowedOrbit>& known, double value) {
  const OrbitPlace place = request.make(value);
  OrbitDemand demand{.energy = place.energy, .momentum = place.momentum};
  OrbitLoop guess;
  predict(known, value, guess, demand.nodes);
  Orbit out = closed_orbit(place.system, guess, demand);
  if (out.trouble.empty() && std::abs(std::log(out.loop.period / guess.period)) > 0.1) out.trouble = "the period jumps";
  return out;
}

/// |Π (ρ − 2)|, which goes to zero where orbits turn back in energy, and beyond bounds where their period does.
double distance_from_fold(const Orbit& orbit) {
  double out = 1;
  for (const std::complex<double>& rho : orbit.rho) out *= std::abs(rho - 2.0);
  return out;
}

bool nears_fold(const std::vector<FollowedOrbit>& points) {
  return points.size() > 1 &&
         distance_from_fold(points.back().orbit) < distance_from_fold(points[points.size() - 2].orbit);
}

/// Round the fold behind the last point of an orbit that was lost, at fixed momentum, as far as the range goes; nothing
/// changes if there is none. `done`: the part of the range that is behind.
void go_round(const FollowRequest& request, double done, FollowedOrbits& out, const Told& told) {
  const OrbitPlace place = request.make(out.points.back().value);
  const auto told_of_member = [&](double, long) {
    if (told) told(done);
  };
  Family family = family_onward(
      place.system, out.points[out.points.size() - 2].orbit, out.points.back().orbit,
      std::min(request.from, request.to), std::max(request.from, request.to),
      {.most_members = most_round_folds, .most_period_growth = most_growth_round_folds, .progress = told_of_member});
  for (const FamilyEvent& event : family.events)
    if (event.kind == FamilyEventKind::fold) out.folds.push_back(event.energy);
  if (out.folds.empty()) return;
  const std::string turned = fmt::format("it turned back at {:.8g}", fmt::join(out.folds, ", then at "));
  for (std::size_t i = 1; i < family.members.size(); ++i) {
    Orbit& orbit = family.members[i];
    measure(place.system, orbit);
    if (!orbit.trouble.empty()) {
      out.end = fmt::format("{}; it was lost after {:.10g}: {}", turned, out.points.back().value, orbit.trouble);
      return;
    }
    out.points.push_back({orbit.energy, std::move(orbit)});
  }
  out.lost = family.end.kind != FamilyEndKind::limit && family.end.kind != FamilyEndKind::family;
  if (family.end.kind != FamilyEndKind::limit)
    out.end = fmt::format("{}; {}", turned, family.end.words);
  else
    out.end = fmt::format(
        "{}, and {}", turned,
        family.end.energy == request.to ? "then the last value was reached" : "came back to the first value");
}

}  // namespace

FollowedOrbits follow_orbit(const FollowRequest& request, const Orbit& first, const Told& told) {
  FollowedOrbits out{.points = {{request.from, first}}};
  const double range = request.to - request.from;
  double step = longest_part;
  for (double done = 0; done < 1;) {
    const double next = std::min(1.0, done + step), value = next < 1 ? request.from + next * range : request.to;
    std::string trouble;
    try {
      Orbit orbit = next_orbit(request, out.points, value);
      trouble = orbit.trouble;
      if (trouble.empty()) out.points.push_back({value, std::move(orbit)});
    } catch (const FamilyEnds& why) {
      trouble = why.what();
    }
    if (trouble.empty()) {
      done = next;
      step = std::min(1.5 * step, longest_part);
      if (told) told(done);
      continue;
    }
    step /= 2;
    if (step < request.shortest_step) {
      out.lost = true;
      out.end = fmt::format("it was lost after {:.10g}: {}", out.points.back().value, trouble);
      if (request.by_energy && nears_fold(out.points)) go_round(request, done, out, told);
      return out;
    }
    if (told) told(done);
  }
  out.end = "the last value was reached";
  return out;
}

}  // namespace oopss
