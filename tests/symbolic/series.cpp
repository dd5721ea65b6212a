// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/series.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace oopss;

namespace {

/// How far the polynomial of order 24 through (t, x) is from solving x' = f(t, x, p) at a small distance h.
double residual(const std::vector<Expr>& f, const std::vector<Expr>& x, const Expr& t, double t0,
                const std::vector<double>& start, double h) {
  constexpr int order = 24;
  const int n = static_cast<int>(x.size());
  const Expr p = symbol("p");
  const double value = 0.7;
  const Program code = program(f, {{t}, x, {p}});
  ProgramSeries series(code);
  std::vector<double> c(static_cast<std::size_t>((order + 1) * n)), state(x.size(), 0.0), slope(x.size(), 0.0),
      rates(f.size());
  series(t0, start.data(), n, &value, order, 1, c.data());
  for (int k = order; k >= 0; --k)
    for (int i = 0; i < n; ++i) {
      state[i] = state[i] * h + c[k * n + i];
      if (k > 0) slope[i] = slope[i] * h + k * c[k * n + i];
    }
  std::vector<double> scratch(code.code.size());
  const double time = t0 + h;
  const double* const inputs[] = {&time, state.data(), &value};
  interpret(code, inputs, scratch, rates);
  double most = 0;
  for (int i = 0; i < n; ++i) most = std::max(most, std::abs(slope[i] - rates[i]) / (1 + std::abs(rates[i])));
  return most;
}

}  // namespace

TEST_CASE("the series of a program solves its equation, for every operation") {
  const Expr t = symbol("t"), x = symbol("x"), y = symbol("y"), p = symbol("p");
  const std::vector<Expr> all = {
      x + p * y - t,
      x * y / (Expr(2) + sin(t)),
      sqrt(Expr(1) + x * x),
      pow(Expr(2) + x, Rational(-7, 3)),
      apply(Function::power, {Expr(2) + x, y - t}),
      apply(Function::power, {x - Expr(2), p * Expr(0) + Expr(3)}) * apply(Function::power, {Expr(2) + x, p}),
      sin(x * t) * cos(y),
      apply(Function::tan, {x / Expr(3)}),
      apply(Function::asin, {x / Expr(2)}) + apply(Function::acos, {y / Expr(2)}),
      apply(Function::atan2, {x + Expr(1), y - Expr(2)}),
      apply(Function::exp, {-x * y}),
      apply(Function::log, {Expr(3) + x}),
      apply(Function::tanh, {x - t}),
      apply(Function::abs, {y}) + apply(Function::min, {x, y}) * apply(Function::max, {x, t}),
      apply(Function::sign, {y}) * x,
      apply(Function::ramp, {x + t, y, Expr(2) + x * y}),
      apply(Function::ramp, {t, Expr(0), Expr(2)}) + apply(Function::pulse, {t, Expr(0), Expr(2)}) * x,
  };
  for (const Expr& f : all)
    CHECK(residual({f, Expr(1) - x * y / Expr(4)}, {x, y}, t, 0.3, {0.4, -0.6}, 0.02) <
          1e-14);  // h^24 is far below rounding
}

TEST_CASE("the series of x' = x is the exponential, coefficient by coefficient") {
  const Expr t = symbol("t"), x = symbol("x");
  const std::vector<Expr> f = {x};
  ProgramSeries series(program(f, {{t}, {x}, {}}));
  std::vector<double> c(11);
  const double start = 1;
  series(0, &start, 1, nullptr, 10, 1, c.data());
  double factorial = 1;
  for (int k = 0; k <= 10; ++k) {
    CHECK(c[k] == Approx(1 / factorial).epsilon(1e-15));
    factorial *= k + 1;
  }
}
