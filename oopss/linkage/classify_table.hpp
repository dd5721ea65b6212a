// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/linkage/classify.hpp"

namespace oopss {

/// A row of Table 1 of Yang and Krishnaprasad: four bars in line, each along bar 0 or against it, and what that asks of
/// their lengths.
struct CollinearCase {
  std::array<bool, 3> half_turn{};            // θ_1 − θ_0, θ_3 − θ_2, θ_3 − θ_0: π if true, else 0
  std::array<int, 4> signs{};                 // the condition Σ signs_k l_k = 0
  long quadruples = 0;                        // of the sample that meet it
  FourBarKind kind = FourBarKind::bad_input;  // what all of them are; bad_input if there are none
  bool alike = true;
};

/// A class of four-bars, with what all of the sample that belong to it have in common.
struct FourBarRow {
  int slack = 0, margin = 0;  // signs of s + p + q − l and of p + q − s − l
  FourBarKind kind = FourBarKind::bad_input;
  std::string type;  // or "as the reference bar says"
  long quadruples = 0;
  int components = 0, b1 = 0, nodes = 0, revolving = 0;  // the last: pairs of bars
  std::string topology;
  bool alike = true;
};

/// Both, computed from every four lengths of 1, 2, …, `longest`.
struct FourBarTable {
  int longest = 0;
  long quadruples = 0;
  std::vector<CollinearCase> cases;  // i to viii
  std::vector<FourBarRow> rows;
};
FourBarTable four_bar_table(int longest = 6);

/// "l0 + l1 - l2 - l3 = 0".
std::string condition_words(const std::array<int, 4>& signs);

}  // namespace oopss
