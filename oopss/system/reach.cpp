// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/reach.hpp"

#include <cmath>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/potential.hpp"
#include "oopss/mechanics/recursion.hpp"

namespace oopss {

double Reach::least_kinetic() const { return amended_potential(momentum, I_lock); }
double Reach::most_momentum() const { return std::sqrt(2 * I_lock * kinetic); }

ReachSolver::ReachSolver(const TreeSpec& spec, const std::vector<double>& p, const Layout& layout, const Flow& flow)
    : spec_(&spec), tree_(planar_tree(spec, p)), layout_(layout), stored_(flow.stored) {}

double ReachSolver::stored(const std::vector<double>& phi) const {
  std::vector<double> x(static_cast<std::size_t>(layout_.size), 0.0);
  put(layout_, BlockKind::joint_angle, phi, x);
  return stored_(0, x.data());
}

Reach ReachSolver::moving(const std::vector<double>& phi, const std::vector<double>& rates, double omega_root) const {
  const std::vector<double> theta = absolute_angles(tree_, at_tree_joints(*spec_, phi), 0.0);
  const std::vector<double> omega = absolute_angles(tree_, at_tree_joints(*spec_, rates), omega_root),
                            mu = momenta(tree_, theta, omega);
  Reach out;
  out.rates = rates;
  out.omega_root = omega_root;
  out.kinetic = kinetic_energy(mu, omega);
  out.stored = stored(phi);
  out.momentum = total_momentum(mu);
  out.I_lock = total_momentum(momenta(tree_, theta, std::vector<double>(mu.size(), 1.0)));
  return out;
}

Reach ReachSolver::start(const SolvedStart& solved) const {
  const std::vector<double> theta = absolute_angles(tree_, at_tree_joints(*spec_, solved.phi), 0.0);
  const Motion<double> moves = motion(tree_, theta, solved.mu);
  Reach out = moving(solved.phi, at_all_joints(*spec_, differences(tree_, moves.omega)), moves.omega[tree_.root()]);
  out.kinetic = kinetic_energy(solved.mu, moves.omega);
  out.momentum = total_momentum(solved.mu);
  return out;
}

}  // namespace oopss
