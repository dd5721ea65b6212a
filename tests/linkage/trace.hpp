// SPDX-License-Identifier: Apache-2.0
// The curve of shapes of four bars, traced without the formulas of the library: bars 0 and 1 are set at an angle, and
// the hinge between bars 2 and 3 is where two circles meet.
#pragma once

#include <array>
#include <vector>

namespace oopss {

/// What a trace finds. As a graph, the curve has a vertex per sample and branch and an edge between neighbours.
struct TracedCurve {
  int components = 0, b1 = 0;
  int nodes = 0;                             // samples at which all bars are in line, exactly
  std::vector<std::array<int, 6>> windings;  // per circle, of the pairs 01, 02, 03, 12, 13, 23; where it was asked for
  double coarsest = 0;                       // the largest turn of a bar from one sample to the next
};

/// Samples the angle between bars 0 and 1 at `count` places (even; 0 and π are among them).
TracedCurve trace(const std::array<double, 4>& l, int count);

/// The same with windings, sampled ever finer until no bar turns by more than 1 rad from one sample to the next. Not
/// for curves that cross themselves.
TracedCurve trace_windings(const std::array<double, 4>& l, int count);

}  // namespace oopss
