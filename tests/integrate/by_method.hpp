// SPDX-License-Identifier: Apache-2.0
// What a method makes of a test system, which has a flow, a layout and a start: for the tests of the table's claims.
#pragma once

#include <catch2/catch.hpp>

#include "oopss/integrate/dop853.hpp"
#include "oopss/integrate/gauss.hpp"
#include "oopss/integrate/lobatto.hpp"
#include "oopss/integrate/run.hpp"

namespace oopss {

inline RunRequest settings_for(const Method& method, double step, double tolerance, double until) {
  RunRequest out{{.method = method.name, .until = until}};
  (method.adaptive ? out.settings.tolerance : out.settings.step) = method.adaptive ? tolerance : step;
  return out;
}

template <class System>
Path path_of(const System& system, const RunRequest& request) {
  Path path = integrate(system.flow, system.layout, system.start, request);
  INFO(path.outcome.words);
  REQUIRE(path.outcome.status == Status::complete);
  return path;
}

template <class System>
std::vector<double> end_state(const System& system, const RunRequest& request) {
  const Path path = path_of(system, request);
  const double* end = path.points.row(path.points.count() - 1);
  return {end, end + system.layout.size};
}

/// The end after whole steps of length h: of a fixed-step method, or of dop853 without its control.
template <class System>
std::vector<double> end_by_steps(const System& system, const Method& method, double h, int steps) {
  if (!method.adaptive) return end_state(system, settings_for(method, h, 0, h * steps));
  Dop853 by = dop853(system.layout, 1, waypoint(0, system.start));
  for (int i = 0; i < steps; ++i) leap(by, system.flow, h);
  return by.end.x;
}

/// The state at `part` of a first step of length h.
template <class System>
std::vector<double> inside_a_step(const System& system, const Method& method, double h, double part) {
  std::vector<double> out(system.start.size());
  const Waypoint start = waypoint(0, system.start);
  const auto sampled = [&](auto by) {
    REQUIRE(advance(by, system.flow, h).good());
    REQUIRE(sample(by, system.flow, part * h, out).good());
  };
  if (method.kind != MethodKind::gauss) {
    Dop853 by = dop853(system.layout, 1, start);
    leap(by, system.flow, h);
    REQUIRE(sample(by, system.flow, part * h, out).good());
  } else if (system.flow.closure.count > 0) {
    sampled(lobatto(system.flow, system.layout, method.stages, h, start));
  } else {
    sampled(gauss(system.layout, method.stages, h, start));
  }
  return out;
}

}  // namespace oopss
