// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/symbolic/emit.hpp"
#include "oopss/system/closing.hpp"

namespace oopss {

/// What generated code has of loops. Both programs give, one after the other, the rates of the tree cut open, G by
/// rows, G J⁻¹Gᵀ by rows and the right sides of the equations for the closing forces; `slopes` their derivatives in a
/// direction of the state, the last group of its inputs.
struct ClosingCode {
  Program open, slopes;
  int states = 0, momenta = 0, bodies = 0;  // momenta: where they begin in the state
  int rows = 0, rank = 0;
};
ClosingCode closing_code(const std::vector<std::vector<Expr>>& inputs, const std::vector<Expr>& rates, int momenta,
                         const ClosingExpressions& closing);

/// `field` and `jacobian` of a linkage with what they call, in the place of those of a tree.
std::string closing_functions(const ClosingCode& code, Language language);

}  // namespace oopss
