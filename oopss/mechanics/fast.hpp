// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "oopss/mechanics/kernel.hpp"
#include "oopss/mechanics/strands.hpp"

namespace oopss {

/// The loops for the processor we run on.
const Kernel& this_processor();
/// Those that it could run, the plainest first.
std::vector<const Kernel*> usable_kernels();

/// A planar tree of numbers made ready for fast rates: the plan (shared, pure integers), the constants of one set of
/// parameters, and scratch space. One serves one thread; copies are independent.
struct FastTree {
  std::shared_ptr<const Strands> plan;
  const Kernel* kernel = &this_processor();
  int bodies = 0;

  SmallTree small{};  // two and three bodies
  std::vector<StepConstants> step;
  std::vector<StepPlaces> places;
  std::vector<StrandPair> pair;

  std::vector<double> theta, c, s, omega, rate;  // per slot
  std::vector<StepSweep> sweep;
  std::vector<KnotSweep> knot;
  std::vector<PairSweep> done;
};

FastTree fast_tree(const PlanarTree<double>& tree, std::shared_ptr<const Strands> plan);
inline FastTree fast_tree(const PlanarTree<double>& tree) {
  return fast_tree(tree, std::make_shared<const Strands>(strands(tree)));
}

/// The loops' view of a tree of one, four or more bodies.
TreeLoops tree_loops(FastTree& tree);

/// φ' and the torque-free μ'. Nothing is allocated; not finite where J is singular.
void rates(FastTree& tree, const double* phi, const double* mu, double* phi_rate, double* mu_rate);

/// ω of a body at the last call of `rates`.
inline double omega(const FastTree& tree, int body) {
  return tree.omega[tree.small.bodies > 0 ? body : tree.plan->slot_of[body]];
}

}  // namespace oopss
