// SPDX-License-Identifier: Apache-2.0
// instructions TREE BODIES CALLS: evaluates the rates of a tree so often, for tests/mechanics/instructions.sh to count.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "oopss/mechanics/fast.hpp"
#include "tests/mechanics/random_trees.hpp"

int main(int count, char** words) {
  if (count != 4) return 2;
  using namespace oopss;
  if (std::strcmp(this_processor().name, "haswell") != 0) return 77;
  std::mt19937 random(1);
  const int n = std::atoi(words[2]), calls = std::atoi(words[3]);  // NOLINT(cert-err34-c): our own script calls
  const Growth growth = std::strcmp(words[1], "chain") == 0 ? Growth::chain : Growth::bush;
  FastTree tree = fast_tree(random_tree(n, growth, random));
  const std::vector<double> phi = random_numbers(n - 1, 3, random), mu = random_numbers(n, 5, random);
  std::vector<double> phi_rate(phi.size()), mu_rate(mu.size());
  double sum = 0;
  for (int i = 0; i < calls; ++i) {
    rates(tree, phi.data(), mu.data(), phi_rate.data(), mu_rate.data());
    sum += mu_rate[0];
  }
  std::printf("%g\n", sum);
  return 0;
}
