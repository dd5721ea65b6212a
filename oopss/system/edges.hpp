// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/model/expression.hpp"
#include "oopss/symbolic/expr.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

/// Where a formula ends: a quantity that must not become negative (the argument of a root or a logarithm, 1 − u² of
/// asin u and acos u), whose zero is a fold if it only touches it; or one whose change of sign is a pole; or what a
/// flat function has as its argument, without words.
struct FormulaEdge {
  Expr quantity;
  Flow::Edge::Kind kind = Flow::Edge::Kind::end;
  std::string words;      // what it is: "the argument of sqrt"
  Expr shown;             // what stands there in the formula
  std::string complaint;  // what happens there: "becomes negative"
};

/// The edges of one operation of a formula as it is written, before anything of it is folded away.
void add_edges(const Step& step, const std::vector<Expr>& arguments, std::vector<FormulaEdge>& edges);

/// Each once, without those that no values of the symbols can reach and those that do not depend on `moving`; what
/// stands in the formula is put into their words where it is short.
std::vector<FormulaEdge> reachable(const std::vector<FormulaEdge>& edges, const std::vector<Expr>& moving);

}  // namespace oopss
