// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>

#include "oopss/proof/verify.hpp"

namespace oopss {

inline bool holds(const ExactLandscape& landscape, const Certificate& certificate) {
  const Verdict verdict = verify(landscape, certificate);
  INFO(verdict.problem);
  CHECK(verdict.problem == "");
  return verdict.problem.empty() && verdict.undecided == 0;
}

/// Anything taken away, moved or doubled is noticed; of the letters `tried`, evenly.
inline void check_tampering(const ExactLandscape& landscape, const Certificate& good, std::size_t tried = 97) {
  const auto rejected = [&](const auto& change) {
    Certificate bad = good;
    change(bad);
    return !verify(landscape, bad).problem.empty();
  };
  for (std::size_t r = 0; r < good.roots.size(); ++r) {
    CAPTURE(r);
    const CertifiedRoot& root = good.roots[r];
    CHECK(rejected([&](Certificate& bad) { bad.roots.erase(bad.roots.begin() + static_cast<long>(r)); }));
    CHECK(rejected([&](Certificate& bad) { bad.roots.push_back(root); }));
    CHECK(rejected([&](Certificate& bad) { bad.roots[r].centre[0] += root.unique[0] >> (root.shrink - 2); }));
    CHECK(rejected([&](Certificate& bad) { bad.roots[r].index += 1; }));
    CHECK(rejected([&](Certificate& bad) { bad.roots[r].nullity = 1; }));
    // the boxes were made as large as can be proved, but for a thousandth, if not half a turn
    if (*std::max_element(root.unique.begin(), root.unique.end()) < whole_turn / 3)
      CHECK(rejected([&](Certificate& bad) {
        for (std::int64_t& u : bad.roots[r].unique) u += u / 50;
      }));
  }
  for (std::size_t letter = 0; letter < good.cover.size(); letter += 1 + good.cover.size() / tried) {
    CAPTURE(letter);
    CHECK(rejected([&](Certificate& bad) { bad.cover.erase(letter, 1); }));
  }
  CHECK(rejected([](Certificate& bad) { bad.cover += 'a'; }));
  for (const char* cover : {"~", "a", "p", "0", ".", "A~~", "Aa~"}) {
    CAPTURE(cover);
    CHECK(rejected([&](Certificate& bad) { bad.cover = cover; }));
  }
}

}  // namespace oopss
