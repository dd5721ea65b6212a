// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <thread>

#include "oopss/scalar/dual.hpp"
#include "oopss/scalar/linear.hpp"
#include "oopss/symbolic/print.hpp"
#include "tests/symbolic/random_formula.hpp"

using namespace oopss;

namespace {

struct Letters {
  Expr a = symbol("a"), b = symbol("b"), c = symbol("c"), x = symbol("x"), y = symbol("y"), phi = symbol("phi");
};

const std::map<std::string, double> place = {{"a", 0.7}, {"b", -1.3}, {"c", 2.1},
                                             {"x", 0.4}, {"y", -0.9}, {"phi", 1.1}};

/// Two ways to the same number, up to rounding that grows with what is added up.
bool close(double u, double v) { return std::abs(u - v) <= 1e-9 * (1 + std::abs(u) + std::abs(v)); }

std::vector<Expr> leaves(const Letters& l) { return {l.a, l.b, l.x, l.y}; }

}  // namespace

TEST_CASE("structurally equal expressions are one node") {
  const Letters l;
  CHECK(l.a + l.b == l.b + l.a);
  CHECK(l.a * l.b == l.b * l.a);
  CHECK(symbol("a") == l.a);
  CHECK(Expr(2) == Expr(Rational(4)) - 2);
  CHECK(Expr(Rational(1, 3)) == Expr(1) / Expr(3));
  CHECK_FALSE(l.a == l.b);
}

TEST_CASE("operators fold what is trivial") {
  const auto [a, b, c, x, y, phi] = Letters();
  CHECK(x + 0 == x);
  CHECK(is_zero(x - x));
  CHECK(is_one(x / x));
  CHECK(1 * x == x);
  CHECK(is_zero(0 * x));
  CHECK(-(-x) == x);
  CHECK(2 * (3 * x) == 6 * x);
  CHECK((2 * x) * (3 * y) == 6 * (x * y));
  CHECK(2 * x + 3 * x == 5 * x);
  CHECK(is_zero(2 * (x * y) - x * y * 2));
  CHECK(sin(-x) == -sin(x));
  CHECK(cos(-2 * x) == cos(2 * x));
  CHECK(is_zero(sin(Expr(0))));
  CHECK(is_one(cos(Expr(0))));
  CHECK(cos(pi()) == Expr(-1));
  CHECK(sin(3 * pi() / 2) == Expr(-1));
  CHECK(x * x == pow(x, 2));
  CHECK(pow(pow(x, 2), -3) == pow(x, -6));
  CHECK(sqrt(x) * sqrt(x) == x);
  CHECK_FALSE(sqrt(pow(x, 2)) == x);  // |x|
  CHECK(sqrt(Expr(Rational(4, 9))) == Expr(Rational(2, 3)));
  CHECK(1 / (2 * x) == Expr(Rational(1, 2)) / x);
  CHECK(apply(Function::min, {a, b}) == apply(Function::min, {b, a}));
  CHECK(apply(Function::power, {x, Expr(2)}) == pow(x, 2));
  CHECK(apply(Function::ramp, {Expr(1), Expr(0), Expr(4)}) == Expr(Rational(1, 4)));
  CHECK_THROWS_AS(x / Expr(0), std::domain_error);
  CHECK_THROWS_AS(apply(Function::sin, {x, y}), std::invalid_argument);
}

TEST_CASE("numbers are exact and powers of numbers stay small") {
  CHECK(decimal("0.1") + decimal("0.2") == decimal("0.3"));
  CHECK(value(decimal("-2e-3")) == Rational(-1, 500));
  CHECK(value(decimal("12.50")) == Rational(25, 2));
  for (const char* bad : {"", "-", "1e", "1.2.3", "0x10", "nan", "1e99999", "1 ", "e5"})
    CHECK_THROWS_AS(decimal(bad), std::invalid_argument);
  Expr tower = 2;
  for (int i = 0; i < 40; ++i) tower = pow(tower, 1000000);  // would not fit into any memory
  CHECK(kind(tower) == Kind::pow);
  CHECK_THROWS_AS(expand(tower), ExpansionTooLarge);
}

