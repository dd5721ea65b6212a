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

std::shared_ptr<const TreeConstants<double>> fast_constants(const PlanarTree<double>& tree,
                                                            const std::shared_ptr<const TreeBranches>& branches) {
  return std::make_shared<const TreeConstants<double>>(tree_constants(tree, branches));
}

FastTree fast_tree(const std::shared_ptr<const TreeConstants<double>>& constants) {
  return {tree_scratch(*constants), constants};
}

void rates(FastTree& tree, const double* phi, const double* mu, double* phi_rate, double* mu_rate) {
  static constexpr double no_angle = 0;
  const TreeConstants<double>& constants = *tree.constants;
  if (constants.small.bodies > 0)
    tree.kernel->small_rates(constants.small, phi, mu, phi_rate, mu_rate, tree.omega.data());
  else
    tree.kernel->tree_rates(tree_loops(constants, tree), constants.bodies > 1 ? phi : &no_angle, mu, phi_rate, mu_rate);
}

void velocities(FastTree& tree, const double* phi, const double* mu) {
  std::array<double, 3> phi_rate, mu_rate;  // of two or three bodies
  const bool small = tree.constants->small.bodies > 0;
  rates(tree, phi, mu, small ? phi_rate.data() : nullptr, small ? mu_rate.data() : nullptr);
}

}  // namespace oopss
