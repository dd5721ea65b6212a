// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/field.hpp"

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/inertia.hpp"
#include "oopss/mechanics/torque.hpp"

namespace oopss {

std::vector<Expr> angular_velocities(const TreeSpec& spec, const StateSymbols& state) {
  return motion(planar_tree(spec, state.p), absolute_angles(spec.topology, state.phi, Expr(0)), state.mu).omega;
}

FieldExpressions field_expressions(const TreeSpec& spec, const std::vector<int>& external_joints) {
  TreeSpec reduced = spec;
  for (const int k : external_joints) reduced.joints[k].laws.clear();
  FieldExpressions field{.symbols = state_symbols(spec)};
  field.theta_root = symbol("theta_root", rank_other);
  const PlanarTree<Expr> tree = planar_tree(spec, field.symbols.p);
  const std::vector<Expr> theta = absolute_angles(spec.topology, field.symbols.phi, Expr(0));
  const Motion<Expr> free = motion(tree, theta, field.symbols.mu);
  field.phi_rate = differences(spec.topology, free.omega);
  const Laws law = laws(reduced, field.symbols.t, field.symbols.phi, field.phi_rate, field.symbols.p);

  field.torque = law.torque;
  field.work_rate = law.integrated_power;
  std::vector<int> external = external_joints;
  for (const int k : function_joints(reduced)) external.push_back(k);
  for (const int k : external) {
    const Expr u = argument_symbol(spec, k);
    field.external.push_back(u);
    field.torque[k] = field.torque[k] + u;
    field.work_rate = field.work_rate - u * field.phi_rate[k];
  }
  const auto mu_rate = [&] {
    std::vector<Expr> rate = body_torques(spec.topology, field.torque);
    for (std::size_t i = 0; i < rate.size(); ++i) rate[i] = free.mu_rate[i] + rate[i];
    return rate;
  };
  if (!law.linearised.empty()) {
    const std::vector<Expr> extra =
        linearising_torques(tree, theta, field.symbols.mu, free.omega, mu_rate(), law.linearised, law.demand);
    for (std::size_t c = 0; c < extra.size(); ++c) {
      const int k = law.linearised[c];
      field.torque[k] = field.torque[k] + extra[c];
      field.work_rate = field.work_rate - extra[c] * field.phi_rate[k];
    }
  }
  field.mu_rate = mu_rate();
  field.theta_root_rate = free.omega[spec.topology.root()];
  field.dissipation_rate = law.dissipation;
  field.kinetic = kinetic_energy(field.symbols.mu, free.omega);
  field.stored = law.stored;
  field.released = law.released;
  field.momentum = total_momentum(field.symbols.mu);
  return field;
}

}  // namespace oopss
