// SPDX-License-Identifier: Apache-2.0
// Where the series of a step passes a level.
#include <catch2/catch.hpp>
#include <vector>

#include "oopss/chaos/series_roots.hpp"

using namespace oopss;

namespace {

struct FoundRoot {
  double h = 0;
  int direction = 0;
};

/// The passages of Σ a_k h^k through a level between 0 and 1.
std::vector<FoundRoot> passages(const std::vector<double>& a, double level) {
  StepSeries series;
  take_series(series, a.data(), 1, static_cast<int>(a.size()) - 1, 1);
  bound_slopes(series);
  std::vector<FoundRoot> out;
  for_each_root(series, level, 0, 1, [&](double h, int direction) { out.push_back({h, direction}); });
  return out;
}

}  // namespace

TEST_CASE("every passage of a series through a level is found once, with its sense") {
  // (h − 0.1)(h − 0.4)(h − 0.9), raised by 5
  const std::vector<FoundRoot> three = passages({5 - 0.036, 0.49, -1.4, 1}, 5);
  REQUIRE(three.size() == 3);
  CHECK(three[0].h == Approx(0.1).epsilon(1e-13));
  CHECK(three[1].h == Approx(0.4).epsilon(1e-13));
  CHECK(three[2].h == Approx(0.9).epsilon(1e-13));
  CHECK((three[0].direction == 1 && three[1].direction == -1 && three[2].direction == 1));
  // two that are 1e-6 apart: (h − 0.3)² − 2.5e-13
  const std::vector<FoundRoot> close = passages({0.09 - 2.5e-13, -0.6, 1}, 0);
  REQUIRE(close.size() == 2);
  CHECK((close[0].direction == -1 && close[1].direction == 1));
  CHECK(close[1].h - close[0].h == Approx(1e-6).epsilon(1e-3));
}

TEST_CASE("a series that stays off a level or only touches it does not pass") {
  CHECK(passages({0.09 + 1e-9, -0.6, 1}, 0).empty());
  CHECK(passages({0.25, -1, 1}, 0).empty());  // (h − 1/2)², whose double zero is a middle
  CHECK(passages({1}, 0).empty());
  CHECK(passages({0, 1}, 2).empty());
}
