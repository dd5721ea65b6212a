// SPDX-License-Identifier: Apache-2.0
#include "cli/pace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace oopss {

std::string duration(double seconds) {
  const long whole = std::lround(std::min(seconds, 359999.0));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

std::optional<std::string> Pace::line(const RunProgress& now) {
  if (!(now.seconds - last_.seconds >= interval)) return std::nullopt;
  const double gone = std::abs(now.t - last_.t), left = std::abs(until_ - now.t);
  const long steps = now.steps - last_.steps;
  std::string out =
      fmt::format("t = {:.6g} of {:.6g} s after {}, {} steps", now.t, until_, duration(now.seconds), now.steps);
  if (steps > 0) out += fmt::format(", the last ones {:.3g} s long", gone / static_cast<double>(steps));
  const double wait = gone > 0 ? left * (now.seconds - last_.seconds) / gone : 0;
  constexpr double longest = 360'000;  // seconds that are worth a figure
  if (!(gone > 0) || wait > longest)
    out += "; at this pace it will not end within days";
  else
    out += fmt::format("; about {} left", duration(wait));
  last_ = now;
  return out;
}

}  // namespace oopss
