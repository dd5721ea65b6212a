// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "oopss/symbolic/program.hpp"
#include "oopss/system/equations.hpp"
#include "oopss/system/field.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/sheet.hpp"

namespace oopss {
namespace {

/// What a name of a formula stands for.
struct FormulaName {
  Expr value;
  std::string latex;
};

/// The names that a formula may use, and the columns behind them.
struct FormulaWords {
  std::map<std::string, FormulaName, std::less<>> words;
  KnownSymbols known;
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
FormulaWords space_words_of(const Model& model, const TreeSpec& spec) {
  FormulaWords out;
  out.known = known_symbols(spec);
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
FormulaWords formula_words(const Model& model, const TreeSpec& spec, bool in_columns) {
  if (in_space(spec)) return space_words_of(model, spec);
  FormulaWords out;
  out.known = known_symbols(spec);
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

}  // namespace

KnownSymbols known_symbols(const TreeSpec& spec) {
  const StateSymbols symbols = state_symbols(spec);
  KnownSymbols out = {{symbols.t, "t"}};
  for (std::size_t k = 0; k < symbols.phi.size(); ++k) out.emplace_back(symbols.phi[k], "angle." + spec.joint_names[k]);
  for (std::size_t i = 0; i < symbols.mu.size(); ++i) out.emplace_back(symbols.mu[i], "momentum." + spec.body_names[i]);
  for (std::size_t k = 0; k < symbols.p.size(); ++k) out.emplace_back(symbols.p[k], "input." + spec.inputs[k].name);
  return out;
}

std::optional<RunFormula> read_formula(const Model& model, const TreeSpec& spec, const std::string& text,
                                       std::vector<Diagnostic>& problems) {
  const std::optional<Expression> formula = parse_expression(text, problems);
  if (!formula) return {};
  const FormulaWords written = formula_words(model, spec, false);
  std::vector<std::string_view> all;
  for (const auto& [word, meaning] : written.words) all.push_back(word);
  for (const Step& step : formula->steps) {
    if (step.token != Token::name || constant_value(step.text) || written.words.contains(step.text)) continue;
    problems.push_back(
        {{1, step.column, static_cast<int>(step.text.size())},
         fmt::format("{} is not known", oopss::quoted(step.text)),
         did_you_mean(
             step.text, all,
             in_space(spec)
                 ? "in space a formula is made of t, phi_, rate_, torque_ and a hinge, tension_ and a "
                   "joint, H, U, E and the parameters"
                 : "a formula is made of t, phi_, rate_, torque_, tension_ and a joint, theta_, omega_, mu_ and a "
                   "body, H, U, E, mu_s and the parameters")});
  }
  if (!problems.empty()) return {};
  const auto value_with = [&](const FormulaWords& words) {
    return to_expr(*formula, [&](const Step& step) { return words.words.find(step.text)->second.value; });
  };
  return RunFormula{value_with(written), value_with(formula_words(model, spec, true)), written.known, written.spelling};
}

Column formula_column(const TreeSpec& spec, const System& system, const RunFormula& formula, const std::string& text) {
  Column out;
  out.kind = Quantity::formula;
  out.name = "=" + text;
  out.quantity = out.label = text;
  const std::vector<Column> all = all_columns(system);
  const std::vector<Expr> used = symbols({&formula.value, 1});
  std::vector<Expr> of_columns, of_inputs;
  std::vector<double> inputs;
  auto made = std::make_shared<ColumnFormula>();
  for (const auto& [symbol, name] : formula.known) {
    if (std::find(used.begin(), used.end(), symbol) == used.end()) continue;
    if (name.starts_with("input.")) {
      const auto found = std::find_if(spec.inputs.begin(), spec.inputs.end(),
                                      [&, own = name.substr(6)](const Input& input) { return input.name == own; });
      of_inputs.push_back(symbol);
      inputs.push_back(found->value);
    } else {
      const std::vector<Column> named = named_columns(all, name);
      if (named.empty()) throw UnknownColumn(fmt::format("={}: no column is called {}", text, name));
      of_columns.push_back(symbol);
      made->needs.push_back(named.front());
    }
  }
  const Program code = program({&formula.value, 1}, {of_columns, of_inputs});
  made->value = [code, inputs, scratch = std::vector<double>(code.code.size())](const double* values) mutable {
    double result = 0;
    const double* const groups[] = {values, inputs.data()};
    interpret(code, groups, scratch, {&result, 1});
    return result;
  };
  out.formula = std::move(made);
  return out;
}

}  // namespace oopss