TEST_CASE("a recursion stays as large as it was written") {
  const Letters l;
  Expr e = l.x;
  const int n = 1000;
  for (int i = 0; i < n; ++i) e = (e + l.a) * (e + l.b);  // expanded: degree 2^1000
  CHECK(node_count(std::span(&e, 1)) <= 3 * n + 3);
}

TEST_CASE("the order is that of a person") {
  const auto [a, b, c, x, y, phi] = Letters();
  std::vector<Expr> e = {sin(phi), symbol("m_10"), Expr(3), symbol("m_2"), cos(phi), a + b, symbol("z", -1), Expr(-1)};
  std::sort(e.begin(), e.end(), ExprLess());
  std::vector<std::string> shown;
  shown.reserve(e.size());
  for (const Expr& one : e) shown.push_back(text(one));
  CHECK(shown == std::vector<std::string>{"-1", "3", "z", "m_2", "m_10", "cos(phi)", "sin(phi)", "a + b"});
}

TEST_CASE("compare is a total order") {
  const Letters l;
  std::vector<Expr> e;
  for (unsigned seed = 0; seed < 60; ++seed) e.push_back(random_formula<Expr>(seed, leaves(l), 6));
  for (const Expr& p : e)
    for (const Expr& q : e) {
      CHECK(compare(p, q) == -compare(q, p));
      CHECK((compare(p, q) == 0) == (p == q));
      for (const Expr& r : e)
        if (compare(p, q) < 0 && compare(q, r) < 0) REQUIRE(compare(p, r) < 0);
    }
}

TEST_CASE("expand gives one form to equal polynomials") {
  const auto [a, b, c, x, y, phi] = Letters();
  CHECK(text(expand(pow(a + b, 3))) == "a^3 + 3*a^2*b + 3*a*b^2 + b^3");
  CHECK(is_zero(expand(pow(a + b + c, 4) - pow(a + (b + c), 2) * pow(c + b + a, 2))));
  CHECK(expand((a + b) / (x * y)) == expand(a / x / y + b / y / x));
  CHECK(expand(1 / (2 * a + 2 * b)) == expand(Expr(Rational(1, 2)) / (b + a)));
  CHECK(expand(1 / (b - a)) == expand(-1 / (a - b)));
  CHECK(expand(1 / (1 + 1 / x)) == expand(x / (x + 1)));
  CHECK(expand(sin((x + 1) * y)) == expand(sin(y + x * y)));
  CHECK(expand(sin(a - b)) == expand(-sin(b - a)));
  CHECK(is_zero(expand(pow(sqrt(a + b), 2) - a - b)));
  CHECK(is_one(expand(sqrt(a + b) * c / sqrt(b + a) / c)));
  CHECK(is_zero(expand(sqrt(Expr(8)) - 2 * sqrt(Expr(2)))));
  CHECK(expand(expand(pow(a + x, 5) / (b + y))) == expand(pow(a + x, 5) / (b + y)));
  CHECK_THROWS_AS(expand(1 / (pow(a + b, 2) - pow(a, 2) - 2 * a * b - pow(b, 2))), std::domain_error);
}

TEST_CASE("an expansion that is too large is refused") {
  const Letters l;
  Expr e = l.x;
  for (int i = 0; i < 60; ++i) e = (e + symbol("p_" + std::to_string(i))) * (e + symbol("q_" + std::to_string(i)));
  CHECK_THROWS_AS(expand(e), ExpansionTooLarge);
  Expr sum;
  for (int i = 0; i < 40; ++i) sum = sum + symbol("s_" + std::to_string(i));
  CHECK_THROWS_AS(expand(pow(sum, 50)), ExpansionTooLarge);
}

