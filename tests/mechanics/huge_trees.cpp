// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "oopss/mechanics/fast.hpp"
#include "tests/mechanics/random_trees.hpp"
#include "tests/sanitized.hpp"

namespace oopss {
namespace {

using Long = long double;  // 64 bits: 11 more than what is judged has

/// J ω of a planar tree at the angles of its joints, by its velocities in O(N), in longer numbers and by no text of the
/// library: directions of bodies as products of turns, velocities of the mass centres from the root outward, without
/// that of the whole, the momentum beyond each joint from the leaves inward, and the moments of both about the mass
/// centres.
std::vector<Long> momenta_by_velocities(const PlanarTree<double>& tree, const std::vector<double>& phi,
                                        const std::vector<double>& omega) {
  struct Body {
    Long c = 1, s = 0, vx = 0, vy = 0;    // its direction and the velocity of its mass centre
    Long ax = 0, ay = 0, bx = 0, by = 0;  // its joint, from the parent's mass centre and from its own
    Long px = 0, py = 0;                  // the momentum of it and of all beyond
  };
  std::vector<Body> bodies(phi.size() + 1);
  Long drift_x = 0, drift_y = 0, mass = 0;
  for (const int i : tree.order) {
    Body& body = bodies[i];
    const Long m = tree.m[i];
    if (const int p = tree.parent[i]; p >= 0) {
      const Body& parent = bodies[p];
      const Long turn = tree.sense[i] * Long(phi[tree.joint[i]]), c = std::cos(turn), s = std::sin(turn);
      body.c = parent.c * c - parent.s * s;
      body.s = parent.s * c + parent.c * s;
      const auto [ax, ay] = tree.d_parent[i];
      const auto [bx, by] = tree.d_child[i];
      body.ax = parent.c * ax - parent.s * ay, body.ay = parent.s * ax + parent.c * ay;
      body.bx = body.c * bx - body.s * by, body.by = body.s * bx + body.c * by;
      body.vx = parent.vx - omega[p] * body.ay + omega[i] * body.by;
      body.vy = parent.vy + omega[p] * body.ax - omega[i] * body.bx;
    }
    mass += m;
    drift_x += m * body.vx;
    drift_y += m * body.vy;
  }
  std::vector<Long> mu(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].px = tree.m[i] * (bodies[i].vx - drift_x / mass);
    bodies[i].py = tree.m[i] * (bodies[i].vy - drift_y / mass);
    mu[i] = Long(tree.I[i]) * omega[i];
  }
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    const int p = tree.parent[*i];
    if (p < 0) continue;
    const Body& body = bodies[*i];
    bodies[p].px += body.px, bodies[p].py += body.py;
    mu[*i] -= body.bx * body.py - body.by * body.px;
    mu[p] += body.ax * body.py - body.ay * body.px;
  }
  return mu;
}

std::vector<double> rounded(const std::vector<Long>& x) { return {x.begin(), x.end()}; }

double norm(const std::vector<Long>& x) {
  Long square = 0;
  for (const Long one : x) square += one * one;
  return static_cast<double>(std::sqrt(square));
}

/// A random tree in a random shape, and ω at the momenta given, as the fast rates find it.
struct HugeTree {
  PlanarTree<double> tree;
  std::vector<double> phi;
  FastTree fast;

  HugeTree(int n, Growth growth, const Kernel* kernel, std::mt19937& random)
      : tree(random_tree(n, growth, random)), phi(random_numbers(n - 1, 3, random)), fast(fast_tree(tree)) {
    fast.kernel = kernel;
  }
  std::vector<double> omega_of(const std::vector<double>& mu) {
    std::vector<double> phi_rate(phi.size()), mu_rate(mu.size()), out;
    rates(fast, phi.data(), mu.data(), phi_rate.data(), mu_rate.data());
    for (int i = 0; i < tree.size(); ++i) out.push_back(omega(fast, i));
    return out;
  }
  std::vector<double> momenta_of(const std::vector<double>& omega) const {
    return rounded(momenta_by_velocities(tree, phi, omega));
  }
  /// |J ω − μ| / |μ|, by the sums of squares.
  double residual(const std::vector<double>& mu) {
    std::vector<Long> left = momenta_by_velocities(tree, phi, omega_of(mu));
    for (std::size_t i = 0; i < left.size(); ++i) left[i] -= mu[i];
    return norm(left) / norm({mu.begin(), mu.end()});
  }
};

}  // namespace

TEST_CASE("in trees of a hundred thousand and a million bodies |J omega - mu| <= 1e-13 |mu|, by velocities, in O(N)") {
  std::mt19937 random(11);
  const auto hold = [&](int n, Growth growth, const Kernel* kernel) {
    HugeTree huge(n, growth, kernel, random);
    INFO(n << " bodies on " << kernel->name);
    CHECK(huge.residual(huge.momenta_of(random_numbers(n, 5, random))) <= 1e-13);  // every body turns as it likes
    std::vector<double> omega(huge.tree.m.size(), 1e-3);  // one joint turns: the halves of the tree, as a start may be
    for (const int i : huge.tree.order)
      if (const int p = huge.tree.parent[i]; p >= 0) omega[i] = omega[p] + (huge.tree.joint[i] == n / 2 ? 1 : 0);
    CHECK(huge.residual(huge.momenta_of(omega)) <= 1e-13);
  };
  for (const Growth growth : {Growth::chain, Growth::bush, Growth::vine})
    for (const Kernel* kernel : usable_kernels()) hold(100'000, growth, kernel);
  if (!sanitized) hold(1'000'000, Growth::chain, &this_processor());
}

TEST_CASE(
    "momenta of a long chain that do not depend on each other leave J omega - mu as large as rounding omega does") {
  std::mt19937 random(12);
  const int n = 20'000;
  for (const Growth growth : {Growth::chain, Growth::bush, Growth::vine}) {
    HugeTree huge(n, growth, &this_processor(), random);
    const std::vector<double> mu = random_numbers(n, 5, random);
    std::vector<double> rounding = huge.omega_of(mu);
    for (double& one : rounding) one *= std::uniform_real_distribution<double>(-0x1p-53, 0x1p-53)(random);
    const double least = norm(momenta_by_velocities(huge.tree, huge.phi, rounding)) / norm({mu.begin(), mu.end()});
    CHECK(huge.residual(mu) / least < 20);  // 1 to 5 were seen: a body's step rounds a few times, not only its ω
  }
}

}  // namespace oopss
