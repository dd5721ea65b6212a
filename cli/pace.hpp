// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace oopss {

/// How far a run is: after `seconds` on the wall, at time `t`, after `steps` steps.
struct RunProgress {
  double seconds = 0, t = 0;
  long steps = 0;
};

/// "7 s", "3:05 min", "12:40 h".
std::string duration(double seconds);

/// What a long run says of itself where no bar can be drawn: a line every few seconds, with where it is, its steps and
/// how long they are, so that a run that crawls is seen to crawl. It has no clock: it is told the time.
class Pace {
 public:
  static constexpr double interval = 5;  // seconds
  Pace(double t0, double until) : until_(until), last_{0, t0, 0} {}
  /// The line, if it is time for one.
  std::optional<std::string> line(const RunProgress& now);

 private:
  double until_;
  RunProgress last_;  // when the last line was said
};

}  // namespace oopss
