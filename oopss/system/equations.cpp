// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/equations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/inertia.hpp"
#include "oopss/symbolic/program.hpp"
#include "oopss/system/notebook.hpp"
#include "oopss/system/outside.hpp"
#include "oopss/system/prove.hpp"
#include "oopss/system/prove_space.hpp"
#include "oopss/system/space_notebook.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

/// H = ½ μᵀJ⁻¹μ: by cofactors where they are written, else ½ μ·ω.
Expr hamiltonian(const Notebook& book, const SymbolicInertia& inertia) {
  const std::vector<Expr>& mu = book.symbols.mu;
  if (book.size() > 3) return kinetic_energy(mu, book.out.omega);
  Expr sum = Expr(0);
  for (int i = 0; i < book.size(); ++i) {
    sum = sum + inertia.cofactors(i, i) * pow(mu[i], 2);
    for (int j = i + 1; j < book.size(); ++j) sum = sum + Expr(2) * inertia.cofactors(i, j) * mu[i] * mu[j];
  }
  return expand(sum) / (Expr(2) * inertia.Delta);
}

/// The joint torques, each a definition; exact linearisation solves W_SS T_S = φ''_others,S − v_S with W = B J⁻¹ Bᵀ.
/// With loops its torques are found with the closing forces.
std::vector<Expr> write_torques(Notebook& book, const SymbolicInertia& inertia, const Laws& law,
                                const OutsideTorques& outside) {
  const Topology& topology = book.spec.topology;
  book.out.stored = law.stored;
  std::vector<Expr> torque = law.torque;
  for (const int k : function_joints(book.spec)) {
    book.out.arguments.push_back(argument_symbol(book.spec, k));
    torque[k] = torque[k] + book.out.arguments.back();
  }
  const auto write = [&](int k, const Expr& value) {
    const JointSlots& joint = book.spec.joints[k];
    torque[k] = book.name_if_needed(
        "T_" + book.joint(k), fmt::format("T_{{{}}}", book.index(joint.second, joint.first)), value,
        "torque at " + book.joint(k) + ": + on " + book.body(joint.first) + ", - on " + book.body(joint.second),
        Part::torque);
  };
  const auto is_linearised = [&](int k) {
    return book.spec.chords.empty() &&
           std::find(law.linearised.begin(), law.linearised.end(), k) != law.linearised.end();
  };
  for (int k = 0; k < static_cast<int>(torque.size()); ++k)
    if (!is_linearised(k)) write(k, torque[k]);
  if (law.linearised.empty() || !book.spec.chords.empty()) return torque;

  // J ω' = τ − K (ω∘ω), with the other torques and the laws that stand beside the linearisation in τ.
  std::vector<Expr> force = body_torques(topology, torque), squares;
  add_outside(outside, force);
  for (const Expr& w : book.out.omega) squares.push_back(pow(w, 2));
  const std::vector<Expr> K_squares = inertia.K * squares;
  for (std::size_t i = 0; i < force.size(); ++i) force[i] = expand(force[i] - K_squares[i]);
  const std::vector<Expr> acceleration =
      differences(topology, write_solution(book, inertia, force, "domega", "\\dot\\omega^{0}",
                                           "acceleration without the linearising torques"));
  const int count = static_cast<int>(law.linearised.size());
  Matrix<Expr> W(count, count);
  std::vector<Expr> excess;
  for (int c = 0; c < count; ++c) {
    std::vector<Expr> unit(torque.size());
    unit[law.linearised[c]] = Expr(-1);
    const std::string& joint = book.joint(law.linearised[c]);
    const std::vector<Expr> response = differences(
        topology, write_solution(book, inertia, body_torques(topology, unit), "W_" + joint,
                                 fmt::format("w^{{{}}}", c + 1), "acceleration per unit torque at " + joint));
    for (int r = 0; r < count; ++r) W(r, c) = response[law.linearised[r]];
    excess.push_back(acceleration[law.linearised[c]] - law.demand[c]);
  }
  const std::vector<Expr> solved = solve(ldlt(W), excess);
  for (int c = 0; c < count; ++c) write(law.linearised[c], torque[law.linearised[c]] + solved[c]);
  return torque;
}

