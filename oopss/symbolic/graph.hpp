// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "oopss/symbolic/node.hpp"

namespace oopss {

/// The nodes below some expressions, each once, operands before their users. What is computed node by node in this
/// order needs no recursion and does shared work once.
struct Graph {
  explicit Graph(std::span<const Expr> roots);
  std::vector<Expr> nodes;
  std::unordered_map<const Node*, int> index;

  int at(const Expr& e) const { return index.at(e.node()); }
};

/// e with other operands, folded again as the operators do.
Expr rebuild(const Expr& e, std::span<const Expr> changed);

}  // namespace oopss
