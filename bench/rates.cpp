// SPDX-License-Identifier: Apache-2.0
// One evaluation of the equations of motion of a floating chain, in the plane and in space: ours beside Simbody and
// DART.
#include <cmath>
#include <cstdio>

#include "bench/clock.hpp"
#include "bench/peer.hpp"
#include "bench/problems.hpp"
#include "bench/rates_space.hpp"
#include "oopss/mechanics/fast.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "tests/mechanics/random_trees.hpp"

namespace oopss {
namespace {

struct State {
  std::vector<double> phi, mu;
};
State state(int n) {
  State state;
  for (int i = 0; i + 1 < n; ++i) state.phi.push_back(std::sin(1.7 * i + 1));
  for (int i = 0; i < n; ++i) state.mu.push_back(std::cos(1.1 * i));
  return state;
}

double our_seconds(FastTree& tree, const State& start, double budget) {
  std::vector<double> phi_rate(start.mu.size()), mu_rate(start.mu.size());
  return least_seconds(
      [&] {
        rates(tree, start.phi.data(), start.mu.data(), phi_rate.data(), mu_rate.data());
        asm volatile("" ::"r"(mu_rate.data()) : "memory");  // the result counts as used
      },
      budget);
}

/// Least time over three rounds that take turns, so that all meet the same weather.
struct Row {
  double ours = 1e9, peer[2] = {1e9, 1e9}, difference[2] = {0, 0};
};

Row measure(int n) {
  const PlanarTree<double> tree = rods(n);
  const State start = state(n);
  const std::vector<double> theta = absolute_angles(tree, start.phi, 0.0);
  const Motion<double> moving = motion(tree, theta, start.mu);
  const std::vector<double> phi_rate = differences(tree, moving.omega);
  const std::vector<double> expected = angular_accelerations(tree, theta, start.mu, moving.omega, moving.mu_rate);
  FastTree fast = fast_tree(tree);
  const PlainChain plain = {tree.m, tree.I, 0.5};
  const Peer peers[] = {simbody_chain(plain), dart_chain(plain)};
  Row row;
  for (int round = 0; round < 3; ++round) {
    row.ours = std::fmin(row.ours, our_seconds(fast, start, 0.1));
    for (int p = 0; p < 2; ++p)
      row.peer[p] =
          std::fmin(row.peer[p], least_seconds([&] { peers[p].evaluate(start.phi, phi_rate, moving.omega[0]); }, 0.2));
  }
  for (int p = 0; p < 2; ++p) {
    double size = 0;
    const std::vector<double> got = peers[p].accelerations();
    for (int i = 0; i < n; ++i) {
      size = std::fmax(size, std::abs(expected[i]));
      row.difference[p] = std::fmax(row.difference[p], std::abs(got[i] - expected[i]));
    }
    row.difference[p] /= size;
  }
  return row;
}

void against_peers() {
  std::printf("## Rates of a floating planar chain, ns per evaluation (%s)\n\n", this_processor().name);
  std::printf("The peers solve general 3-D models; the last columns are their largest difference from our ω'.\n\n");
  std::printf("| N | ours | Simbody | DART | ours / best peer | difference: Simbody | DART |\n");
  std::printf("|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const int n : {2, 3, 5, 10, 30, 100, 300, 1000}) {
    const Row row = measure(n);
    std::printf("| %d | %.1f | %.0f | %.0f | %.4f | %.0e | %.0e |\n", n, 1e9 * row.ours, 1e9 * row.peer[0],
                1e9 * row.peer[1], row.ours / std::fmin(row.peer[0], row.peer[1]), row.difference[0],
                row.difference[1]);
    std::fflush(stdout);
  }
}

/// The template recursion along the chain from one end: what the plan is to beat.
double one_ended_seconds(int n) {
  const PlanarTree<double> tree = rods(n);
  const State start = state(n);
  const std::vector<double> theta = absolute_angles(tree, start.phi, 0.0);
  Sweep<Plane<double>> sweep(n);
  std::vector<double> omega(start.mu.size()), mu_rate(start.mu.size());
  return least_seconds([&] { recursion(tree, theta, start.mu, sweep, omega, mu_rate); });
}

void own_shapes() {
  std::printf("\n## Ours by shape of the tree, ns per body\n\n");
  std::printf(
      "Bush: each body hangs on any earlier one; vine: on one of the last four. Slots include the filling.\n\n");
  std::printf("| N | chain, one-ended template | chain | bush | vine | bush / one-ended | slots of the bush |\n");
  std::printf("|---:|---:|---:|---:|---:|---:|---:|\n");
  std::mt19937 random(1);
  double at_10 = 0, at_10000 = 0;
  for (const int n : {4, 10, 30, 100, 300, 1000, 10000}) {
    double ns[3];
    std::size_t slots = 0;
    for (const Growth growth : {Growth::chain, Growth::bush, Growth::vine}) {
      FastTree tree = fast_tree(growth == Growth::chain ? rods(n) : random_tree(n, growth, random));
      ns[static_cast<int>(growth)] = 1e9 / n * our_seconds(tree, state(n), 0.3);
      if (growth == Growth::bush) slots = tree.constants->branches->slots.size();
    }
    if (n == 10) at_10 = ns[0] * n;
    if (n == 10000) at_10000 = ns[0] * n;
    const double slow = 1e9 / n * one_ended_seconds(n);
    std::printf("| %d | %.1f | %.1f | %.1f | %.1f | %.2f | %zu |\n", n, slow, ns[0], ns[1], ns[2], ns[1] / slow, slots);
  }
  std::printf("\nCost exponent of the chain from 10 to 10 000 bodies: %.3f. ", std::log10(at_10000 / at_10) / 3);
  const FastTree tree = fast_tree(rods(1000));
  const std::size_t bytes =
      tree.constants->step.size() * sizeof(StepConstants<double>) + tree.constants->places.size() * sizeof(StepPlaces) +
      tree.sweep.size() * sizeof(StepSweep<double>) + 5 * tree.theta.size() * sizeof(double) +
      tree.constants->branches->slots.size() * sizeof(TreeBranches::Slot) + 3 * sizeof(int) * 1000;
  std::printf("Memory: %zu bytes per body (counted, N = 1000).\n", bytes / 1000);
}

}  // namespace
}  // namespace oopss

int main() {
  oopss::against_peers();
  oopss::space_against_peers();
  oopss::own_shapes();
  return 0;
}
