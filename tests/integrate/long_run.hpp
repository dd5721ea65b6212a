// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/run.hpp"
#include "tests/integrate/flows.hpp"

namespace oopss {

/// Builds with sanitizers are some twenty times slower: there long runs are shorter.
#ifdef NDEBUG
constexpr int shorter = 1;
#else
constexpr int shorter = 20;
#endif

/// A long run of a conservative system in numbers.
struct LongRun {
  Outcome outcome;
  Drift energy, momentum;
  double slope = 0, slope_error = 0;  // of the relative energy error over time, and its standard error
  double evaluations = 0;             // per stage and step
};

/// Least squares through the means of 64 blocks: a block is much longer than the motion remembers, so the blocks'
/// scatter is that of independent numbers and gives the slope's standard error.
inline void fit_slope(const std::vector<double>& t, const std::vector<double>& error, LongRun& out) {
  constexpr int blocks = 64;
  std::vector<double> u(blocks), v(blocks);
  const std::size_t each = error.size() / blocks;
  for (std::size_t i = 0; i < each * blocks; ++i) {
    u[i / each] += t[i] / static_cast<double>(each);
    v[i / each] += error[i] / static_cast<double>(each);
  }
  double u_mean = 0, v_mean = 0, uu = 0, uv = 0, rest = 0;
  for (int b = 0; b < blocks; ++b) {
    u_mean += u[b] / blocks;
    v_mean += v[b] / blocks;
  }
  for (int b = 0; b < blocks; ++b) {
    uu += (u[b] - u_mean) * (u[b] - u_mean);
    uv += (u[b] - u_mean) * (v[b] - v_mean);
  }
  out.slope = uv / uu;
  for (int b = 0; b < blocks; ++b) {
    const double off = v[b] - v_mean - out.slope * (u[b] - u_mean);
    rest += off * off;
  }
  out.slope_error = std::sqrt(rest / (blocks - 2) / uu);
}

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
