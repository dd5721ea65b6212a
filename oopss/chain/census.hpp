// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "oopss/chain/folds.hpp"

namespace oopss {

/// More joints would take days.
constexpr int most_census_joints = 24;

/// Rectilinear shapes of the equal chain with so many joints, from `first` to before `last`.
struct CensusPart {
  int joints = 1;
  Folds first = 0, last = 0;
};

/// All shapes of the equal chains with 1 to `joints` joints, in parts of a fraction of a second.
std::vector<CensusPart> census_parts(int joints);

/// How many shapes of chains with so many joints have so many folds and such an index.
struct CensusCounts {
  int joints = 1;
  Matrix<long> shapes;  // by folds and index
  long degenerate = 0;  // of these
  long mismatches = 0;  // between the theorem and elimination
  explicit CensusCounts(int joints_) : joints(joints_), shapes(joints_ + 1, joints_ + 1) {}
};

CensusCounts counted(const CensusPart& part);
CensusCounts& operator+=(CensusCounts& sum, const CensusCounts& part);

/// The counts of a part in a line without its end; and read again: false if it is not such a line, whole and of this
/// part.
std::string census_line(const CensusPart& part, const CensusCounts& counts);
bool read_census_line(std::string_view line, const CensusPart& part, CensusCounts& counts);

/// What the conjecture, index = folds, comes to.
struct CensusRow {
  int joints = 1;
  long shapes = 0, equal = 0, less = 0, more = 0, degenerate = 0, mismatches = 0;
  int least = 0, largest = 0;  // of index − folds
};
CensusRow census_row(const CensusCounts& counts);

}  // namespace oopss
