// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/formula.hpp"

#include <algorithm>

#include "oopss/system/column_symbol.hpp"
#include "oopss/system/equations.hpp"
#include "oopss/system/field.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/sheet.hpp"

namespace oopss {

KnownSymbols known_symbols(const TreeSpec& spec) {
  const StateSymbols symbols = state_symbols(spec);
  KnownSymbols out = {{symbols.t, "t"}};
  for (std::size_t k = 0; k < symbols.phi.size(); ++k) out.emplace_back(symbols.phi[k], "angle." + spec.joint_names[k]);
  for (std::size_t i = 0; i < symbols.mu.size(); ++i) out.emplace_back(symbols.mu[i], "momentum." + spec.body_names[i]);
  for (std::size_t k = 0; k < symbols.p.size(); ++k) out.emplace_back(symbols.p[k], "input." + spec.inputs[k].name);
  return out;
}

KnownSymbols known_symbols(const TreeSpec& spec, const RunFormula& formula) {
  KnownSymbols out = known_symbols(spec);
  for (const auto& [symbol, column] : formula.columns)
    if (std::none_of(out.begin(), out.end(), [&, &x = symbol](const auto& known) { return known.first == x; }))
      out.emplace_back(symbol, column.name);
  return out;
}

Spelling formula_spelling(const DerivedModel& derived) {
  Spelling out = state_spelling(derived.spec);
  for (const FormulaWord& word : formula_words(derived.system)) {
    const Quantity kind = word.column.kind;
    if (kind == Quantity::time || kind == Quantity::angle || kind == Quantity::momentum) continue;
    out[word.word] = kind == Quantity::energy ? "E" : column_symbol(word.column, derived.system).latex;
  }
  return out;
}

Expr by_momenta(const DerivedModel& derived, const RunFormula& formula) {
  Substitution by;
  std::vector<Expr> omega;
  for (const auto& [symbol, column] : formula.columns) {
    if (column.kind != Quantity::omega) continue;
    if (omega.empty()) omega = angular_velocities(derived.spec, state_symbols(derived.spec));
    by.emplace(symbol, omega[column.index]);
  }
  return substitute(formula.value, by);
}

}  // namespace oopss
