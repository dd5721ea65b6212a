// SPDX-License-Identifier: Apache-2.0
// The reduced equations against Newton's laws in maximal coordinates, on random trees.
#include <algorithm>
#include <catch2/catch.hpp>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/inertia.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "oopss/mechanics/torque.hpp"
#include "tests/mechanics/brute_force.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

/// Largest difference relative to the largest entry, `floor` at least (a lone body has no rates at all).
double relative_difference(const std::vector<double>& a, const std::vector<double>& b, double floor) {
  double difference = 0, size = floor;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  return difference / size;
}

/// Springs, dampers and given torques at random.
std::vector<double> random_torques(Draws<double>& source, const std::vector<double>& phi,
                                   const std::vector<double>& phi_rate) {
  std::vector<double> all;
  for (std::size_t k = 0; k < phi.size(); ++k) {
    const Spring<double> spring{source.below(2) == 0, source.number(0, 2), source.number(0, 1), source.number(-1, 1)};
    all.push_back(torque(spring, phi[k], phi_rate[k]) + source.number(-1, 1));
  }
  return all;
}

}  // namespace

TEST_CASE("1000 random trees with torques: every reduced rate is the one of Newton's laws") {
  Draws<double> source(1687);
  // Both sides solve well-conditioned linear systems: 8e-15 was measured, 1e-12 leaves room for other compilers.
  constexpr double tolerance = 1e-12, floor = 1e-3;
  double worst = 0;
  for (int trial = 0; trial < 1000; trial += stride) {
    const int count = 1 + trial % 12;
    const Bodies<double> bodies = random_bodies(source, count);
    const PlanarTree<double> tree = rooted(bodies, source.below(count));
    const std::vector<double> theta = unknowns(source, "theta", count, -3, 3);
    const std::vector<double> omega = unknowns(source, "w", count, -1, 1);
    const std::vector<double> phi_rate = differences(tree, omega);
    const std::vector<double> torques = random_torques(source, differences(tree, theta), phi_rate);
    const NewtonRates newton = newton_rates(bodies, theta, omega, torques);
    const std::vector<double> tau = body_torques(tree, torques);
    const auto check = [&](const std::vector<double>& found, const std::vector<double>& expected) {
      const double difference = relative_difference(found, expected, floor);
      worst = std::max(worst, difference);
      CHECK(difference < tolerance);
    };

    const PairConstants<double> pairs = pair_constants(tree);
    const Matrix<double> J = pseudo_inertia(pairs, theta);
    check(J * omega, newton.mu);
    check(solve(ldlt(J), newton.mu), omega);
    check(momentum_rates(slope_matrix(pairs, theta), omega) + tau, newton.mu_rate);

    const Motion<double> swept = motion(tree, theta, newton.mu);
    check(swept.omega, omega);
    check(differences(tree, swept.omega), phi_rate);
    check(swept.mu_rate + tau, newton.mu_rate);

    const Accelerations<Plane<double>> felt = accelerations(tree, theta, newton.mu, omega, swept.mu_rate + tau);
    check(felt.omega, newton.omega_rate);
    std::vector<double> force, expected;
    for (int i = 0; i < count; ++i) {
      if (tree.parent[i] < 0) continue;
      const double sign = tree.sense[i] > 0 ? -1 : 1;  // Newton's is on the first body, ours on the child
      const Vec2<double>& on_first = newton.joint_force[tree.joint[i]];
      expected.insert(expected.end(), {sign * on_first.x, sign * on_first.y});
      force.insert(force.end(), {felt.force[i].x, felt.force[i].y});
    }
    check(force, expected);
  }
  INFO("largest relative difference " << worst);
  CHECK(worst < tolerance);
}
