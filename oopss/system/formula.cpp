// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "oopss/symbolic/program.hpp"
#include "oopss/system/column_symbol.hpp"
#include "oopss/system/equations.hpp"
#include "oopss/system/field.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/run_quantity.hpp"
#include "oopss/system/sheet.hpp"

namespace oopss {
namespace {

/// The names that a formula may use, each as a symbol or a number, and how it is written.
struct FormulaNames {
  std::map<std::string, Expr, std::less<>> value;
  KnownSymbols known;
  Spelling spelling;
};

FormulaNames formula_names(const DerivedModel& derived) {
  FormulaNames out{{}, known_symbols(derived.spec), state_spelling(derived.spec)};
  for (const FormulaWord& one : formula_words(derived.system)) {
    const auto state = std::find_if(out.known.begin(), out.known.end(),
                                    [&](const auto& known) { return known.second == one.column.name; });
    if (state != out.known.end()) {
      out.value[one.word] = state->first;
      continue;
    }
    const Expr x = symbol(one.word, rank_other + static_cast<int>(out.known.size()));
    out.known.emplace_back(x, one.column.name);
    out.value[one.word] = x;
    out.spelling[one.word] =
        one.column.kind == Quantity::energy ? "E" : column_symbol(one.column, derived.system).latex;
  }
  out.value["U"] = symbol("U", rank_other);
  for (const Parameter& parameter : derived.model->parameters)
    out.value[parameter.name.value] = shortest_decimal(parameter.value.value);
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

std::optional<RunFormula> read_formula(const DerivedModel& derived, const std::string& text,
                                       std::vector<Diagnostic>& problems) {
  std::vector<std::string> parameters;
  for (const Parameter& parameter : derived.model->parameters) parameters.push_back(parameter.name.value);
  const std::optional<Expression> formula = parse_formula(derived.system, parameters, text, problems);
  if (!formula) return {};
  const FormulaNames names = formula_names(derived);
  const Expr written = to_expr(*formula, [&](const Step& step) { return names.value.find(step.text)->second; });
  const Expr U = names.value.at("E") - names.value.at("H");
  return RunFormula{written, substitute(written, {{names.value.at("U"), U}}), names.known, names.spelling};
}

Expr by_momenta(const DerivedModel& derived, const RunFormula& formula) {
  const std::vector<Expr> used = symbols({&formula.value, 1});
  Substitution by;
  std::vector<Expr> omega;
  for (std::size_t i = 0; i < derived.spec.body_names.size(); ++i)
    for (const auto& [symbol, column] : formula.known) {
      if (column != "omega." + derived.spec.body_names[i] || std::find(used.begin(), used.end(), symbol) == used.end())
        continue;
      if (omega.empty()) omega = angular_velocities(derived.spec, state_symbols(derived.spec));
      by.emplace(symbol, omega[i]);
    }
  return substitute(formula.value, by);
}

Column formula_column(const DerivedModel& derived, const RunFormula& formula, const std::string& text) {
  Column out;
  out.kind = Quantity::formula;
  out.name = "=" + text;
  out.quantity = out.label = text;
  const std::vector<Column> all = all_columns(derived.system);
  const std::vector<Expr> used = symbols({&formula.value, 1});
  std::vector<Expr> of_columns, of_inputs;
  std::vector<double> inputs;
  auto made = std::make_shared<ColumnFormula>();
  for (const auto& [symbol, name] : formula.known) {
    if (std::find(used.begin(), used.end(), symbol) == used.end()) continue;
    if (name.starts_with("input.")) {
      const auto found = std::find_if(derived.spec.inputs.begin(), derived.spec.inputs.end(),
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
