// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/expr.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <utility>

#include "oopss/symbolic/functions.hpp"
#include "oopss/symbolic/node.hpp"

namespace oopss {
namespace {

const Rational& one() {
  static const Rational constant(1);
  return constant;
}

bool has_coefficient(const Expr& e) { return is(e, Kind::mul) && is(operands(e)[0], Kind::number); }
const Rational& coefficient(const Expr& e) { return has_coefficient(e) ? value(operands(e)[0]) : one(); }

/// The factors of a term without its number; x·y, 2·(x·y) and 2·x·y have the same.
std::span<const Expr> bare_factors(const Expr& e) {
  if (!is(e, Kind::mul)) return {&e, 1};
  const auto all = operands(e).subspan(has_coefficient(e) ? 1 : 0);
  return all.size() == 1 && is(all[0], Kind::mul) ? operands(all[0]) : all;
}

/// The same term with another number in front.
Expr with_coefficient(const Expr& e, const Rational& c) {
  if (sgn(c) == 0) return 0;
  if (!has_coefficient(e)) return c == 1 ? e : intern_nary(Kind::mul, std::array{Expr(c), e});
  const auto rest = operands(e).subspan(1);
  if (c == 1) return intern_nary(Kind::mul, rest);
  std::vector<Expr> all(operands(e).begin(), operands(e).end());
  all[0] = c;
  return intern_nary(Kind::mul, all);
}

Expr ordered(Kind kind, const Expr& a, const Expr& b) {
  return intern_nary(kind, compare(a, b) <= 0 ? std::array{a, b} : std::array{b, a});
}

const Expr& base(const Expr& e) { return is(e, Kind::pow) ? operands(e)[0] : e; }
const Rational& exponent(const Expr& e) { return is(e, Kind::pow) ? value(e) : one(); }

/// b^e if that is a rational number of moderate size.
std::optional<Rational> exact_power(const Rational& b, const Rational& e) {
  if (sgn(b) == 0 && sgn(e) < 0) throw std::domain_error("division by zero");
  if (sgn(b) == 0 || b == 1) return b;
  if (!e.get_num().fits_slong_p() || !e.get_den().fits_slong_p()) return std::nullopt;
  const unsigned long times = mpz_class(abs(e.get_num())).get_ui();
  const unsigned long root = e.get_den().get_ui();
  const std::size_t bits = std::max(mpz_sizeinbase(b.get_num_mpz_t(), 2), mpz_sizeinbase(b.get_den_mpz_t(), 2));
  if (times > most_number_bits || bits * times > most_number_bits) return std::nullopt;
  if (root > 1 && sgn(b) < 0) return std::nullopt;
  mpz_class n, d;
  if (mpz_root(n.get_mpz_t(), b.get_num_mpz_t(), root) == 0 || mpz_root(d.get_mpz_t(), b.get_den_mpz_t(), root) == 0)
    return std::nullopt;
  mpz_pow_ui(n.get_mpz_t(), n.get_mpz_t(), times);
  mpz_pow_ui(d.get_mpz_t(), d.get_mpz_t(), times);
  if (sgn(e) < 0) std::swap(n, d);
  Rational power(n, d);
  power.canonicalize();
  return power;
}

}  // namespace

Expr operator+(const Expr& a, const Expr& b) {
  if (is_zero(a)) return b;
  if (is_zero(b)) return a;
  if (is(a, Kind::number) && is(b, Kind::number)) return Rational(value(a) + value(b));
  const auto x = bare_factors(a), y = bare_factors(b);
  if (std::equal(x.begin(), x.end(), y.begin(), y.end())) return with_coefficient(a, coefficient(a) + coefficient(b));
  return ordered(Kind::add, a, b);
}

Expr operator-(const Expr& a) {
  return is(a, Kind::number) ? Expr(Rational(-value(a))) : with_coefficient(a, -coefficient(a));
}

Expr operator-(const Expr& a, const Expr& b) { return a + -b; }

Expr operator*(const Expr& a, const Expr& b) {
  if (is(a, Kind::number))
    return is(b, Kind::number) ? Expr(Rational(value(a) * value(b))) : with_coefficient(b, value(a) * coefficient(b));
  if (is(b, Kind::number)) return b * a;
  if (has_coefficient(a) || has_coefficient(b)) {
    const Expr product = with_coefficient(a, 1) * with_coefficient(b, 1);
    return Expr(Rational(coefficient(a) * coefficient(b))) * product;
  }
  if (base(a) == base(b)) return pow(base(a), exponent(a) + exponent(b));
  return ordered(Kind::mul, a, b);
}

Expr operator/(const Expr& a, const Expr& b) { return a * pow(b, -1); }

Expr pow(const Expr& b, const Rational& e) {
  if (sgn(e) == 0) return 1;
  if (e == 1) return b;
  if (is(b, Kind::number))
    if (const auto exact = exact_power(value(b), e)) return *exact;
  // (x^p)^q = x^(pq) for whole q; a power p that is not whole says x ≥ 0, and then for any q.
  if (is(b, Kind::pow) && (is_whole(e) || !is_whole(value(b)))) return pow(operands(b)[0], value(b) * e);
  if (has_coefficient(b) && (is_whole(e) || coefficient(b) > 0))
    if (const auto exact = exact_power(coefficient(b), e)) return Expr(*exact) * pow(with_coefficient(b, 1), e);
  return intern(Key{.kind = Kind::pow, .value = &e, .operands = {&b, 1}});
}

Expr sqrt(const Expr& e) { return pow(e, Rational(1, 2)); }
Expr sin(const Expr& e) { return apply(Function::sin, {e}); }
Expr cos(const Expr& e) { return apply(Function::cos, {e}); }
Expr pi() { return symbol("pi", -1); }

Expr decimal(std::string_view text) {
  const auto bad = [&] { return std::invalid_argument("not a decimal number: '" + std::string(text) + "'"); };
  std::string digits;
  long shift = 0;  // value = digits · 10^shift
  std::size_t i = 0;
  const bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) ++i;
  bool point = false;
  for (; i < text.size() && (text[i] == '.' || (text[i] >= '0' && text[i] <= '9')); ++i) {
    if (text[i] == '.' && std::exchange(point, true)) throw bad();
    if (text[i] != '.') digits += text[i];
    if (text[i] != '.' && point) --shift;
  }
  if (i < text.size()) {
    const std::string_view tail = text.substr(i);
    const bool down = tail.size() > 1 && tail[1] == '-';
    const std::string_view power = tail.substr(tail.size() > 1 && (down || tail[1] == '+') ? 2 : 1);
    if ((tail[0] != 'e' && tail[0] != 'E') || power.empty() || power.size() > 4) throw bad();
    if (power.find_first_not_of("0123456789") != std::string_view::npos) throw bad();
    shift += (down ? -1 : 1) * std::stol(std::string(power));
  }
  if (digits.empty() || digits.size() > 1000) throw bad();
  mpz_class scale;
  mpz_ui_pow_ui(scale.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(shift)));
  const mpz_class whole(digits, 10);
  Rational q = shift < 0 ? Rational(whole, scale) : Rational(whole * scale);
  q.canonicalize();
  return negative ? Rational(-q) : q;
}

}  // namespace oopss
