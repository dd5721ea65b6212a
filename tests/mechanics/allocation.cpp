// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of this program.
#include <catch2/catch.hpp>

#include "oopss/mechanics/fast_space.hpp"
#include "oopss/mechanics/jet.hpp"
#include "oopss/mechanics/torque.hpp"
#include "tests/allocations.hpp"
#include "tests/mechanics/random_space_trees.hpp"

namespace oopss {

TEST_CASE("rates and Taylor coefficients allocate nothing once they have been asked for the order") {
  std::mt19937 random(10);
  for (const int n : {2, 3, 10}) {
    const PlanarTree<double> tree = random_tree(n, Growth::vine, random);
    std::vector<double> x = random_numbers(2 * n, 2, random);
    x.resize(x.size() + 2);
    std::vector<double> out(x.size() * 21);
    FastTree fast = fast_tree(tree);
    Jet series = jet(tree, {{0, {true, 1, 0.1, 0}}});
    taylor_coefficients(series, x.data(), 20, out.data());
    const long before = allocations;
    rates(fast, x.data(), x.data() + n - 1, out.data(), out.data() + n);
    taylor_coefficients(series, x.data(), 20, out.data());
    taylor_coefficients(series, x.data(), 12, out.data());
    CHECK(allocations == before);
  }
  CHECK(allocations > 0);
}

TEST_CASE("rates of trees in space allocate nothing") {
  std::mt19937 random(12);
  for (const int n : {1, 3, 10}) {
    const auto [tree, rest] = random_space_tree(n, Growth::vine, SpaceJoints::mixed, random);
    const std::vector<double> x = random_space_state(tree, random);
    std::vector<double> rate(x.size());
    FastSpaceTree fast = fast_space_tree(tree, rest);
    const long before = allocations;
    rates(fast, x.data(), rate.data());
    CHECK(allocations == before);
  }
}

TEST_CASE("exact linearisation allocates nothing in the workspace made for it") {
  std::mt19937 random(11);
  for (const int n : {2, 5, 12}) {
    const PlanarTree<double> tree = random_tree(n, Growth::vine, random);
    const std::vector<double> theta = random_numbers(n, 2, random), mu = random_numbers(n, 2, random);
    const std::vector<double> omega = motion(tree, theta, mu).omega, rate(mu.size(), 0.0), v(2, 0.5);
    const std::vector<int> joints = n == 2 ? std::vector<int>{0} : std::vector<int>{0, n - 2};
    Linearisation<Plane<double>> workspace(tree, joints);
    const long before = allocations;
    linearise(workspace, tree, theta, mu, omega, rate, v);
    CHECK(allocations == before);
    CHECK(linearising_torques(tree, theta, mu, omega, rate, joints, v) == workspace.torque);
    CHECK(allocations > before);  // the count counts
  }
}

}  // namespace oopss
