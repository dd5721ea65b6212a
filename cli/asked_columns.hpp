// SPDX-License-Identifier: Apache-2.0
// What a run is asked to show beside its standard columns: columns by name, formulas, events.
#pragma once

#include <string>
#include <vector>

#include "cli/plain_state.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/system/derived.hpp"

namespace oopss {

/// The words of a list with commas; those in brackets belong to a word: "rate,=atan2(phi_a, phi_b)".
std::vector<std::string> words_of(const std::string& list);

/// The standard columns of a trajectory, then those of the words: names of columns, or formulas that begin with =.
/// Throws UsageError for what is wrong with a formula, UnknownColumn.
std::vector<Column> asked_columns(const DerivedModel& derived, const std::vector<std::string>& words);

/// "phi_elbow = 0", "phi_elbow = pi/2 rising": where a run meets it. Throws UsageError.
Event asked_event(const DerivedModel& derived, const Skeleton& skeleton, const Flow& flow, const std::string& text);

/// What a run met.
struct MetEvent {
  int event = 0;  // its place in the list of those asked for
  double t = 0;
  int direction = 0;  // +1 rising, −1 falling, 0 touching
  PlainState state;
  std::vector<double> row;  // the columns of the run there
};

/// NAME.events.csv of NAME.csv, NAME.h5, ….
std::string events_name(const std::string& target);

/// As a table: the columns of the run, then event, counted from 1, and direction.
std::string events_table(const std::vector<Column>& columns, const std::vector<MetEvent>& met);

}  // namespace oopss
