// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/figure/poses.hpp"
#include "oopss/linkage/classify_loop.hpp"
#include "oopss/linkage/classify_table.hpp"
#include "oopss/linkage/four_bar.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/loops.hpp"

namespace oopss {

struct Common;
struct LinkageOptions;

/// A point of a bar: x along it from its first hinge, y to its left.
struct BarPoint {
  int bar = 0;
  double x = 0, y = 0;
  std::string name{};  // of a model's point
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

/// A line of it: "  mobility        1".
std::string fact(const std::string& head, const std::string& text);

/// "Grashof, crank-rocker seen from bar 0".
std::string class_words(const LoopAnswer& answer);

/// All assembly modes of four bars, the reference bar at rest, with the curves of the points asked for.
PoseSheet pose_sheet(const LoopAnswer& answer);

/// A model that is asked about.
struct ModelQuestion {
  DerivedModel derived;
  int reference = -1;       // the body from which types are seen; −1: each loop's first
  std::vector<int> points;  // that are to be drawn, of the model's
};

/// What is known of it: of its loops together, and of each.
struct ModelAnswer {
  ModelQuestion question;
  LoopReport report;
  std::vector<LoopAnswer> loops;
  std::string file;  // that was drawn
};
ModelAnswer answer_of(ModelQuestion question);

/// `oopss linkage MODEL`.
void model_linkage(const Common& common, const LinkageOptions& options);

/// Whether the model is one loop and nothing else: its lengths say everything.
bool is_one_loop(const ModelAnswer& answer);
std::string in_words(const ModelAnswer& answer);

/// All curves of shapes of a model of mobility 1, the reference body at rest, with the curves of its points.
PoseSheet pose_sheet(const ModelAnswer& answer);

}  // namespace oopss
