// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "oopss/linkage/classify_lengths.hpp"

namespace oopss {

/// What four bars in a loop can be, by s ≤ p ≤ q ≤ l, their lengths in order: the slack s + p + q − l says whether they
/// close, the margin p + q − s − l which bars turn (Grashof). Yang and Krishnaprasad, section 3; docs/linkages.md.
enum class FourBarKind { bad_input, not_constructible, rigid_line, change_point, grashof, non_grashof };

/// What it is called, seen from the reference bar.
enum class FourBarType {
  none,
  structure,
  change_point,
  kite,
  parallelogram,
  rhombus,
  double_crank,
  crank_rocker,
  double_rocker,
  triple_rocker
};

/// The interval of |φ_k − φ_j|, the turning angle between two bars (0: in line, π: folded back), in radians.
struct TurningRange {
  double least = 0, most = 0;
};

/// Two bars: whether the angle between them takes every value, and if not, which.
struct BarPair {
  int j = 0, k = 0;
  bool revolves = false;
  TurningRange range;  // of |φ_k − φ_j|
};

/// A row of the decision table for four bars, with what it says of these.
struct FourBarClass {
  FourBarKind kind = FourBarKind::bad_input;
  FourBarType type = FourBarType::none;
  int reference = 0;
  std::array<int, 4> sorted{};  // the bars from the shortest to the longest
  mpq_class P, slack, margin;   // lengths; the margin is the distance from a change point
  std::optional<int> crank;     // of a Grashof linkage: the bar that turns against every other
  int components = 0, b1 = 0;   // of the curve of shapes: its pieces and its independent loops
  int nodes = 0;                // shapes in which all bars are in line: there the curve crosses itself, or is a point
  std::vector<BarPair> pairs;   // all six; none if it cannot be built
  std::vector<std::string> problems;  // of bad input
};

/// The first row that fits, on exact lengths.
FourBarClass classify_four_bar(const LoopLengths& lengths, int reference = 0);

/// The range of the angle between bars j and k, the other two being m and n: |D|² = l_j² + l_k² + 2 l_j l_k cos(φ_k −
/// φ_j) lies between (l_m − l_n)² and (l_m + l_n)². Of a loop that can be built.
TurningRange angle_range(const LoopLengths& lengths, int j, int k);

/// As in JSON: "grashof", "crank_rocker"; and for people, "crank-rocker".
const char* word(FourBarKind kind);
const char* word(FourBarType type);

/// "Grashof, a crank-rocker seen from base", with the bars' names; and how far it is from a change point.
std::string class_words(const FourBarClass& found, const std::vector<std::string>& bars);
std::string change_point_words(const FourBarClass& found);

/// What its curve of shapes is: "two circles".
const char* topology_words(const FourBarClass& found);

}  // namespace oopss
