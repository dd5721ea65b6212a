// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "oopss/symbolic/graph.hpp"

namespace oopss {
namespace {

/// ∂f/∂x_i of a function f(x) of its arguments.
Expr partial(Function f, std::span<const Expr> x, std::size_t i) {
  const Expr& a = x[0];
  const Rational half(1, 2);
  switch (f) {
    case Function::sin:
      return cos(a);
    case Function::cos:
      return -sin(a);
    case Function::tan:
      return 1 + pow(apply(f, {a}), 2);
    case Function::asin:
      return pow(1 - pow(a, 2), -half);
    case Function::acos:
      return -pow(1 - pow(a, 2), -half);
    case Function::atan2:
      return (i == 0 ? x[1] : -a) / (pow(a, 2) + pow(x[1], 2));
    case Function::exp:
      return apply(f, {a});
    case Function::log:
      return 1 / a;
    case Function::tanh:
      return 1 - pow(apply(f, {a}), 2);
    case Function::abs:
      return apply(Function::sign, {a});
    case Function::min:
      return (i == 0 ? 1 - apply(Function::sign, {a - x[1]}) : 1 + apply(Function::sign, {a - x[1]})) / 2;
    case Function::max:
      return (i == 0 ? 1 + apply(Function::sign, {a - x[1]}) : 1 - apply(Function::sign, {a - x[1]})) / 2;
    case Function::power:
      return i == 0 ? x[1] * apply(f, {a, x[1] - 1}) : apply(Function::log, {a}) * apply(f, {a, x[1]});
    case Function::ramp: {  // (t − a)/(b − a) inside the interval
      const Expr inside = apply(Function::pulse, {a, x[1], x[2]}), length = x[2] - x[1];
      if (i == 0) return inside / length;
      return (i == 1 ? a - x[2] : x[1] - a) * inside / pow(length, 2);
    }
    case Function::sign:
    case Function::pulse:
      break;  // constant but for their jumps
  }
  return 0;
}

/// The derivative of a node from those of its operands.
Expr chain_rule(const Expr& e, std::span<const Expr> slopes) {
  const auto x = operands(e);
  Expr sum;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (is_zero(slopes[i])) continue;
    if (is(e, Kind::add)) {
      sum = sum + slopes[i];
    } else if (is(e, Kind::mul)) {
      Expr product = slopes[i];
      for (std::size_t j = 0; j < x.size(); ++j)
        if (j != i) product = product * x[j];
      sum = sum + product;
    } else if (is(e, Kind::pow)) {
      sum = Expr(value(e)) * pow(x[0], value(e) - 1) * slopes[i];
    } else {
      sum = sum + partial(function(e), x, i) * slopes[i];
    }
  }
  return sum;
}

}  // namespace

std::vector<Expr> derivative(std::span<const Expr> all, const Expr& x) {
  const Graph graph(all);
  std::vector<Expr> slope(graph.nodes.size());
  std::vector<Expr> below;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    below.clear();
    for (const Expr& operand : operands(graph.nodes[i])) below.push_back(slope[graph.at(operand)]);
    slope[i] = graph.nodes[i] == x ? Expr(1) : chain_rule(graph.nodes[i], below);
  }
  std::vector<Expr> out;
  for (const Expr& e : all) out.push_back(slope[graph.at(e)]);
  return out;
}

Expr derivative(const Expr& e, const Expr& x) { return derivative(std::span(&e, 1), x)[0]; }

std::vector<Expr> substitute(std::span<const Expr> all, const Substitution& by) {
  const Graph graph(all);
  std::vector<Expr> image(graph.nodes.size());
  std::vector<Expr> below;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const Expr& e = graph.nodes[i];
    below.clear();
    for (const Expr& operand : operands(e)) below.push_back(image[graph.at(operand)]);
    const auto found = is(e, Kind::symbol) ? by.find(e) : by.end();
    image[i] = found != by.end() ? found->second : rebuild(e, below);
  }
  std::vector<Expr> out;
  for (const Expr& e : all) out.push_back(image[graph.at(e)]);
  return out;
}

Expr substitute(const Expr& e, const Substitution& by) { return substitute(std::span(&e, 1), by)[0]; }

bool contains(const Expr& e, const Expr& x) { return Graph(std::span(&e, 1)).index.contains(x.node()); }

std::vector<Expr> symbols(std::span<const Expr> all) {
  std::vector<Expr> found;
  for (const Expr& e : Graph(all).nodes)
    if (is(e, Kind::symbol) && !(e == pi())) found.push_back(e);
  std::sort(found.begin(), found.end(), ExprLess());
  return found;
}

std::size_t node_count(std::span<const Expr> all) { return Graph(all).nodes.size(); }

}  // namespace oopss
