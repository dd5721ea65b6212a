// SPDX-License-Identifier: Apache-2.0
// What holds for every tree, on ten thousand of them.
#include <catch2/catch.hpp>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/potential.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "tests/mechanics/bodies.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

std::vector<double> moved(std::vector<double> x, const std::vector<double>& along, double step) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += step * along[i];
  return x;
}

}  // namespace

TEST_CASE(
    "10 000 random trees: J is positive definite, momentum is kept, H falls nowhere below V_mu, slopes are slopes") {
  for (unsigned seed = 0; seed < 10000; seed += stride) {
    CAPTURE(seed);
    Draws<double> source(seed);
    const int count = 1 + source.below(10);
    const Bodies<double> bodies = random_bodies(source, count);
    const PlanarTree<double> tree = rooted(bodies, source.below(count));
    const std::vector<double> theta = unknowns(source, "theta", count, -10, 10);
    const std::vector<double> mu = unknowns(source, "mu", count, -1, 1);

    const Matrix<double> J = pseudo_inertia(pair_constants(tree), theta);
    for (const double pivot : ldlt(J).D) REQUIRE(pivot > 0);

    const Motion<double> swept = motion(tree, theta, mu);
    double size = 0;
    for (const double rate : swept.mu_rate) size += std::abs(rate);
    REQUIRE(std::abs(total_momentum(swept.mu_rate)) <= 1e-14 * (1 + size));  // rounding of at most 30 products

    const double H = kinetic_energy(mu, swept.omega);
    REQUIRE(H >= amended_potential(total_momentum(mu), locked_inertia(J)) * (1 - rounding));

    // Central differences at h = 1e-5: h² from the third derivative, 1e-16/h from rounding, times at most 1e3.
    constexpr double h = 1e-5, tolerance = 1e-7;
    const std::vector<double> along = unknowns(source, "along", count, -1, 1);
    const auto energy = [&](const std::vector<double>& angles) {
      return kinetic_energy(mu, motion(tree, angles, mu).omega);
    };
    const double slope = (energy(moved(theta, along, h)) - energy(moved(theta, along, -h))) / (2 * h);
    REQUIRE(std::abs(slope + dot(swept.mu_rate, along)) <= tolerance * (1 + size));
  }
}
