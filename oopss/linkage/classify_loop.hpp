// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/linkage/classify_lengths.hpp"

namespace oopss {

/// More bars than this have too many subsets to count.
constexpr int most_counted_bars = 30;

/// What a loop of n bars can be; "regular" where its shapes are a manifold, "undecided" where that was not counted.
enum class LoopKind { not_constructible, rigid_line, singular, regular, undecided };

/// The shapes of one closed loop of n ≥ 3 bars, modulo place and attitude: a space of dimension n − 3, smooth unless
/// the bars can all come in line, that is unless a signed sum of the lengths is zero.
struct LoopTopology {
  LoopKind kind = LoopKind::not_constructible;
  int bars = 0, longest = 0;
  int mobility = 0;    // n − 3; of a rigid line 0
  mpq_class P, slack;  // slack = P − 2 l_max: it closes if that is not negative

  bool counted = false;     // what follows; false beyond `most_counted_bars`
  std::vector<long> betti;  // b_0 … b_{n−3}
  long euler = 0;           // Σ (−1)^k b_k
  long vanishing = 0;       // signed sums that are zero, up to a common sign: shapes with all bars in line
  std::vector<std::vector<int>> collinear;  // some of them: the sign of each bar, + for the longest
  mpq_class nearest;                        // the least |signed sum|: how far the lengths are from singular ones
};

/// Betti numbers after Farber and Schütz: b_k = a_k + c_k + a_{n−3−k}, with a_k (c_k) the number of sets of k + 1 bars,
/// a longest one among them, whose lengths add up to less than (exactly) P/2. At most `listed` collinear shapes are
/// listed.
LoopTopology loop_topology(const LoopLengths& lengths, int listed = 16);

/// "regular", "singular", …
const char* word(LoopKind kind);

}  // namespace oopss
