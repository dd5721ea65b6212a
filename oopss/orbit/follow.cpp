// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/follow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/analysis/continuation.hpp"

namespace oopss {
namespace {

constexpr double longest_part = 1.0 / 16;  // part of the range

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

}  // namespace

FollowedOrbits follow_orbit(const FollowRequest& request, const Orbit& first, const Told& told) {
  FollowedOrbits out{{{request.from, first}}, false, {}};
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
      return out;
    }
    if (told) told(done);
  }
  out.end = "the last value was reached";
  return out;
}

}  // namespace oopss
