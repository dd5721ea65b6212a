// SPDX-License-Identifier: Apache-2.0
// Formulas in the quantities of a run as the page shows and evaluates them.
#pragma once

#include "oopss/symbolic/print.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/run_quantity.hpp"

namespace oopss {

/// Symbols with what they are known by: columns of a run, "input.NAME" for an input.
using KnownSymbols = std::vector<std::pair<Expr, std::string>>;

/// t, phi_JOINT, mu_BODY and the inputs.
KnownSymbols known_symbols(const TreeSpec& spec);

/// Those of the equations, then those of the formula.
KnownSymbols known_symbols(const TreeSpec& spec, const RunFormula& formula);

/// How names in a formula as it is written are printed.
Spelling formula_spelling(const DerivedModel& derived);

/// Its value where a run has no columns of ω: ω = J⁻¹ μ by the recursion.
Expr by_momenta(const DerivedModel& derived, const RunFormula& formula);

}  // namespace oopss
