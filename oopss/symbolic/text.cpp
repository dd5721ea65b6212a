// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/functions.hpp"
#include "oopss/symbolic/node.hpp"
#include "oopss/symbolic/print.hpp"
#include "oopss/symbolic/terms.hpp"

namespace oopss {
namespace {

/// 2.5, 0.001, 2.5e-9.
std::string plain(const Decimal& number) {
  std::string digits = number.digits;
  const int places = -number.exponent;
  if (places == 0) return digits;
  const int size = static_cast<int>(digits.size());
  if (size + 5 > places) {
    if (size <= places) digits.insert(0, static_cast<std::size_t>(places - size + 1), '0');
    digits.insert(digits.size() - static_cast<std::size_t>(places), ".");
    return digits;
  }
  if (size > 1) digits.insert(1, ".");
  return digits + "e" + std::to_string(size - 1 - places);
}

std::string exponent_text(const Rational& positive) {
  return is_whole(positive) ? positive.get_str() : "(" + positive.get_str() + ")";
}

Pieces power(const PrintedFactor& f) {
  if (f.exponent == 1) return {{f.base, 2}};
  if (f.exponent == Rational(1, 2)) return {"sqrt(", {f.base, 0}, ")"};
  return {{f.base, 3}, "^" + exponent_text(f.exponent)};
}

Pieces product(const std::vector<PrintedFactor>& factors, const std::string& number) {
  Pieces out;
  if (number != "1" || factors.empty()) out.emplace_back(number);
  for (const PrintedFactor& f : factors) {
    if (!out.empty()) out.emplace_back("*");
    append(out, power(f));
  }
  return out;
}

/// The absolute value of a term.
Pieces magnitude(const Quotient& q) {
  const Rational c = abs(q.coefficient);
  const auto decimal = exact_decimal(c);
  Pieces out = product(q.above, decimal ? plain(*decimal) : c.get_num().get_str());
  const std::string divisor = decimal ? "1" : c.get_den().get_str();
  const std::size_t factors = q.below.size() + (divisor == "1" ? 0 : 1);
  if (factors == 0) return out;
  out.emplace_back(factors == 1 ? "/" : "/(");
  append(out, product(q.below, divisor));
  if (factors > 1) out.emplace_back(")");
  return out;
}

Pieces sum(const Expr& e) {
  Pieces out;
  for (const Expr& term : addends(e)) {
    const Quotient q = quotient(term);
    const bool minus = sgn(q.coefficient) < 0;
    if (out.empty()) {
      if (minus) out.emplace_back("-");
    } else {
      out.emplace_back(minus ? " - " : " + ");
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
    if (i > 0) out.emplace_back(", ");
    out.emplace_back(x[i], 0);
  }
  out.emplace_back(")");
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
