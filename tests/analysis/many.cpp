// SPDX-License-Identifier: Apache-2.0
// The search over many random trees.
#include <catch2/catch.hpp>

#include "tests/analysis/analysis.hpp"
#include "tests/mechanics/random_trees.hpp"

using namespace oopss;

namespace {

/// Whether every shape of one list is one of the other; on the torus, to 1e-6, the search's own resolution.
bool same_shapes(const std::vector<CriticalShape>& a, const std::vector<CriticalShape>& b) {
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const CriticalShape& one) {
           return std::any_of(b.begin(), b.end(),
                              [&](const CriticalShape& two) { return apart(one.phi, two.phi) < 1e-6; });
         });
}

}  // namespace

TEST_CASE("10 000 random three-body systems: closed form and search agree in number and place, four or six") {
  std::mt19937 random(10000);
  int six = 0, folds = 0;
  for (int trial = 0; trial < 10000; ++trial) {
    CAPTURE(trial);
    const PlanarTree<double> tree = random_tree(3, Growth::bush, random);
    ShapeEnergy energy = energy_of(tree);
    const CriticalShapes closed = critical_shapes(energy);
    energy.closed_form = {};
    const CriticalShapes searched = critical_shapes(energy);
    if (closed.count == MorseCount::not_applicable) {  // degenerate to 1e-6: a fold
      ++folds;
      continue;
    }
    REQUIRE(closed.starts <= 16);  // the closed form's candidates alone
    REQUIRE((closed.all.size() == 4 || closed.all.size() == 6));
    REQUIRE(same_shapes(closed.all, searched.all));
    six += closed.all.size() == 6 ? 1 : 0;
  }
  CHECK(folds <= 2);  // curvatures of order one are below 1e-6 about once in a million
  CHECK(six > 200);
}

TEST_CASE("random trees of four, five and six bodies satisfy Morse, and ten times the effort finds no more") {
  std::mt19937 random(456);
  for (const int bodies : {4, 5, 6}) {
    std::size_t fewest = 1000, most = 0;
    long bound = 0;
    for (int trial = 0; trial < 30; ++trial) {
      CAPTURE(bodies, trial);
      const ShapeEnergy energy = energy_of(random_tree(bodies, Growth(trial % 3), random));
      bound = energy.bounds.most;
      const CriticalShapes found = critical_shapes(energy);
      REQUIRE(found.count == MorseCount::agrees);
      REQUIRE(found.settled);
      long sum = 0;
      std::vector<long> N(bodies, 0);
      for (const CriticalShape& one : found.all) {
        sum += one.index % 2 == 0 ? 1 : -1;
        ++N[one.index];
      }
      REQUIRE(sum == 0);  // the Euler characteristic of a torus
      for (int k = 0; k < bodies; ++k) REQUIRE(N[k] >= energy.bounds.betti[k]);
      fewest = std::min(fewest, found.all.size());
      most = std::max(most, found.all.size());
      if (trial < 6) REQUIRE(same_shapes(found.all, critical_shapes(energy, {.hits = 40, .most_work = 1e12}).all));
    }
    CHECK(fewest >= 1U << (bodies - 1));
    CHECK(static_cast<long>(most) <= bound);
    CHECK(most > 1U << (bodies - 1));  // so that the search has more to find than the stretched and folded shapes
  }
}
