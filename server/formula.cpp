// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/formula.hpp"

#include <fmt/format.h>

#include "server/answers.hpp"
#include "server/program_message.hpp"

namespace oopss {

ServerAnswer formula_answer(const AskFormula& ask, ModelCache& models, const WireLimits& limits) {
  if (ask.formula.size() > limits.formula)
    throw RefusedRequest("limit", fmt::format("a formula has at most {} bytes", limits.formula));
  std::vector<Diagnostic> found;
  const std::shared_ptr<const DerivedModel> known = models.derived(page_model(models.read(ask.text)));
  const DerivedModel& derived = *known;
  const std::optional<RunFormula> formula = read_formula(derived.system, *derived.model, ask.formula, found);
  if (!formula) {
    ProblemsMessage problems;
    for (const Diagnostic& one : found)
      problems.problems.push_back(problem_message(
          {"formula", ask.formula}, {{1, one.place.column + 1, std::max(1, one.place.length)}, one.message, one.help}));
    return problems;
  }
  FormulaMessage out;
  out.latex = latex(formula->written, formula_spelling(derived));
  out.program = program_message({by_momenta(derived, *formula)}, known_symbols(derived.spec, *formula));
  return out;
}

}  // namespace oopss
