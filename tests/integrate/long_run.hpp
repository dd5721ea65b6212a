// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/integrate/energy_slope.hpp"
#include "tests/integrate/flows.hpp"

namespace oopss {

/// Builds with sanitizers are some twenty times slower: there long runs are shorter.
#ifdef NDEBUG
constexpr int shorter = 1;
#else
constexpr int shorter = 20;
#endif

inline LongRun long_run(const TestSystem& system, const std::string& method, double step, long steps) {
  Run run(system.flow, system.layout, system.start,
          {{.method = method, .step = step, .until = step * static_cast<double>(steps)}});
  LongRun out;
  Monitor monitor = monitor_of({planar_momentum(system.layout)});
  std::vector<double> t, error;
  const Flow flow = system.flow;
  for (long count = 0; run.step(); ++count) {
    if (count % 16 != 0 && count != steps) continue;  // the energy costs about as much as the step
    observe(monitor, flow, system.layout, run.t(), run.x().data());
    t.push_back(run.t());
    error.push_back((monitor.energy.end - monitor.energy.start) / monitor.energy.start);
  }
  out.outcome = run.outcome();
  out.energy = monitor.energy;
  out.momentum = monitor.momentum();
  out.evaluations = static_cast<double>(run.evaluations()) / static_cast<double>(steps * run.method().stages);
  fit_slope(t, error, out);
  return out;
}

}  // namespace oopss
