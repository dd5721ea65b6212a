// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/fast.hpp"

namespace oopss {

bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
}

std::vector<const Kernel*> usable_kernels() {
  std::vector<const Kernel*> all = {&kernel_baseline};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
    all.push_back(&kernel_haswell);
  return all;
}

const Kernel& this_processor() {
  static const Kernel& best = *usable_kernels().back();
  return best;
}

FastTree fast_tree(const PlanarTree<double>& tree, const std::shared_ptr<const TreeBranches>& branches) {
  return {laned_tree(tree, branches)};
}

void rates(FastTree& tree, const double* phi, const double* mu, double* phi_rate, double* mu_rate) {
  static constexpr double no_angle = 0;
  if (tree.small.bodies > 0)
    tree.kernel->small_rates(tree.small, phi, mu, phi_rate, mu_rate, tree.omega.data());
  else
    tree.kernel->tree_rates(tree_loops(tree), tree.bodies > 1 ? phi : &no_angle, mu, phi_rate, mu_rate);
}

}  // namespace oopss
