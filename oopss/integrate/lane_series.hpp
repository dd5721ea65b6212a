// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/integrate/taylor_loops.hpp"

// What a step of taylor does with the coefficients of members side by side. Plain records and pointers as in
// taylor_loops.hpp, and for the same reason; the same bits on every kind of processor.

namespace oopss {

/// Entries of the state whose error is judged by the largest of them.
struct LaneEntries {
  const int* entry;
  int count;
};

/// The groups of a state; energies may be empty.
struct LaneGroups {
  LaneEntries angles, momenta, energies;
};

struct LaneSeriesLoops {
  int width;  // members in a register
  /// The lengths of taylor's steps (TaylorLoops::length) of a register of members, whose x_k stand `width` apart; less
  /// than 0 where the first coefficients of a group vanish and the last do not.
  void (*lengths)(const TaylorSeries&, const LaneGroups&, double* out);
  /// Of entry i the state and the rest of its sum, at [i · lanes] and [(size + i) · lanes], each with its increment for
  /// a length of its own.
  void (*sums)(const TaylorSeries&, int lanes, const double* h, const double* from, double* to);
};

extern const LaneSeriesLoops lane_series_baseline, lane_series_haswell, lane_series_avx512;

}  // namespace oopss
