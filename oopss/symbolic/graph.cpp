// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/graph.hpp"

#include <algorithm>

namespace oopss {

Graph::Graph(std::span<const Expr> roots) {
  struct Visit {
    const Expr* e;
    std::size_t next;
  };
  std::vector<Visit> path;
  constexpr int open = -1;  // on the path, or waiting there
  for (const Expr& root : roots) {
    if (!index.emplace(root.node(), open).second) continue;
    path.push_back({&root, 0});
    while (!path.empty()) {
      Visit& top = path.back();
      const auto below = operands(*top.e);
      if (top.next < below.size()) {
        const Expr& operand = below[top.next++];
        if (index.emplace(operand.node(), open).second) path.push_back({&operand, 0});
        continue;
      }
      index[top.e->node()] = static_cast<int>(nodes.size());
      nodes.push_back(*top.e);
      path.pop_back();
    }
  }
}

Expr rebuild(const Expr& e, std::span<const Expr> changed) {
  const auto old = operands(e);
  if (std::equal(old.begin(), old.end(), changed.begin(), changed.end())) return e;
  if (is(e, Kind::pow)) return pow(changed[0], value(e));
  if (is(e, Kind::function)) return apply(function(e), {changed.begin(), changed.end()});
  Expr all = changed[0];
  for (const Expr& next : changed.subspan(1)) all = is(e, Kind::add) ? all + next : all * next;
  return all;
}

}  // namespace oopss