TEST_CASE("collect_trig decides trigonometric identities") {
  const auto [a, b, c, x, y, phi] = Letters();
  const auto zero = [](const Expr& e) { return is_zero(collect_trig(e)); };
  CHECK(zero(pow(sin(x), 2) + pow(cos(x), 2) - 1));
  CHECK(zero(cos(a + b) - (cos(a) * cos(b) - sin(a) * sin(b))));
  CHECK(zero(sin(a - b) - (sin(a) * cos(b) - cos(a) * sin(b))));
  CHECK(zero(cos(3 * x) - (4 * pow(cos(x), 3) - 3 * cos(x))));
  CHECK(zero(sin(x / 2) * cos(x / 2) - sin(x) / 2));
  CHECK(zero(sin(x + pi() / 2) - cos(x)));
  CHECK(zero(1 / (2 - pow(sin(x), 2)) - 1 / (1 + pow(cos(x), 2))));
  CHECK(zero(cos(pow(sin(x), 2) + pow(cos(x), 2) + y) - cos(1 + y)));
  CHECK_FALSE(zero(pow(sin(x), 2) + pow(cos(y), 2) - 1));
  CHECK(text(collect_trig(sin(a) * sin(b))) == "cos(a - b)/2 - cos(a + b)/2");
}

TEST_CASE("together decides rational identities") {
  const auto [a, b, c, x, y, phi] = Letters();
  CHECK(is_zero(together(a / (a + b) + b / (a + b) - 1).numerator));
  CHECK(is_zero(together(1 / (a * b) - (1 / a - 1 / b) / (b - a)).numerator));
  CHECK(is_zero(together(1 / (1 + 1 / (1 + 1 / x)) - (x + 1) / (2 * x + 1)).numerator));
  const Fraction f = together(a / (x + y) + b / x);
  CHECK(text(f.numerator) == "a*x + b*x + b*y");
  CHECK(text(f.denominator) == "x^2 + x*y");
}

TEST_CASE("collect groups by powers of the unknowns, in their order") {
  const auto [a, b, c, x, y, phi] = Letters();
  const std::vector<Expr> unknowns = {y, x};
  CHECK(text(collect((a * x + b * y) * (c * x + y), unknowns)) == "b*y^2 + (a + b*c)*y*x + a*c*x^2");
  CHECK(text(collect(pow(x + y, 2) + 3, unknowns)) == "y^2 + 2*y*x + x^2 + 3");
}

TEST_CASE("normal forms keep the value") {
  const Letters l;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Expr e = random_formula<Expr>(seed, leaves(l), 7);
    const double v = value_at(e, place);
    INFO("seed " << seed << ": " << text(e));
    CHECK(close(value_at(expand(e), place), v));
    CHECK(close(value_at(collect_trig(e), place), v));
    CHECK(close(value_at(collect(e, std::vector{l.x, l.y}), place), v));
    const Fraction f = together(e);
    CHECK(close(value_at(f.numerator, place) / value_at(f.denominator, place), v));
    CHECK(expand(expand(e)) == expand(e));
    CHECK(collect_trig(collect_trig(e)) == collect_trig(e));
    CHECK(is_zero(together(e - expand(e)).numerator));
  }
}

TEST_CASE("derivatives agree with dual numbers") {
  const Letters l;
  for (unsigned seed = 0; seed < 500; ++seed) {
    const Expr slope = derivative(random_formula<Expr>(seed, leaves(l), 9), l.x);
    std::vector<Dual<double>> values;
    for (const Expr& leaf : leaves(l)) values.push_back({place.at(name(leaf)), leaf == l.x ? 1.0 : 0.0});
    INFO("seed " << seed);
    CHECK(close(value_at(slope, place), random_formula<Dual<double>>(seed, values, 9).slope));
  }
}

TEST_CASE("every function's derivative is the limit of its differences") {
  const auto [a, b, c, x, y, phi] = Letters();
  const std::vector<Expr> inner = {x * a, y + x, c + x * y};  // inside every domain at `place`
  for (int k = 0; k <= static_cast<int>(Function::power); ++k) {
    const Function f = static_cast<Function>(k);
    std::vector<Expr> e;
    if (f == Function::atan2 || f == Function::min || f == Function::max)
      e = {apply(f, {inner[0], inner[1]}), apply(f, {inner[2], inner[0]})};
    else if (f == Function::power)
      e = {apply(f, {inner[2], inner[1]})};
    else if (f == Function::ramp || f == Function::pulse)
      e = {apply(f, {inner[0], inner[1], inner[2]}), apply(f, {inner[1], inner[0], inner[2]})};
    else
      e = {apply(f, {inner[0]})};
    for (const Expr& one : e) {
      auto up = place, down = place;
      const double h = 1e-5;
      up["x"] += h;
      down["x"] -= h;
      const double difference = (value_at(one, up) - value_at(one, down)) / (2 * h);  // error O(h²) = 1e-10
      INFO(text(one));
      CHECK(value_at(derivative(one, x), place) == Approx(difference).margin(1e-8));
    }
  }
}

