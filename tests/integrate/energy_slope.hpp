// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/run.hpp"

namespace oopss {

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

}  // namespace oopss
