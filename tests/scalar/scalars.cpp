// SPDX-License-Identifier: Apache-2.0
#include "tests/scalar/scalars.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace oopss {

namespace {

/// The cosine and sine of an angle.
struct Turn {
  Rational c, s;
};

/// Exact values of expressions where every symbol is a rational number and, as an angle, a rational point of the
/// circle: x, cos x and sin x satisfy no other relation, so an identity holds there as it holds everywhere.
class Point {
 public:
  explicit Point(unsigned seed) : seed_(seed) {}

  const Rational& value(const Expr& e) {
    const auto known = values_.find(e.node());
    if (known != values_.end()) return known->second;
    return values_.emplace(e.node(), fresh_value(e)).first->second;
  }

 private:
  Rational fresh_value(const Expr& e) {
    switch (kind(e)) {
      case Kind::number:
        return oopss::value(e);
      case Kind::symbol:
        return drawn(name(e), 'x');
      case Kind::add: {
        Rational sum(0);
        for (const Expr& term : operands(e)) sum += value(term);
        return sum;
      }
      case Kind::mul: {
        Rational product(1);
        for (const Expr& factor : operands(e)) product *= value(factor);
        return product;
      }
      case Kind::pow:
        return power(value(operands(e)[0]), whole(oopss::value(e)));
      case Kind::function:
        break;
    }
    const Turn turn = turn_by(operands(e)[0]);
    if (function(e) == Function::cos) return turn.c;
    if (function(e) == Function::sin) return turn.s;
    throw std::logic_error("no exact value of this function");
  }

  Turn turn_by(const Expr& angle) {
    if (kind(angle) == Kind::symbol) {
      const Rational t = drawn(name(angle), 't');  // the tangent of half the angle
      return {(1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)};
    }
    Turn all{Rational(1), Rational(0)};
    const auto then = [&all](const Turn& by) {
      all = {Rational(all.c * by.c - all.s * by.s), Rational(all.s * by.c + all.c * by.s)};
    };
    if (kind(angle) == Kind::add) {
      for (const Expr& term : operands(angle)) then(turn_by(term));
    } else if (kind(angle) == Kind::mul && kind(operands(angle)[0]) == Kind::number && operands(angle).size() == 2) {
      const int times = whole(oopss::value(operands(angle)[0]));
      Turn once = turn_by(operands(angle)[1]);
      if (times < 0) once.s = -once.s;
      for (int i = 0; i < std::abs(times); ++i) then(once);
    } else if (!is_zero(angle)) {
      throw std::logic_error("an angle must be a whole combination of symbols");
    }
    return all;
  }

  static int whole(const Rational& q) {
    if (q.get_den() != 1 || !q.get_num().fits_sint_p()) throw std::logic_error("not a whole number");
    return static_cast<int>(q.get_num().get_si());
  }
  static Rational power(const Rational& base, int exponent) {
    Rational product(1);
    for (int i = 0; i < std::abs(exponent); ++i) product *= base;
    return exponent < 0 ? Rational(1 / product) : product;
  }

  /// A number of small numerator and denominator that depends on the name only (FNV-1a).
  Rational drawn(std::string_view letters, char use) const {
    std::uint32_t hash = 2166136261U + seed_;
    const auto mix = [&hash](char c) { hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U; };
    for (const char c : letters) mix(c);
    mix(use);
    hash ^= hash >> 15U;
    Rational q(static_cast<int>(1 + hash % 13), static_cast<int>(2 + hash / 13 % 7));
    q.canonicalize();
    return (hash / 91) % 2 == 0 ? q : Rational(-q);
  }

  unsigned seed_;
  std::unordered_map<const Node*, Rational> values_;
};

/// Whether something other than a number is divided by.
bool divides(const Expr& e, std::unordered_set<const Node*>& seen) {
  if (!seen.insert(e.node()).second) return false;
  if (kind(e) == Kind::pow && value(e) < 0) return true;
  return std::any_of(operands(e).begin(), operands(e).end(), [&](const Expr& below) { return divides(below, seen); });
}

}  // namespace

bool agree(const Expr& a, const Expr& b) {
  const Expr difference = a - b;
  for (const unsigned seed : {1U, 2U})
    if (Point(seed).value(difference) != 0) return false;
  // Normal forms take milliseconds up to these sizes and minutes at twice the second one.
  std::unordered_set<const Node*> seen;
  const bool quotient = divides(difference, seen);
  if (node_count(std::array{difference}) > (quotient ? 80 : 1000)) return true;
  return is_zero(collect_trig(quotient ? together(difference).numerator : difference));
}

}  // namespace oopss