/// Torques from outside, each a definition τ_BODY. Where they depend on angles of bodies the state has θ of the root
/// too, whose bracket with μ of the root is 1.
OutsideTorques write_outside(Notebook& book) {
  const TreeSpec& spec = book.spec;
  Equations& out = book.out;
  if (spec.outside.empty()) return {};
  const int root = spec.topology.root();
  const Expr theta = book.free_symbol("theta_" + book.body(root), "\\theta_{" + book.index(root) + "}", rank_angle - 1);
  SeenMotion seen{at_all_joints(spec, book.angles), at_all_joints(spec, differences(spec.topology, out.omega)),
                  book.theta, out.omega};
  for (Expr& angle : seen.theta) angle = angle + theta;
  OutsideTorques outside = outside_torques(spec, book.symbols.t, seen, book.symbols.p);
  out.outside = {outside.bodies, Expr(0), false};
  for (std::size_t c = 0; c < outside.bodies.size(); ++c) {
    const int i = outside.bodies[c];
    out.outside->with_attitude = out.outside->with_attitude || contains(outside.torque[c], theta);
    outside.torque[c] = book.name_if_needed("tau_" + book.body(i), "\\tau_{" + book.index(i) + "}", outside.torque[c],
                                            "torque from outside on " + book.body(i), Part::torque);
    out.outside->momentum_rate = out.outside->momentum_rate + outside.torque[c];
  }
  if (!out.outside->with_attitude) return outside;
  const int size = out.bracket.rows, momentum = static_cast<int>(book.angles.size()) + root;
  Matrix<int> bracket(size + 1, size + 1);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) bracket(i, j) = out.bracket(i, j);
  bracket(size, momentum) = 1;
  bracket(momentum, size) = -1;
  out.bracket = bracket;
  out.state.push_back(theta);
  out.free_rates.push_back(out.omega[root]);
  out.rates.push_back(out.omega[root]);
  return outside;
}

/// p = m v, (3.3) of the planar paper.
Equations::Translations translations_of(const TreeSpec& spec, const std::vector<Expr>& p) {
  Equations::Translations out;
  for (const Slot m : spec.m) out.mass = out.mass + at_slot(p, m);
  const std::array<Expr, 3> v = drift_of(spec, p);
  for (int axis = 0; axis < (in_space(spec) ? 3 : 2); ++axis) {
    out.velocity.push_back(v[axis]);
    out.momentum.push_back(out.mass * v[axis]);
    out.kinetic = out.kinetic + out.mass * pow(v[axis], 2) / Expr(2);
  }
  return out;
}

/// What closes the loops, and what that adds to the rates; of a four-bar also its reduced equations.
void write_loops(Notebook& book, const SymbolicInertia& inertia, const Laws& law, std::vector<Expr> tau) {
  const ClosureRows rows = closure_rows(book.spec, values_of(book.spec.inputs));
  const std::vector<Loop<Expr>> loops = write_closure(book, inertia, rows);
  const std::vector<Expr> closing = write_closing_forces(book, inertia, loops, rows, tau, law.linearised, law.demand);
  for (std::size_t i = 0; i < closing.size(); ++i) {
    Expr& rate = book.out.rates[book.angles.size() + i];
    rate = rate + closing[i];
  }
  if (!is_four_bar(book.spec) || !rows.fixed.empty()) return;
  const std::vector<Expr>& force = book.out.closure->force;
  for (std::size_t c = 0; c < law.linearised.size(); ++c) {
    const JointSlots& joint = book.spec.joints[law.linearised[c]];
    const Expr& torque = force[force.size() - law.linearised.size() + c];
    tau[joint.first] = tau[joint.first] + torque;
    tau[joint.second] = tau[joint.second] - torque;
  }
  write_four_bar(book, inertia, loops[0], tau);
}

void write_space(const TreeSpec& spec, Equations& out) {
  SpaceNotebook book(spec, out);
  out.p = book.symbols.p;
  if (is_space_pair(spec))
    write_space_pair(book);
  else
    write_space_tree(book);
}

}  // namespace