TEST_CASE("substitution is simultaneous and keeps values") {
  const auto [a, b, c, x, y, phi] = Letters();
  CHECK(substitute(x - 2 * y, {{x, y}, {y, x}}) == y - 2 * x);
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Expr e = random_formula<Expr>(seed, {a, b, x, y}, 9);
    const Expr image = substitute(e, {{x, sin(a) + c}, {a, 2 * b}});
    auto values = place;
    values["x"] = std::sin(place.at("a")) + place.at("c");
    values["a"] = 2 * place.at("b");
    CHECK(close(value_at(image, place), value_at(e, values)));
  }
}

TEST_CASE("symbols and contents of an expression are found") {
  const auto [a, b, c, x, y, phi] = Letters();
  const std::vector<Expr> e = {sin(x) / (y + pi()), pow(a, 3)};
  CHECK(symbols(e) == std::vector<Expr>{a, x, y});
  CHECK(contains(e[0], y));
  CHECK_FALSE(contains(e[1], y));
}

TEST_CASE("a depth of 100000 overflows no stack") {
  const Letters l;
  const std::size_t depth = 100'000;
  Expr sines = l.x, sum = l.x, chain = l.x;
  for (std::size_t i = 0; i < depth; ++i) {
    sines = sin(sines);
    sum = sum + symbol("s_" + std::to_string(i));
    chain = 1 / (chain + l.a);
  }
  CHECK(node_count(std::span(&sines, 1)) == depth + 1);
  CHECK(compare(sines, sin(sines)) != 0);
  CHECK(text(sines).size() == 5 * depth + 1);
  CHECK(latex(sum, {}).size() > 5 * depth);
  CHECK(operands(expand(sum)).size() == depth + 1);
  CHECK(expand(sines) == sines);
  CHECK(is_one(derivative(sum, l.x)));
  CHECK(contains(derivative(chain, l.x), l.a));
  CHECK(contains(substitute(sines, {{l.x, l.y}}), l.y));
  CHECK(text(chain).size() > 5 * depth);
}

TEST_CASE("nodes live as long as their handles") {
  const std::size_t before = living_nodes();
  {
    const Letters l;
    const Expr e = random_formula<Expr>(1, leaves(l), 40);
    CHECK(living_nodes() > before);
    (void)text(expand(derivative(l.a * pow(l.x + l.b, 4), l.x)));
    (void)collect_trig(sin(l.x) * cos(l.y));
    Expr moved = std::move(const_cast<Expr&>(e));
    moved = moved + 1;
  }
  CHECK(living_nodes() == before);
  CHECK(before == 0);
}

TEST_CASE("threads have their own expressions") {
  std::vector<std::string> shown(4);
  std::vector<std::thread> threads;
  threads.reserve(shown.size());
  for (std::string& out : shown)
    threads.emplace_back([&out] {
      const Letters l;
      out = text(expand(pow(l.a + l.b * l.x, 6)));
    });
  for (std::thread& t : threads) t.join();
  CHECK(std::all_of(shown.begin(), shown.end(), [&](const std::string& s) { return s == shown[0]; }));
}

TEST_CASE("formulas of the scalar room take expressions") {
  const Letters l;
  Matrix<Expr> A(2, 2);
  A(0, 0) = l.a;
  A(0, 1) = A(1, 0) = l.b;
  A(1, 1) = l.c;
  const std::vector<Expr> solution = solve(ldlt(A), {l.x, l.y});
  CHECK(is_zero(together((A * solution)[0] - l.x).numerator));
  CHECK(is_zero(together((A * solution)[1] - l.y).numerator));
  const auto R = rotation(l.phi);
  const Vec2<Expr> v{l.x, l.y};
  CHECK(is_zero(collect_trig(dot(R * v, R * v) - dot(v, v))));
}
