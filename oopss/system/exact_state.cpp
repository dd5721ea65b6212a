// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/exact_state.hpp"

#include <cstdlib>

namespace oopss {

ExactNumber ExactState::operator()(const Expr& e) {
  if (const auto found = known_.find(e.node()); found != known_.end()) return found->second.second;
  ExactNumber out = compute(e);
  known_.emplace(e.node(), std::pair(e, out));
  return out;
}

ExactNumber ExactState::compute(const Expr& e) {
  switch (kind(e)) {
    case Kind::number:
      return {Surd(value(e)), Surd()};
    case Kind::symbol:
      return of_symbol(e);
    case Kind::add: {
      ExactNumber sum;
      for (const Expr& x : operands(e)) sum = sum + (*this)(x);
      return sum;
    }
    case Kind::mul: {
      ExactNumber product(1);
      for (const Expr& x : operands(e)) product = product * (*this)(x);
      return product;
    }
    case Kind::pow: {
      const long n = value(e).get_num().get_si();
      if (value(e).get_den() != 1) throw std::domain_error("a root");
      const ExactNumber base = (*this)(operands(e)[0]);
      ExactNumber power(1);
      for (long k = 0; k < std::abs(n); ++k) power = power * base;
      return n < 0 ? ExactNumber(1) / power : power;
    }
    case Kind::function:
      break;
  }
  const bool sine = function(e) == Function::sin;
  if (!sine && function(e) != Function::cos) throw std::domain_error("no algebraic function");
  const auto [direction, slope] = angle(operands(e)[0]);
  return sine ? ExactNumber(direction.y, slope * direction.x) : ExactNumber(direction.x, -(slope * direction.y));
}

ExactNumber ExactState::of_symbol(const Expr& e) {
  if (const auto found = defined_.find(e.node()); found != defined_.end()) return (*this)(found->second);
  if (!given_.contains(e.node())) set(e, draw_());
  return {given_.at(e.node()).second.value, Surd(moves(e) ? 1 : 0)};
}

/// The direction of a sum of angles, and its slope.
std::pair<Vec2<Surd>, Surd> ExactState::angle(const Expr& e) {
  if (kind(e) == Kind::symbol) return {turns_.at(e.node()), Surd(moves(e) ? 1 : 0)};
  if (kind(e) == Kind::number && is_zero(e)) return {{Surd(1), Surd()}, Surd()};
  Vec2<Surd> direction{Surd(1), Surd()};
  Surd slope;
  if (kind(e) == Kind::add) {
    for (const Expr& x : operands(e)) {
      const auto [more, rate] = angle(x);
      direction = product(direction, more);
      slope = slope + rate;
    }
    return {direction, slope};
  }
  if (kind(e) != Kind::mul || operands(e).size() != 2 || kind(operands(e)[0]) != Kind::number)
    throw std::domain_error("no sum of angles");
  const long n = value(operands(e)[0]).get_num().get_si();
  const auto [once, rate] = angle(operands(e)[1]);
  for (long k = 0; k < std::abs(n); ++k) direction = product(direction, n < 0 ? conjugate(once) : once);
  return {direction, Surd(static_cast<int>(n)) * rate};
}

}  // namespace oopss
