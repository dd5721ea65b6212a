// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "oopss/symbolic/print.hpp"

using namespace oopss;

namespace {
const auto shown = [](const Expr& e) { return text(e); };
}

TEST_CASE("smoke") {
  const Expr a = symbol("a"), b = symbol("b"), c = symbol("c"), x = symbol("x"), y = symbol("y"), phi = symbol("phi");
  for (const Expr& e : {a + b, b + a, a - a, a / a, 2 * (3 * x), -(-x), sin(-x), cos(-x), pow(pow(x, 2), 3), sqrt(pow(x, 2)),
                        expand(pow(a + b, 3)), expand((a + b) * (a - b)), a / (b * c), -pow(x, 2), pow(x, -2), sqrt(x), 1 / sqrt(x),
                        decimal("0.1") * x, x / 3, (2 * x) / (3 * y), a * cos(phi) + b * sin(phi), 1 - cos(phi),
                        collect_trig(pow(sin(x), 2) + pow(cos(x), 2) - 1), collect_trig(cos(a + b) - (cos(a) * cos(b) - sin(a) * sin(b))),
                        collect_trig(pow(cos(x), 4)), collect_trig(sin(a) * sin(b)), collect_trig(sin(x + pi() / 2)),
                        expand(sqrt(a + b) * sqrt(a + b) - a - b), expand(sqrt(Expr(8))), expand(1 / (1 + 1 / x)),
                        together(1 / a + 1 / b).numerator, together(1 / (1 + 1 / x)).numerator, together(1 / (1 + 1 / x)).denominator,
                        together(a/(a+b) + b/(a+b)).numerator, expand(1/(a+b)), derivative(sin(x) * x / y, x),
                        collect((a * x + b * y) * (c * x + y), std::vector{x, y})}) {
    WARN(shown(e) + "      " + latex(e, {}));
  }
}
