// SPDX-License-Identifier: Apache-2.0
// How long a step of the Taylor method is, against the rule of Jorba and Zou written down plainly.
#include <catch2/catch.hpp>
#include <limits>
#include <numeric>
#include <random>

#include "oopss/integrate/run.hpp"
#include "oopss/integrate/taylor.hpp"
#include "tests/integrate/flows.hpp"

namespace oopss {
namespace {

/// Of a group of the state: the largest entry of a coefficient.
double largest_in(const Taylor& by, ErrorGroup group, int k) {
  double out = 0;
  for (const Block& part : by.layout.blocks)
    if (part.group == group)
      for (int i = 0; i < part.size; ++i)
        out = std::max(out, std::abs(by.coefficients[k * by.layout.size + part.offset + i]));
  return out;
}

/// The longest step at which the last two terms are e^(−2p) of the largest of c_0 … c_3 h^3 in each group; angles in
/// radians, energies beside μ φ'.
double plain_length(const Taylor& by) {
  const int p = by.order;
  double length = std::numeric_limits<double>::infinity();
  for (const ErrorGroup group : {ErrorGroup::angle, ErrorGroup::momentum, ErrorGroup::energy})
    for (const int last : {p - 1, p}) {
      const double c = largest_in(by, group, last);
      double reach = 0;
      for (int k = 0; k < 4; ++k) {
        double size = group == ErrorGroup::angle && k == 0 ? 1 : largest_in(by, group, k);
        if (group == ErrorGroup::energy && k == 0)
          size = std::max(size, largest_in(by, ErrorGroup::momentum, 0) * largest_in(by, ErrorGroup::angle, 1));
        reach = std::max(reach, std::pow(size / c, 1.0 / (last - k)));
      }
      if (c > 0) length = std::min(length, reach);
    }
  return length * std::exp(-2 - 0.7 / (p - 1));
}

}  // namespace

TEST_CASE("a Taylor step is as long as the decay of its coefficients says, whatever their sizes") {
  // Its logarithms are good to 0.009, a difference of two is divided by at least p − 4, and 2^x is good to 0.3 %.
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const Layout layout = planar_layout(2, 1, true);
  for (const double tolerance : {1e-3, 1e-5, 1e-8, 1e-12, 1e-15})
    for (int sample = 0; sample < 200; ++sample) {
      Taylor by = taylor(layout, tolerance, waypoint(0, std::vector<double>(layout.size, 0.0)));
      const double rate = std::pow(10, 3 * uniform(random)), size = std::pow(10, 20 * uniform(random));
      const int vanish = sample % 4;  // so many of the first coefficients
      Flow flow;
      flow.jet = [&](double, const double*, int order, int, double* c) {
        for (int k = 0; k <= order; ++k)
          for (int i = 0; i < layout.size; ++i)
            c[k * layout.size + i] = k < vanish ? 0 : size * uniform(random) * std::pow(rate, k);
      };
      REQUIRE(advance(by, flow, 1e9).good());
      CAPTURE(tolerance, sample, by.order);
      CHECK(by.end.t == Approx(plain_length(by)).epsilon(0.003 + 0.0125 / (by.order - 4)));
    }
}

TEST_CASE("the loops of a Taylor step give the same bits on every kind of processor") {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int size = 1; size <= 11; ++size)
    for (const int order : {5, 6, 11, 40}) {
      std::vector<double> c, x, rest;
      for (int k = 0; k < size * (order + 1) + 3; ++k) c.push_back(k % 7 == 0 ? 0 : uniform(random));
      for (int i = 0; i < size; ++i) {
        x.push_back(uniform(random));
        rest.push_back(1e-17 * uniform(random));
      }
      const TaylorSeries series = {size, size, order, c.data()};
      std::vector<unsigned long long> first(24), second(24);  // the c_0 of the first half is 1
      for (int i = 0; i < size; ++i) {
        const auto place = static_cast<std::size_t>(2 * i - i % 4);
        (i < size / 2 ? first : second)[place + 4] = ~(1ULL << 63);
        if (i >= size / 2) second[place] = ~(1ULL << 63);
      }
      const auto numbers = [&](const TaylorLoops& loops) {
        std::vector<double> out = {loops.length(series, {first.data(), 1}, {second.data(), 0})};
        std::vector<double> sum(x.size()), begin(x.size()), begin_rest = begin, end = x, end_rest = rest;
        const TaylorState state = {end.data(), end_rest.data()};
        loops.increments(series, 0.3, sum.data());
        REQUIRE(loops.end(series, 0.3, state, {begin.data(), begin_rest.data()}, state));
        REQUIRE((begin == x && begin_rest == rest));
        for (const auto& part : {sum, end, end_rest}) out.insert(out.end(), part.begin(), part.end());
        return out;
      };
      CAPTURE(size, order);
      for (const TaylorLoops* loops : usable_taylor_loops()) CHECK(numbers(*loops) == numbers(taylor_baseline));
    }
}

TEST_CASE("a Taylor step whose end is not finite is found out by its sum, in any entry") {
  for (int size = 1; size <= 7; ++size)
    for (int bad = 0; bad < size; ++bad)
      for (const double worst : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
        for (const TaylorLoops* loops : usable_taylor_loops()) {
          std::vector<double> c(static_cast<std::size_t>(6 * size + 3), 0.1), x(static_cast<std::size_t>(size), 1.0),
              rest = x;
          c[static_cast<std::size_t>(5 * size + bad)] = worst;
          const TaylorState state = {x.data(), rest.data()};
          CHECK_FALSE(loops->end({size, size, 5, c.data()}, 0.1, state, state, state));
        }
}

TEST_CASE("a run of which nothing is asked makes the steps of one that is searched for events") {
  const TestSystem system = problem_two();
  RunRequest request;
  request.settings.method = "taylor";
  request.settings.tolerance = 1e-12;
  request.settings.until = 20;
  request.settings.every = 0.7;
  const Path plain = integrate(system.flow, system.layout, system.start, request);
  request.events = {{[](double, const double*) { return 1.0; }}};
  const Path searched = integrate(system.flow, system.layout, system.start, request);
  CHECK(plain.outcome.status == Status::complete);
  CHECK(plain.steps == searched.steps);
  CHECK(plain.points.t == searched.points.t);
  CHECK(plain.points.x == searched.points.x);
}

TEST_CASE("where nothing but the size of the first terms is known a Taylor step is not limited") {
  const TestSystem system = problem_two();
  Taylor by = taylor(system.layout, 1e-12, waypoint(0, std::vector<double>(system.layout.size, 0.0)));
  REQUIRE(advance(by, system.flow, 1e6).good());  // at rest
  CHECK(by.end.t == 1e6);
}

}  // namespace oopss
