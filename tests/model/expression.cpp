// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>

#include "oopss/model/expression.hpp"

using namespace oopss;

namespace {

struct Doubles {
  std::map<std::string, double> values;
  double number(const Step& step) const { return step.value; }
  double name(const Step& step) const {
    const auto constant = constant_value(step.text);
    return constant ? *constant : values.at(step.text);
  }
  double apply(const Step& step, const std::vector<double>& arguments) const { return oopss::apply(step, arguments); }
};

double value(const std::string& text, const std::map<std::string, double>& values = {}) {
  std::vector<Diagnostic> problems;
  const auto expression = parse_expression(text, problems);
  INFO(text);
  REQUIRE(problems.empty());
  return evaluate<double>(*expression, Doubles{values});
}

Diagnostic problem(const std::string& text) {
  std::vector<Diagnostic> problems;
  const auto expression = parse_expression(text, problems);
  INFO(text.substr(0, 80));
  CHECK(!expression);
  REQUIRE(problems.size() == 1);
  return problems[0];
}

}  // namespace

TEST_CASE("operators bind as on paper") {
  CHECK(value("1 + 2*3") == 7);
  CHECK(value("8/4/2") == 1);
  CHECK(value("8 - 4 - 2") == 2);
  CHECK(value("2^3^2") == 512);
  CHECK(value("-2^2") == -4);
  CHECK(value("2^-2") == 0.25);
  CHECK(value("(-2)^2") == 4);
  CHECK(value("2*-3") == -6);
  CHECK(value("1 - -1") == 2);
  CHECK(value("+3") == 3);
  CHECK(value(" ( 1+2 ) * 3 ") == 9);
  CHECK(value("rho*l^2/12", {{"rho", 3}, {"l", 2}}) == 1);
}

TEST_CASE("deg and rpm follow a value without an operator") {
  const double pi = std::acos(-1.0);
  for (const char* text : {"90 deg", "90deg", "90*deg", "(45+45) deg", "x deg", "9e1deg", "180 deg/2"})
    CHECK(value(text, {{"x", 90}}) == Approx(pi / 2).epsilon(1e-15));
  CHECK(value("-90 deg") == Approx(-pi / 2).epsilon(1e-15));
  CHECK(value("30 rpm") == Approx(pi).epsilon(1e-15));
  CHECK(value("sin(30 deg)") == Approx(0.5).epsilon(1e-15));
}

TEST_CASE("every function takes its arguments in order") {
  CHECK(value("sqrt(9) + abs(-2) + sign(-7) + min(1, 2) + max(1, 2)") == 3 + 2 - 1 + 1 + 2);
  CHECK(value("atan2(1, 0)") == std::atan2(1, 0));
  CHECK(value("log(exp(2)) + tanh(0) + asin(0) + acos(1) + tan(0) + cos(0)") == Approx(3));
  CHECK(value("ramp(1, 0, 4)") == 0.25);
  CHECK(value("ramp(-1, 0, 4) + ramp(9, 0, 4) + ramp(2, 2, 2)") == 2);
  CHECK(value("pulse(1, 1, 2) + pulse(2, 1, 2)") == 1);
}

TEST_CASE("names are listed once, in order") {
  std::vector<Diagnostic> problems;
  CHECK(names(*parse_expression("b*a + sin(b) - t", problems)) == std::vector<std::string>{"b", "a", "t"});
}

TEST_CASE("a wrong expression is one problem, with its column") {
  struct Row {
    std::string text;
    int column;
    std::string message, help;
  };
  const std::vector<Row> rows = {
      {"", 0, "empty", ""},
      {"  ", 0, "empty", ""},
      {"90 dge", 3, "expected an operator before 'dge'", "did you mean 'deg'?"},
      {"2 x", 2, "expected an operator before 'x'", "*"},
      {"2(3)", 1, "expected an operator before '('", "*"},
      {"x 3", 2, "expected an operator before '3'", "*"},
      {"1 +", 2, "ends where a value is expected", ""},
      {"(1 + 2", 0, "not closed", ""},
      {"1 + 2)", 5, "unexpected ')'", ""},
      {"sin x", 0, "needs its argument in brackets", ""},
      {"sinn(1)", 0, "unknown function 'sinn'", "did you mean 'sin'?"},
      {"atan2(1)", 0, "takes 2 arguments, got 1", ""},
      {"sqrt()", 5, "unexpected ')'", ""},
      {"x = 3", 2, "unexpected '='", "has no ="},
      {"2 ** 3", 3, "unexpected '*'", "^"},
      {"1; rm", 1, "unexpected ';'", ""},
      {"é", 0, "unexpected 'é'", ""},
      {".", 0, "needs digits", ""},
      {"3 + 1e999", 4, "too large", ""},
      {"1e-999", 0, "too small", ""},
      {"2^2^2^5", 2, "at most 64 in size", ""},
      {"2^(2^7)", 2, "at most 64 in size", ""},
      {"x^-65", 2, "at most 64 in size", ""},
      {"x^(1/0)", 2, "at most 64 in size", ""},
      {std::string(200'000, '('), 65536, "longer than 65536 characters", ""},
      {std::string(60'000, '('), 200, "more than 200 levels", ""},
      {std::string(60'000, '-') + "1", 200, "more than 200 levels", ""},
  };
  for (const Row& row : rows) {
    const Diagnostic found = problem(row.text);
    CHECK(found.place.column == row.column);
    CHECK_THAT(found.message, Catch::Contains(row.message));
    CHECK_THAT(found.help, Catch::Contains(row.help));
  }
}

TEST_CASE("exponents are bounded only where they are constant") {
  CHECK(value("x^n", {{"x", 1}, {"n", 1000}}) == 1);
  CHECK(value("2^64") == std::pow(2.0, 64));
  CHECK(value("2^(60 + 4)") == std::pow(2.0, 64));
}

TEST_CASE("the depth limit is exact, and long sums are not deep") {
  CHECK(value(std::string(199, '(') + "1" + std::string(199, ')')) == 1);
  std::string sum = "1";
  for (int i = 0; i < 20'000; ++i) sum += "+1";
  CHECK(value(sum) == 20'001);
}

TEST_CASE("a literal keeps its decimal") {
  std::vector<Diagnostic> problems;
  const auto expression = parse_expression("0.10000000000000000000001", problems);
  CHECK(expression->steps[0].text == "0.10000000000000000000001");
  CHECK(expression->steps[0].value == 0.1);
}

TEST_CASE("random texts never do worse than a problem within the text") {
  std::mt19937 random(1);
  const std::string letters = "0123456789.e+-*/^(),xt sinqrdeg pm\n_";
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 24, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    std::vector<Diagnostic> problems;
    const auto expression = parse_expression(text, problems);
    REQUIRE(expression.has_value() == problems.empty());
    for (const Diagnostic& one : problems) {
      CHECK(one.place.column >= 0);
      CHECK(one.place.column <= static_cast<int>(text.size()));
    }
    if (!expression) continue;
    int stack = 0;
    for (const Step& step : expression->steps) {
      stack += 1 - argument_count(step);
      REQUIRE(stack >= 1);
    }
    CHECK(stack == 1);
  }
}
