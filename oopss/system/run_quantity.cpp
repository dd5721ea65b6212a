// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/run_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/model/expression.hpp"
#include "oopss/model/model.hpp"
#include "oopss/system/laws.hpp"

namespace oopss {
namespace {

/// How names of formulas begin, beside the columns of bodies and joints that they stand for.
std::string formula_word(const Column& column) {
  constexpr std::pair<const char*, const char*> beginnings[] = {
      {"angle.", "phi_"},      {"rate.", "rate_"},   {"torque.", "torque_"}, {"tension.", "tension_"},
      {"absolute.", "theta_"}, {"momentum.", "mu_"}, {"omega.", "omega_"}};
  constexpr std::pair<const char*, const char*> whole[] = {
      {"t", "t"}, {"kinetic", "H"}, {"energy", "E"}, {"momentum_total", "mu_s"}};
  for (const auto& [name, word] : whole)
    if (column.name == name) return word;
  for (const auto& [begin, word] : beginnings) {
    const std::string_view from = begin;
    if (!column.name.starts_with(from)) continue;
    const std::string owner = column.name.substr(from.size());
    return owner.find('.') == std::string::npos ? word + owner : std::string();
  }
  return {};
}

/// The symbol of a word, its `count`th that is no angle and no momentum of the state.
Expr word_symbol(const FormulaWord& word, int& count) {
  switch (word.column.kind) {
    case Quantity::time:
      return symbol(word.word, rank_time);
    case Quantity::angle:
      return symbol(word.word, rank_angle + word.column.index);
    case Quantity::momentum:
      return symbol(word.word, rank_momentum + word.column.index);
    default:
      return symbol(word.word, rank_other + ++count);
  }
}

std::vector<std::string> parameter_names(const Model& model) {
  std::vector<std::string> out;
  for (const Parameter& parameter : model.parameters) out.push_back(parameter.name.value);
  return out;
}

}  // namespace

std::vector<FormulaWord> formula_words(const System& system) {
  std::vector<FormulaWord> out;
  for (const Column& column : all_columns(system))
    if (std::string word = formula_word(column); !word.empty()) out.push_back({std::move(word), column});
  return out;
}

std::optional<RunFormula> read_formula(const System& system, const std::vector<std::string>& parameters,
                                       const std::function<Expr(const std::string& name)>& parameter,
                                       const std::string& text, std::vector<Diagnostic>& problems) {
  const std::optional<Expression> formula = parse_expression(text, problems);
  if (!formula) return {};
  const std::vector<FormulaWord> words = formula_words(system);
  std::vector<std::string_view> all = {"U"};
  for (const FormulaWord& word : words) all.push_back(word.word);
  all.insert(all.end(), parameters.begin(), parameters.end());
  bool good = true;
  for (const Step& step : formula->steps) {
    if (step.token != Token::name || constant_value(step.text) ||
        std::find(all.begin(), all.end(), step.text) != all.end())
      continue;
    good = false;
    problems.push_back(
        {{1, step.column, static_cast<int>(step.text.size())},
         fmt::format("{} is not known", oopss::quoted(step.text)),
         did_you_mean(step.text, all,
                      system.dimension == 3
                          ? "in space a formula is made of t, phi_, rate_, torque_ and a hinge, tension_ and a "
                            "joint, H, U, E and the parameters"
                          : "a formula is made of t, phi_, rate_, torque_, tension_ and a joint, theta_, omega_, mu_ "
                            "and a body, H, U, E, mu_s and the parameters")});
  }
  if (!good) return {};
  int others = 0;
  std::map<std::string, Expr, std::less<>> symbol_of;
  for (const FormulaWord& word : words) symbol_of[word.word] = word_symbol(word, others);
  const Expr U = symbol("U", rank_other);
  RunFormula out;
  out.written = to_expr(*formula, [&](const Step& step) {
    if (const auto word = symbol_of.find(step.text); word != symbol_of.end()) return word->second;
    return step.text == "U" ? U : parameter(step.text);
  });
  out.value = substitute(out.written, {{U, symbol_of.at("E") - symbol_of.at("H")}});
  const std::vector<Expr> used = symbols({&out.value, 1});
  for (const FormulaWord& word : words)
    if (const Expr& x = symbol_of.at(word.word); std::find(used.begin(), used.end(), x) != used.end())
      out.columns.emplace_back(x, word.column);
  return out;
}

std::optional<RunFormula> read_formula(const System& system, const Model& model, const std::string& text,
                                       std::vector<Diagnostic>& problems) {
  const auto number = [&](const std::string& name) {
    for (const Parameter& one : model.parameters)
      if (one.name.value == name) return shortest_decimal(one.value.value);
    return Expr(0);
  };
  return read_formula(system, parameter_names(model), number, text, problems);
}

std::optional<Column> formula_column(const System& system, const Model& model, const std::string& text,
                                     std::vector<Diagnostic>& problems) {
  const std::optional<RunFormula> formula = read_formula(system, model, text, problems);
  if (!formula) return {};
  Column out;
  out.kind = Quantity::formula;
  out.name = "=" + text;
  out.quantity = out.label = text;
  auto made = std::make_shared<ColumnFormula>();
  std::vector<Expr> inputs;
  for (const auto& [symbol, column] : formula->columns) {
    inputs.push_back(symbol);
    made->needs.push_back(column);
  }
  made->value = [code = program({&formula->value, 1}, {inputs}),
                 scratch = std::vector<double>()](const double* values) mutable {
    scratch.resize(code.code.size());
    double result = 0;
    interpret(code, {&values, 1}, scratch, {&result, 1});
    return result;
  };
  out.formula = std::move(made);
  return out;
}

std::optional<RunQuantity> run_quantity(const System& system, const std::vector<std::string>& parameters,
                                        const std::string& text, std::vector<Diagnostic>& problems) {
  for (const Column& column : all_columns(system))
    if (column.name == text) {
      const Expr x = symbol(text, rank_other);
      return RunQuantity{text, {column}, {}, program({&x, 1}, {{x}, {}})};
    }
  RunQuantity out{text};
  std::vector<Expr> of_columns, of_parameters;
  const auto parameter = [&](const std::string& name) {
    const auto found = std::find(out.parameters.begin(), out.parameters.end(), name);
    if (found != out.parameters.end()) return of_parameters[found - out.parameters.begin()];
    out.parameters.push_back(name);
    of_parameters.push_back(symbol("parameter " + name, rank_input + static_cast<int>(out.parameters.size())));
    return of_parameters.back();
  };
  const std::optional<RunFormula> formula = read_formula(system, parameters, parameter, text, problems);
  if (!formula) return {};
  for (const auto& [symbol, column] : formula->columns) {
    of_columns.push_back(symbol);
    out.columns.push_back(column);
  }
  out.program = program({&formula->value, 1}, {of_columns, of_parameters});
  return out;
}

ParameterValues parameter_values(const Model& model) {
  ParameterValues out;
  for (const Parameter& parameter : model.parameters) out[parameter.name.value] = parameter.value.value;
  return out;
}

Flow::Quantity evaluator(const RunQuantity& quantity, const System& system, const Skeleton& skeleton, const Flow& flow,
                         const ParameterValues& parameters) {
  std::vector<double> values;
  for (const std::string& name : quantity.parameters) values.push_back(parameters.find(name)->second);
  return [rows = recorder(system, skeleton, quantity.columns), flow, values, program = quantity.program,
          scratch = std::vector<double>(quantity.program.code.size())](double t, const double* x) mutable {
    const double* const inputs[] = {record(rows, flow, t, x).data(), values.data()};
    double value = 0;
    interpret(program, inputs, scratch, {&value, 1});
    return value;
  };
}

std::optional<double> constant_number(std::string_view text, std::string& why) {
  struct Constants {
    std::string unknown;
    double number(const Step& step) const { return step.value; }
    double name(const Step& step) {
      const std::optional<double> value = constant_value(step.text);
      if (!value) unknown = step.text;
      return value.value_or(0);
    }
    double apply(const Step& step, const std::vector<double>& arguments) const { return oopss::apply(step, arguments); }
  } constants;
  std::vector<Diagnostic> problems;
  const std::optional<Expression> parsed = parse_expression(text, problems);
  if (!parsed) {
    why = problems.empty() ? "it is not a number" : problems.front().message;
    return {};
  }
  const double value = evaluate<double>(*parsed, constants);
  if (!constants.unknown.empty())
    why = fmt::format("{} is not a number", oopss::quoted(constants.unknown));
  else if (!std::isfinite(value))
    why = fmt::format("{} is not a finite number", oopss::quoted(text));
  else
    return value;
  return {};
}

}  // namespace oopss
