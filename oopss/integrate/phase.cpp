// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/phase.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace oopss {
namespace {

constexpr double closed_to = 1e-9;

/// What momenta are measured by: their sizes at both ends, and what would turn all by a radian in the time of the run.
double momentum_size(const Layout& layout, const Flow& flow, const std::vector<double>& start,
                     const std::vector<double>& end, double span) {
  double at_start = 0, at_end = 0;
  std::vector<double> unit = start;
  for (const auto& [begin, after] : layout.of_group(ErrorGroup::momentum))
    for (int i = begin; i < after; ++i) {
      at_start += std::abs(start[i]);
      at_end += std::abs(end[i]);
      unit[i] = i == begin ? 1 : 0;
    }
  return std::max({at_start, at_end, 1 / std::abs(flow.locked_rate(0, unit.data()) * span)});
}

/// What keeps the reduced state at the end from being that of the start, in words.
std::string difference(const System& system, const std::vector<double>& start, const std::vector<double>& end,
                       double size) {
  for (const Block& block : system.layout.blocks)
    for (int i = block.offset; i < block.offset + block.size; ++i) {
      if (block.kind == BlockKind::joint_angle)
        if (const double off = std::remainder(end[i] - start[i], 2 * std::numbers::pi); !(std::abs(off) <= closed_to))
          return fmt::format("the angle of {} ends {:.3g} rad from where it began", system.joints[block.owner], off);
      if (block.kind == BlockKind::momentum)
        if (const double off = end[i] - start[i]; !(std::abs(off) <= closed_to * size))
          return fmt::format("the momentum of {} ends {:.3g} kg m\u00b2/s from where it began",
                             system.bodies[block.owner], off);
    }
  return {};
}

}  // namespace

Phase phase_of(const System& system, const Flow& flow, const std::vector<double>& start, const RunRequest& request,
               const Run& run) {
  const int root = system.layout.offset(BlockKind::attitude);
  if (run.outcome().status != Status::complete) return {.reason = "the run did not come to its end"};
  if (root < 0 || !flow.locked_rate) return {.reason = "this system has no phase"};
  const double size = momentum_size(system.layout, flow, start, run.x(), run.t() - request.t0);
  if (std::string off = difference(system, start, run.x(), size); !off.empty()) return {.reason = off};
  RunRequest again = request;
  again.settings.every.reset();
  again.output_times.clear();
  again.integrand = flow.locked_rate;
  Run sum(flow, system.layout, start, again);
  while (sum.step()) continue;
  if (!sum.outcome().good()) return {.reason = sum.outcome().words};
  const double total = run.x()[root] - start[root];
  return {{}, total, sum.integral(), total - sum.integral()};
}

}  // namespace oopss
