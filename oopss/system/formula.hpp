// SPDX-License-Identifier: Apache-2.0
// Formulas in the quantities of a run, as a user writes them: "phi_elbow^2 + U".
#pragma once

#include <optional>

#include "oopss/model/diagnostic.hpp"
#include "oopss/symbolic/print.hpp"
#include "oopss/system/columns.hpp"
#include "oopss/system/derived.hpp"

namespace oopss {

/// Symbols with what they are known by: columns of a run, "input.NAME" for an input.
using KnownSymbols = std::vector<std::pair<Expr, std::string>>;

/// t, phi_JOINT, mu_BODY and the inputs.
KnownSymbols known_symbols(const TreeSpec& spec);

/// A formula that was read, of the names of `formula_words`, U and the parameters, which are numbers in it.
struct RunFormula {
  Expr written;        // each name stands for itself
  Expr value;          // in columns alone: U = E − H
  KnownSymbols known;  // the symbols of `value`, among others
  Spelling spelling;   // of names in `written`
};
/// Problems are at places of the text; a formula is there if there are none.
std::optional<RunFormula> read_formula(const DerivedModel& derived, const std::string& text,
                                       std::vector<Diagnostic>& problems);

/// Its value where a run has no columns of ω: ω = J⁻¹ μ by the recursion.
Expr by_momenta(const DerivedModel& derived, const RunFormula& formula);

/// A formula as a column of a run; its name is = and the text.
Column formula_column(const DerivedModel& derived, const RunFormula& formula, const std::string& text);

}  // namespace oopss
