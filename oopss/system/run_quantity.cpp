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

/// Gathers what a formula reads, each once.
struct Gathered {
  std::vector<Column> columns;
  std::vector<Expr> of_columns, of_parameters;
  std::vector<std::string> parameters;

  Expr column(const Column& wanted) {
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (columns[k].name == wanted.name) return of_columns[k];
    columns.push_back(wanted);
    of_columns.push_back(symbol("column " + wanted.name, rank_other + static_cast<int>(columns.size())));
    return of_columns.back();
  }
  Expr parameter(const std::string& wanted) {
    for (std::size_t k = 0; k < parameters.size(); ++k)
      if (parameters[k] == wanted) return of_parameters[k];
    parameters.push_back(wanted);
    of_parameters.push_back(symbol("parameter " + wanted, rank_input + static_cast<int>(parameters.size())));
    return of_parameters.back();
  }
};

RunQuantity finished_quantity(const std::string& text, const Expr& value, const Gathered& gathered) {
  const std::vector<Expr> all = {value};
  return {text, gathered.columns, gathered.parameters, program(all, {gathered.of_columns, gathered.of_parameters})};
}

}  // namespace

std::vector<FormulaWord> formula_words(const System& system) {
  std::vector<FormulaWord> out;
  for (const Column& column : all_columns(system))
    if (std::string word = formula_word(column); !word.empty()) out.push_back({std::move(word), column});
  return out;
}

std::optional<Expression> parse_formula(const System& system, const std::vector<std::string>& parameters,
                                        const std::string& text, std::vector<Diagnostic>& problems) {
  std::optional<Expression> formula = parse_expression(text, problems);
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
  return formula;
}

std::optional<RunQuantity> run_quantity(const System& system, const std::vector<std::string>& parameters,
                                        const std::string& text, std::vector<Diagnostic>& problems) {
  Gathered gathered;
  for (const Column& column : all_columns(system))
    if (column.name == text) return finished_quantity(text, gathered.column(column), gathered);
  const std::optional<Expression> formula = parse_formula(system, parameters, text, problems);
  if (!formula) return {};
  const std::vector<FormulaWord> words = formula_words(system);
  const auto find_word = [&](const std::string& name) {
    return std::find_if(words.begin(), words.end(), [&](const FormulaWord& word) { return word.word == name; });
  };
  const Expr value = to_expr(*formula, [&](const Step& step) {
    if (const auto word = find_word(step.text); word != words.end()) return gathered.column(word->column);
    if (step.text == "U") return gathered.column(find_word("E")->column) - gathered.column(find_word("H")->column);
    return gathered.parameter(step.text);
  });
  return finished_quantity(text, value, gathered);
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
