// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oopss/model/diagnostic.hpp"

namespace oopss {

/// What an expression is built of, in postfix order.
enum class Token { number, name, add, subtract, multiply, divide, power, negate, call };

enum class Call { sqrt, sin, cos, tan, asin, acos, atan2, exp, log, tanh, abs, min, max, sign, ramp, pulse };

struct Step {
  Token token;
  std::string text;        // number: the decimal as written (a bare one of the file may have a minus); name
  double value = 0;        // number: the nearest double
  Call call = Call::sqrt;  // call
  int column = 0;          // 0-based offset in the expression's text
};

/// A parsed expression in postfix order: evaluating it is one pass with a stack, whatever the scalar.
struct Expression {
  std::string text;
  std::vector<Step> steps;
};

struct CallRow {
  std::string_view name;
  Call call;
  int arguments;
  bool in_laws_only;  // ramp, pulse
};
const std::vector<CallRow>& calls();

/// How many values a step takes from the stack.
int argument_count(const Step& step);

/// Limits of SAFETY: 64 KiB, depth 200, 100 000 steps, constant exponents at most 64 in size.
struct ExpressionLimits {
  std::size_t length = 65'536, depth = 200, steps = 100'000;
  double exponent = 64;
};

/// Parses + - * / ^ (right associative, binds tighter than a leading minus), brackets, calls, numbers, names, and the
/// implied product before deg and rpm ("90 deg"). Nothing is evaluated. On failure the problems are in `problems`
/// (with column as 0-based offset in Place::column, line 0) and the result is empty.
std::optional<Expression> parse_expression(std::string_view text, std::vector<Diagnostic>& problems,
                                           const ExpressionLimits& limits = {});

/// The value of an expression in any algebra: `number(step)` and `name(step)` give leaves, `apply(step, arguments)` the
/// rest.
template <class T, class Algebra>
T evaluate(const Expression& expression, Algebra&& algebra) {
  std::vector<T> stack;
  for (const Step& step : expression.steps) {
    if (step.token == Token::number) {
      stack.push_back(algebra.number(step));
    } else if (step.token == Token::name) {
      stack.push_back(algebra.name(step));
    } else {
      const std::size_t count = static_cast<std::size_t>(argument_count(step));
      const std::vector<T> arguments(stack.end() - count, stack.end());
      stack.erase(stack.end() - count, stack.end());
      stack.push_back(algebra.apply(step, arguments));
    }
  }
  return stack.back();
}

/// The names that an expression mentions, in order of appearance, each once.
std::vector<std::string> names(const Expression& expression);

/// pi, deg = pi/180 and rpm = 2 pi/60 by name.
std::optional<double> constant_value(std::string_view name);

/// The operation of one step on doubles, as the scalar `double` understands it (abs, sign, ramp and pulse included):
/// ramp(t, a, b) rises from 0 at a to 1 at b, pulse(t, a, b) is 1 for a <= t < b. Call it as oopss::apply.
double apply(const Step& step, const std::vector<double>& arguments);

}  // namespace oopss
