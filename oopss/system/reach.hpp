// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/start.hpp"

namespace oopss {

/// What a start has, and what else could be had at its shape (docs/math.md, Shapes): H ≥ μ_s²/(2 I_lock).
struct Reach {
  std::vector<double> rates;  // φ'
  double omega_root = 0;
  double kinetic = 0, stored = 0, momentum = 0, I_lock = 0;
  double least_kinetic() const;  // with this momentum
  double least_energy() const { return least_kinetic() + stored; }
  double most_momentum() const;  // with this kinetic energy, to either side
};

/// Works out what can be reached in a tree with its inputs put in; its laws store energy as the flow says at t = 0. The
/// angles and rates are those of all joints, and with loops they keep these closed. It must not outlive `spec`.
class ReachSolver {
 public:
  ReachSolver(const TreeSpec& spec, const std::vector<double>& p, const Layout& layout, const Flow& flow);

  Reach start(const SolvedStart& solved) const;
  /// At a shape, with joint rates φ' and the root's angular velocity given.
  Reach moving(const std::vector<double>& phi, const std::vector<double>& rates, double omega_root) const;

 private:
  double stored(const std::vector<double>& phi) const;

  const TreeSpec* spec_;
  PlanarTree<double> tree_;
  Layout layout_;
  Flow::Quantity stored_;
};

}  // namespace oopss
