// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chaos/section.hpp"

namespace oopss {

/// States of a section at a momentum and an energy, spread evenly over what the energy reaches of it in angle and
/// momentum, which the map of the section keeps the area of: points of Sobol's sequence inside the edge. The same ones
/// every time; none if the energy reaches nothing.
std::vector<std::vector<double>> spread_starts(const SectionSheet& sheet, int count);

/// The same with loops, whose closed states are found near others: each is a step along the leaf from one before it,
/// brought back to plane and energy; fewer where that fails. The first is found near the state given.
std::vector<std::vector<double>> walked_starts(const SectionSheet& sheet, const std::vector<double>& near, int count);

/// The edge of what the energy reaches, as closed curves or, where it reaches every angle, as a lower and an upper one:
/// places (angle, momentum).
std::vector<std::vector<std::array<double, 2>>> section_edge(const SectionSheet& sheet);

}  // namespace oopss
