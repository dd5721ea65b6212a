// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chaos/exponents.hpp"
#include "oopss/chaos/sections.hpp"
#include "oopss/figure/figure.hpp"

namespace oopss {

/// What a picture of a section shows beside its points.
struct SectionLabels {
  std::string title, note;      // note: which section, above its frame
  std::string angle, momentum;  // of the axes
};

/// The points of a section, each motion in a colour, with the edge of what its energy reaches.
Figure section_figure(const Section& section, const std::vector<SectionOrbit>& orbits,
                      const std::vector<std::vector<std::array<double, 2>>>& edge, const SectionLabels& labels);

/// The course of finite-time exponents: their means over the starts, with bands of one spread; below, the absolute
/// values, both axes logarithmic, beside ln t / t.
Figure exponents_figure(const Exponents& exponents, const std::string& title);

}  // namespace oopss