namespace {

/// Of Equations, or of a part of them that has inputs of its own.
template <class Part>
Substitution values_of_inputs(const Part& part) {
  Substitution by;
  for (std::size_t k = 0; k < part.p.size(); ++k)
    by.emplace(part.p[k], part.exact[k].empty() ? shortest_decimal(part.inputs[k].value) : decimal(part.exact[k]));
  return by;
}

std::vector<double> values_of_constants(const std::vector<Definition>& definitions, Substitution by) {
  std::vector<double> out;
  for (const Definition& definition : definitions) {
    out.push_back(std::numeric_limits<double>::quiet_NaN());
    if (definition.part != Part::constant) continue;
    const Expr number = substitute(definition.value, by);
    by.emplace(definition.symbol, number);
    out.back() = to_double(value(number));
  }
  return out;
}

}  // namespace

Substitution input_values(const Equations& equations) { return values_of_inputs(equations); }

Equations derive_equations(const TreeSpec& spec, bool prove) {
  refuse_forces(spec, "the printed equations");
  Equations out;
  out.title = spec.model->name;
  out.description = spec.model->description;
  out.bodies = spec.body_names;
  out.joints = spec.joint_names;
  for (const JointSlots& joint : spec.joints) out.between.emplace_back(joint.first, joint.second);
  out.inputs = spec.inputs;
  out.exact = spec.exact;
  out.translations = translations_of(spec, state_symbols(spec).p);
  if (in_space(spec)) {
    write_space(spec, out);
    if (prove) out.claims = prove_space(spec, out);
    return out;
  }
  out.bracket = poisson_tensor(spec.topology);

  Notebook book(spec, out);
  out.p = book.symbols.p;
  out.state = book.angles;
  out.state.insert(out.state.end(), book.symbols.mu.begin(), book.symbols.mu.end());
  out.casimir = expand(total_momentum(book.symbols.mu));
  const SymbolicInertia inertia = write_inertia(book);
  out.J_named = inertia.J;
  out.omega = write_solution(book, inertia, book.symbols.mu, "omega", "\\omega", "angular velocity");
  out.H = hamiltonian(book, inertia);
  out.free_rates = differences(spec.topology, out.omega);
  for (const Expr& rate : momentum_rates(inertia.K, out.omega)) out.free_rates.push_back(expand(rate));
  out.rates = out.free_rates;
  Laws law = laws_of_tree(spec, book.symbols, differences(spec.topology, out.omega));
  const Motions given = motions(spec, book.symbols.t, book.symbols.p);
  for (std::size_t c = 0; c < given.joints.size(); ++c) {
    const int k = given.joints[c];
    out.motions.push_back({k, book.symbols.phi[k], given.angle[c]});
    law.linearised.push_back(k);
    law.demand.push_back(given.acceleration[c]);
  }
  const OutsideTorques outside = write_outside(book);
  std::vector<Expr> tau = all_body_torques(spec, write_torques(book, inertia, law, outside));
  add_outside(outside, tau);
  for (std::size_t i = 0; i < tau.size(); ++i) {
    Expr& rate = out.rates[book.angles.size() + i];
    rate = rate + tau[i];
  }
  if (!spec.chords.empty())
    write_loops(book, inertia, law, tau);
  else if (spec.topology.size() == 2)
    write_two_body_forms(book, inertia);
  else if (spec.topology.size() > 2 && spec.topology.size() <= most_leaf_bodies) {
    const Expr I_lock = write_leaf(book, inertia);
    if (spec.topology.size() == 3) write_three_body_forms(book, inertia, I_lock);
  }
  if (spec.model->chain && !spec.model->chain->uniform && spec.topology.size() > 1) write_chain_lagrangian(book);
  if (prove) out.claims = prove_claims(spec, out);
  return out;
}

Expr unfold(const Equations& equations, const Expr& e, Definition::Part from) {
  Substitution by;
  for (const Definition& definition : equations.definitions)
    if (definition.part >= from) by.emplace(definition.symbol, substitute(definition.value, by));
  return substitute(e, by);
}

