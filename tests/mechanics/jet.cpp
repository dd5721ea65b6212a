// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/jet.hpp"

#include <catch2/catch.hpp>

#include "oopss/mechanics/recursion.hpp"
#include "tests/mechanics/random_trees.hpp"
#include "tests/scalar/power_series.hpp"

namespace oopss {
namespace {

/// The same tree with constant series.
template <class Series>
PlanarTree<Series> lifted(const PlanarTree<double>& tree) {
  PlanarTree<Series> out;
  static_cast<Topology&>(out) = tree;
  const auto lift = [](const Vec2<double>& v) { return Vec2<Series>{Series(v.x), Series(v.y)}; };
  for (int i = 0; i < tree.size(); ++i) {
    out.m.emplace_back(tree.m[i]);
    out.I.emplace_back(tree.I[i]);
    out.d_parent.push_back(lift(tree.d_parent[i]));
    out.d_child.push_back(lift(tree.d_child[i]));
  }
  out.mass = Series(tree.mass);
  return out;
}

template <class Series>
Spring<Series> lifted(const Spring<double>& spring) {
  return {spring.periodic, Series(spring.kp), Series(spring.kd), Series(spring.bias)};
}

/// The motion as a series, by running the template recursion on series: x = [φ, μ, θ_root, work, dissipated].
template <int K>
std::vector<PowerSeries<long double, K>> slow_series(const PlanarTree<double>& tree,
                                                     const std::vector<JointSpring>& springs,
                                                     const std::vector<double>& x_0) {
  using Series = PowerSeries<long double, K>;
  const int n = tree.size();
  const PlanarTree<Series> lifted_tree = lifted<Series>(tree);
  const auto field = [&](const std::vector<Series>& x) {
    const std::vector<Series> phi(x.begin(), x.begin() + n - 1), mu(x.begin() + n - 1, x.begin() + 2 * n - 1);
    const Motion<Series> free = motion(lifted_tree, absolute_angles(tree, phi, Series(0)), mu);
    std::vector<Series> rate = differences(tree, free.omega), torque(phi.size(), Series(0));
    Series dissipated(0);
    for (const JointSpring& spring : springs) {
      const int j = spring.joint;
      torque[j] = oopss::torque(lifted<Series>(spring.law), phi[j], rate[j]);
      dissipated = dissipated + Series(spring.law.kd) * rate[j] * rate[j];
    }
    const std::vector<Series> tau = body_torques(tree, torque);
    for (int i = 0; i < n; ++i) rate.push_back(free.mu_rate[i] + tau[i]);
    rate.push_back(free.omega[tree.root()]);
    if (!springs.empty()) rate.insert(rate.end(), {Series(0), dissipated});
    return rate;
  };
  return solution<long double, K>(field, std::vector<long double>(x_0.begin(), x_0.end()));
}

struct Case {
  PlanarTree<double> tree;
  std::vector<JointSpring> springs;
  std::vector<double> x;
};

Case random_case(int n, Growth growth, bool sprung, std::mt19937& random) {
  Case sample{random_tree(n, growth, random), {}, random_numbers(n - 1, 3, random)};
  const std::vector<double> mu = random_numbers(n, 2, random);
  sample.x.insert(sample.x.end(), mu.begin(), mu.end());
  sample.x.push_back(0.3);
  if (!sprung) return sample;
  for (int j = 0; j + 1 < n; j += 2) sample.springs.push_back({j, {j % 4 == 0, 0.7 + j, 0.1 + 0.01 * j, 0.2}});
  if (!sample.springs.empty()) sample.x.insert(sample.x.end(), {0, 0});
  return sample;
}

std::vector<double> fast_series(Jet& jet, const std::vector<double>& x, int order) {
  std::vector<double> out(x.size() * static_cast<std::size_t>(order + 1));
  taylor_coefficients(jet, x.data(), order, out.data());
  return out;
}

}  // namespace

TEST_CASE("Taylor coefficients are those of the recursion run on power series, springs included") {
  constexpr int K = 30;
  std::mt19937 random(2);
  for (const int n : {1, 2, 3, 4, 5, 7, 12})
    for (const Growth growth : {Growth::chain, Growth::bush, Growth::vine})
      for (const bool sprung : {false, true}) {
        const Case sample = random_case(n, growth, sprung, random);
        const auto expected = slow_series<K>(sample.tree, sample.springs, sample.x);
        Jet fast = jet(sample.tree, sample.springs);
        for (const Kernel* kernel : usable_kernels()) {
          fast.tree.kernel = kernel;
          for (const int order : {1, 7, K}) {
            const std::vector<double> got = fast_series(fast, sample.x, order);
            double size = 0;
            for (int k = 0; k <= order; ++k) {
              double most = 0;
              for (std::size_t i = 0; i < sample.x.size(); ++i) {
                const auto exact = static_cast<double>(expected[i].value[k]);
                size = std::max(size, std::abs(exact));
                most = std::max(most, std::abs(got[k * sample.x.size() + i] - exact));
              }
              INFO(n << " bodies, springs " << sprung << ", order " << k << " on " << kernel->name);
              CHECK(most <= 1e-11 * size);  // rounding grows with the order; size is of the largest so far
            }
          }
        }
      }
}

TEST_CASE("every coefficient conserves the total momentum") {
  std::mt19937 random(3);
  for (const int n : {2, 3, 6, 20}) {
    const Case sample = random_case(n, Growth::vine, n != 20, random);
    Jet fast = jet(sample.tree, sample.springs);
    const std::vector<double> got = fast_series(fast, sample.x, 20);
    for (int k = 1; k <= 20; ++k) {
      const double* mu = &got[k * sample.x.size() + n - 1];
      double sum = 0, size = 0;
      for (int i = 0; i < n; ++i) {
        sum += mu[i];
        size += std::abs(mu[i]);
      }
      CHECK(std::abs(sum) <= 1e-13 * size);
    }
  }
}

TEST_CASE("without torques the energy of the series is constant, coefficient by coefficient") {
  constexpr int K = 20;
  using Series = PowerSeries<double, K>;
  std::mt19937 random(4);
  for (const int n : {2, 3, 8}) {
    const Case sample = random_case(n, Growth::bush, false, random);
    Jet fast = jet(sample.tree);
    const std::vector<double> got = fast_series(fast, sample.x, K);
    std::vector<Series> phi(static_cast<std::size_t>(n - 1)), mu(static_cast<std::size_t>(n));
    for (int k = 0; k <= K; ++k) {
      for (int j = 0; j + 1 < n; ++j) phi[j].value[k] = got[k * sample.x.size() + j];
      for (int i = 0; i < n; ++i) mu[i].value[k] = got[k * sample.x.size() + n - 1 + i];
    }
    const Motion<Series> moving = motion(lifted<Series>(sample.tree), absolute_angles(sample.tree, phi, Series(0)), mu);
    Series energy(0);
    double size = 0;
    for (int i = 0; i < n; ++i) energy = energy + mu[i] * moving.omega[i];
    for (int k = 1; k <= K; ++k) {
      for (int i = 0; i < n; ++i) size = std::max(size, std::abs(mu[i].value[k] * moving.omega[i].value[0]));
      CHECK(std::abs(energy.value[k]) <= 1e-11 * size);
    }
  }
}

}  // namespace oopss
