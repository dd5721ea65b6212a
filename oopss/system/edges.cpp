// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/edges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "oopss/symbolic/graph.hpp"
#include "oopss/symbolic/print.hpp"

namespace oopss {
namespace {

/// Bounds of an expression over all values of its symbols.
struct Range {
  double low, high;
};

using EdgeKind = Flow::Edge::Kind;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Range anything = {-infinity, infinity};

/// a b of bounds, with 0 · ∞ = 0.
double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

Range product(const Range& a, const Range& b) {
  const std::array<double, 4> all = {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low),
                                     times(a.high, b.high)};
  return {*std::min_element(all.begin(), all.end()), *std::max_element(all.begin(), all.end())};
}

Range power(const Range& base, const Rational& exponent) {
  const double e = exponent.get_d();
  const bool whole = is_whole(exponent), even = whole && mpz_even_p(exponent.get_num_mpz_t()) != 0;
  if (even && e > 0) {
    const double largest = std::max(std::abs(base.low), std::abs(base.high));
    const double least = base.low > 0 ? base.low : base.high < 0 ? -base.high : 0;
    return {std::pow(least, e), std::pow(largest, e)};
  }
  if (even || !whole) return {0, infinity};
  if (e < 0) return base.low > 0 ? Range{0, std::pow(base.low, e)} : anything;
  return {std::pow(base.low, e), std::pow(base.high, e)};
}

Range function_range(Function f, const std::vector<Range>& x) {
  switch (f) {
    case Function::sin:
    case Function::cos:
    case Function::tanh:
    case Function::sign:
      return {-1, 1};
    case Function::asin:
      return {-1.6, 1.6};
    case Function::acos:
      return {0, 3.2};
    case Function::atan2:
      return {-3.2, 3.2};
    case Function::ramp:
    case Function::pulse:
      return {0, 1};
    case Function::exp:
      return {std::exp(x[0].low), std::exp(x[0].high)};
    case Function::abs:
      return power(x[0], 2).low > 0 ? Range{std::min(std::abs(x[0].low), std::abs(x[0].high)), infinity}
                                    : Range{0, infinity};
    case Function::min:
      return {std::min(x[0].low, x[1].low), std::min(x[0].high, x[1].high)};
    case Function::max:
      return {std::max(x[0].low, x[1].low), std::max(x[0].high, x[1].high)};
    case Function::power:
      return x[0].low >= 0 ? Range{0, infinity} : anything;
    case Function::tan:
    case Function::log:
      break;
  }
  return anything;
}

Range node_range(const Expr& e, const std::vector<Range>& x) {
  switch (kind(e)) {
    case Kind::number: {
      const double v = value(e).get_d();
      return {v, v};
    }
    case Kind::symbol:
      return e == pi() ? Range{3.14, 3.15} : anything;
    case Kind::add: {
      Range sum{0, 0};
      for (const Range& term : x) sum = {sum.low + term.low, sum.high + term.high};
      return sum;
    }
    case Kind::mul: {
      Range out{1, 1};
      for (const Range& factor : x) out = product(out, factor);
      return out;
    }
    case Kind::pow:
      return power(x[0], value(e));
    case Kind::function:
      break;
  }
  return function_range(function(e), x);
}

/// What it is and does, with what stands in the formula, if that is short: a deep graph may be a text without end.
std::string with_formula(const FormulaEdge& edge) {
  const std::string shown = edge.shown.node()->height <= 6 ? text(edge.shown) : "";
  const std::string what = shown.empty() || shown.size() > 60 ? edge.words : fmt::format("{}, {},", edge.words, shown);
  return what + " " + edge.complaint;
}

/// What a denominator or the base of a power changes sign with.
const Expr& base_of(const Expr& e) {
  const Expr* base = &e;
  while (kind(*base) == Kind::pow) base = &operands(*base)[0];
  return *base;
}

}  // namespace

void add_edges(const Step& step, const std::vector<Expr>& arguments, std::vector<FormulaEdge>& edges) {
  const auto positive = [&](const char* words, const Expr& quantity, const char* complaint) {
    edges.push_back({quantity, EdgeKind::end, words, arguments[0], complaint});
  };
  const auto pole = [&](const char* words, const Expr& quantity, const Expr& shown) {
    edges.push_back({quantity, EdgeKind::pole, words, shown, "passes zero"});
  };
  const auto flat = [&](const Expr& quantity) { edges.push_back({quantity, EdgeKind::flat, {}, {}, {}}); };
  if (step.token == Token::divide) pole("the denominator", base_of(arguments[1]), arguments[1]);
  if (step.token == Token::power) {
    const bool whole = kind(arguments[1]) == Kind::number && is_whole(value(arguments[1]));
    if (!whole) positive("the base of a power that is not whole", arguments[0], "becomes negative");
    if (whole && sgn(value(arguments[1])) < 0) pole("the denominator", base_of(arguments[0]), arguments[0]);
    if (whole && value(arguments[1]) >= 6) flat(arguments[0]);
  }
  if (step.token != Token::call) return;
  if (step.call == Call::tanh || step.call == Call::exp) flat(arguments[0]);
  if (step.call == Call::sqrt) positive("the argument of sqrt", arguments[0], "becomes negative");
  if (step.call == Call::log) positive("the argument of log", arguments[0], "becomes negative");
  if (step.call == Call::asin)
    positive("the argument of asin", 1 - pow(arguments[0], 2), "leaves the interval from -1 to 1");
  if (step.call == Call::acos)
    positive("the argument of acos", 1 - pow(arguments[0], 2), "leaves the interval from -1 to 1");
  if (step.call == Call::tan) pole("the cosine of the argument of tan", cos(arguments[0]), arguments[0]);
}

std::vector<FormulaEdge> reachable(const std::vector<FormulaEdge>& edges, const std::vector<Expr>& moving) {
  std::vector<Expr> quantities;
  for (const FormulaEdge& edge : edges) quantities.push_back(edge.quantity);
  const Graph graph(quantities);
  std::vector<Range> bounds, below;
  std::vector<bool> moves;
  for (const Expr& node : graph.nodes) {
    bool moved = std::find(moving.begin(), moving.end(), node) != moving.end();
    below.clear();
    for (const Expr& operand : operands(node)) {
      below.push_back(bounds[graph.at(operand)]);
      moved = moved || moves[graph.at(operand)];
    }
    const Range found = node_range(node, below);
    bounds.push_back(found.low <= found.high ? found : anything);  // ∞ − ∞ is not a number
    moves.push_back(moved);
  }
  std::set<std::pair<EdgeKind, int>> seen;
  std::vector<FormulaEdge> out;
  for (const FormulaEdge& edge : edges) {
    const int node = graph.at(edge.quantity);
    const bool has_zeros = bounds[node].low <= 0 && (edge.kind != EdgeKind::pole || bounds[node].high >= 0);
    if (!moves[node] || !(has_zeros || edge.kind == EdgeKind::flat) || !seen.insert({edge.kind, node}).second) continue;
    out.push_back(edge);
    if (edge.kind != EdgeKind::flat) out.back().words = with_formula(edge);
  }
  return out;
}

}  // namespace oopss
