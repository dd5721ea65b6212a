// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "oopss/system/equations.hpp"
#include "oopss/system/field.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/sheet.hpp"
#include "server/answers.hpp"
#include "server/model_cache.hpp"
#include "server/program_message.hpp"

namespace oopss {
namespace {

/// What a name of a formula stands for.
struct Meaning {
  Expr value;
  std::string latex;
};

/// The names that a formula may use, and the columns behind them.
struct Vocabulary {
  std::map<std::string, Meaning, std::less<>> words;
  PageSymbols known;
  Spelling spelling;

  /// A name that is a column of its own.
  void add_column(const std::string& word, const std::string& column, const std::string& latex) {
    const Expr x = symbol(word, rank_other + static_cast<int>(known.size()));
    known.emplace_back(x, column);
    spelling[word] = latex;
    words[word] = {x, latex};
  }
};

/// What formulas about bodies in space are made of: all of them columns, or made of columns.
Vocabulary space_vocabulary(const Model& model, const TreeSpec& spec) {
  Vocabulary out;
  out.known = page_symbols(spec);
  out.spelling = state_spelling(spec);
  const StateSymbols symbols = state_symbols(spec);
  out.words["t"] = {symbols.t, "t"};
  for (std::size_t k = 0; k < spec.joint_names.size(); ++k) {
    const std::string& name = spec.joint_names[k];
    const std::string indices = fmt::format("_{{{},{}}}", spec.joints[k].second + 1, spec.joints[k].first + 1);
    out.add_column("tension_" + name, "tension." + name, "|F" + indices + "|");
    if (!spec.joints[k].hinge) continue;
    out.words["phi_" + name] = {symbols.phi[k], "\\theta" + indices};
    out.add_column("rate_" + name, "rate." + name, "\\dot\\theta" + indices);
    out.add_column("torque_" + name, "torque." + name, "T" + indices);
  }
  out.add_column("H", "kinetic", "H");
  out.add_column("E", "energy", "E");
  out.words["U"] = {out.words["E"].value - out.words["H"].value, "U"};
  for (const Parameter& parameter : model.parameters)
    out.words[parameter.name.value] = {shortest_decimal(parameter.value.value), ""};
  return out;
}

/// `in_columns`: what is no column of its own is written in those that are; else it stands for itself.
Vocabulary vocabulary(const Model& model, const TreeSpec& spec, bool in_columns) {
  if (in_space(spec)) return space_vocabulary(model, spec);
  Vocabulary out;
  out.known = page_symbols(spec);
  out.spelling = state_spelling(spec);
  const StateSymbols symbols = state_symbols(spec);
  out.words["t"] = {symbols.t, "t"};
  for (std::size_t k = 0; k < spec.joint_names.size(); ++k) {
    const std::string& name = spec.joint_names[k];
    const std::string angle = out.spelling["phi_" + name], indices = angle.substr(std::string("\\theta").size());
    out.words["phi_" + name] = {symbols.phi[k], angle};
    out.add_column("rate_" + name, "rate." + name, dotted(angle));
    out.add_column("torque_" + name, "torque." + name, "T" + indices);
    out.add_column("tension_" + name, "tension." + name, "|F" + indices + "|");
  }
  for (std::size_t i = 0; i < spec.body_names.size(); ++i) {
    const std::string &name = spec.body_names[i], index = std::to_string(i + 1);
    out.words["mu_" + name] = {symbols.mu[i], "\\mu_{" + index + "}"};
    out.add_column("theta_" + name, "absolute." + name, "\\theta_{" + index + "}");
    out.words["omega_" + name] = {symbol("omega_" + name, rank_solution + static_cast<int>(i)),
                                  "\\omega_{" + index + "}"};
    out.spelling["omega_" + name] = "\\omega_{" + index + "}";
  }
  out.add_column("H", "kinetic", "H");
  out.add_column("E", "energy", "E");
  out.add_column("mu_s", "momentum_total", "\\mu_s");
  out.words["U"] = {symbol("U", rank_other), "U"};
  for (const Parameter& parameter : model.parameters)
    out.words[parameter.name.value] = {shortest_decimal(parameter.value.value), ""};
  if (in_columns) {  // U = E − H, and ω = J⁻¹ μ by the recursion
    out.words["U"].value = out.words["E"].value - out.words["H"].value;
    const std::vector<Expr> omega = angular_velocities(spec, symbols);
    for (std::size_t i = 0; i < omega.size(); ++i) out.words["omega_" + spec.body_names[i]].value = omega[i];
  }
  return out;
}

ProblemMessage problem_at(const std::string& formula, int offset, int length, std::string message, std::string help) {
  return problem_message({"formula", formula},
                         {{1, offset + 1, std::max(1, length)}, std::move(message), std::move(help)});
}

}  // namespace

ServerAnswer formula_answer(const AskFormula& ask, const WireLimits& limits) {
  const Model model = page_model(page_text(ask.text));
  const TreeSpec spec = tree_spec(model);
  if (ask.formula.size() > limits.formula)
    throw RefusedRequest("limit", fmt::format("a formula has at most {} bytes", limits.formula));
  std::vector<Diagnostic> found;
  const std::optional<Expression> formula = parse_expression(ask.formula, found);
  ProblemsMessage problems;
  for (const Diagnostic& one : found)
    problems.problems.push_back(problem_at(ask.formula, one.place.column, one.place.length, one.message, one.help));
  if (!formula) return problems;

  const Vocabulary written = vocabulary(model, spec, false);
  std::vector<std::string_view> all;
  for (const auto& [word, meaning] : written.words) all.push_back(word);
  for (const Step& step : formula->steps) {
    if (step.token != Token::name || constant_value(step.text) || written.words.contains(step.text)) continue;
    problems.problems.push_back(problem_at(
        ask.formula, step.column, static_cast<int>(step.text.size()),
        fmt::format("{} is not known", oopss::quoted(step.text)),
        did_you_mean(
            step.text, all,
            in_space(spec)
                ? "in space a formula is made of t, phi_, rate_, torque_ and a hinge, tension_ and a "
                  "joint, H, U, E and the parameters"
                : "a formula is made of t, phi_, rate_, torque_, tension_ and a joint, theta_, omega_, mu_ and a "
                  "body, H, U, E, mu_s and the parameters")));
  }
  if (!problems.problems.empty()) return problems;

  const auto value_with = [&](const Vocabulary& words) {
    return to_expr(*formula, [&](const Step& step) { return words.words.find(step.text)->second.value; });
  };
  FormulaMessage out;
  out.latex = latex(value_with(written), written.spelling);
  out.program = program_message({value_with(vocabulary(model, spec, true))}, written.known);
  return out;
}

}  // namespace oopss
