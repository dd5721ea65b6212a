// SPDX-License-Identifier: Apache-2.0
// The leaf of two bodies against numbers of an independent program.
#include <catch2/catch.hpp>

#include "oopss/analysis/portrait.hpp"
#include "oopss/system/pair_leaf.hpp"
#include "tests/mechanics/golden_planar.hpp"

using namespace oopss;

TEST_CASE("two bodies: lowest energy, homoclinic energy and period are those of the golden cases") {
  int seen = 0;
  for (const GoldenCase& golden : golden_planar()) {
    if (!golden.two_bodies) continue;
    const GoldenTwoBodies& two = *golden.two_bodies;
    const PairLeaf leaf{two.I1, two.I2, two.eps_d1_d2, 0, golden.initial.mu_s, {}, true};
    const LeafPortrait portrait = leaf_portrait(leaf_of(leaf), {golden.initial.H});
    CHECK(portrait.lowest == Approx(two.H_min).epsilon(1e-14));
    REQUIRE(portrait.separatrices.size() == 1);
    CHECK(portrait.separatrices[0] == Approx(two.H_homoclinic).epsilon(1e-14));
    for (const OrbitCurve& curve : portrait.curves)
      if (curve.energy == golden.initial.H) {
        ++seen;
        CHECK(*curve.period == Approx(two.period).epsilon(1e-12));  // golden has 25 digits; ours a condition near 10
      }
  }
  CHECK(seen >= 1);
}
