// SPDX-License-Identifier: Apache-2.0
// Lists of equilibria against proofs, over many random trees with springs.
#include <catch2/catch.hpp>

#include "tests/thorough.hpp"

using namespace oopss;

TEST_CASE(
    "200 random trees of three to five bodies with springs: no list lacks one that a proof finds, without a word") {
  int complete = 0, alone = 0;
  for (unsigned seed = 1000; seed < 1200; ++seed) {
    CAPTURE(seed);
    const SprungTree of = sprung_tree(seed);
    CertifySearch search(of.exact);
    bool more = true;
    while (more && search.work() < 2'000'000) more = search.step();
    if (more || search.undecided() > 0) continue;  // too many boxes for a test
    const std::size_t proved = search.certificate().roots.size();
    const Equilibria list = listed(of, 1'000'000), without = listed(of, 0);
    REQUIRE((list.all.size() == proved || !is_settled(list)));
    REQUIRE((without.all.size() == proved || !is_settled(without)));
    complete += list.all.size() == proved;
    alone += without.all.size() == proved;
  }
  CHECK(complete > 180);
  CHECK(alone > 180);
}
