// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/figure/poses.hpp"
#include "oopss/linkage/classify_loop.hpp"
#include "oopss/linkage/classify_table.hpp"
#include "oopss/linkage/four_bar.hpp"

namespace oopss {

/// A point of a bar: x along it from its first hinge, y to its left.
struct BarPoint {
  int bar = 0;
  double x = 0, y = 0;
};

/// A loop of bars that is asked about, wherever its lengths come from.
struct LoopQuestion {
  std::vector<std::string> bars;            // what they are called in words
  std::vector<std::string> bodies, joints;  // of a model; of bare lengths none
  LoopLengths lengths;
  int reference = 0;
  std::vector<BarPoint> points;
};

/// What is known of it.
struct LoopAnswer {
  LoopQuestion question;
  LoopTopology loop;
  std::optional<FourBarClass> four;  // of four bars
  std::vector<AssemblyMode> modes;
  std::string file;  // that was drawn
};
LoopAnswer answer_of(LoopQuestion question);

/// The answer for people, and the table.
std::string in_words(const LoopAnswer& answer);
std::string in_words(const FourBarTable& table);

/// "Grashof, crank-rocker seen from bar 0".
std::string class_words(const LoopAnswer& answer);

/// All assembly modes of four bars, the reference bar at rest, with the curves of the points asked for.
PoseSheet pose_sheet(const LoopAnswer& answer);

}  // namespace oopss
