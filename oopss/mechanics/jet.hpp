// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/fast.hpp"
#include "oopss/mechanics/jet_kernel.hpp"
#include "oopss/mechanics/torque.hpp"

namespace oopss {

/// JetOutput's integers: bodies as the loops number them.
struct JetNumbers {
  std::vector<int> of_body, first, second;
  int root = 0;
};
JetNumbers jet_numbers(const TreeBranches& branches, const SmallTree<double>& small, int root);

/// Taylor coefficients of the motion of a planar tree, torque-free or with springs and dampers at its joints. The
/// equations are solved order by order with the one factorisation of J at the start: by its closed form for two and
/// three bodies, else by the O(N) recursion. One serves one thread; copies are independent.
struct Jet {
  FastTree tree;
  std::vector<JointSpring> springs;
  JetNumbers numbers;
  int order = -1;                                                   // there is room for this many
  std::vector<double> workspace, spring_workspace, phi_rate, rate;  // series; rates of order 0
  std::vector<JetSpring<double>> spring;

  /// Of the state [φ, μ, θ_root], and [work, dissipated] after them if there are springs.
  int size() const { return 2 * tree.constants->bodies + (springs.empty() ? 0 : 2); }
};

Jet jet(const PlanarTree<double>& tree, std::vector<JointSpring> springs = {});

/// x_0 … x_order of the solution through x, x_k at coefficients[k · size]. Allocates only when the order grows.
void taylor_coefficients(Jet& jet, const double* x, int order, double* coefficients);

}  // namespace oopss
