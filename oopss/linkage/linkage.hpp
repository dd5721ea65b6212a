// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "oopss/linkage/closure.hpp"

namespace oopss {

/// Bodies with loops in numbers: a tree, and the joints that close its loops.
struct Linkage {
  PlanarTree<double> tree;
  std::vector<Chord<double>> chords;
  std::vector<Loop<double>> loops;          // of the chords
  std::vector<std::array<int, 2>> between;  // of all joints, the closing ones too: first and second body
};

/// The longest way around a loop: what gaps of its closure are measured by.
inline double loop_length(const Linkage& linkage) {
  double most = 0;
  for (const Loop<double>& loop : linkage.loops) {
    double length = 0;
    for (const Bar<double>& bar : loop) length += std::hypot(bar.e.x, bar.e.y);
    most = std::max(most, length);
  }
  return most;
}

/// The largest gap between the two ends of a chord at the angles φ of the tree's joints, in metres.
double closure_gap(const Linkage& linkage, const std::vector<double>& phi);

}  // namespace oopss
