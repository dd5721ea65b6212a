// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>

#include "oopss/chaos/section.hpp"

namespace oopss {

/// States of a section at a momentum and an energy, spread evenly over what the energy reaches of it in angle and
/// momentum, which the map of the section keeps the area of: points of Sobol's sequence inside the edge. The same ones
/// every time; none if the energy reaches nothing.
std::vector<std::vector<double>> spread_starts(const SectionSheet& sheet, int count);

/// The same with loops, whose closed states are found near others: each is a step along the leaf from one before it,
/// brought back to plane and energy; fewer where that fails. The first is found near the state given.
std::vector<std::vector<double>> walked_starts(const SectionSheet& sheet, const std::vector<double>& near, int count);

/// The sheet of a section at an energy and a momentum, where they are not given at those of a start. After every period
/// the energy is a bound: as much as lets motions on both sides of the separatrix be seen.
SectionSheet section_sheet(const ChaosSystem& model, const Section& section, const std::vector<double>& start,
                           std::optional<double> energy, std::optional<double> momentum);

/// The energy of a sheet does not reach its section, in words.
struct SectionNotReached : std::domain_error {
  using std::domain_error::domain_error;
};

/// So many starts: that of the model, if it is to be one of them, and others spread over the section. None if with
/// loops none was found; throws SectionNotReached.
std::vector<std::vector<double>> section_starts(const SectionSheet& sheet, const std::vector<double>& start,
                                                bool with_start, int count);

/// The edge of what the energy reaches, as closed curves or, where it reaches every angle, as a lower and an upper one:
/// places (angle, momentum).
std::vector<std::vector<std::array<double, 2>>> section_edge(const SectionSheet& sheet);

}  // namespace oopss
