// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "oopss/symbolic/print.hpp"

using namespace oopss;

TEST_CASE("text is what a calculator reads") {
  const Expr a = symbol("a"), b = symbol("b"), c = symbol("c"), x = symbol("x"), phi = symbol("phi");
  const Expr I = symbol("I_hub", 1), eps = symbol("eps", 2), d = symbol("d", 3);
  const std::vector<std::pair<Expr, std::string>> rows = {
      {I + eps * pow(d, 2), "I_hub + eps*d^2"},
      {b * sin(phi) + a * cos(phi), "a*cos(phi) + b*sin(phi)"},
      {1 - cos(phi), "1 - cos(phi)"},
      {x * x + 2 * x + 1, "x^2 + 2*x + 1"},
      {-a - b, "-a - b"},
      {a - (b + c), "a - (b + c)"},
      {a / (b * c), "a/(b*c)"},
      {a / b * c, "a*c/b"},
      {-pow(x, 2), "-x^2"},
      {pow(-(a + x), 2), "(a + x)^2"},
      {pow(a * b, 3), "(a*b)^3"},
      {pow(x, -2), "1/x^2"},
      {-2 / x, "-2/x"},
      {sqrt(x), "sqrt(x)"},
      {3 / sqrt(a + b), "3/sqrt(a + b)"},
      {pow(x, Rational(-3, 2)), "1/x^(3/2)"},
      {pow(sqrt(a + b), Rational(1, 3)), "(a + b)^(1/6)"},
      {pow(sin(x), 2), "sin(x)^2"},
      {decimal("0.1") * x, "0.1*x"},
      {x / 3, "x/3"},
      {2 * x / (3 * a), "2*x/(3*a)"},
      {Expr(Rational(-1, 3)), "-1/3"},
      {x + Rational(2, 3), "x + 2/3"},
      {decimal("1e-9"), "1e-9"},
      {decimal("-2.5e-12") * x, "-2.5e-12*x"},
      {decimal("0.00012"), "0.00012"},
      {decimal("1e20"), "100000000000000000000"},
      {sqrt(Expr(2)) * x, "sqrt(2)*x"},
      {pow(Expr(Rational(2, 3)), Rational(1, 3)), "(2/3)^(1/3)"},
      {2 * pi() * x, "2*pi*x"},
      {apply(Function::power, {a + b, -c}), "(a + b)^(-c)"},
      {apply(Function::power, {pow(a, 2), b}), "(a^2)^b"},
      {apply(Function::ramp, {x, Expr(0), a + 1}), "ramp(x, 0, a + 1)"},
  };
  for (const auto& [e, expected] : rows) CHECK(text(e) == expected);
}

TEST_CASE("LaTeX is set as in a paper") {
  const Expr a = symbol("a"), b = symbol("b"), theta = symbol("theta"), mu = symbol("mu_1"), x = symbol("x");
  const Spelling spelling = {{"x", "\\xi"}, {"a", "a^{*}"}};
  const auto show = [&](const Expr& e) { return latex(e, spelling); };
  CHECK(show(sin(theta)) == "\\sin\\theta");
  CHECK(show(pow(cos(theta), 2)) == "\\cos^{2}\\theta");
  CHECK(show(cos(theta + b)) == "\\cos\\left(b + \\theta\\right)");
  CHECK(show(pow(mu, 2) / 2) == "\\tfrac{1}{2}\\,\\mu_{1}^{2}");
  CHECK(show(pow(a, 2)) == "{a^{*}}^{2}");
  CHECK(show(b / (x + b)) == "\\frac{b}{b + \\xi}");
  CHECK(show(2 * b / 3) == "\\frac{2\\,b}{3}");
  CHECK(show(sqrt(b + x)) == "\\sqrt{b + \\xi}");
  CHECK(show((b + x) * mu) == "\\mu_{1}\\,\\left(b + \\xi\\right)");
  CHECK(show(decimal("2.5") * b) == "2.5\\,b");
  CHECK(show(decimal("2e-7")) == "2 \\cdot 10^{-7}");
  CHECK(show(symbol("m_hub_left")) == "m_{\\mathrm{hub,left}}");
  CHECK(show(symbol("arm")) == "\\mathrm{arm}");
  CHECK(show(symbol("q_1")) == "q_{1}");
  CHECK(latex_terms(b - sin(theta) + 1, spelling) == std::vector<std::string>{"b", " - \\sin\\theta", " + 1"});
  CHECK(latex_terms(-b, spelling) == std::vector<std::string>{"-b"});
}

TEST_CASE("LaTeX of any name has balanced braces and no stray command") {
  for (const std::string name : {"a__b", "_", "a_", "x\\input{y}", "100%", "a^b", "{", "_~#$&", "ä"}) {
    const std::string shown = latex(pow(symbol(name), 2), {});
    int depth = 0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      if (i > 0 && shown[i - 1] == '\\') continue;
      depth += shown[i] == '{' ? 1 : (shown[i] == '}' ? -1 : 0);
      CHECK(depth >= 0);
    }
    CHECK(depth == 0);
    CHECK(shown.find("\\input") == std::string::npos);
    CHECK(shown.find('~') == std::string::npos);
  }
}
