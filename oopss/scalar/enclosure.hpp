// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "oopss/scalar/scalar.hpp"

namespace oopss {

/// A real number between two rationals; one rational if they are equal. Arithmetic encloses: what is exact stays exact
/// (so that a coefficient that is zero is known to be zero), everything else is rounded outwards to `bits` bits.
struct Enclosure {
  static constexpr long bits = 128;
  mpq_class lo, hi;

  Enclosure(int value = 0) : lo(value), hi(value) {}
  explicit Enclosure(mpq_class exact) : lo(exact), hi(std::move(exact)) {}
  Enclosure(mpq_class low, mpq_class high) : lo(std::move(low)), hi(std::move(high)) {}
  bool exact() const { return lo == hi; }
  bool is_zero() const { return lo == 0 && hi == 0; }
  bool contains_zero() const { return lo <= 0 && hi >= 0; }
};

/// No enclosure exists: division by what may be zero, the root of what may be negative.
struct NotEnclosed : std::domain_error {
  using std::domain_error::domain_error;
};

/// A decimal as written ("-1.5e3", ".5"), exactly.
inline mpq_class decimal_rational(std::string text) {
  long exponent = 0;
  if (const std::size_t e = text.find_first_of("eE"); e != std::string::npos) {
    exponent = std::stol(text.substr(e + 1));
    text.erase(e);
  }
  if (const std::size_t point = text.find('.'); point != std::string::npos) {
    exponent -= static_cast<long>(text.size() - point - 1);
    text.erase(point, 1);
  }
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(exponent)));
  const mpz_class digits(text, 10);
  mpq_class out = exponent >= 0 ? mpq_class(digits * power) : mpq_class(digits, power);
  out.canonicalize();
  return out;
}

/// The largest multiple of 2^-places not above x.
inline mpq_class rounded_down(const mpq_class& x, long places) {
  mpz_class scaled = x.get_num();
  if (places >= 0)
    scaled <<= static_cast<unsigned long>(places);
  else
    scaled >>= static_cast<unsigned long>(-places);  // floors, and a floor of a floor is one
  mpz_fdiv_q(scaled.get_mpz_t(), scaled.get_mpz_t(), x.get_den_mpz_t());
  mpq_class out(scaled);
  if (places >= 0)
    mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<unsigned long>(places));
  else
    mpq_mul_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<unsigned long>(-places));
  return out;
}

/// The same number between ends of `bits` bits; an exact one as it is.
inline Enclosure rounded_outwards(Enclosure x) {
  if (x.exact()) return x;
  const auto places = [](const mpq_class& end) {
    const auto size = [](const mpz_class& z) { return static_cast<long>(mpz_sizeinbase(z.get_mpz_t(), 2)); };
    return Enclosure::bits - (size(end.get_num()) - size(end.get_den()));
  };
  x.lo = rounded_down(x.lo, places(x.lo));
  x.hi = -rounded_down(-x.hi, places(x.hi));
  return x;
}

inline Enclosure operator+(const Enclosure& a, const Enclosure& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  return rounded_outwards({a.lo + b.lo, a.hi + b.hi});
}
inline Enclosure operator-(const Enclosure& a) { return {-a.hi, -a.lo}; }
inline Enclosure operator-(const Enclosure& a, const Enclosure& b) { return a + -b; }
inline Enclosure operator*(const Enclosure& a, const Enclosure& b) {
  if (a.is_zero() || b.is_zero()) return 0;
  if (a.exact() && b.exact()) return Enclosure(mpq_class(a.lo * b.lo));
  if (b.lo >= 0) return rounded_outwards({a.lo * (a.lo >= 0 ? b.lo : b.hi), a.hi * (a.hi >= 0 ? b.hi : b.lo)});
  if (b.hi <= 0) return -(a * -b);
  if (a.lo >= 0 || a.hi <= 0) return b * a;
  return rounded_outwards({std::min(mpq_class(a.lo * b.hi), mpq_class(a.hi * b.lo)),
                           std::max(mpq_class(a.lo * b.lo), mpq_class(a.hi * b.hi))});
}
inline Enclosure operator/(const Enclosure& a, const Enclosure& b) {
  if (b.contains_zero()) throw NotEnclosed("division by a number that may be zero");
  return a * Enclosure(1 / b.hi, 1 / b.lo);
}

/// An upper bound of |x|.
inline mpq_class magnitude(const Enclosure& x) { return std::max(mpq_class(abs(x.lo)), mpq_class(abs(x.hi))); }

/// √x, to 2^-bits of its size.
inline Enclosure sqrt(const Enclosure& x) {
  if (x.lo < 0) throw NotEnclosed("the root of a number that may be negative");
  const auto floor_root = [](const mpq_class& y, bool up) {
    if (y == 0) return mpq_class(0);
    mpz_class num, den, rest;
    mpz_sqrtrem(num.get_mpz_t(), rest.get_mpz_t(), y.get_num_mpz_t());
    const bool square = rest == 0;
    mpz_sqrtrem(den.get_mpz_t(), rest.get_mpz_t(), y.get_den_mpz_t());
    if (square && rest == 0) return mpq_class(num, den);
    const long places = Enclosure::bits + static_cast<long>(mpz_sizeinbase(y.get_den_mpz_t(), 2));
    const mpq_class scaled = rounded_down(y, 2 * places);  // a multiple of 4^-places
    mpz_class root = scaled.get_num();
    mpz_mul_2exp(root.get_mpz_t(), root.get_mpz_t(), static_cast<unsigned long>(2 * places));
    mpz_fdiv_q(root.get_mpz_t(), root.get_mpz_t(), scaled.get_den_mpz_t());
    mpz_sqrt(root.get_mpz_t(), root.get_mpz_t());
    if (up) root += 1;
    mpq_class out(root);
    mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<unsigned long>(places));
    return out;
  };
  return rounded_outwards({floor_root(x.lo, false), floor_root(x.hi, true)});
}

