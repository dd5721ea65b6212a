// SPDX-License-Identifier: Apache-2.0
// instructions TREE BODIES CALLS: evaluates the rates of a tree (chain, bush; in space hinges, balls, mixed) so often,
// or makes so many steps of a chain of balls (veselov, midpoint), for tests/mechanics/instructions.sh to count.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "oopss/mechanics/fast_space.hpp"
#include "oopss/spatial/veselov.hpp"
#include "tests/mechanics/random_space_trees.hpp"

namespace oopss {
namespace {

double evaluate_plane(int n, int calls, Growth growth) {
  std::mt19937 random(1);
  FastTree tree = fast_tree(random_tree(n, growth, random));
  const std::vector<double> phi = random_numbers(n - 1, 3, random), mu = random_numbers(n, 5, random);
  std::vector<double> phi_rate(phi.size()), mu_rate(mu.size());
  double sum = 0;
  for (int i = 0; i < calls; ++i) {
    rates(tree, phi.data(), mu.data(), phi_rate.data(), mu_rate.data());
    sum += mu_rate[0];
  }
  return sum;
}

double evaluate_space(int n, int calls, Growth growth, SpaceJoints joints) {
  std::mt19937 random(1);
  const auto [tree, rest] = random_space_tree(n, growth, joints, random);
  FastSpaceTree fast = fast_space_tree(tree, rest);
  const std::vector<double> x = random_space_state(tree, random);
  std::vector<double> rate(x.size());
  double sum = 0;
  for (int i = 0; i < calls; ++i) {
    rates(fast, x.data(), rate.data());
    sum += rate[0];
  }
  return sum;
}

/// A chain of balls that turns at most by 0.05 rad in a step, so that all steps cost the same.
struct BallChain {
  RandomSpaceTree bodies;
  std::vector<double> x;
  double h = 0;
};

BallChain ball_chain(int n) {
  std::mt19937 random(1);
  BallChain chain{random_space_tree(n, Growth::chain, SpaceJoints::balls, random), {}, 0};
  chain.x = random_space_state(chain.bodies.tree, random);
  FastSpaceTree fast = fast_space_tree(chain.bodies.tree, chain.bodies.rest);
  std::vector<double> rate(chain.x.size());
  rates(fast, chain.x.data(), rate.data());
  double fastest = 0;
  for (int i = 0; i < n; ++i) fastest = std::max(fastest, dot(spin(fast, i), spin(fast, i)));
  chain.h = 0.05 / std::sqrt(fastest);
  return chain;
}

double step_by_veselov(int n, int steps) {
  const BallChain chain = ball_chain(n);
  const auto turn_at = [&](std::size_t k) {
    return Quaternion<double>{chain.x[k], chain.x[k + 1], chain.x[k + 2], chain.x[k + 3]};
  };
  std::vector<Quaternion<double>> rest;
  for (const Matrix3<double>& each : chain.bodies.rest) rest.push_back(quaternion_of(each));
  const auto joints = rest.size(), size = chain.bodies.tree.m.size();
  SpaceState start;
  start.angle.resize(joints);
  start.p.resize(size);
  for (std::size_t k = 0; k < joints; ++k) start.rotation.push_back(turn_at(4 * k));
  for (std::size_t i = 0; i < size; ++i) {
    const double* mu = &chain.x[4 * joints + 3 * i];
    start.mu.push_back({mu[0], mu[1], mu[2]});
  }
  start.root = turn_at(chain.x.size() - 4);
  Veselov by = veselov(chain.bodies.tree, rest);
  double sum = 0;
  SpaceState state = start;
  for (int i = 0; i < steps; ++i) {
    state = start;  // every step the same
    if (!veselov2(by, {}, 0, chain.h, state).solved) return HUGE_VAL;
    sum += state.mu[0].x;
  }
  return sum;
}

/// x + h f(x + h f(x)/2), with quaternions of length one.
double step_by_midpoint(int n, int steps) {
  const BallChain chain = ball_chain(n);
  const std::vector<double>& x = chain.x;
  FastSpaceTree fast = fast_space_tree(chain.bodies.tree, chain.bodies.rest);
  std::vector<double> rate(x.size()), middle(x.size()), end(x.size());
  const auto move = [&](double h, std::vector<double>& to) {
    for (std::size_t k = 0; k < x.size(); ++k) to[k] = x[k] + h * rate[k];
    const auto unit = [&](std::size_t place) {
      const Quaternion<double> q = normalised({to[place], to[place + 1], to[place + 2], to[place + 3]});
      to[place] = q.w, to[place + 1] = q.x, to[place + 2] = q.y, to[place + 3] = q.z;
    };
    for (int k = 0; k + 1 < n; ++k) unit(4 * static_cast<std::size_t>(k));
    unit(x.size() - 4);
  };
  double sum = 0;
  for (int i = 0; i < steps; ++i) {
    rates(fast, x.data(), rate.data());
    move(chain.h / 2, middle);
    rates(fast, middle.data(), rate.data());
    move(chain.h, end);
    sum += end[0];
  }
  return sum;
}

}  // namespace
}  // namespace oopss

int main(int count, char** words) {
  if (count != 4) return 2;
  using namespace oopss;
  if (std::strcmp(this_processor().name, "haswell") != 0) return 77;
  const int n = std::atoi(words[2]), calls = std::atoi(words[3]);  // NOLINT(cert-err34-c): our own script calls
  const std::string_view tree = words[1];
  const double sum = tree == "veselov"    ? step_by_veselov(n, calls)
                     : tree == "midpoint" ? step_by_midpoint(n, calls)
                     : tree == "chain"    ? evaluate_plane(n, calls, Growth::chain)
                     : tree == "bush"     ? evaluate_plane(n, calls, Growth::bush)
                     : tree == "hinges"   ? evaluate_space(n, calls, Growth::chain, SpaceJoints::hinges)
                     : tree == "balls"    ? evaluate_space(n, calls, Growth::chain, SpaceJoints::balls)
                                          : evaluate_space(n, calls, Growth::bush, SpaceJoints::mixed);
  std::printf("%g\n", sum);
  return 0;
}
