// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/arguments.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/law_time.hpp"
#include "oopss/system/outside.hpp"
#include "oopss/system/printable.hpp"
#include "oopss/system/shape_laws.hpp"
#include "oopss/system/start.hpp"

namespace oopss {
namespace {

/// The joints whose torques are inputs: those asked for, else all.
std::vector<std::string> input_joints(const Model& model, const std::vector<std::string>& asked) {
  std::vector<std::string> names;
  for (const Joint& joint : model.joints) names.push_back(joint.name.value);
  std::vector<std::string> out;
  for (const std::string& name : asked) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw UsageError(fmt::format("--input: the model has no joint {}{}", oopss::quoted(name),
                                   among(name, {names.begin(), names.end()})));
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  }
  return asked.empty() ? names : out;
}

/// The total momentum of the start, or one of the size that is asked for along it: in space along z if it has none.
std::vector<double> momentum_of(const System& system, const std::vector<double>& start,
                                const std::optional<double>& asked) {
  std::vector<double> out;
  double squares = 0;
  for (const Casimir& casimir : system.casimirs) {
    out.push_back(casimir.value(start.data()));
    squares += out.back() * out.back();
  }
  if (!asked) return out;
  if (squares == 0 || out.size() == 1) {
    std::fill(out.begin(), out.end(), 0.0);
    out.back() = *asked;
  } else {
    for (double& part : out) part *= *asked / std::sqrt(squares);
  }
  return out;
}

/// The state in which all turns as one in the shape of an equilibrium, by its name in the list of `equilibria`.
std::vector<double> equilibrium_state(Model model, const System& system, const LineariseOptions& options) {
  const TreeSpec spec = tree_spec(model);
  const std::vector<double> p = values_of(spec.inputs);
  if (const std::string words = more_than_searched(spec, p); !words.empty())
    throw TooLarge(fmt::format("--at {}: the search for equilibria takes {}", options.point, words));
  refuse_laws_without_potential(spec, p, false);
  Start start;
  start.form = StartForm::equilibrium;
  start.place = model.start.place;
  start.equilibrium = Text{options.point, model.start.place};
  start.guess = model.start.guess;  // loops are assembled as the start has them
  start.guess.insert(start.guess.end(), model.start.angles.begin(), model.start.angles.end());
  start.assembly = model.start.assembly;
  for (const double part : momentum_of(system, start_state(model), options.momentum)) {
    start.momentum.push_back(literal(fmt::format("{:.17g}", part)));
    start.momentum.back().value = part;
  }
  model.start = start;
  const Interruption interruption;
  name_start(model, {.watch = end_if_interrupted});
  const std::size_t count = model.start.named_shapes.size();
  std::vector<std::string> names;
  for (std::size_t k = 1; k <= count; ++k) names.push_back(fmt::format("E{}", k));
  if (count == 0) throw UsageError(fmt::format("--at {}: no equilibrium of this model has a name", options.point));
  if (std::find(names.begin(), names.end(), options.point) == names.end())
    throw UsageError(fmt::format("--at: there is no equilibrium {}; this model has E1{}", oopss::quoted(options.point),
                                 count == 1 ? "" : " to " + names.back()));
  return state_of(system.layout, solve_start(tree_spec(model), p));
}

/// The model without what acts at its joints, and on its bodies from outside.
void leave_laws_out(Model& model) {
  for (Joint& joint : model.joints) joint.laws.clear();
  for (Body& body : model.bodies) body.torque.reset();
}

void refuse_outside(const TreeSpec& spec) {
  std::vector<Diagnostic> found = outside_without_equilibria(spec);
  for (Diagnostic& problem : found) problem.help = "--free leaves the laws out, and torques from outside";
  if (!found.empty()) throw ModelError(spec.model->source, std::move(found), spec.model->settings);
}

/// The size of an entry below which it is rounding.
double scale_of(const Matrix<double>& matrix) {
  double out = 0;
  for (const double entry : matrix.entries) out = std::max(out, std::abs(entry));
  return out;
}

/// Entries of one unit are 0 where they are rounding of the largest; others were compared in units before.
std::string matrix_words(const char* name, const Matrix<double>& matrix, const std::vector<std::string>& rows,
                         const std::vector<std::string>& columns, bool one_unit = true) {
  if (matrix.rows == 0 || matrix.cols == 0) return {};
  std::size_t wide = 12;
  for (const std::string& row : rows) wide = std::max(wide, row.size());
  std::string out = fmt::format("  {:<{}}", name, wide);
  for (const std::string& column : columns) out += fmt::format(" {:>14}", column);
  out += "\n";
  for (int i = 0; i < matrix.rows; ++i) {
    out += fmt::format("  {:<{}}", rows[i], wide);
    for (int j = 0; j < matrix.cols; ++j)
      out += fmt::format(" {:>14.8g}", one_unit ? rounded(matrix(i, j), scale_of(matrix)) : matrix(i, j));
    out += "\n";
  }
  return out;
}

constexpr const char* at_time_zero = "A law depends on the time: this is the model at t = 0, which changes with t";

std::string text_of(const LinearResult& result) {
  const LinearModel& model = result.linear;
  std::string out = fmt::format("{}: linear model at {}, total momentum {:.6g} kg m^2/s\n", one_line(result.model),
                                result.where, result.momentum);
  out += model.at_rest
             ? "  An equilibrium: z' = A z + B u, y = C z + D u for small differences from it\n"
             : "  Not an equilibrium: z' = f + A z + B u, y = y0 + C z + D u for small differences from it, as "
               "long as it is near\n";
  if (result.law_in_time) out += fmt::format("  {}\n", at_time_zero);
  out += "  Torques u act beside the laws, + on the first body of a joint and - on its second\n";
  std::vector<std::string> columns = {"value"};
  Matrix<double> point(static_cast<int>(model.states.size()), model.at_rest ? 1 : 2);
  if (!model.at_rest) columns.push_back("f");
  for (int i = 0; i < point.rows; ++i) {
    point(i, 0) = model.point[i];
    if (!model.at_rest) point(i, 1) = model.rates[i];
  }
  out += matrix_words("states z", point, model.states, columns);
  out += matrix_words("A", model.A, model.states, model.states, false);
  out += matrix_words("B", model.B, model.states, model.inputs);
  out += matrix_words("C", model.C, model.outputs, model.states, false);
  out += matrix_words("D", model.D, model.outputs, model.inputs);
  out += fmt::format("  eigenvalues of A: {}\n", oopss::in_words(model.eigenvalues));
  return out;
}

/// How a language writes names and matrices.
struct Writing {
  const char *comment, *first;  // the first line of code
  const char *open, *shut;      // of lists of names
  char quote;
  const char *matrix, *row_open, *row_shut, *between_rows, *end;  // of matrices; `matrix` takes a name
  bool shaped;  // the shape is written behind, so that it may be empty
};
constexpr Writing matlab = {"%", "", "{", "}", '\'', "[", "", "", "; ", "]", false};
constexpr Writing numpy = {"#",  "import numpy as np\n", "[", "]", '"', "np.array([", "[", "]",
                           ", ", "], dtype=float)",      true};

std::string code_of(const LinearResult& result, const Writing& by) {
  const LinearModel& model = result.linear;
  const std::string end = by.shaped ? "\n" : ";\n";
  std::string out =
      fmt::format("{} {}: linear model at {}, written by OOPSS\n", by.comment, one_line(result.model), result.where);
  out += fmt::format("{} z' = f + A z + B u, y = y0 + C z + D u for small differences from the point\n{}", by.comment,
                     result.law_in_time ? fmt::format("{} {}\n{}", by.comment, at_time_zero, by.first) : by.first);
  const auto names = [&](const char* what, const std::vector<std::string>& all) {
    out += fmt::format("{} = {}", what, by.open);
    for (std::size_t i = 0; i < all.size(); ++i)
      out += fmt::format("{}{}{}{}", i ? ", " : "", by.quote, all[i], by.quote);
    out += by.shut + end;
  };
  const auto matrix = [&](const char* what, const Matrix<double>& of_it) {
    out += fmt::format("{} = ", what);
    if (!by.shaped && of_it.entries.empty()) {
      out += fmt::format("zeros({}, {}){}", of_it.rows, of_it.cols, end);
      return;
    }
    out += by.matrix;
    for (int i = 0; i < of_it.rows; ++i) {
      out += fmt::format("{}{}", i ? by.between_rows : "", by.row_open);
      for (int j = 0; j < of_it.cols; ++j) out += fmt::format("{}{:.17g}", j ? ", " : "", of_it(i, j) + 0.0);
      out += by.row_shut;
    }
    out += by.end;
    if (by.shaped) out += fmt::format(".reshape({}, {})", of_it.rows, of_it.cols);
    out += end;
  };
  const auto column = [&](const char* what, const std::vector<double>& of_it) {
    Matrix<double> as_matrix(static_cast<int>(of_it.size()), 1);
    as_matrix.entries = of_it;
    matrix(what, as_matrix);
  };
  names("states", model.states);
  names("inputs", model.inputs);
  names("outputs", model.outputs);
  column("point", model.point);
  column("f", model.rates);
  column("y0", model.values);
  matrix("A", model.A);
  matrix("B", model.B);
  matrix("C", model.C);
  matrix("D", model.D);
  return out;
}

}  // namespace

