// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "oopss/mechanics/fast.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "tests/random_trees.hpp"

namespace oopss {
namespace {

/// The largest difference, relative to the largest entry.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double size = 0, most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    size = std::max(size, std::abs(b[i]));
    most = std::max(most, std::abs(a[i] - b[i]));
  }
  return size > 0 ? most / size : most;
}

struct Rates {
  std::vector<double> phi_rate, mu_rate, omega;
};

Rates fast_rates(FastTree& fast, const std::vector<double>& phi, const std::vector<double>& mu) {
  Rates out{std::vector<double>(phi.size()), std::vector<double>(mu.size()), {}};
  rates(fast, phi.data(), mu.data(), out.phi_rate.data(), out.mu_rate.data());
  for (int i = 0; i < fast.bodies; ++i) out.omega.push_back(omega(fast, i));
  return out;
}

const std::vector<int> sizes = {1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 30, 100, 300};
constexpr std::array growths = {Growth::chain, Growth::bush, Growth::vine};

}  // namespace

TEST_CASE("the fast rates are those of the recursion, on every tree, from every root, on every processor") {
  std::mt19937 random(1);
  for (const int n : sizes)
    for (const Growth growth : growths)
      for (int repeat = 0; repeat < (n > 30 ? 3 : 10); ++repeat) {
        const PlanarTree<double> tree = random_tree(n, growth, random);
        const std::vector<double> phi = random_numbers(n - 1, 3, random), mu = random_numbers(n, 5, random);
        const Motion<double> expected = motion(tree, absolute_angles(tree, phi, 0.0), mu);
        for (const Kernel* kernel : usable_kernels()) {
          FastTree fast = fast_tree(tree);
          fast.kernel = kernel;
          for (int call = 0; call < 2; ++call) {  // the second finds the scratch space as the first left it
            const Rates got = fast_rates(fast, phi, mu);
            INFO(n << " bodies on " << kernel->name);
            CHECK(difference(got.omega, expected.omega) < 1e-12);
            CHECK(difference(got.mu_rate, expected.mu_rate) < 1e-12);
            CHECK(difference(got.phi_rate, differences(tree, expected.omega)) < 1e-12);
          }
        }
      }
}

}  // namespace oopss
