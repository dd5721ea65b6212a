// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/generate/notation.hpp"
#include "oopss/system/closing.hpp"

namespace oopss {

/// What generated code has of loops. Both programs give, one after the other, the rates of the tree cut open, G by
/// rows, G J⁻¹Gᵀ by rows and the right sides of the equations for the closing forces; `slopes` their derivatives in a
/// direction of the state, the last group of its inputs.
struct ClosingCode {
  Program open, slopes;
  int states = 0, momenta = 0, bodies = 0;  // momenta: where they begin in the state
  int rows = 0, rank = 0;
  int loops = 0, gaps = 0;  // rows before those of prescribed motions, and before those of exact linearisation
  std::vector<int> of_row;  // the joints of both
};
ClosingCode closing_code(const std::vector<std::vector<Expr>>& inputs, const std::vector<Expr>& rates, int momenta,
                         const ClosingExpressions& closing, const std::vector<int>& linearised);

/// How expressions of a state x change as it moves along v, whose symbols are made here.
std::vector<Expr> slopes_along(const std::vector<Expr>& all, const std::vector<Expr>& x, std::vector<Expr>& v);

/// `field`, `jacobian` and `settle` of a linkage with what they call; `closure` and `omega`, and with prescribed
/// motions `closure_by_time`, are written before. With rows behind those of the loops also `torques`, of `law_torques`.
std::string closing_functions(Notation& notation, const ClosingCode& code);

}  // namespace oopss
