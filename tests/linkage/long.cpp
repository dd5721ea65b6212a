// SPDX-License-Identifier: Apache-2.0
// A million steps of every linkage that does not stop: closed to rounding, and without a trend of its energy.
#include <catch2/catch.hpp>

#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"
#include "tests/integrate/energy_slope.hpp"

namespace oopss {
namespace {

struct LongLoops {
  LongRun run;
  double gap = 0;    // the widest of the closure, in metres
  double turns = 0;  // the largest joint angle, rad
  double t = 0;
};

LongLoops long_loops(const std::string& name, const std::string& method, double step, long steps) {
  const Model model = load_model(name);
  const System system = derive(model);
  const Flow flow = system.with_inputs(default_inputs(system));
  constexpr double never = 1e9;
  Run run(flow, system.layout, start_state(model), {{.method = method, .step = step, .until = never}});
  LongLoops out;
  Monitor monitor = monitor_of(system.casimirs);
  std::vector<double> t, error, g(static_cast<std::size_t>(flow.closure.count));
  const std::size_t joints = system.layout.of_group(ErrorGroup::angle).front().end;
  while (run.steps() < steps && run.step()) {
    const double* x = run.x().data();
    flow.closure.value(0, x, g.data());
    for (const double part : g) out.gap = std::max(out.gap, std::abs(part));
    if (run.steps() % 16 != 0 && run.steps() != steps) continue;
    observe(monitor, flow, system.layout, run.t(), x);
    for (std::size_t k = 0; k < joints; ++k) out.turns = std::max(out.turns, std::abs(x[k]));
    t.push_back(run.t());
    error.push_back((monitor.energy.end - monitor.energy.start) / monitor.energy.start);
  }
  out.run.outcome = run.outcome();
  out.run.energy = monitor.energy;
  out.run.momentum = monitor.momentum();
  out.t = run.t();
  fit_slope(t, error, out.run);
  return out;
}

}  // namespace

TEST_CASE("a million steps of linkages stay closed to 1e-12, and their energy has no trend") {
  // The crank of the four-bar turns: closure is that of angles as they come out, so they must not grow beyond 1000 rad.
  struct Case {
    const char* name;
    double step;
    long steps;
  };
  for (const Case& one : {Case{"four-bar", 0.0005, 1'000'000},
                          {"four-bar-rocker", 0.005, 1'000'000},
                          {"five-bar", 0.005, 1'000'000},
                          {"watt", 0.005, 1'000'000},
                          {"two-loop", 0.005, 1'000'000},
                          {"scissor", 0.005, 100'000}}) {
    const LongLoops found = long_loops(one.name, "gauss2", one.step, one.steps);
    const LongRun& run = found.run;
    INFO(one.name << ": " << run.outcome.words << " slope " << run.slope * found.t << " +- "
                  << run.slope_error * found.t << " over the run, largest error " << run.energy.max_relative_drift()
                  << ", gap " << found.gap);
    CHECK(run.outcome.status == Status::running);
    CHECK(found.gap < 1e-12);
    CHECK(run.momentum.max_relative_drift() < 1e-12);
    CHECK(std::abs(run.slope) < 3.5 * run.slope_error);  // 1 in 2000 by chance; the run is always the same one
    WARN(one.name << " to t = " << found.t << ": closure to " << found.gap << " m with angles up to " << found.turns
                  << " rad, momentum to " << run.momentum.max_relative_drift() << ", energy to "
                  << run.energy.max_relative_drift() << ", slope over the run " << run.slope * found.t << " +- "
                  << run.slope_error * found.t);
  }
}

}  // namespace oopss
