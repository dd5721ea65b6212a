// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/morse.hpp"

#include <algorithm>
#include <numeric>

namespace oopss {
namespace {

/// "2 of index 0, 3 of index 1"
std::string listed(const std::vector<long>& N) {
  std::string out;
  for (std::size_t k = 0; k < N.size(); ++k)
    out += (k > 0 ? ", " : "") + std::to_string(N[k]) + " of index " + std::to_string(k);
  return out;
}

}  // namespace

void count_by_morse(const ShapeEnergy& energy, CriticalShapes& found) {
  const int n = energy.space.freedom;
  const std::vector<ShapeRange>& ranges = energy.space.ranges;
  const auto& [betti, unknown, most, most_by] = energy.bounds;
  const auto none = [&](const std::string& why) {
    found.count = MorseCount::not_applicable;
    found.count_words = why;
  };
  if (std::any_of(ranges.begin(), ranges.end(), [](const ShapeRange& range) { return !range.justified; }))
    return none("no count: equilibria outside the range that was searched are not excluded");
  if (betti.empty()) return none("no count: " + unknown);
  if (std::any_of(found.all.begin(), found.all.end(), [](const CriticalShape& point) { return point.nullity > 0; }))
    return none("no count: it is for nondegenerate equilibria only");
  std::vector<long> N(static_cast<std::size_t>(n) + 1, 0);
  for (const CriticalShape& point : found.all) ++N[point.index];
  long sum = 0, euler = 0, expected = 0;
  bool agrees = true;
  for (int k = 0; k <= n; ++k) {
    sum = N[k] - betti[k] - sum;
    agrees = agrees && sum >= 0;
    euler = N[k] - euler;
    expected = betti[k] - expected;
  }
  agrees = agrees && sum == 0;
  if (most > 0) agrees = agrees && static_cast<long>(found.all.size()) <= most;
  found.count = agrees ? MorseCount::agrees : MorseCount::fails;
  const int sign = n % 2 == 0 ? 1 : -1;
  found.count_words = listed(N) + "; alternating sum " + std::to_string(sign * euler) +
                      ", by Poincare and Hopf it is " + std::to_string(sign * expected) + "; at least " +
                      std::to_string(std::accumulate(betti.begin(), betti.end(), 0L)) + " by Morse";
  if (most > 0) found.count_words += ", at most " + std::to_string(most) + " by " + most_by;
}

}  // namespace oopss
