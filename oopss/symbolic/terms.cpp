// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/terms.hpp"

#include <algorithm>

#include "oopss/symbolic/node.hpp"

namespace oopss {

Quotient quotient(const Expr& term) {
  Quotient out;
  struct Part {
    Expr e;
    int direction;  // 1 above, -1 below
  };
  std::vector<Part> stack = {{term, 1}};
  while (!stack.empty()) {
    const Part part = std::move(stack.back());
    stack.pop_back();
    const Expr& e = part.e;
    if (is(e, Kind::mul)) {
      for (auto f = operands(e).rbegin(); f != operands(e).rend(); ++f) stack.push_back({*f, part.direction});
    } else if (is(e, Kind::pow) && value(e) == -1 && is(operands(e)[0], Kind::mul)) {
      stack.push_back({operands(e)[0], -part.direction});
    } else if (is(e, Kind::number) && (part.direction > 0 || sgn(value(e)) != 0)) {
      out.coefficient *= part.direction > 0 ? value(e) : Rational(1 / value(e));
    } else {
      const Rational exponent = is(e, Kind::pow) ? Rational(part.direction * value(e)) : Rational(part.direction);
      auto& side = sgn(exponent) > 0 ? out.above : out.below;
      side.push_back({is(e, Kind::pow) ? operands(e)[0] : e, abs(exponent)});
    }
  }
  return out;
}

bool is_negative_term(const Expr& term) {
  return is(term, Kind::number) ? sgn(value(term)) < 0 : is(term, Kind::mul) && sgn(quotient(term).coefficient) < 0;
}

std::vector<Expr> addends(const Expr& e) {
  std::vector<Expr> out, numbers;
  std::vector<Expr> stack = {e};
  while (!stack.empty()) {
    const Expr top = std::move(stack.back());
    stack.pop_back();
    if (is(top, Kind::add)) {
      stack.insert(stack.end(), operands(top).rbegin(), operands(top).rend());
    } else {
      (is(top, Kind::number) ? numbers : out).push_back(top);
    }
  }
  out.insert(out.end(), numbers.begin(), numbers.end());
  const auto positive = std::find_if_not(out.begin(), out.end(), is_negative_term);
  if (positive != out.end()) std::rotate(out.begin(), positive, positive + 1);
  return out;
}

std::optional<Decimal> exact_decimal(const Rational& positive) {
  mpz_class rest = positive.get_den();
  const auto twos = static_cast<int>(mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), mpz_class(2).get_mpz_t()));
  const auto fives = static_cast<int>(mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), mpz_class(5).get_mpz_t()));
  if (rest != 1 || std::max(twos, fives) > 400) return std::nullopt;
  const int places = std::max(twos, fives);
  mpz_class scale;
  mpz_ui_pow_ui(scale.get_mpz_t(), 10, static_cast<unsigned long>(places));
  std::string digits = Rational(positive * scale).get_num().get_str();
  if (places > 0 && digits.size() > 17) return std::nullopt;
  return Decimal{std::move(digits), -places};
}

}  // namespace oopss
