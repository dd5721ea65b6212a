// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cli/arguments.hpp"
#include "cli/orbit.hpp"
#include "oopss/orbit/recurrence.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

std::string multiplier_words(const std::vector<std::complex<double>>& multipliers) {
  std::string out;
  for (const std::complex<double>& one : multipliers) {
    out += out.empty() ? "" : ", ";
    out += one.imag() == 0
               ? fmt::format("{:.8g}", one.real())
               : fmt::format("{:.8g} {} {:.8g}i", one.real(), one.imag() < 0 ? "-" : "+", std::abs(one.imag()));
  }
  return out.empty() ? "none besides the double 1" : out + " (and the double 1)";
}

/// "shoulder, elbow turn 1, -2 times".
std::string turns_words(const std::vector<std::string>& joints, const std::vector<int>& winding) {
  if (std::all_of(winding.begin(), winding.end(), [](int n) { return n == 0; })) return "no joint turns round";
  if (winding.size() > 1) return fmt::format("{} turn {} times", fmt::join(joints, ", "), fmt::join(winding, ", "));
  return fmt::format("{} turns {} time{}", joints[0], winding[0], winding[0] == 1 ? "" : "s");
}

std::string recurrence_words(double phase) {
  const auto found = recurrence(phase);
  if (!found) return "no small period was found: it is not within 1e-9 of p/q turns with q <= 12";
  return fmt::format("periodic after {} period{}: {} turn{}", found->periods, found->periods == 1 ? "" : "s",
                     found->turns, std::abs(found->turns) == 1 ? "" : "s");
}

}  // namespace

std::string orbit_words(const OrbitResult& result, const ShownOrbit& shown) {
  const Orbit& orbit = shown.orbit;
  const double turns = orbit.phase / (2 * std::numbers::pi);
  double size = 0;
  for (const std::vector<double>& mu : shown.start.momenta)
    for (const double part : mu) size = std::max(size, std::abs(part));
  std::string out = fmt::format("  {:<16} {:.12g} s\n", "period", orbit.loop.period);
  if (shown.repeats > 1)
    out += fmt::format("  {:<16} {} times a shorter one of {:.12g} s\n", "", shown.repeats,
                       orbit.loop.period / shown.repeats);
  if (shown.action) out += fmt::format("  {:<16} {:.10g} J s\n", "action", *shown.action);
  out += fmt::format("  {:<16} {:.10g} J, momentum {:.10g} kg m^2/s\n", "energy", orbit.energy,
                     rounded(orbit.momentum, size));
  out += in_words(shown.start, result.bodies, result.joints, size);
  if (std::isfinite(orbit.residual))
    out += fmt::format("  {:<16} {:.1e}{}\n", "residual", orbit.residual,
                       orbit.multipliers.empty() && !orbit.trouble.empty() ? "" : ", by a method that did not find it");
  if (!orbit.trouble.empty()) return out + fmt::format("  {:<16} {}\n", "trouble", orbit.trouble);
  out += fmt::format("  {:<16} {}\n", "multipliers", multiplier_words(orbit.multipliers));
  out += fmt::format("  {:<16} monodromy symplectic to {:.1e}\n", "", orbit.asymmetry);
  out += fmt::format("  {:<16} {}\n", "symmetric",
                     orbit.symmetric ? "yes, its own mirror image in time" : "no, its mirror image is another one");
  out +=
      fmt::format("  {:<16} {:.10g} rad per period, {:.10g} turns: {:.10g} dynamic, {:.10g} geometric\n", "root",
                  rounded(orbit.phase, 1), rounded(turns, 1), rounded(orbit.dynamic, 1), rounded(orbit.geometric, 1));
  return out + fmt::format("  {:<16} {}\n", "", recurrence_words(orbit.phase));
}

std::string in_words(const OrbitResult& result) {
  std::string out;
  const std::size_t count = result.listed ? result.orbits.size() : std::min<std::size_t>(1, result.orbits.size());
  for (std::size_t i = 0; i < count; ++i) {
    const ShownOrbit& shown = result.orbits[i];
    out += fmt::format("{}: orbit{} in which {}\n", one_line(result.model),
                       result.listed ? fmt::format(" {} of {}", i + 1, count) : "",
                       turns_words(result.joints, shown.orbit.loop.winding));
    out += orbit_words(result, shown);
  }
  if (!result.threshold_words.empty())
    out += fmt::format("  {:<16} {}: {}\n", "existence", result.existence, result.threshold_words);
  if (!result.file.empty()) out += fmt::format("  written to {}\n", result.file);
  return out;
}

}  // namespace oopss
