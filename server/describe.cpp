// SPDX-License-Identifier: Apache-2.0
#include "server/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/model/laws.hpp"
#include "oopss/model/start.hpp"
#include "oopss/model/write.hpp"
#include "oopss/system/column_symbol.hpp"
#include "oopss/system/equations.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/loop_facts.hpp"
#include "oopss/system/outside.hpp"
#include "oopss/system/reach.hpp"
#include "oopss/system/sheet.hpp"
#include "server/answers.hpp"
#include "server/describe_space.hpp"
#include "server/open.hpp"
#include "server/space_symbols.hpp"

namespace oopss {
namespace {

Pair pair(const Spot& spot) { return {spot.x, spot.y}; }

/// A vector in a body's frame, from the mass centre.
Pair pair(const Body& body, const std::vector<Number>& place) {
  return {from_centre(body, place, 0), from_centre(body, place, 1)};
}

LawText law_text(const Law& law) {
  const LawRow& row = row_of(law.kind);
  LawText out = {{"law", std::string(row.name)}};
  for (const LawKey& key : law_keys()) {
    if (!takes(row, key.name)) continue;
    if (key.matrix && !(law.*key.matrix).empty())
      out.emplace_back(key.name, matrix_text(law.*key.matrix));
    else if (key.number && value_of(row, key) != LawValue::matrix)
      out.emplace_back(key.name, (law.*key.number).expression.text);
    else if (key.optional && law.*key.optional)
      out.emplace_back(key.name, (law.*key.optional)->expression.text);
  }
  return out;
}

/// T = … of every joint with laws, in the letters of the papers.
std::vector<std::string> law_latex(const TreeSpec& spec) {
  const StateSymbols symbols = state_symbols(spec);
  Spelling spelling = state_spelling(spec);
  std::vector<Expr> rate;
  for (const std::string& joint : spec.joint_names) {
    rate.push_back(symbol("rate_" + joint, rank_shape));
    spelling["rate_" + joint] = dotted(spelling["phi_" + joint]);
  }
  const Laws law = laws(spec, symbols.t, symbols.phi, rate, symbols.p);
  std::vector<std::string> out;
  for (std::size_t k = 0; k < spec.joints.size(); ++k)
    out.push_back(spec.joints[k].laws.empty() || is_zero(law.torque[k]) ? "" : "T = " + latex(law.torque[k], spelling));
  for (std::size_t k = 0; k < spec.joints.size(); ++k)
    if (in_space(spec) && !spec.joints[k].hinge) out[k] = ball_law_latex(spec.joints[k], symbols.p, spelling);
  const Motions given = motions(spec, symbols.t, symbols.p);
  for (std::size_t c = 0; c < given.joints.size(); ++c)
    out[given.joints[c]] =
        spelling["phi_" + spec.joint_names[given.joints[c]]] + " = " + latex(given.angle[c], spelling);
  for (std::size_t c = 0; c < law.linearised.size(); ++c) {
    const int k = law.linearised[c];
    out[k] += fmt::format("{}\\ddot{} = {}", out[k].empty() ? "T:\\; " : ",\\; ",
                          spelling["phi_" + spec.joint_names[k]], latex(law.demand[c], spelling));
  }
  return out;
}

/// τ = … of every body on which a torque acts from outside.
std::vector<std::string> outside_latex(TreeSpec spec) {
  spec.forces.clear();
  std::vector<std::string> out(spec.body_names.size());
  if (spec.outside.empty()) return out;
  const StateSymbols symbols = state_symbols(spec);
  Spelling spelling = state_spelling(spec);
  SeenMotion seen{symbols.phi, {}, {}, {}};
  for (const std::string& joint : spec.joint_names) {
    seen.rate.push_back(symbol("rate_" + joint, rank_shape));
    spelling["rate_" + joint] = dotted(spelling["phi_" + joint]);
  }
  for (std::size_t i = 0; i < spec.body_names.size(); ++i) {
    seen.theta.push_back(symbol("theta_" + spec.body_names[i], rank_angle));
    seen.omega.push_back(symbol("omega_" + spec.body_names[i], rank_solution));
    spelling["theta_" + spec.body_names[i]] = fmt::format("\\theta_{{{}}}", i + 1);
    spelling["omega_" + spec.body_names[i]] = fmt::format("\\omega_{{{}}}", i + 1);
  }
  const OutsideTorques outside = outside_torques(spec, symbols.t, seen, symbols.p);
  for (std::size_t c = 0; c < outside.bodies.size(); ++c)
    if (const int i = outside.bodies[c]; spec.outside[c].formula)
      out[i] = fmt::format("\\tau_{{{}}} = {}", i + 1, latex(outside.torque[c], spelling));
  return out;
}

/// A number by itself: names in it may be of time and motion.
bool is_plain(const Number& number) { return number.expression.steps.size() == 1 && names(number.expression).empty(); }

/// Whether a number is one of others: "90 deg", "2*pi/3" and "sqrt(2)" are numbers by themselves.
bool uses_parameters(const Number& number) {
  const std::vector<std::string> all = names(number.expression);
  return std::any_of(all.begin(), all.end(), [](const std::string& name) { return !constant_value(name); });
}

/// The range of a slider where the file gives none: around the value, never through zero for one that has a sign.
ModelMessage::ParameterRow parameter_row(const Parameter& parameter) {
  const double value = parameter.value.value, size = value == 0 ? 1 : std::abs(value);
  ModelMessage::ParameterRow out{parameter.name.value,
                                 parameter.label,
                                 parameter.unit,
                                 value,
                                 0,
                                 0,
                                 parameter.value.expression.text,
                                 uses_parameters(parameter.value)};
  out.min = parameter.min ? parameter.min->value : value > 0 ? 0 : value - size;
  out.max = parameter.max ? parameter.max->value : value < 0 ? 0 : value + size;
  return out;
}

/// Every number that a setting can change, with the path that names it.
class NumberList {
 public:
  std::vector<ModelMessage::NumberRow> rows;

