// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/field.hpp"

#include <optional>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/inertia.hpp"
#include "oopss/mechanics/prescribed.hpp"
#include "oopss/mechanics/small_bodies.hpp"
#include "oopss/mechanics/small_tree.hpp"
#include "oopss/mechanics/torque.hpp"
#include "oopss/system/outside.hpp"

namespace oopss {

std::vector<Expr> angular_velocities(const TreeSpec& spec, const StateSymbols& state) {
  const std::vector<Expr> theta = absolute_angles(spec.topology, tree_angles(spec, state), Expr(0));
  return motion(planar_tree(spec, state.p), theta, state.mu).omega;
}

std::vector<Expr> tree_angles(const TreeSpec& spec, const StateSymbols& state) {
  std::vector<Expr> out;
  for (const int k : spec.tree_joints) out.push_back(state.phi[k]);
  return out;
}

std::vector<Expr> at_all_joints(const TreeSpec& spec, const std::vector<Expr>& of_tree) {
  std::vector<Expr> out(spec.joints.size());
  at_all_joints(spec, of_tree.data(), out.data());
  return out;
}

namespace {

/// The laws with other expressions in the place of some angles.
void put_angles(const Substitution& by, Laws& law) {
  law.torque = substitute(law.torque, by);
  law.demand = substitute(law.demand, by);
  for (Expr* e : {&law.stored, &law.dissipation, &law.power, &law.released, &law.integrated_power})
    *e = substitute(*e, by);
}

}  // namespace

Laws laws_of_tree(const TreeSpec& spec, const StateSymbols& state, const std::vector<Expr>& tree_rates) {
  Laws out = laws(spec, state.t, state.phi, at_all_joints(spec, tree_rates), state.p);
  if (spec.chords.empty()) return out;
  const std::vector<Expr> angles = at_all_joints(spec, tree_angles(spec, state));
  Substitution sums;
  for (const ChordSlots& chord : spec.chords) sums.emplace(state.phi[chord.joint], angles[chord.joint]);
  put_angles(sums, out);
  return out;
}

std::vector<Expr> all_body_torques(const TreeSpec& spec, const std::vector<Expr>& torque) {
  std::vector<Expr> of_tree;
  for (const int k : spec.tree_joints) of_tree.push_back(torque[k]);
  std::vector<Expr> tau = body_torques(spec.topology, of_tree);
  for (const ChordSlots& chord : spec.chords) {
    const JointSlots& joint = spec.joints[chord.joint];
    tau[joint.first] = tau[joint.first] + torque[chord.joint];
    tau[joint.second] = tau[joint.second] - torque[chord.joint];
  }
  return tau;
}

/// What small_bodies.hpp asks for, which looks it up in this namespace.
static Direction<Expr> direction(const Expr& angle) { return {sin(angle), cos(angle)}; }

namespace {

/// ω and μ' without torques: of few bodies by the closed form of J, which has a single division.
Motion<Expr> free_motion(const PlanarTree<Expr>& tree, const std::vector<Expr>& phi, const std::vector<Expr>& theta,
                         const std::vector<Expr>& mu) {
  if (!has_closed_form(tree)) return motion(tree, theta, mu);
  const SmallTree<Expr> small = small_tree_of(tree);
  Motion<Expr> out{std::vector<Expr>(mu.size()), std::vector<Expr>(mu.size())};
  std::vector<Expr> phi_rate(phi.size());
  (small.bodies == 2 ? two_body_rates<Expr> : three_body_rates<Expr>)(small, phi.data(), mu.data(), phi_rate.data(),
                                                                      out.mu_rate.data(), out.omega.data());
  return out;
}

}  // namespace

FieldExpressions field_expressions(const TreeSpec& spec, const std::vector<int>& external_joints) {
  const TreeSpec reduced = without_laws(spec, external_joints);
  FieldExpressions field{.symbols = state_symbols(spec)};
  field.theta_root = symbol("theta_root", rank_other);
  const PlanarTree<Expr> tree = planar_tree(spec, field.symbols.p);
  field.phi = tree_angles(spec, field.symbols);
  field.theta = absolute_angles(spec.topology, field.phi, Expr(0));
  std::vector<Expr> mu = field.symbols.mu;
  const Motions given = motions(spec, field.symbols.t, field.symbols.p);
  std::optional<Prescribed<Plane<Expr>>> prescribed;
  std::vector<Expr> angles = field.phi;
  Motion<Expr> free;
  if (given.joints.empty() || !spec.chords.empty()) {
    free = free_motion(tree, field.phi, field.theta, mu);
    field.phi_rate = differences(spec.topology, free.omega);
  } else {
    prescribed.emplace(tree, given.joints, linearised_joints(reduced));
    free = {std::vector<Expr>(mu.size()), std::vector<Expr>(mu.size())};
    field.phi_rate.resize(field.phi.size());
    prescribe_angles(*prescribed, tree, with_rates(given), angles, field.theta, mu, free.omega, field.phi_rate,
                     free.mu_rate);
  }
  field.omega = free.omega;
  const std::vector<Expr> rate = at_all_joints(spec, field.phi_rate);
  Laws law = laws_of_tree(reduced, field.symbols, field.phi_rate);
  if (prescribed) {
    Substitution by;
    for (std::size_t c = 0; c < given.joints.size(); ++c)
      by.emplace(field.symbols.phi[given.joints[c]], given.angle[c]);
    put_angles(by, law);
  }

  field.torque = law.torque;
  field.work_rate = law.integrated_power;
  std::vector<int> external = external_joints;
  for (const int k : function_joints(reduced)) external.push_back(k);
  for (const int k : external) {
    const Expr u = argument_symbol(spec, k);
    field.external.push_back(u);
    field.torque[k] = field.torque[k] + u;
    field.work_rate = field.work_rate - u * rate[k];
  }
  SeenMotion seen{at_all_joints(spec, angles), rate, field.theta, field.omega};
  for (Expr& theta : seen.theta) theta = theta + field.theta_root;
  seen.centre = centre_symbols()[0];
  seen.drift = field.drift = centre_symbols()[1];
  const OutsideTorques outside = outside_torques(spec, field.symbols.t, seen, field.symbols.p);
  field.work_rate = field.work_rate + outside.power;
  field.impulse_rate = outside.impulse_rate;
  field.acceleration = outside.acceleration;
  field.outside.resize(free.omega.size());
  add_outside(outside, field.outside);
  const auto mu_rate = [&] {
    std::vector<Expr> sum = all_body_torques(spec, field.torque);
    add_outside(outside, sum);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = free.mu_rate[i] + sum[i];
    return sum;
  };
  field.mu_rate = mu_rate();
  if (prescribed) {
    prescribe_accelerations(*prescribed, field.theta, mu, field.omega, field.phi_rate, law.demand, field.mu_rate);
    for (int i = 0; i < tree.size(); ++i) {
      if (!prescribed->constrained[i]) continue;
      const int k = tree.joint[i];
      field.torque[k] = field.torque[k] + prescribed->torque[i];
      field.work_rate = field.work_rate - prescribed->torque[i] * field.phi_rate[k];
    }
  } else if (!spec.chords.empty()) {
    field.linearised = law.linearised;
    field.demand = law.demand;
  } else if (!law.linearised.empty()) {
    const std::vector<Expr> extra =
        linearising_torques(tree, field.theta, field.symbols.mu, free.omega, field.mu_rate, law.linearised, law.demand);
    for (std::size_t c = 0; c < extra.size(); ++c) {
      const int k = law.linearised[c];
      field.torque[k] = field.torque[k] + extra[c];
      field.work_rate = field.work_rate - extra[c] * field.phi_rate[k];
    }
    field.mu_rate = mu_rate();
  }
  field.theta_root_rate = free.omega[spec.topology.root()];
  field.dissipation_rate = law.dissipation;
  field.kinetic = kinetic_energy(mu, free.omega);
  field.stored = law.stored;
  field.released = law.released;
  field.momentum = total_momentum(field.symbols.mu);
  return field;
}

}  // namespace oopss
