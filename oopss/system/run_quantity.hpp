// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "oopss/model/diagnostic.hpp"
#include "oopss/model/expression.hpp"
#include "oopss/symbolic/program.hpp"
#include "oopss/system/columns.hpp"

namespace oopss {

/// A name of a formula and the column that it stands for: phi_elbow and angle.elbow, H and kinetic.
struct FormulaWord {
  std::string word;
  Column column;
};

/// All names of formulas but U and the parameters: t; phi_, rate_, torque_, tension_ and a joint; theta_, omega_, mu_
/// and a body; H, E, mu_s. In space those that are one number.
std::vector<FormulaWord> formula_words(const System& system);

/// A formula that was read, of these names, U = E − H and the parameters of the model. Angles and momenta of the state
/// have the symbols of the equations (`state_symbols`).
struct RunFormula {
  Expr written;                                  // each name stands for itself
  Expr value;                                    // in columns alone
  std::vector<std::pair<Expr, Column>> columns;  // the symbols of `value`
};
/// `parameter` says what stands for one. Nothing, with the reasons at places of the text, if the text is no formula.
std::optional<RunFormula> read_formula(const System& system, const std::vector<std::string>& parameters,
                                       const std::function<Expr(const std::string& name)>& parameter,
                                       const std::string& text, std::vector<Diagnostic>& problems);

/// A formula as a column of a run, with the numbers that the parameters of the model have; its name is = and the text.
std::optional<Column> formula_column(const System& system, const Model& model, const std::string& text,
                                     std::vector<Diagnostic>& problems);

/// The parameters of a model as exact numbers in a formula.
std::optional<RunFormula> read_formula(const System& system, const Model& model, const std::string& text,
                                       std::vector<Diagnostic>& problems);

/// A number along a run: the name of a column (angle.elbow, rate.elbow, energy, …), or a formula.
/// What it reads is settled once; any member of a family of systems evaluates it.
struct RunQuantity {
  std::string text;
  std::vector<Column> columns;
  std::vector<std::string> parameters;  // that it mentions
  Program program;                      // of the columns, then of the parameters
};

/// Nothing, with the reasons, if the text names no column and is no formula of what there is. `parameters` are those of
/// the model.
std::optional<RunQuantity> run_quantity(const System& system, const std::vector<std::string>& parameters,
                                        const std::string& text, std::vector<Diagnostic>& problems);

using ParameterValues = std::map<std::string, double, std::less<>>;

/// The values of the parameters of a model.
ParameterValues parameter_values(const Model& model);

/// The quantity of one member. It has scratch space of its own: one serves one thread.
Flow::Quantity evaluator(const RunQuantity& quantity, const System& system, const Skeleton& skeleton, const Flow& flow,
                         const ParameterValues& parameters);

/// A constant as an option has it: 2.5, "30 deg", "2*pi/3"; nothing, with the reason, if it is not a finite number.
std::optional<double> constant_number(std::string_view text, std::string& why);

}  // namespace oopss