  void add(const std::string& path, const Number& number, const char* unit) {
    rows.push_back({path, number.value, number.expression.text, unit});
  }
  void add(const std::string& path, const std::optional<Number>& number, const char* unit) {
    if (number) add(path, *number, unit);
  }
  void vector(const std::string& path, const std::vector<Number>& point, const char* unit = "m") {
    for (std::size_t axis = 0; axis < point.size(); ++axis) add(path + "." + "xyz"[axis], point[axis], unit);
  }
  /// Of a symmetric matrix: another entry alone would make it one no more.
  void diagonal(const std::string& path, const std::vector<Number>& by_rows, const char* unit) {
    for (std::size_t k = 0; 4 * k < by_rows.size(); ++k)
      add(fmt::format("{}.{}.{}", path, "xyz"[k], "xyz"[k]), by_rows[4 * k], unit);
  }
  /// `owner`: joint.elbow, or chain.
  void laws(const std::string& owner, const std::vector<Law>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Law& law = all[i];
      const LawRow& row = row_of(law.kind);
      const std::string path = fmt::format("{}.torque{}.", owner, all.size() > 1 ? fmt::format(".{}", i + 1) : "");
      for (const LawKey& key : law_keys()) {
        if (!key.number || !takes(row, key.name)) continue;
        const bool by_radian = law.kind == LawKind::proportional || law.kind == LawKind::pd || law.kind == LawKind::log;
        const char* unit = key.name == "kp"          ? (by_radian ? "N m / rad" : "N m")
                           : key.name == "kd"        ? "N m s / rad"
                           : key.name == "bias"      ? "rad"
                           : key.name == "frequency" ? "rad / s"
                                                     : "";
        if (key.matrix && !(law.*key.matrix).empty())
          diagonal(path + std::string(key.name), law.*key.matrix, unit);
        else if (value_of(row, key) != LawValue::matrix)
          add(path + std::string(key.name), law.*key.number, unit);
      }
    }
  }
  /// One number for all, or each by its number from 0.
  void counted(const std::string& one, const std::string& listed, const std::vector<Number>& all, bool same,
               const char* unit) {
    for (std::size_t k = 0; k < all.size() && !same; ++k) add(fmt::format("chain.{}.{}", listed, k), all[k], unit);
    if (same) add("chain." + one, all[0], unit);
  }
  void chain(const Chain& chain) {
    counted("mass", "masses", chain.masses, chain.same_masses, "kg");
    counted("length", "lengths", chain.lengths, chain.same_lengths, "m");
    laws("chain", chain.laws);
  }
  void body(const Body& body) {
    const std::string path = "body." + body.name.value;
    add(path + ".mass", body.mass, "kg");
    if (body.inertia.size() == 1)
      add(path + ".inertia", body.inertia[0], "kg m\u00b2");
    else if (body.inertia.size() == 3)
      vector(path + ".inertia", body.inertia, "kg m\u00b2");
    vector(path + ".centre", body.centre);
    if (has_torque(body) && is_plain(*body.torque)) add(path + ".torque", body.torque, "N m");
  }
  void joint(const Joint& joint) {
    const std::string path = "joint." + joint.name.value;
    vector(path + ".at." + joint.first.value, joint.at_first);
    vector(path + ".at." + joint.second.value, joint.at_second);
    laws(path, joint.laws);
  }
  void named(const std::string& path, const std::vector<Named>& all, const char* unit) {
    for (const Named& one : all)
      if (one.value.size() == 1) add(path + one.name.value, one.value[0], unit);
  }
};

const char* form_name(StartForm form) {
  switch (form) {
    case StartForm::rest:
      return "rest";
    case StartForm::momenta:
      return "momenta";
    case StartForm::spin:
      return "spin";
    case StartForm::rates:
      return "rates";
    case StartForm::energy:
      return "energy";
    case StartForm::equilibrium:
      break;
  }
  return "equilibrium";
}

StartMessage start_message(const DerivedModel& derived, const Flow& flow, const SolvedStart& solved) {
  const Reach reach = ReachSolver(derived.spec, derived.p(), derived.system.layout, flow).start(solved);
  StartMessage out;
  out.angles = solved.phi;
  out.momenta = solved.mu;
  out.rates = reach.rates;
  out.root = solved.theta_root;
  out.kinetic = reach.kinetic;
  out.energy = reach.kinetic + reach.stored;
  out.momentum = reach.momentum;
  out.energy_least = reach.least_energy();
  if (derived.spec.joints.empty()) out.energy_most = out.energy_least;  // a single body: momentum gives the energy
  out.momentum_range = {-reach.most_momentum(), reach.most_momentum()};
  out.notes = solved.notes;
  out.notes.insert(out.notes.end(), solved.warnings.begin(), solved.warnings.end());
  return out;
}

}  // namespace

