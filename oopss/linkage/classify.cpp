// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/classify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace oopss {
namespace {

/// The bars other than j and k.
std::pair<int, int> others(int j, int k) {
  std::array<int, 2> out{};
  int count = 0;
  for (int i = 0; i < 4; ++i)
    if (i != j && i != k) out[count++] = i;
  return {out[0], out[1]};
}

/// Both extreme triangles exist: l_j + l_k ≤ l_m + l_n and |l_j − l_k| ≥ |l_m − l_n|.
bool revolves(const LoopLengths& lengths, int j, int k) {
  const auto [m, n] = others(j, k);
  const std::vector<mpq_class>& l = lengths.l;
  return sign_of_sum(lengths, l[m] + l[n] - l[j] - l[k]) >= 0 &&
         sign_of_sum(lengths, abs(l[j] - l[k]) - abs(l[m] - l[n])) >= 0;
}

void add_pairs(FourBarClass& found, const LoopLengths& lengths) {
  for (int j = 0; j < 4; ++j)
    for (int k = j + 1; k < 4; ++k) found.pairs.push_back({j, k, revolves(lengths, j, k), angle_range(lengths, j, k)});
}

/// Rows 3 to 6: all equal, two pairs of equal bars, or otherwise.
void set_change_point(FourBarClass& found, const LoopLengths& lengths) {
  const auto equal = [&](int i, int j) {
    return sign_of_sum(lengths, lengths.l[found.sorted[i]] - lengths.l[found.sorted[j]]) == 0;
  };
  found.kind = FourBarKind::change_point;
  found.components = 1;
  if (equal(0, 3)) {
    found.type = FourBarType::rhombus;
    found.nodes = 3;
    found.b1 = 4;
  } else if (equal(0, 1)) {
    const bool opposite = std::abs(found.sorted[0] - found.sorted[1]) == 2;
    found.type = opposite ? FourBarType::parallelogram : FourBarType::kite;
    found.nodes = 2;
    found.b1 = 3;
  } else {
    found.type = FourBarType::change_point;
    found.nodes = 1;
    found.b1 = 2;
  }
}

/// Row 7: the shortest bar is the reference, beside it, or opposite.
void set_grashof(FourBarClass& found) {
  const int s = found.sorted[0], apart = std::abs(s - found.reference);
  found.kind = FourBarKind::grashof;
  found.type = apart == 0   ? FourBarType::double_crank
               : apart == 2 ? FourBarType::double_rocker
                            : FourBarType::crank_rocker;
  found.crank = s;
  found.components = found.b1 = 2;
}

/// Row 0; false if the lengths will do.
bool is_bad(FourBarClass& found, const LoopLengths& lengths) {
  found.problems = lengths.problems;
  if (lengths.problems.empty() && lengths.l.size() != 4)
    found.problems.push_back(fmt::format("a four-bar has four lengths, got {}", lengths.l.size()));
  if (found.reference < 0 || found.reference > 3)
    found.problems.push_back(fmt::format("the reference bar is one of 0, 1, 2, 3, got {}", found.reference));
  return !found.problems.empty();
}

}  // namespace

FourBarClass classify_four_bar(const LoopLengths& lengths, int reference) {
  FourBarClass found;
  found.reference = reference;
  if (is_bad(found, lengths)) return found;
  found.sorted = {0, 1, 2, 3};
  std::stable_sort(found.sorted.begin(), found.sorted.end(), [&](int i, int j) { return lengths.l[i] < lengths.l[j]; });
  const mpq_class &s = lengths.l[found.sorted[0]], &p = lengths.l[found.sorted[1]], &q = lengths.l[found.sorted[2]],
                  &l = lengths.l[found.sorted[3]];
  found.P = perimeter(lengths);
  found.slack = s + p + q - l;
  found.margin = p + q - s - l;
  const int closes = sign_of_sum(lengths, found.slack), turns = sign_of_sum(lengths, found.margin);
  if (closes < 0) {
    found.kind = FourBarKind::not_constructible;
    return found;
  }
  if (closes == 0) {
    found.kind = FourBarKind::rigid_line;
    found.type = FourBarType::structure;
    found.components = found.nodes = 1;
  } else if (turns == 0) {
    set_change_point(found, lengths);
  } else if (turns > 0) {
    set_grashof(found);
  } else {
    found.kind = FourBarKind::non_grashof;
    found.type = FourBarType::triple_rocker;
    found.components = found.b1 = 1;
  }
  add_pairs(found, lengths);
  return found;
}

