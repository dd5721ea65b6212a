// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/laned_tree.hpp"

namespace oopss {

/// The loops for the processor we run on.
const Kernel& this_processor();
/// Whether it runs what is compiled for x86-64-v4.
bool has_avx512();
/// Those that it could run, the plainest first.
std::vector<const Kernel*> usable_kernels();

/// A planar tree of numbers with the loops that give its rates: constants that never change, which copies for other
/// threads share, and what is one thread's own.
struct FastTree : TreeScratch<double> {
  std::shared_ptr<const TreeConstants<double>> constants;
  const Kernel* kernel = &this_processor();
};

std::shared_ptr<const TreeConstants<double>> fast_constants(const PlanarTree<double>& tree,
                                                            const std::shared_ptr<const TreeBranches>& branches);
inline std::shared_ptr<const TreeConstants<double>> fast_constants(const PlanarTree<double>& tree) {
  return fast_constants(tree, std::make_shared<const TreeBranches>(tree_branches(tree)));
}
FastTree fast_tree(const std::shared_ptr<const TreeConstants<double>>& constants);
inline FastTree fast_tree(const PlanarTree<double>& tree) { return fast_tree(fast_constants(tree)); }

/// φ' and the torque-free μ'. Nothing is allocated; not finite where J is singular.
void rates(FastTree& tree, const double* phi, const double* mu, double* phi_rate, double* mu_rate);
/// ω alone.
void velocities(FastTree& tree, const double* phi, const double* mu);

/// ω of a body at the last call of one of these.
inline double omega(const FastTree& tree, int body) {
  return tree.omega[tree.constants->small.bodies > 0 ? body : tree.constants->branches->slot_of[body]];
}

}  // namespace oopss
