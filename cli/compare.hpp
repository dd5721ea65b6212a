// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cli/trajectory.hpp"

namespace oopss {

/// How one column of two runs differs.
struct Difference {
  std::string name;
  double largest = 0, time = 0;    // |a − b| at its largest, and when
  double size = 0;                 // largest absolute value in either run
  double relative = 0;             // largest / size; 0 if both are zero throughout
  std::optional<double> parts_at;  // the first time from which the relative difference is beyond the tolerance
};

/// How the times of two runs were matched.
enum class Grid {
  same,         // they are the same
  common,       // every time of the coarser run in the common span is one of the finer
  interpolated  // the finer run was interpolated linearly at the times of the coarser
};

struct Comparison {
  Grid grid = Grid::same;
  std::size_t points = 0;  // at so many times
  double from = 0, to = 0;
  std::vector<Difference> columns;          // those of both, in the order of the first
  std::vector<std::string> only_a, only_b;  // columns of one run alone
};

/// Compares two runs over the span that both cover. A run backwards is compared by its times as well. Throws FileError
/// if they have no time in common.
Comparison compare(const Table& a, const Table& b, double tolerance);

/// The way the times were matched, in words.
std::string in_words(const Comparison& comparison);

}  // namespace oopss
