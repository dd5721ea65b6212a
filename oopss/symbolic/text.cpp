// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/functions.hpp"
#include "oopss/symbolic/node.hpp"
#include "oopss/symbolic/print.hpp"
#include "oopss/symbolic/terms.hpp"

namespace oopss {
namespace {

/// 2.5, 0.001, 2.5e-9.
std::string plain(const Decimal& number) {
  const Scientific s = scientific(number);
  return s.power == 0 ? s.mantissa : s.mantissa + "e" + std::to_string(s.power);
}

std::string exponent_text(const Rational& positive) {
  return is_whole(positive) ? positive.get_str() : "(" + positive.get_str() + ")";
}

Pieces power(const PrintedFactor& f) {
  if (is(f.base, Kind::symbol) && f.exponent == 1) return {name(f.base)};
  if (is(f.base, Kind::symbol) && is_whole(f.exponent)) return {name(f.base) + "^" + exponent_text(f.exponent)};
  if (f.exponent == 1) return {{f.base, 2}};
  if (f.exponent == Rational(1, 2)) return {"sqrt(", {f.base, 0}, ")"};
  return {{f.base, 3}, "^" + exponent_text(f.exponent)};
}

Pieces product(const std::vector<PrintedFactor>& factors, const std::string& number) {
  Pieces out;
  if (number != "1" || factors.empty()) append(out, Piece(number));
  for (const PrintedFactor& f : factors) {
    if (!out.empty()) append(out, Piece("*"));
    append(out, power(f));
  }
  return out;
}

/// The absolute value of a term.
Pieces magnitude(const Quotient& q) {
  const Rational c = abs(q.coefficient);
  const bool share = c < 1 && c.get_num() == 1 && c.get_den() <= 8 && c.get_den() != 5 && !q.above.empty();  // x/2
  const auto decimal = share ? std::nullopt : exact_decimal(c);
  Pieces out = product(q.above, decimal ? plain(*decimal) : c.get_num().get_str());
  const std::string divisor = decimal ? "1" : c.get_den().get_str();
  const std::size_t factors = q.below.size() + (divisor == "1" ? 0 : 1);
  if (factors == 0) return out;
  append(out, Piece(factors == 1 ? "/" : "/("));
  append(out, product(q.below, divisor));
  if (factors > 1) append(out, Piece(")"));
  return out;
}

Pieces sum(const Expr& e) {
  Pieces out;
  for (const Expr& term : addends(e)) {
    const Quotient q = quotient(term);
    const bool minus = sgn(q.coefficient) < 0;
    if (out.empty()) {
      if (minus) append(out, Piece("-"));
    } else {
      append(out, Piece(minus ? " - " : " + "));
    }
    append(out, magnitude(q));
  }
  return out;
}

Pieces call(const Expr& e) {
  const auto x = operands(e);
  if (function(e) == Function::power) return {{x[0], 3}, "^", {x[1], 3}};
  Pieces out = {std::string(row(function(e)).name) + "("};
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i > 0) append(out, Piece(", "));
    append(out, Piece(x[i], 0));
  }
  append(out, Piece(")"));
  return out;
}

/// How tightly the text of e binds, as the level of a place where it needs no brackets.
int tightness(const Expr& e) {
  switch (kind(e)) {
    case Kind::symbol:
      return 3;
    case Kind::function:
      return function(e) == Function::power ? 2 : 3;
    case Kind::number:
      return sgn(value(e)) < 0 ? 0 : (exact_decimal(value(e)) ? 3 : 1);
    case Kind::pow:
      return sgn(value(e)) < 0 ? 1 : (value(e) == Rational(1, 2) ? 3 : 2);
    case Kind::mul:
      return is_negative_term(e) ? 0 : 1;
    case Kind::add:
      break;
  }
  return 0;
}

Pieces rule(const Expr& e, int level) {
  if (tightness(e) < level) return {"(", {e, 0}, ")"};
  if (is(e, Kind::symbol)) return {name(e)};
  return is(e, Kind::function) ? call(e) : sum(e);
}

}  // namespace

std::string text(const Expr& e) { return assemble({{e, 0}}, rule); }

}  // namespace oopss
