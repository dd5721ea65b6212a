// SPDX-License-Identifier: Apache-2.0
// Steps of taylor side by side, on series that are made up: each beside the steps of one alone.
#include "oopss/integrate/lane_taylor.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

using namespace oopss;

namespace {

constexpr int lanes = 32;
constexpr double tolerance = 1e-12, infinity = std::numeric_limits<double>::infinity();

/// Series of members, [lane][k][i], and what lanes make of them.
struct MadeUp {
  Layout layout;
  int order, size;
  std::vector<std::vector<double>> of_lane;

  explicit MadeUp(bool sprung)
      : layout(planar_layout(3, 2, sprung)),
        order(taylor_order(tolerance)),
        size(layout.size),
        of_lane(lanes, std::vector<double>(static_cast<std::size_t>((order + 1) * size))) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int lane = 0; lane < lanes; ++lane)
      for (int k = 0; k <= order; ++k)
        for (int i = 0; i < size; ++i) entry(lane, k, i) = number(random) * std::pow(0.3 + 0.1 * lane, k);
  }
  double& entry(int lane, int k, int i) { return of_lane[lane][static_cast<std::size_t>(k * size + i)]; }

  LaneTaylor steps(int width) {
    return {layout, tolerance, lanes, {width, [this, width](int, const double*, double* out) {
                                         for (int lane = 0; lane < lanes; ++lane)
                                           for (int place = 0; place < (order + 1) * size; ++place)
                                             out[((lane / width) * (order + 1) * size + place) * width + lane % width] =
                                                 of_lane[lane][place];
                                       }}};
  }
  /// As one alone has it.
  double length(int lane) const {
    Taylor alone = taylor(layout, tolerance, waypoint(0, std::vector<double>(static_cast<std::size_t>(size))));
    std::copy(of_lane[lane].begin(), of_lane[lane].end(), alone.coefficients.begin());
    return chosen_length(alone);
  }
};

std::vector<int> usable_widths() {
  std::vector<int> out = {2};
  if (usable_taylor_loops().size() > 1) out.push_back(4);
  if (out.size() > 1 && __builtin_cpu_supports("avx512f")) out.push_back(8);
  return out;
}

}  // namespace

TEST_CASE("lengths of lanes are those of one alone, also where a group starts from zero") {
  for (const bool sprung : {false, true}) {
    MadeUp series(sprung);
    const auto clear = [&](int lane, BlockKind kind, int from, int to) {
      for (const Block& block : series.layout.blocks)
        for (int i = block.offset; block.kind == kind && i < block.offset + block.size; ++i)
          for (int k = from; k <= to; ++k) series.entry(lane, k, i) = 0;
    };
    clear(3, BlockKind::momentum, 0, 0);              // from rest
    clear(5, BlockKind::momentum, 0, 3);              // the first ones say nothing
    clear(9, BlockKind::momentum, 1, series.order);   // they never change
    clear(12, BlockKind::momentum, 0, series.order);  // they are nothing
    for (int k = 0; k <= series.order; ++k)
      for (int i = 0; i < series.size; ++i)
        if (k > 0) series.entry(17, k, i) = 0;  // it rests
    std::vector<double> x(static_cast<std::size_t>(2 * series.size * lanes)), plainest;
    for (const int width : usable_widths()) {
      LaneTaylor steps = series.steps(width);
      steps.expand(x.data());
      for (int lane = 0; lane < lanes; ++lane) {
        INFO("lane " << lane << " of " << width);
        CHECK(steps.length(lane) == series.length(lane));  // the same sums and products
      }
    }
  }
}

TEST_CASE("what lies ahead of lanes is the state and its series, each with a length of its own; zero leaves it") {
  MadeUp series(false);
  std::vector<double> x(static_cast<std::size_t>(2 * series.size * lanes)), h(lanes), out(x.size());
  for (int lane = 0; lane < lanes; ++lane) {
    h[lane] = lane % 7 == 0 ? 0 : 0.02 * (lane - 16);
    for (int i = 0; i < series.size; ++i) x[i * lanes + lane] = series.entry(lane, 0, i);
  }
  for (const int width : usable_widths()) {
    LaneTaylor steps = series.steps(width);
    steps.expand(x.data());
    steps.sum(x.data(), h.data(), out.data());
    for (int lane = 0; lane < lanes; ++lane)
      for (int i = 0; i < series.size; ++i) {
        long double sum = 0;
        for (int k = series.order; k >= 0; --k) sum = sum * h[lane] + series.entry(lane, k, i);
        const long double found =
            static_cast<long double>(out[i * lanes + lane]) + out[(series.size + i) * lanes + lane];
        CHECK(std::abs(static_cast<double>(found - sum)) <
              4e-15);  // increments of up to a few units, rounded once or twice
        if (h[lane] == 0) CHECK(out[i * lanes + lane] == x[i * lanes + lane]);
      }
  }
}

TEST_CASE("a series that is not finite has no step that is") {
  for (const double bad : {infinity, std::numeric_limits<double>::quiet_NaN()}) {
    MadeUp series(false);
    series.entry(4, 3, 0) = bad;
    std::vector<double> x(static_cast<std::size_t>(2 * series.size * lanes)), h(lanes, 0.1), out(x.size());
    for (const int width : usable_widths()) {
      LaneTaylor steps = series.steps(width);
      steps.expand(x.data());
      steps.sum(x.data(), h.data(), out.data());
      CHECK(!std::isfinite(out[4]));
      CHECK(std::isfinite(out[5]));
      CHECK(steps.length(5) == series.length(5));
    }
  }
}
