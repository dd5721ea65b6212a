// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/splitting.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

constexpr const char* tangle_theorem =
    "where the integral has simple zeros, the manifolds cross transversally at all sizes that are small "
    "enough, and motions near the crossings contain a horseshoe";

std::string title_of(const SplittingResult& result) {
  const ModelSplitting& subject = result.subject;
  const char sign = result.loop > 0 ? '+' : '-';
  if (subject.by == SplittingBy::drive)
    return fmt::format("{}: the homoclinic loop {} of two bodies with a drive of period {:.10g} s\n",
                       one_line(result.model), sign, subject.problem.gap.period);
  return fmt::format(
      "{}: the homoclinic loop {} of two bodies with body '{}' as the third, on the circle mu = {:.10g}\n",
      one_line(result.model), sign, subject.third, subject.circle);
}

const char* size_of(SplittingBy by) {
  switch (by) {
    case SplittingBy::drive:
      return "factor of the drive";
    case SplittingBy::lever:
      return "lever (m)";
    case SplittingBy::mass:
    case SplittingBy::light:
      break;
  }
  return "mass (kg)";
}

}  // namespace

std::string in_words(const SplittingResult& result) {
  const ModelSplitting& subject = result.subject;
  const Splitting& found = result.found;
  const bool drive = subject.by == SplittingBy::drive, claimed = subject.problem.claimed;
  std::string out = title_of(result);
  const auto line = [&](const char* what, const std::string& words) {
    out += fmt::format("  {:<12} {}\n", what, words);
  };
  line("saddle", fmt::format("growth {:.10g} 1/s, total momentum {:.10g} kg m^2/s; frequency of the {} {:.10g} 1/s",
                             subject.problem.growth, subject.momentum, drive ? "drive" : "rotor as seen from it",
                             subject.problem.frequency));
  line("section",
       fmt::format("phi_{} = {:.10g} rad in the sense {}, {} over {}", subject.angle, rounded(subject.stretched, 1),
                   result.loop > 0 ? '+' : '-', subject.coordinate,
                   drive ? "the time t of the drive" : "psi, the angle of the third body against the first"));
  line("theorem", claimed ? tangle_theorem : "none of the rotor holds: it is the limit of no first-order problem");
  if (claimed) {
    std::string zeros;
    for (const double zero : found.zeros) zeros += fmt::format("{}{:.10g}", zeros.empty() ? "" : ", ", zero);
    line("integral", fmt::format("{:.12g} per unit of size at the phase {:.10g}; simple zeros at {}", found.integral,
                                 found.phase, zeros.empty() ? "no phase: no crossing follows" : zeros));
  } else {
    line("integral", fmt::format("none is claimed; that of a rotor is {:.12g} per unit of size at the phase {:.10g}",
                                 found.integral, found.phase));
  }
  line("measured", "gaps between the unstable and the stable manifold, each by motions of their own");
  out += fmt::format("  {:>20} {:>22} {:>9} {:>14}\n", size_of(subject.by), "gap in " + subject.coordinate, "error",
                     claimed ? "ratio" : "ratio to rotor");
  for (std::size_t i = 0; i < found.measured.size(); ++i)
    out += fmt::format("  {:>20.6g} {:>22.12g} {:>9.1e} {:>14.9f}\n", found.measured[i].size, found.measured[i].gap,
                       found.measured[i].error, found.ratio[i]);
  line("slope",
       fmt::format("{:.8g} of log gap over log size, {:.1e} the error of the fit", found.slope, found.slope_error));
  if (!claimed)
    line("note", fmt::format("a slope of 1 says nothing here: all momenta of the third body are in proportion to its "
                             "mass; the ratio tends to {:.4g}, not to 1",
                             found.ratio.back()));
  if (!result.file.empty()) line("written to", result.file);
  return out;
}

}  // namespace oopss
