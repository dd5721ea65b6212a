// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "oopss/generate/generate.hpp"
#include "oopss/integrate/request.hpp"
#include "oopss/integrate/suggest.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/outside.hpp"
#include "oopss/system/start.hpp"

namespace oopss {
namespace {

bool by_tables(const TreeSpec& spec) { return spec.topology.size() > most_straight; }

/// Names that differ from those before, whatever the case: a name with a prefix, in capitals, of at most 63 characters,
/// which Fortran and MATLAB take; or the name itself.
class Names {
 public:
  explicit Names(std::set<std::string> taken = {}) : taken_(std::move(taken)) {}
  std::string operator()(const std::string& prefix, const std::string& name) {
    constexpr std::size_t longest = 63;
    std::string out = prefix + name, other;
    if (!prefix.empty())
      for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    for (out.resize(std::min(out.size(), longest)); !taken_.insert(out + other).second; other += "_")
      out.resize(std::min(out.size(), longest - other.size() - 1));
    return out + other;
  }

 private:
  std::set<std::string> taken_;
};

std::vector<Expr> jacobian(const std::vector<Expr>& rates, const std::vector<Expr>& x) {
  const std::size_t n = x.size();
  std::vector<Expr> out(n * n);
  for (std::size_t j = 0; j < n; ++j) {
    const std::vector<Expr> column = derivative(rates, x[j]);
    for (std::size_t i = 0; i < n; ++i) out[i * n + j] = column[i];
  }
  return out;
}

/// What the state of a linkage is, in lines.
std::string loop_words(const TreeSpec& spec, const ClosureRows& rows) {
  std::vector<std::string> of_tree, closing;
  for (const int k : spec.tree_joints) of_tree.push_back(spec.joint_names[k]);
  for (const ChordSlots& chord : spec.chords) closing.push_back(spec.joint_names[chord.joint]);
  std::string out = fmt::format(
      "The state is that of the spanning tree, cut open where loops close, at {}:\n"
      "phi of the joints {}; mu = J omega of the bodies {}, J of that tree; theta of {}.\n"
      "The rates have the forces that keep g'' = 0 (index 1): start with loops that are closed, in place and in "
      "speed,\n"
      "and they stay closed as nearly as the steps are exact; `closure` gives the gaps g, and `settle` closes them.\n",
      fmt::join(closing, ", "), fmt::join(of_tree, ", "), fmt::join(spec.body_names, ", "),
      spec.body_names[spec.topology.root()]);
  if (!rows.fixed.empty())
    out += fmt::format("{}: g is how far each has turned.\n",
                       rows.loops == 0 ? "The loops cannot move, so the joints are held"
                                       : "Some bodies of the loops cannot move, so joints of theirs are held too");
  std::vector<std::string> moved;
  for (const int k : moved_joints(spec)) moved.push_back(spec.joint_names[k]);
  if (!moved.empty())
    out += fmt::format("The motion of {} is prescribed: the last of g say how far the joint is from it.\n",
                       fmt::join(moved, ", "));
  return out;
}

/// What the state in space is, in lines.
std::string space_words(const TreeSpec& spec) {
  std::vector<std::string> hinges, balls;
  for (std::size_t k = 0; k < spec.joints.size(); ++k)
    (spec.joints[k].hinge ? hinges : balls).push_back(spec.joint_names[k]);
  std::string out = "The state:";
  if (!hinges.empty()) out += fmt::format(" phi of the hinges {};", fmt::join(hinges, ", "));
  if (!balls.empty())
    out += fmt::format(" the turns of the balls {} from rest as unit quaternions w, x, y, z;", fmt::join(balls, ", "));
  out += fmt::format(
      "\nmu, along inertial axes, of {}, each with what hangs on it by hinges; on a hinge one number, about its axis;\n"
      "the attitude of {} as a unit quaternion. Rates keep quaternions at length one as nearly as the steps are "
      "exact,\nand `settle` brings them there.\n",
      fmt::join(spec.body_names, ", "), spec.body_names[spec.topology.root()]);
  return out;
}

std::string method_words(const RunPlan& by) {
  std::string out = fmt::format("The program goes by {}, with a {} of {}", by.method.name,
                                by.method.adaptive ? "tolerance" : "step", by.accuracy);
  if (!by.instead_of.empty())
    out += fmt::format(", in the place of {}, which generated code does not have", by.instead_of);
  return out + ".\nIt does not look for kinks of torque laws; where they have some, short steps serve better.\n";
}

/// As `simulate` would run the model.
RunPlan integrator_of(const Model& model, const System& system, const std::vector<double>& start, Language language) {
  const Flow flow = system.with_inputs(default_inputs(system));
  const RunRequest asked = run_request(run_settings(model), {}, flow, system.layout, 0, start);
  const Method method = find_method(asked.settings.method, flow).value_or(default_method(asked.tolerance() > 0, flow));
  RunPlan out{method, "", asked.t0, asked.until(), asked.every(), 0};
  const bool serves = method.kind == MethodKind::dop853 ||
                      (method.kind == MethodKind::gauss && flow.closure.count == 0 && !flow.has_quaternions &&
                       (method.stages == 2 || language != Language::cuda));
  if (!serves) {
    out.instead_of = method.name;
    out.method = *find_method("dop853");
  }
  out.step = out.method.adaptive ? suggested_step(flow, system.layout, 0, start, out.end) : asked.step();
  if (asked.tolerance() > 0) out.tolerance = asked.tolerance();
  out.accuracy = out.method.adaptive ? out.tolerance : out.step;
  return out;
}

/// What a column holds, as `record` (columns.hpp) has it.
Expr column_value(const Column& column, const CodeField& field) {
  const auto number = [&] {
    Expr sum = column.place < 0 ? Expr(0) : field.x[column.place];
    for (const auto& [place, sign] : column.sum) sum = sign > 0 ? sum + field.x[place] : sum - field.x[place];
    return sum;
  };
  switch (column.kind) {
    case Quantity::time:
      return field.t;
    case Quantity::absolute:
      return field.absolute[column.index];
    case Quantity::kinetic:
      return field.kinetic;
    case Quantity::energy:
      return field.kinetic + field.stored;
    case Quantity::casimir:
      return field.total[column.index];
    case Quantity::body_momentum:
      return field.body_momenta[3 * column.index + column.part];
    case Quantity::attitude:
      return field.attitudes[4 * column.index + column.part];
    default:
      return number();
  }
}

/// The formulas of a system whose field is straight-line code.
void add_formulas(Code& code, const TreeSpec& spec, const CodeField& field, const FieldExpressions& planar,
                  const System& system, const std::vector<double>& p) {
  const bool space = in_space(spec), loops = !spec.chords.empty();
  const std::vector<std::vector<Expr>> groups = {{field.t}, field.x, field.p, field.external};
  const auto add = [&](const std::string& name, const char* meaning, const std::vector<Expr>& all, const char* before) {
    const bool number = std::string_view(before).ends_with("fun");
    code.formulas.push_back(
        {fmt::format("{} {}(t, x[], p[], u[]{})", before, name, number ? "" : fmt::format(", out[>{}]", all.size())),
         meaning, program(all, groups)});
  };
  if (!loops) add("field", "rates of the state", field.rates, "public sub");
  add("energy", "kinetic energy plus the energy stored in the torque laws", {field.kinetic + field.stored},
      "public fun");
  add("momentum",
      space                  ? "size of the total angular momentum, which every motion keeps"
      : spec.outside.empty() ? "total angular momentum, which every motion keeps"
                             : "total angular momentum, which torques from outside change",
      {field.momentum}, "public fun");
  if (!spec.outside.empty()) add("outside_torques", "torques from outside on the bodies", planar.outside, "public sub");
  add("omega", space ? "angular velocities of the bodies, along inertial axes" : "angular velocities of the bodies",
      field.omega, "public sub");
  add("poses",
      space ? "of each body x, y, z of its mass centre from that of the whole at t = 0, and its attitude w, x, y, z"
            : "of each body x, y of its mass centre from that of the whole at t = 0, and its absolute angle",
      field.poses, "public sub");
  std::vector<Expr> row;
  for (const Column& column : trajectory_columns(system)) row.push_back(column_value(column, field));
  add("row", "the numbers of a row", row, "public sub");
  const char* const of_torques =
      space ? "torques of all joints, + on the first body and - on the second; of a ball three "
              "numbers, in the axes of its second body"
            : "torques of all joints, + on the first body and - on the second";
  if (loops) {
    const ClosureRows rows = closure_rows(spec, p);
    const ClosingExpressions closing = closing_expressions(spec, planar, rows);
    if (closing.G.rows == closing.loops)
      add("torques", of_torques, field.torque, "public sub");
    else
      add("law_torques", "torques of all joints by their laws, but for exact linearisation and motions", field.torque,
          "sub");
    add("closure",
        closing.moved.empty() ? "gaps g of the loops, zero where they are closed"
                              : "gaps g of the loops and of the motions, zero where they are kept",
        closing.gap, "public sub");
    if (!closing.moved.empty())
      add("closure_by_time", "how fast the gaps grow while the joints stand still", closing.gap_by_time, "sub");
    code.closing = closing_code(groups, field.rates, static_cast<int>(planar.phi.size()), closing, planar.linearised);
    code.state_words = loop_words(spec, rows);
  } else {
    add("torques", of_torques, field.torque, "public sub");
    add("jacobian", "derivatives of the rates by the state, by rows", jacobian(field.rates, field.x), "public sub");
  }
  if (!field.settled.empty())
    add("settled", "the state with what is given at t put in: prescribed motions, quaternions of length one",
        field.settled, "sub");
  code.settled = loops ? Settled::closed : !field.settled.empty() ? Settled::given : Settled::nothing;
  if (space) code.state_words = space_words(spec);
}

/// The laws of a tree whose field is loops over tables, and what its state is.
void add_table_formulas(Code& code, const TreeSpec& spec, const std::vector<int>& input_joints) {
  const StateSymbols symbols = state_symbols(spec);
  const TreeSpec reduced = without_laws(spec, input_joints);
  std::vector<Expr> rate, external;
  for (std::size_t k = 0; k < spec.joints.size(); ++k)
    rate.push_back(symbol("rate_" + spec.joint_names[k], rank_other + static_cast<int>(k)));
  const Laws law = laws(reduced, symbols.t, symbols.phi, rate, symbols.p);
  std::vector<Expr> torque = law.torque;
  for (const int k : driven_joints(spec, input_joints)) {
    external.push_back(argument_symbol(spec, k));
    torque[k] = torque[k] + external.back();
  }
  code.formulas = {{fmt::format("sub law_torques(t, x[], v[], p[], u[], out[>{}])", torque.size()),
                    "torques of all joints, at the joint rates v",
                    program(torque, {{symbols.t}, symbols.phi, rate, symbols.p, external})},
                   {"fun stored(t, x[], p[], u[])", "the energy stored in the torque laws",
                    program(std::vector<Expr>{law.stored}, {{symbols.t}, symbols.phi, symbols.p, external})}};
  code.tables = tree_tables(spec);
  if (!spec.outside.empty()) {
    SeenMotion seen{symbols.phi, rate, {}, {}};
    for (const std::string& body : spec.body_names) {
      const int rank = rank_other + static_cast<int>(spec.joints.size() + seen.theta.size());
      seen.theta.push_back(symbol("theta_" + body, rank));
      seen.omega.push_back(symbol("omega_" + body, rank));
    }
    std::vector<Expr> on_bodies(spec.body_names.size());
    add_outside(outside_torques(spec, symbols.t, seen, symbols.p), on_bodies);
    code.formulas.push_back(
        {fmt::format("sub outside_torques(t, x[], v[], theta[], w[], p[], out[>{}])", on_bodies.size()),
         "torques from outside on the bodies, at the joint rates v, the angles theta and the velocities w",
         program(on_bodies, {{symbols.t}, symbols.phi, rate, seen.theta, seen.omega, symbols.p})});
  }
  code.state_words =
      "The rates are found by loops over tables of the bodies. There is no function for the Jacobian, which has "
      "more\nnumbers than a file should.\n";
}

}  // namespace

std::vector<int> driven_joints(const TreeSpec& spec, const std::vector<int>& input_joints) {
  std::vector<int> out = input_joints;
  for (const int k : function_joints(spec))
    if (std::find(out.begin(), out.end(), k) == out.end()) out.push_back(k);
  return out;
}

std::string no_code(const Model& model) {
  const TreeSpec spec = tree_spec(model);
  if (!by_tables(spec)) return {};
  const char* const why = in_space(spec)                     ? "are in space"
                          : !spec.chords.empty()             ? "have loops"
                          : has_motion(model)                ? "have prescribed motions"
                          : !linearised_joints(spec).empty() ? "have exact linearisation"
                                                             : nullptr;
  if (!why) return {};
  return fmt::format(
      "generate writes straight-line code for at most {} bodies, and loops over tables for more only in planar trees; "
      "these {} bodies {}",
      most_straight, spec.topology.size(), why);
}

Code code_of(const Model& model, const std::vector<int>& input_joints, Language language) {
  const TreeSpec spec = tree_spec(model);
  refuse_forces(spec, "generated programs");
  const bool space = in_space(spec), tables = by_tables(spec);
  const FieldExpressions planar = space || tables ? FieldExpressions{} : field_expressions(spec, input_joints);
  const CodeField field = tables ? CodeField{} : space ? space_code(spec, input_joints) : planar_code(spec, planar);
  const System system = derive(model, Engine::recursive);

  Code code{};
  code.notice = fmt::format("Equations of motion of {}, written by OOPSS. This code is yours.",
                            space                 ? "a floating tree of bodies in space"
                            : spec.chords.empty() ? "a floating tree of planar bodies"
                                                  : "planar bodies with loops");
  code.bodies = spec.topology.size();
  code.joints = static_cast<int>(spec.joints.size());
  const std::vector<double> p = values_of(spec.inputs);
  if (tables)
    add_table_formulas(code, spec, input_joints);
  else
    add_formulas(code, spec, field, planar, system, p);

  const Layout layout = layout_of(spec, false);
  const std::vector<double> x0 = state_of(layout, solve_start(spec, p));
  std::vector<Expr> x = field.x, external = field.external;
  if (tables) {
    const StateSymbols symbols = state_symbols(spec);
    x = symbols.phi;
    x.insert(x.end(), symbols.mu.begin(), symbols.mu.end());
    x.push_back(symbol("theta_root", rank_other));
    for (const int k : driven_joints(spec, input_joints)) external.push_back(argument_symbol(spec, k));
  }
  Names constant, key({"start", "end", "step", "tolerance", "every"});
  const auto entry = [&](const std::string& name, double value) {
    return Entry{constant("OOPSS_", name), key("", name), value};
  };
  for (std::size_t i = 0; i < x.size(); ++i) code.states.push_back(entry(name(x[i]), x0[i]));
  for (std::size_t k = 0; k < p.size(); ++k) code.parameters.push_back(entry(spec.inputs[k].name, p[k]));
  for (const Expr& u : external) code.inputs.push_back(entry(name(u), 0.0));
  for (const Block& block : layout.blocks)
    for (int i = 0; i < block.size && code.is_momentum.size() < x.size(); ++i)
      code.is_momentum.push_back(block.group == ErrorGroup::momentum ? 1 : 0);
  code.columns = names_of(trajectory_columns(system));
  code.by = integrator_of(model, system, state_of(system.layout, solve_start(spec, p)), language);
  code.state_words += method_words(code.by);
  return code;
}

}  // namespace oopss