/// Fixed-point numbers of `places` binary places, for the series below.
constexpr unsigned long series_places = 160;

/// π by Machin's formula 16 atan(1/5) − 4 atan(1/239).
inline const Enclosure& enclosed_pi() {
  static const Enclosure pi = [] {
    const auto atan_inverse = [](unsigned long q) {
      mpz_class power = (mpz_class(1) << series_places) / q, sum = power;
      for (unsigned long k = 1; power != 0; ++k) {
        power /= q * q;
        const mpz_class term = power / (2 * k + 1);
        if (k % 2 == 1)
          sum -= term;
        else
          sum += term;
      }
      return sum;
    };
    mpq_class value(16 * atan_inverse(5) - 4 * atan_inverse(239));
    mpq_div_2exp(value.get_mpq_t(), value.get_mpq_t(), series_places);
    mpq_class error(1);  // fewer than 100 terms, each off by less than 2 units, times 20
    mpq_div_2exp(error.get_mpq_t(), error.get_mpq_t(), series_places - 12);
    return Enclosure(value - error, value + error);
  }();
  return pi;
}

/// cos and sin of a rational angle |t| < 4 by their series: about 50 terms below 4^k/k! < 11, each rounded by a unit.
inline std::array<Enclosure, 2> cos_and_sin_series(const mpq_class& t) {
  mpz_class x = t.get_num() << series_places;
  mpz_fdiv_q(x.get_mpz_t(), x.get_mpz_t(), t.get_den_mpz_t());
  mpz_class term = mpz_class(1) << series_places, sums[2] = {term, 0};
  for (unsigned long k = 1; term != 0 && term != -1; ++k) {
    term *= x;
    mpz_fdiv_q_2exp(term.get_mpz_t(), term.get_mpz_t(), series_places);
    mpz_fdiv_q_ui(term.get_mpz_t(), term.get_mpz_t(), k);
    if (k % 4 == 0 || k % 4 == 1)
      sums[k % 2] += term;
    else
      sums[k % 2] -= term;
  }
  mpq_class error(1);
  mpq_div_2exp(error.get_mpq_t(), error.get_mpq_t(), series_places - 16);
  std::array<Enclosure, 2> out;
  for (int i = 0; i < 2; ++i) {
    mpq_class value(sums[i]);
    mpq_div_2exp(value.get_mpq_t(), value.get_mpq_t(), series_places);
    out[i] = rounded_outwards({value - error, value + error});
  }
  return out;
}

/// cos and sin of x: those of the middle of x, less whole turns, and the radius (both have slopes of at most 1).
inline std::array<Enclosure, 2> cos_and_sin(const Enclosure& x) {
  const mpq_class middle = (x.lo + x.hi) / 2;
  const Enclosure turn = Enclosure(2) * enclosed_pi();
  const mpz_class turns(rounded_down(middle / turn.lo + mpq_class(1, 2), 0));
  const Enclosure reduced = x - Enclosure(mpq_class(turns)) * turn;
  if (reduced.hi - reduced.lo > 2) return {Enclosure(-1, 1), Enclosure(-1, 1)};  // π is not known to so many digits
  const mpq_class centre = rounded_down((reduced.lo + reduced.hi) / 2, series_places);
  const mpq_class radius = std::max(mpq_class(reduced.hi - centre), mpq_class(centre - reduced.lo));
  std::array<Enclosure, 2> out = cos_and_sin_series(centre);
  for (Enclosure& y : out)
    y = {std::max(mpq_class(y.lo - radius), mpq_class(-1)), std::min(mpq_class(y.hi + radius), mpq_class(1))};
  return out;
}
inline Enclosure cos(const Enclosure& x) {
  return x.exact() && x.lo == 0 ? Enclosure(1) : rounded_outwards(cos_and_sin(x)[0]);
}
inline Enclosure sin(const Enclosure& x) {
  return x.exact() && x.lo == 0 ? Enclosure(0) : rounded_outwards(cos_and_sin(x)[1]);
}

/// cos and sin of a part of a turn, exact at the quarters.
inline std::array<Enclosure, 2> cos_and_sin_of_turn(mpq_class part) {
  part -= rounded_down(part + mpq_class(1, 2), 0);  // in [−1/2, 1/2)
  const mpq_class quarters = 4 * part;
  if (quarters.get_den() == 1) {
    const long q = quarters.get_num().get_si();  // −2, −1, 0, 1
    return {Enclosure(q == 0 ? 1 : q == -2 ? -1 : 0), Enclosure(q == 1 ? 1 : q == -1 ? -1 : 0)};
  }
  return cos_and_sin(Enclosure(mpq_class(2 * part)) * enclosed_pi());
}

}  // namespace oopss
