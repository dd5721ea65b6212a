// SPDX-License-Identifier: Apache-2.0
// instructions TREE BODIES CALLS: evaluates the rates of a tree (chain, bush; in space hinges, balls, mixed) so often,
// for tests/mechanics/instructions.sh to count.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "oopss/mechanics/fast_space.hpp"
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

}  // namespace
}  // namespace oopss

int main(int count, char** words) {
  if (count != 4) return 2;
  using namespace oopss;
  if (std::strcmp(this_processor().name, "haswell") != 0) return 77;
  const int n = std::atoi(words[2]), calls = std::atoi(words[3]);  // NOLINT(cert-err34-c): our own script calls
  const std::string_view tree = words[1];
  const double sum = tree == "chain"    ? evaluate_plane(n, calls, Growth::chain)
                     : tree == "bush"   ? evaluate_plane(n, calls, Growth::bush)
                     : tree == "hinges" ? evaluate_space(n, calls, Growth::chain, SpaceJoints::hinges)
                     : tree == "balls"  ? evaluate_space(n, calls, Growth::chain, SpaceJoints::balls)
                                        : evaluate_space(n, calls, Growth::bush, SpaceJoints::mixed);
  std::printf("%g\n", sum);
  return 0;
}
