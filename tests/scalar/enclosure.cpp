// SPDX-License-Identifier: Apache-2.0
#include "oopss/scalar/enclosure.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "tests/scalar/ball.hpp"
#include "tests/scalar/decimal.hpp"

using namespace oopss;

namespace {

/// The end of an enclosure in Arb: the quotient of two exact numbers.
Ball quotient(const mpq_class& x) {
  const auto whole = [](const mpz_class& z) {  // by digits of 2^30, so that each is exact as a double
    Ball out(0);
    const std::string digits = mpz_class(abs(z)).get_str(32);
    for (const char d : digits) out = out * Ball(32) + Ball(d <= '9' ? d - '0' : d - 'a' + 10);
    return z < 0 ? -out : out;
  };
  return whole(x.get_num()) / whole(x.get_den());
}

/// Arb's ball of f(x), of 128 bits, meets the enclosure of f(x), and both are narrow.
bool meets(const Enclosure& x, const Ball& expected) {
  const Ball middle = quotient((x.lo + x.hi) / 2), half = quotient((x.hi - x.lo) / 2);
  const Ball distance = middle - expected;
  return std::abs(distance.middle()) <= half.middle() * 1.0001 + distance.radius() &&
         half.middle() + distance.radius() < 1e-33 * (1 + std::abs(expected.middle()));
}

}  // namespace

TEST_CASE("enclosures hold what they enclose, and exact numbers stay exact") {
  const Enclosure zero = decimal("0.1") + decimal("0.2") - decimal("0.3");
  CHECK((zero.exact() && zero.lo == 0));
  CHECK((decimal("-1.5e3").lo == -1500 && decimal(".5").lo == mpq_class(1, 2)));
  const Enclosure two = sqrt(Enclosure(2)) * sqrt(Enclosure(2));
  CHECK((two.lo < 2 && two.hi > 2 && two.hi - two.lo < mpq_class(1, mpz_class(1) << 120)));
  CHECK(sqrt(decimal("2.25")).exact());
  // π and sin 1, cos 1 to forty digits
  const auto within = [](const Enclosure& x, const char* digits) {
    const mpq_class value = decimal_rational(digits), last = decimal_rational("1e-39");
    return x.lo < value + last && x.hi > value - last && x.hi - x.lo < decimal_rational("1e-35");
  };
  CHECK(within(enclosed_pi(), "3.141592653589793238462643383279502884197"));
  CHECK(within(sin(Enclosure(1)), "0.841470984807896506652502321630298999622"));
  CHECK(within(cos(Enclosure(1)), "0.540302305868139717400936607442976603732"));
  CHECK(within(cos(Enclosure(1001)), "-0.391940429597103881574088800435279593303"));
  CHECK_THROWS_AS(Enclosure(1) / Enclosure(mpq_class(-1), mpq_class(1)), NotEnclosed);
  CHECK_THROWS_AS(sqrt(Enclosure(-1)), NotEnclosed);
}

TEST_CASE("sums and products have the extremes of their ends, whatever the signs") {
  std::mt19937_64 random(8);
  const auto draw = [&] {
    const auto end = [&] { return mpq_class(static_cast<long>(random() % 7) - 3); };
    const mpq_class x = end(), y = end();
    return Enclosure(std::min(x, y), std::max(x, y));
  };
  for (int k = 0; k < 2000; ++k) {
    const Enclosure a = draw(), b = draw(), sum = a + b, difference = a - b, product = a * b;
    const auto [least, most] =
        std::minmax({mpq_class(a.lo * b.lo), mpq_class(a.lo * b.hi), mpq_class(a.hi * b.lo), mpq_class(a.hi * b.hi)});
    CHECK((product.lo == least && product.hi == most));  // few bits: nothing is rounded
    CHECK((sum.lo == a.lo + b.lo && sum.hi == a.hi + b.hi));
    CHECK((difference.lo == a.lo - b.hi && difference.hi == a.hi - b.lo));
  }
}

TEST_CASE("sines, cosines and roots are those of Arb") {
  std::mt19937_64 random(7);
  for (int k = 0; k < 2000; ++k) {
    const double size = std::ldexp(1.0, static_cast<int>(random() % 24) - 12);
    const double x = size * (static_cast<double>(random() >> 11) * 0x1p-52 - 1);
    CAPTURE(x);
    const Enclosure exact{mpq_class(x)};
    CHECK(meets(sin(exact), sin(Ball(x))));
    CHECK(meets(cos(exact), cos(Ball(x))));
    CHECK(meets(sqrt(exact * exact + Enclosure(1)), sqrt(Ball(x) * Ball(x) + Ball(1))));
  }
}

TEST_CASE("parts of a turn: exact at the quarters, and continuous there") {
  for (int quarter = -9; quarter <= 9; ++quarter) {
    const auto [c, s] = cos_and_sin_of_turn(mpq_class(quarter) / 4);
    CHECK((c.exact() && s.exact()));
    CHECK(c.lo * c.lo + s.lo * s.lo == 1);
    const mpq_class off(1, mpz_class(1) << 60);
    const auto [c2, s2] = cos_and_sin_of_turn(mpq_class(quarter) / 4 + off);  // 2π times the step away
    CHECK(magnitude(c - c2) < 7 * off);
    CHECK(magnitude(s - s2) < 7 * off);
  }
}
