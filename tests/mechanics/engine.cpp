// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "oopss/mechanics/fast.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "tests/mechanics/random_trees.hpp"

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
  for (int i = 0; i < fast.constants->bodies; ++i) out.omega.push_back(omega(fast, i));
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

TEST_CASE("the same rates come out whatever the angles' turns, up to angles where libm takes over") {
  std::mt19937 random(5);
  for (const int n : {2, 3, 9}) {
    const PlanarTree<double> tree = random_tree(n, Growth::vine, random);
    const std::vector<double> mu = random_numbers(n, 5, random);
    for (const double size : {1e3, 1e7, 1e12}) {
      const std::vector<double> phi = random_numbers(n - 1, size, random);
      FastTree fast = fast_tree(tree);
      const Rates got = fast_rates(fast, phi, mu);
      // θ is a sum of angles, rounded: the recursion from another root differs by that much.
      const Motion<double> expected = motion(tree, absolute_angles(tree, phi, 0.0), mu);
      CHECK(difference(got.mu_rate, expected.mu_rate) < 1e-12 + n * size * 1e-15);
    }
  }
}

TEST_CASE("sines and cosines are right to two units in the last place, also beside multiples of a quarter turn") {
  std::mt19937 random(6);
  std::vector<double> x = {0, -0.0, 1e-300, -1e-9, 0.7853981633974483, 1e6, -1e6, 1e15, -1e300};
  for (const double size : {1.0, 10.0, 1e3, 1e5, 1e6})
    for (const double angle : random_numbers(20000, size, random)) x.push_back(angle);
  for (int n = -60000; n <= 60000; n += 7) x.push_back(n * 1.5707963267948966);  // the hardest to reduce
  const int count = static_cast<int>(x.size());
  std::vector<double> s(x.size()), c(x.size());
  const auto off = [](double got, long double exact) {
    const auto near = static_cast<double>(exact);
    const double unit = std::nextafter(std::abs(near), HUGE_VAL) - std::abs(near);
    return static_cast<double>(std::abs(static_cast<long double>(got) - exact)) / unit;
  };
  for (const Kernel* kernel : usable_kernels()) {
    kernel->sines_and_cosines(count, x.data(), s.data(), c.data());
    double most = 0;
    for (int i = 0; i < count; ++i)
      most = std::max({most, off(s[i], std::sin(static_cast<long double>(x[i]))),
                       off(c[i], std::cos(static_cast<long double>(x[i])))});
    INFO(kernel->name);
    CHECK(most < 2);
  }
}

TEST_CASE("angles and momenta that are not finite give rates that are not finite, and no trace is left") {
  std::mt19937 random(7);
  const PlanarTree<double> tree = random_tree(12, Growth::bush, random);
  const std::vector<double> phi = random_numbers(11, 3, random), mu = random_numbers(12, 5, random);
  FastTree fast = fast_tree(tree);
  const Rates before = fast_rates(fast, phi, mu);
  for (const double bad : {HUGE_VAL, std::nan("")}) {
    std::vector<double> bad_phi = phi;
    bad_phi[4] = bad;
    bool finite = true;
    for (const double rate : fast_rates(fast, bad_phi, mu).mu_rate) finite = finite && std::isfinite(rate);
    CHECK_FALSE(finite);
    CHECK(fast_rates(fast, phi, mu).mu_rate == before.mu_rate);  // the same bits
  }
}

TEST_CASE("a copy of a tree is independent, and one plan serves every set of parameters") {
  std::mt19937 random(8);
  const PlanarTree<double> tree = random_tree(9, Growth::vine, random);
  PlanarTree<double> heavier = tree;
  for (double& m : heavier.m) m *= 2;
  heavier.mass *= 2;
  const std::vector<double> phi = random_numbers(8, 3, random), mu = random_numbers(9, 5, random);
  FastTree first = fast_tree(tree), copy = first;
  FastTree second =
      fast_tree(std::make_shared<const TreeConstants<double>>(tree_constants(heavier, first.constants->branches)));
  const Rates expected = fast_rates(first, phi, mu);
  CHECK(fast_rates(copy, phi, mu).mu_rate == expected.mu_rate);
  CHECK(copy.constants == first.constants);
  velocities(second, phi.data(), mu.data());
  const double alone = omega(second, 3);
  CHECK(fast_rates(second, phi, mu).omega[3] == alone);
  CHECK(difference(fast_rates(second, phi, mu).omega, motion(heavier, absolute_angles(tree, phi, 0.0), mu).omega) <
        1e-13);
}

TEST_CASE("the branches of a tree hold every body once, each before what it hangs on, and little filling") {
  std::mt19937 random(9);
  for (const int n : sizes)
    for (const Growth growth : growths) {
      const PlanarTree<double> tree = random_tree(n, growth, random);
      const TreeBranches branches = tree_branches(tree);
      std::vector<int> seen(static_cast<std::size_t>(n), 0);
      for (const TreeBranches::Slot& slot : branches.slots)
        if (slot.body >= 0) ++seen[slot.body];
      CHECK(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
      for (const TreeBranches::Pair& pair : branches.pairs)
        for (const int attachment : pair.attachment) CHECK((attachment < 0 || attachment / 2 >= pair.end));
      if (growth == Growth::chain) CHECK(branches.slots.size() == static_cast<std::size_t>(n + n % 2));
      if (n >= 100) CHECK(branches.slots.size() < 1.2 * n);
    }
}

}  // namespace oopss
