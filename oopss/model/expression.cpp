// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/expression.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>

#include "oopss/model/arithmetic.hpp"

namespace oopss {

const std::vector<CallRow>& calls() {
  static const std::vector<CallRow> table = {
      {"sqrt", Call::sqrt, 1, false},   {"sin", Call::sin, 1, false},   {"cos", Call::cos, 1, false},
      {"tan", Call::tan, 1, false},     {"asin", Call::asin, 1, false}, {"acos", Call::acos, 1, false},
      {"atan2", Call::atan2, 2, false}, {"exp", Call::exp, 1, false},   {"log", Call::log, 1, false},
      {"tanh", Call::tanh, 1, false},   {"abs", Call::abs, 1, false},   {"min", Call::min, 2, false},
      {"max", Call::max, 2, false},     {"sign", Call::sign, 1, false}, {"ramp", Call::ramp, 3, true},
      {"pulse", Call::pulse, 3, true},
  };
  return table;
}

int argument_count(const Step& step) {
  if (step.token == Token::number || step.token == Token::name) return 0;
  if (step.token == Token::negate) return 1;
  if (step.token != Token::call) return 2;
  return calls()[static_cast<std::size_t>(step.call)].arguments;  // the rows stand in the order of Call
}

std::vector<std::string> names(const Expression& expression) {
  std::vector<std::string> found;
  std::unordered_set<std::string_view> seen;
  for (const Step& step : expression.steps)
    if (step.token == Token::name && seen.insert(step.text).second) found.push_back(step.text);
  return found;
}

std::optional<double> constant_value(std::string_view name) {
  constexpr double pi = std::numbers::pi;
  if (name == "pi") return pi;
  if (name == "deg") return pi / 180;
  if (name == "rpm") return 2 * pi / 60;
  return std::nullopt;
}

namespace {

double clamp01(double x) { return x <= 0 ? 0 : x >= 1 ? 1 : x; }

double call(const Step& step, const std::vector<double>& a) {
  switch (step.call) {
    case Call::sqrt:
      return std::sqrt(a[0]);
    case Call::sin:
      return std::sin(a[0]);
    case Call::cos:
      return std::cos(a[0]);
    case Call::tan:
      return std::tan(a[0]);
    case Call::asin:
      return std::asin(a[0]);
    case Call::acos:
      return std::acos(a[0]);
    case Call::atan2:
      return std::atan2(a[0], a[1]);
    case Call::exp:
      return std::exp(a[0]);
    case Call::log:
      return std::log(a[0]);
    case Call::tanh:
      return std::tanh(a[0]);
    case Call::abs:
      return std::abs(a[0]);
    case Call::min:
      return std::min(a[0], a[1]);
    case Call::max:
      return std::max(a[0], a[1]);
    case Call::sign:
      return a[0] > 0 ? 1 : a[0] < 0 ? -1 : a[0];
    case Call::ramp:
      return a[0] >= a[2] ? 1 : clamp01((a[0] - a[1]) / (a[2] - a[1]));
    case Call::pulse:
      return a[0] >= a[1] && a[0] < a[2] ? 1 : 0;
  }
  return 0;
}

}  // namespace

double apply(const Step& step, const std::vector<double>& a) {
  return arithmetic(
      step, a, [](double base, double exponent) { return std::pow(base, exponent); }, call);
}

}  // namespace oopss
