// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "oopss/chaos/section.hpp"
#include "oopss/integrate/waypoint.hpp"

namespace oopss {

/// A motion that is pulled from one point of a section to the next. By `taylor`, whose series say between which bounds
/// an angle stays in a step, so that no passage is missed; with loops by a run with events.
class SectionRun {
 public:
  SectionRun(const ChaosSystem& model, const Section& section, const std::vector<double>& start,
             double tolerance = 1e-12);
  SectionRun(SectionRun&& other) noexcept;
  ~SectionRun();

  /// The next point after the start; nothing if the motion came to an end, or has not passed for very long: `trouble`.
  std::optional<SectionPoint> next();
  /// The state there.
  const std::vector<double>& x() const;
  const std::string& trouble() const;
  long steps() const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace oopss