TurningRange angle_range(const LoopLengths& lengths, int j, int k) {
  const auto [m, n] = others(j, k);
  const std::vector<mpq_class>& l = lengths.l;
  // tan²(φ/2) = (1 − cos φ)/(1 + cos φ) of products, each factor exact: nothing cancels near the limits
  const auto angle = [&](const mpq_class& D) {
    const mpq_class in_line = l[j] + l[k] - D, folded = D - abs(l[j] - l[k]);
    if (sign_of_sum(lengths, in_line) <= 0) return 0.0;
    if (sign_of_sum(lengths, folded) <= 0) return std::numbers::pi;
    const mpq_class squared = in_line * (l[j] + l[k] + D) / (folded * (D + abs(l[j] - l[k])));
    return 2 * std::atan(std::sqrt(squared.get_d()));
  };
  return {angle(l[m] + l[n]), angle(abs(l[m] - l[n]))};
}

const char* word(FourBarKind kind) {
  constexpr std::array<const char*, 6> words = {"bad_input",    "not_constructible", "rigid_line",
                                                "change_point", "grashof",           "non_grashof"};
  return words[static_cast<int>(kind)];
}

const char* word(FourBarType type) {
  constexpr std::array<const char*, 10> words = {"none",          "structure",    "change_point", "kite",
                                                 "parallelogram", "rhombus",      "double_crank", "crank_rocker",
                                                 "double_rocker", "triple_rocker"};
  return words[static_cast<int>(type)];
}

std::string class_words(const FourBarClass& found, const std::vector<std::string>& bars) {
  switch (found.kind) {
    case FourBarKind::grashof: {
      std::string type = word(found.type);
      std::replace(type.begin(), type.end(), '_', '-');
      return fmt::format("Grashof, a {} seen from {}", type, bars[found.reference]);
    }
    case FourBarKind::non_grashof:
      return "non-Grashof, a triple rocker";
    case FourBarKind::change_point:
      return found.type == FourBarType::change_point ? "a change-point linkage"
                                                     : fmt::format("a change-point linkage, a {}", word(found.type));
    case FourBarKind::rigid_line:
      return "a rigid line, a structure";
    case FourBarKind::not_constructible:
    case FourBarKind::bad_input:
      break;
  }
  return "cannot be built";
}

std::string change_point_words(const FourBarClass& found) {
  if (found.kind == FourBarKind::change_point)
    return "none: in line the bars can go on in more than one way, and the motion there is not determined";
  return fmt::format("margin/P = {:.6g}: the longest bar {} by {:.10g} makes it one",
                     nearest_double(mpq_class(found.margin / found.P)), found.margin > 0 ? "longer" : "shorter",
                     nearest_double(mpq_class(abs(found.margin))));
}

const char* topology_words(const FourBarClass& found) {
  switch (found.kind) {
    case FourBarKind::bad_input:
    case FourBarKind::not_constructible:
      return "empty";
    case FourBarKind::rigid_line:
      return "point";
    case FourBarKind::grashof:
      return "two circles";
    case FourBarKind::non_grashof:
      return "circle";
    case FourBarKind::change_point:
      break;
  }
  return found.nodes == 3   ? "three circles, each two meeting in 1 point"
         : found.nodes == 2 ? "two circles meeting in 2 points"
                            : "two circles meeting in 1 point";
}

}  // namespace oopss
