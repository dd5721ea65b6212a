// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/counted.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/system/exact_pair.hpp"

namespace oopss {
namespace {

/// What the exact count says of a list.
void hold_against(const ExactPairCount& exact, Equilibria& list) {
  const PairCount& count = exact.count;
  if (!count.roots) {
    list.remarks.push_back(fmt::format("There is no exact count: {}", count.reason));
    return;
  }
  const long all = 2L * *count.roots, listed = static_cast<long>(list.all.size());
  const bool simple = std::all_of(list.all.begin(), list.all.end(),
                                  [](const RelativeEquilibrium& one) { return one.stability.nullity == 0; });
  list.certified = list.complete = exact.isolated && simple && listed == all;
  list.remarks.push_back(fmt::format(
      "Exact count: the polynomial of degree {} has {} real roots (Sturm), each of two attitudes: {} in all{}",
      count.degree, *count.roots, all,
      list.complete    ? ", and each root is within 1e-9 of one of these; index and stability are computed, not proved"
      : listed != all  ? fmt::format("; {} ARE LISTED", listed)
      : exact.isolated ? "; some are degenerate as numbers tell"
                       : "; as many are listed, but not each near a root of its own"));
}

}  // namespace

Equilibria counted_equilibria(const Model& model, const ShapeEnergy& energy, const SearchEffort& effort) {
  if (const std::string words = why_no_pair(model, energy.stores_energy); !words.empty())
    throw NotEnclosed("in space two bodies on a ball joint without torque laws are counted, " + words);
  Equilibria list = thorough_equilibria(model, energy, effort);
  hold_against(exact_pair_count(model), list);
  return list;
}

}  // namespace oopss
