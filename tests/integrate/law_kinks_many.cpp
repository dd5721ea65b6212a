// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/integrate/law_kinks_random.hpp"

namespace oopss {

TEST_CASE("of 1000 random laws with kinks, poles and ends, started on their kinks, none is silently wrong") {
  int count[4] = {};  // by verdict
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    std::mt19937 random(seed);
    const RandomLaw law = random_law(random);
    const Verdict found = verdict(law);
    ++count[static_cast<int>(found)];
    INFO(seed << ": " << law.text << " from phi = " << law.from.phi << ", rate = " << law.from.rate
              << ", t = " << law.from.t0 << " to " << law.from.until);
    CHECK(found != Verdict::silent);
    CHECK(found != Verdict::refused);
  }
  CHECK(count[static_cast<int>(Verdict::agree)] > 800);  // the others fail in words, with the other methods
}

}  // namespace oopss
