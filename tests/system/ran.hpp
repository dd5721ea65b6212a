// SPDX-License-Identifier: Apache-2.0
// A run of a model, with all that tests of prescribed motions ask of it.
#pragma once

#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/phase.hpp"
#include "oopss/system/derive.hpp"

namespace oopss {

/// A run of a model from its start, or from another state, with its phase.
struct Ran {
  System system;
  Flow flow;
  std::vector<double> start, end;
  Monitor monitor;
  Outcome outcome;
  Phase phase;
};
inline Ran ran(const Model& model, const RunSettings& settings, std::vector<double> start = {}) {
  Ran out;
  out.system = derive(model);
  out.flow = out.system.with_inputs(default_inputs(out.system));
  out.start = start.empty() ? start_state(model) : start;
  out.monitor = monitor_of(out.system.casimirs);
  const RunRequest request{.settings = settings};
  Run run(out.flow, out.system.layout, out.start, request);
  while (run.step())
    for (int i = 0; i < run.points().count(); ++i)
      observe(out.monitor, out.flow, out.system.layout, run.points().t[i], run.points().row(i));
  out.end = run.x();
  out.outcome = run.outcome();
  out.phase = phase_of(out.system, out.flow, out.start, request, run);
  return out;
}

}  // namespace oopss
