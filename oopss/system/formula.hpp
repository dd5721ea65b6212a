// SPDX-License-Identifier: Apache-2.0
// Formulas in the quantities of a run, as a user writes them: "phi_elbow^2 + U".
#pragma once

#include <optional>

#include "oopss/model/diagnostic.hpp"
#include "oopss/symbolic/print.hpp"
#include "oopss/system/columns.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// Symbols with what they are known by: columns of a run, "input.NAME" for an input.
using KnownSymbols = std::vector<std::pair<Expr, std::string>>;

/// t, phi_JOINT, mu_BODY and the inputs.
KnownSymbols known_symbols(const TreeSpec& spec);

/// A formula that was read: made of t, phi_, rate_, torque_, tension_ and a joint, theta_, omega_, mu_ and a body, H,
/// U, E, mu_s and the parameters; in space of fewer.
struct RunFormula {
  Expr written;        // each name stands for itself
  Expr value;          // in columns alone: U = E − H, and ω = J⁻¹ μ by the recursion
  KnownSymbols known;  // the symbols of `value`, among others
  Spelling spelling;   // of names in `written`
};
/// Problems are at places of the text; a formula is there if there are none.
std::optional<RunFormula> read_formula(const Model& model, const TreeSpec& spec, const std::string& text,
                                       std::vector<Diagnostic>& problems);

/// A formula as a column of a run; its name is = and the text.
Column formula_column(const TreeSpec& spec, const System& system, const RunFormula& formula, const std::string& text);

}  // namespace oopss