std::vector<ModelMessage::NumberRow> model_numbers(const Model& model) {
  NumberList out;
  for (const Parameter& one : model.parameters)
    out.rows.push_back({one.name.value, one.value.value, one.value.expression.text, one.unit});
  if (model.chain) {
    out.chain(*model.chain);
  } else {
    for (const Body& body : model.bodies) out.body(body);
    for (const Joint& joint : model.joints) out.joint(joint);
  }
  for (const Point& point : model.points) out.vector("point." + point.name.value + ".at", point.position);
  const Start& start = model.start;
  out.named("start.angles.", start.angles, "rad");
  out.named("start.absolute.", start.absolute, "rad");
  out.named("start.rates.", start.rates, "rad / s");
  out.named("start.spin.", start.spin, "rad / s");
  out.named("start.momenta.", start.momenta, "kg m\u00b2 / s");
  out.named("start.direction.", start.direction, "");
  out.named("start.offset.", start.offset, "rad");
  if (start.momentum.size() == 1)
    out.add("start.momentum", start.momentum[0], "kg m\u00b2 / s");
  else
    out.vector("start.momentum", start.momentum, "kg m\u00b2 / s");
  out.vector("start.drift", start.drift, "m / s");
  out.add("start.energy", start.energy, "J");
  out.add("start.kinetic", start.kinetic, "J");
  out.add("run.until", model.run.until, "s");
  out.add("run.every", model.run.every, "s");
  out.add("run.step", model.run.step, "s");
  out.add("run.tolerance", model.run.tolerance, "");
  return out.rows;
}

ModelMessage describe_model(const DerivedModel& derived, const Flow& flow, const SolvedStart& solved,
                            const Skeleton& skeleton) {
  const Model& model = *derived.model;
  const TreeSpec& spec = derived.spec;
  const bool planar = is_planar(model);
  ModelMessage out;
  out.name = model.name;
  out.description = model.description;
  for (const Diagnostic& warning : model.warnings) out.warnings.push_back(problem_message(model.source, warning));
  const std::vector<std::string> outside = outside_latex(spec);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    out.bodies.push_back({body.name.value, body.label, body.mass.value, body.inertia[0].value, {}});
    if (has_torque(body)) out.bodies.back().torque = body.torque->expression.text;
    out.bodies.back().torque_latex = outside[i];
    for (const std::vector<Number>& corner : body.outline) out.bodies.back().outline.push_back(pair(body, corner));
  }
  const std::vector<std::string> laws = law_latex(spec);
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    const Skeleton::Joint& bone = skeleton.joints[k];
    out.joints.push_back({joint.name.value,
                          joint.label,
                          bone.first,
                          bone.second,
                          pair(bone.at_first),
                          pair(bone.at_second),
                          {},
                          laws[k]});
    for (const Law& law : joint.laws) out.joints.back().laws.push_back(law_text(law));
  }
  for (const Point& point : model.points)
    out.points.push_back({point.name.value, point.label, point.body, pair(model.bodies[point.body], point.position)});
  for (const Force& force : model.forces)
    out.forces.push_back({force.name.value,
                          force.body,
                          pair(model.bodies[force.body], force.position),
                          {force.value[0].expression.text, force.value[1].expression.text}});
  for (const Parameter& one : model.parameters) out.parameters.push_back(parameter_row(one));
  out.numbers = model_numbers(model);
  for (const Input& input : spec.inputs) out.inputs.push_back({input.name, input.meaning, input.value});
  for (const ModelFact& fact : loop_facts(spec, derived.p(), solved.phi)) out.facts.push_back({fact.name, fact.words});
  out.start = planar ? start_message(derived, flow, solved) : space_start_message(derived, flow, solved);
  out.start.form = form_name(model.start.form);
  out.start.drift.resize(planar ? 2 : 3);
  for (std::size_t axis = 0; axis < model.start.drift.size(); ++axis)
    out.start.drift[axis] = model.start.drift[axis].value;
  for (const Column& column : workbench_columns(derived.system))
    out.columns.push_back({column.name, column.quantity, column.unit, column.label,
                           column_symbol(column, derived.system).latex, column.body});
  if (!planar) out.space = space_rows(model, skeleton, flow);
  return out;
}

}  // namespace oopss