void linearise(const Common& common, const LineariseOptions& options) {
  const std::string format = written_format(options.output, common.json ? "json" : options.format,
                                            {{".json", "json"}, {".m", "matlab"}, {".py", "numpy"}, {".txt", "text"}});
  Model model = model_of(common);
  if (options.free) leave_laws_out(model);
  const bool at_start = options.point == "start";
  if (at_start && options.momentum) throw UsageError("linearise: --momentum goes with --at E1, E2, …");
  refuse_motion(tree_spec(model));
  refuse_outside(tree_spec(model));
  const std::vector<std::string> inputs = input_joints(model, options.inputs);
  const int size = layout_of(tree_spec(model), false).size;
  if (size > most_linear_states)
    throw TooLarge(fmt::format("linearise takes states of at most {} numbers, that of this model has {}",
                               most_linear_states, size));
  if (at_start) name_start(model);
  const System system = derive(model, Engine::recursive), driven = derive(model, Engine::recursive, {}, inputs);
  const std::vector<double> x = at_start ? start_state(model) : equilibrium_state(model, system, options);
  LinearResult result{.model = model.name, .where = options.point, .bodies = system.bodies, .joints = system.joints};
  result.law_in_time = law_time(tree_spec(model), default_inputs(system)).depends;
  try {
    result.linear = linear_model(system, driven, default_inputs(system), 0, x);
  } catch (const NoLinearModel& none) {
    throw UsageError(fmt::format("linearise: {}", none.what()));
  }
  double squares = 0;
  for (const Casimir& casimir : system.casimirs) squares += std::pow(casimir.value(x.data()), 2);
  result.momentum = system.casimirs.size() == 1 ? system.casimirs[0].value(x.data()) : std::sqrt(squares);
  const std::string document = linear_document(result);
  write_file(options.output.empty() ? "-" : options.output, format == "json"     ? document
                                                            : format == "matlab" ? code_of(result, matlab)
                                                            : format == "numpy"  ? code_of(result, numpy)
                                                                                 : text_of(result));
}

}  // namespace oopss
