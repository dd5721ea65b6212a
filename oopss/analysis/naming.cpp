// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/naming.hpp"

#include <algorithm>
#include <numbers>
#include <numeric>

namespace oopss {
namespace {

struct Naming {
  const std::vector<ShapeRange>& ranges;
  const std::vector<NamedShape>& all;
  using Place = std::vector<std::size_t>::iterator;

  /// What is compared at a level: −I_lock in units of the largest, then the angles one by one.
  double key(std::size_t shape, std::size_t level, double largest) const {
    if (level == 0) return -all[shape].I_lock / largest;
    const double angle = all[shape].phi[level - 1];
    return ranges[level - 1].circle && angle < -std::numbers::pi + 1e-9 ? angle + 2 * std::numbers::pi : angle;
  }

  /// Sorts by this level, then every run of keys that follow closely by the next one.
  void sort(Place begin, Place end, std::size_t level, double largest) const {
    if (end - begin < 2 || level > ranges.size()) return;
    const double same = level == 0 ? 1e-11 : 1e-9;
    std::stable_sort(begin, end,
                     [&](std::size_t a, std::size_t b) { return key(a, level, largest) < key(b, level, largest); });
    for (Place from = begin; from != end;) {
      Place to = from + 1;
      while (to != end && key(*to, level, largest) - key(*(to - 1), level, largest) <= same) ++to;
      sort(from, to, level + 1, largest);
      from = to;
    }
  }
};

}  // namespace

std::vector<std::size_t> by_falling_inertia(const std::vector<ShapeRange>& ranges, const std::vector<NamedShape>& all) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  double largest = 0;
  for (const NamedShape& one : all) largest = std::max(largest, one.I_lock);
  Naming{ranges, all}.sort(order.begin(), order.end(), 0, largest > 0 ? largest : 1);
  return order;
}

}  // namespace oopss
