// SPDX-License-Identifier: Apache-2.0
// Lists of equilibria against proofs, over many random trees with springs.
#include <catch2/catch.hpp>

#include "tests/proof/thorough.hpp"

using namespace oopss;

TEST_CASE("random trees of three to five bodies with springs: no list lacks one that a proof finds, without a word") {
  int complete = 0, alone = 0;
  for (unsigned seed = 1000; seed < 1060; ++seed) {
    CAPTURE(seed);
    const SprungTree sprung = sprung_tree(seed);
    CertifySearch search(sprung.exact);
    const SearchEffort effort{.boxes = 200'000};
    const Equilibria list = listed_equilibria(sprung.energy, look_into_boxes(search, sprung.exact, effort), effort);
    bool more = true;
    while (more && search.work() < 1'000'000) more = search.step();
    if (more || search.undecided() > 0) continue;  // too many boxes for a test
    const std::size_t proved = search.certificate().roots.size();
    REQUIRE((list.all.size() == proved || !is_settled(list)));
    complete += list.all.size() == proved;
    if (seed % 2 == 0) continue;
    const Equilibria without = listed(sprung, 0);
    REQUIRE((without.all.size() == proved || !is_settled(without)));
    alone += without.all.size() == proved;
  }
  CHECK(complete > 45);
  CHECK(alone > 20);
}
