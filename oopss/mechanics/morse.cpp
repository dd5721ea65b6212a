// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/morse.hpp"

#include <algorithm>

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

long choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  long out = 1;
  for (int i = 1; i <= k; ++i) out = out * (n - k + i) / i;
  return out;
}

void count_by_morse(const ShapeLandscape& of, const std::vector<AngleRange>& ranges, CriticalShapes& found) {
  const int n = of.joints;
  const auto none = [&](const char* why) {
    found.count = MorseCount::not_applicable;
    found.count_words = why;
  };
  if (std::any_of(ranges.begin(), ranges.end(), [](const AngleRange& range) { return !range.justified; }))
    return none("no count: equilibria outside the range that was searched are not excluded");
  if (std::any_of(found.all.begin(), found.all.end(), [](const CriticalShape& point) { return point.nullity > 0; }))
    return none("no count: it is for nondegenerate equilibria only");
  int circles = 0, down = 0;
  for (const AngleRange& range : ranges) {
    if (range.circle) ++circles;
    if (!range.circle && range.growth < 0) ++down;
  }
  std::vector<long> N(static_cast<std::size_t>(n) + 1, 0);
  for (const CriticalShape& point : found.all) ++N[point.index];
  long sum = 0, euler = 0;
  bool agrees = true;
  for (int k = 0; k <= n; ++k) {
    sum = N[k] - choose(circles, k - down) - sum;
    agrees = agrees && sum >= 0;
    euler = N[k] - euler;
  }
  agrees = agrees && sum == 0;
  if (!of.stores_energy()) agrees = agrees && static_cast<long>(found.all.size()) <= most_equilibria(n + 1);
  found.count = agrees ? MorseCount::agrees : MorseCount::fails;
  const long expected = circles > 0 ? 0 : down % 2 == 0 ? 1 : -1;
  found.count_words = listed(N) + "; alternating sum " + std::to_string(n % 2 == 0 ? euler : -euler) +
                      ", by Poincare and Hopf it is " + std::to_string(expected) + "; at least " +
                      std::to_string(1L << circles) + " by Morse";
  if (!of.stores_energy()) found.count_words += ", at most " + std::to_string(most_equilibria(n + 1)) + " by Bernstein";
}

}  // namespace oopss
