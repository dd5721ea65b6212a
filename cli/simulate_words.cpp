// SPDX-License-Identifier: Apache-2.0
#include "cli/simulate_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/arguments.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

/// The angle of a rotation by its rows: 2 sin and 2 cos of it.
double turn_of(const std::array<double, 9>& R) {
  return std::atan2(std::hypot(R[7] - R[5], R[2] - R[6], R[3] - R[1]), R[0] + R[4] + R[8] - 1);
}

std::string phase_words(const Phase& phase) {
  if (!phase.reason.empty()) return "none: " + phase.reason;
  if (phase.angle) return fmt::format("{:.10g} rad about the momentum after a closed loop", *phase.angle);
  if (!phase.rotation)
    return fmt::format("{:.10g} rad after a closed loop: {:.10g} dynamic, {:.10g} geometric", phase.total,
                       rounded(phase.dynamic, 1), rounded(phase.geometric, 1));
  std::array<double, 9> R = *phase.rotation;
  for (double& entry : R) entry = rounded(entry, 1);
  return fmt::format(
      "[[{:.10g}, {:.10g}, {:.10g}], [{:.10g}, {:.10g}, {:.10g}], [{:.10g}, {:.10g}, {:.10g}]] after a "
      "closed loop without momentum: a turn by {:.10g} rad",
      R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8], turn_of(*phase.rotation));
}

/// The first of the events that were met, a line each.
std::string event_words(const Simulation& simulation) {
  constexpr std::size_t most_lines = 20;
  std::string out;
  for (std::size_t k = 0; k < simulation.met.size() && k < most_lines; ++k) {
    const MetEvent& one = simulation.met[k];
    out += fmt::format("  {:<16} {} at t = {:.10g} s, {}\n", "event", simulation.events[one.event],
                       rounded(one.t, simulation.until),
                       one.direction > 0   ? "rising"
                       : one.direction < 0 ? "falling"
                                           : "touching");
  }
  if (simulation.met.size() > most_lines)
    out += fmt::format("  {:<16} {} more\n", "events", simulation.met.size() - most_lines);
  if (simulation.met.empty() && !simulation.events.empty()) out += fmt::format("  {:<16} none was met\n", "events");
  return out;
}

/// Derivatives at the end; what is rounding beside others of its kind, angles or momenta, or beside the column itself,
/// is zero.
std::string slope_words(const Simulation::Slopes& slopes) {
  constexpr double rounding = 1e-12;
  const auto kind = [](const std::string& name) { return name.substr(0, name.find_first_of("._)")); };
  std::string out = fmt::format("  {:<16} by {} = {:.10g}, at the end\n", "derivatives", slopes.path, slopes.value);
  for (std::size_t c = 0; c < slopes.names.size(); ++c) {
    double size = std::abs(slopes.sizes[c]);
    for (std::size_t other = 0; other < slopes.names.size(); ++other)
      if (kind(slopes.names[other]) == kind(slopes.names[c])) size = std::max(size, std::abs(slopes.final[other]));
    out += fmt::format("    {:<24} {:.10g}\n", slopes.names[c],
                       std::abs(slopes.final[c]) <= rounding * size ? 0.0 : slopes.final[c]);
  }
  return out;
}

}  // namespace

std::string in_words(const Simulation& simulation) {
  std::string out = fmt::format("{}: {} to t = {:.10g} s in {} steps of {} ({} engine), {:.3g} s\n",
                                one_line(simulation.model), simulation.status, simulation.t, simulation.steps,
                                simulation.method, simulation.engine, simulation.wall_seconds);
  out += in_words(simulation.state, simulation.bodies, simulation.joints, simulation.monitor.momentum().size);
  const auto drift = [&](const char* what, const Drift& of_what) {
    out += fmt::format("  {:<16} {:.10g} -> {:.10g}, strayed by {:.2e} at most ({:.1e} of its size)\n", what,
                       rounded(of_what.start, of_what.size), rounded(of_what.end, of_what.size), of_what.max_drift,
                       of_what.max_relative_drift());
  };
  drift("energy", simulation.monitor.energy);
  const std::vector<Drift>& momentum = simulation.monitor.strayed;
  if (simulation.monitor.outside)
    out += fmt::format(
        "  {:<16} {:.10g} -> {:.10g}; torques from outside gave {:.10g}, less this it strayed by {:.2e} at most\n",
        "momentum", rounded(momentum[0].start, momentum[0].size), rounded(momentum[0].end, momentum[0].size),
        rounded(simulation.monitor.impulse, momentum[0].size), simulation.monitor.max_momentum_error);
  else if (momentum.size() == 1)
    drift("momentum", momentum[0]);
  else
    for (std::size_t part = 0; part < momentum.size(); ++part)
      drift(simulation.monitor.casimirs[part].label.c_str(), momentum[part]);
  if (!simulation.centre.empty())
    out += fmt::format("  {:<16} ({:.10g}) m\n", "mass centre", fmt::join(rounded(simulation.centre), ", "));
  if (simulation.monitor.work != 0 || simulation.monitor.dissipated != 0)
    out += fmt::format("  {:<16} {:.6g} J dissipated, {:.6g} J of work; the balance is off by {:.1e} J at most\n",
                       "laws", rounded(simulation.monitor.dissipated, simulation.monitor.energy.size),
                       rounded(simulation.monitor.work, simulation.monitor.energy.size), simulation.monitor.max_error);
  if (!simulation.monitor.gap.empty())
    out += fmt::format("  {:<16} open by {:.1e} m at most\n", "loops", simulation.monitor.closure);
  out += fmt::format("  {:<16} {}\n", "phase", phase_words(simulation.phase));
  out += event_words(simulation);
  if (simulation.slopes) out += slope_words(*simulation.slopes);
  for (const std::vector<double>& turning : simulation.branches)
    out += fmt::format("  {:<16} {} turn as {:.4g}\n", "branch", fmt::join(simulation.joints, " : "),
                       fmt::join(rounded(turning), " : "));
  if (!simulation.file.empty()) out += fmt::format("  written to {}\n", simulation.file);
  if (!simulation.events_file.empty()) out += fmt::format("  events written to {}\n", simulation.events_file);
  return out;
}

}  // namespace oopss
