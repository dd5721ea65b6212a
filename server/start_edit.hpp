// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/edit.hpp"
#include "server/edits.hpp"

namespace oopss {

/// The text with a new [start], from the start as it is solved now, of driven linkages as it is at time t; `drag_start`
/// (oopss/system/drag.hpp) says what is kept.
EditedText with_start(ModelCache& cache, const PageText& page, const StartEdit& edit, double t = 0);

/// The keys of the new [start] of bodies in space, and why the shape is not the one asked for.
struct SpaceStartKeys {
  KeyTexts keys;
  std::string snapped;
};
SpaceStartKeys space_start_keys(const DerivedModel& derived, const StartEdit& edit);

/// The state of bodies in space at a moment of a run, by the columns that it is made of; x has what it leaves as it is.
std::vector<double> space_state(const System& system, const NumbersByName& columns, std::vector<double> x);

}  // namespace oopss
