// SPDX-License-Identifier: Apache-2.0
// How long a step of the Taylor method is, against the rule of Jorba and Zou written down plainly.
#include <catch2/catch.hpp>
#include <limits>
#include <random>

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

TEST_CASE("where nothing but the size of the first terms is known a Taylor step is not limited") {
  const TestSystem system = problem_two();
  Taylor by = taylor(system.layout, 1e-12, waypoint(0, std::vector<double>(system.layout.size, 0.0)));
  REQUIRE(advance(by, system.flow, 1e6).good());  // at rest
  CHECK(by.end.t == 1e6);
}

}  // namespace oopss
