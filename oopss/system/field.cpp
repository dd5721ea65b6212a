// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/field.hpp"

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/inertia.hpp"
#include "oopss/mechanics/torque.hpp"

namespace oopss {

std::vector<Expr> angular_velocities(const Blueprint& plan, const StateSymbols& state) {
  return motion(planar_tree(plan, state.p), absolute_angles(plan.at, state.phi, Expr(0)), state.mu).omega;
}

FieldExpressions field_expressions(const Blueprint& plan, const std::vector<int>& external_joints) {
  Blueprint reduced = plan;
  for (const int k : external_joints) reduced.joints[k].laws.clear();
  FieldExpressions of{.at = state_symbols(plan)};
  of.theta_root = symbol("theta_root", rank_other);
  const PlanarTree<Expr> tree = planar_tree(plan, of.at.p);
  const std::vector<Expr> theta = absolute_angles(plan.at, of.at.phi, Expr(0));
  const Motion<Expr> free = motion(tree, theta, of.at.mu);
  of.phi_rate = differences(plan.at, free.omega);
  const Laws law = laws(reduced, of.at.t, of.at.phi, of.phi_rate, of.at.p);

  of.torque = law.torque;
  of.work_rate = law.integrated_power;
  std::vector<int> external = external_joints;
  for (const int k : function_joints(reduced)) external.push_back(k);
  for (const int k : external) {
    const Expr u = argument_symbol(plan, k);
    of.external.push_back(u);
    of.torque[k] = of.torque[k] + u;
    of.work_rate = of.work_rate - u * of.phi_rate[k];
  }
  const auto mu_rate = [&] {
    std::vector<Expr> rate = body_torques(plan.at, of.torque);
    for (std::size_t i = 0; i < rate.size(); ++i) rate[i] = free.mu_rate[i] + rate[i];
    return rate;
  };
  if (!law.linearised.empty()) {
    const std::vector<Expr> extra =
        linearising_torques(tree, theta, of.at.mu, free.omega, mu_rate(), law.linearised, law.demand);
    for (std::size_t c = 0; c < extra.size(); ++c) {
      const int k = law.linearised[c];
      of.torque[k] = of.torque[k] + extra[c];
      of.work_rate = of.work_rate - extra[c] * of.phi_rate[k];
    }
  }
  of.mu_rate = mu_rate();
  of.theta_root_rate = free.omega[plan.at.root()];
  of.dissipation_rate = law.dissipation;
  of.kinetic = kinetic_energy(of.at.mu, free.omega);
  of.stored = law.stored;
  of.released = law.released;
  of.momentum = total_momentum(of.at.mu);
  return of;
}

}  // namespace oopss