std::vector<double> constant_values(const Equations& equations) {
  return values_of_constants(equations.definitions, input_values(equations));
}

std::vector<double> constant_values(const ChainLagrangian& lagrangian) {
  return values_of_constants(lagrangian.definitions, values_of_inputs(lagrangian));
}

namespace {

/// Constants leave the definitions, and functions of the shape are written out with their numbers.
std::vector<Definition> definitions_with_numbers(const std::vector<Definition>& definitions,
                                                 const std::vector<double>& constants, Substitution& by) {
  for (std::size_t i = 0; i < constants.size(); ++i)
    if (!std::isnan(constants[i])) by.emplace(definitions[i].symbol, shortest_decimal(constants[i]));
  std::vector<Definition> out;
  for (Definition definition : definitions) {
    if (definition.part == Part::constant) continue;
    definition.value = rounded(substitute(definition.value, by));
    if (definition.part == Part::shape) definition.value = rounded(expand(definition.value));
    out.push_back(definition);
  }
  return out;
}

/// `by` has the inputs and constants of the tree.
void put_numbers_in(ChainLagrangian& lagrangian, Substitution by) {
  const std::vector<double> constants = constant_values(lagrangian);
  for (const auto& [symbol, number] : values_of_inputs(lagrangian)) by.emplace(symbol, number);
  lagrangian.definitions = definitions_with_numbers(lagrangian.definitions, constants, by);
  const auto put_in = [&](Expr& e) { e = rounded(substitute(e, by)); };
  for (std::vector<Expr>* all : {&lagrangian.K.entries, &lagrangian.omega})
    for (Expr& e : *all) put_in(e);
  for (Expr* e : {&lagrangian.I, &lagrangian.L2, &lagrangian.L1, &lagrangian.L0}) put_in(*e);
  lagrangian.inputs.clear();
  lagrangian.p.clear();
  lagrangian.exact.clear();
}

/// The same of the leaf, all of whose definitions depend on the state.
void put_numbers_in(LeafEquations& leaf, Substitution by) {
  leaf.definitions = definitions_with_numbers(
      leaf.definitions, std::vector<double>(leaf.definitions.size(), std::numeric_limits<double>::quiet_NaN()), by);
  for (std::vector<Expr>* all : {&leaf.F.entries, &leaf.A, &leaf.p})
    for (Expr& e : *all) e = rounded(substitute(e, by));
  leaf.potential = rounded(substitute(leaf.potential, by));
}

}  // namespace

Equations with_numbers(const Equations& equations) {
  Equations out = equations;
  Substitution by = input_values(equations);
  out.definitions = definitions_with_numbers(equations.definitions, constant_values(equations), by);
  const auto put_in = [&](Expr& e) { e = rounded(substitute(e, by)); };
  for (std::vector<Expr>* all : {&out.J.entries, &out.J_named.entries, &out.free_rates, &out.rates})
    for (Expr& e : *all) put_in(e);
  if (out.closure)
    for (std::vector<Expr>* all : {&out.closure->G.entries, &out.closure->K.entries})
      for (Expr& e : *all) put_in(e);
  if (out.reduced)
    for (Expr& e : out.reduced->rates) put_in(e);
  if (out.space)
    for (Expr& e : out.space->momenta) put_in(e);
  for (Equations::Prescribed& motion : out.motions) put_in(motion.value);
  if (out.outside) put_in(out.outside->momentum_rate);
  Equations::Translations& whole = out.translations;
  for (std::vector<Expr>* all : {&whole.velocity, &whole.momentum})
    for (Expr& e : *all) put_in(e);
  for (Expr* e : {&whole.mass, &whole.kinetic}) put_in(*e);
  put_in(out.H);
  put_in(out.stored);
  for (Form& form : out.forms) put_in(form.right);
  if (out.lagrangian) put_numbers_in(*out.lagrangian, by);
  if (out.leaf) put_numbers_in(*out.leaf, by);
  out.inputs.clear();
  out.p.clear();
  out.exact.clear();
  return out;
}

}  // namespace oopss
