// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/functions.hpp"

#include <algorithm>
#include <optional>

#include "oopss/symbolic/node.hpp"

namespace oopss {
namespace {

bool negative(const Expr& e) {
  if (is(e, Kind::number)) return sgn(value(e)) < 0;
  return is(e, Kind::mul) && is(operands(e)[0], Kind::number) && sgn(value(operands(e)[0])) < 0;
}

/// k if e = kπ/2 with whole k, modulo 4.
std::optional<int> quarter_turns(const Expr& e) {
  const Expr turn = pi();
  const bool multiple = is(e, Kind::mul) && operands(e).size() == 2 && operands(e)[1] == turn;
  if (!(e == turn) && !(multiple && is(operands(e)[0], Kind::number))) return std::nullopt;
  const Rational k = multiple ? Rational(2 * value(operands(e)[0])) : Rational(2);
  if (!is_whole(k)) return std::nullopt;
  return static_cast<int>(mpz_fdiv_ui(k.get_num_mpz_t(), 4));
}

std::optional<Expr> fold_angle(Function f, const Expr& x) {
  if (f != Function::sin && f != Function::cos) return std::nullopt;
  const auto k = quarter_turns(x);
  if (!k) return std::nullopt;
  constexpr std::array sines = {0, 1, 0, -1};
  return Expr(sines[static_cast<std::size_t>(f == Function::sin ? *k : *k + 1) % 4]);
}

std::optional<Expr> fold_number(Function f, const Rational& x) {
  if (f == Function::abs) return Expr(Rational(abs(x)));
  if (f == Function::sign) return Expr(sgn(x));
  if (f == Function::log && x == 1) return Expr(0);
  if (f == Function::acos && x == 1) return Expr(0);
  if (sgn(x) != 0) return std::nullopt;
  if (f == Function::cos || f == Function::exp) return Expr(1);
  if (row(f).parity == Parity::odd) return Expr(0);
  return std::nullopt;
}

/// Functions of several numbers that are exact.
std::optional<Expr> fold_numbers(Function f, const std::vector<Expr>& x) {
  const auto v = [&](std::size_t i) -> const Rational& { return value(x[i]); };
  if (f == Function::min) return x[v(1) < v(0) ? 1 : 0];
  if (f == Function::max) return x[v(0) < v(1) ? 1 : 0];
  if (f == Function::atan2 && sgn(v(0)) == 0 && sgn(v(1)) > 0) return Expr(0);
  if (f == Function::ramp && v(0) >= v(2)) return Expr(1);
  if (f == Function::ramp && v(0) < v(1)) return Expr(0);
  if (f == Function::ramp) return Expr(Rational((v(0) - v(1)) / (v(2) - v(1))));
  if (f == Function::pulse) return Expr(v(0) >= v(1) && v(0) < v(2) ? 1 : 0);
  return std::nullopt;
}

std::optional<Expr> fold(Function f, const std::vector<Expr>& x) {
  const bool numbers = std::all_of(x.begin(), x.end(), [](const Expr& e) { return is(e, Kind::number); });
  if (numbers && x.size() == 1) return fold_number(f, value(x[0]));
  if (f == Function::power && is(x[1], Kind::number)) return pow(x[0], value(x[1]));
  if (f == Function::power && is_one(x[0])) return Expr(1);
  if (numbers) return fold_numbers(f, x);
  if ((f == Function::min || f == Function::max) && x[0] == x[1]) return x[0];
  return fold_angle(f, x[0]);
}

}  // namespace

Expr apply(Function f, std::vector<Expr> arguments) {
  if (static_cast<int>(arguments.size()) != row(f).arguments)
    throw std::invalid_argument(std::string(row(f).name) + " takes another number of arguments");
  if (row(f).parity != Parity::none && negative(arguments[0])) {
    const Expr flipped = apply(f, {-arguments[0]});
    return row(f).parity == Parity::odd ? -flipped : flipped;
  }
  if (const auto folded = fold(f, arguments)) return *folded;
  if (f == Function::min || f == Function::max) std::sort(arguments.begin(), arguments.end(), ExprLess());
  return intern(Key{.kind = Kind::function, .function = f, .operands = arguments});
}

}  // namespace oopss
