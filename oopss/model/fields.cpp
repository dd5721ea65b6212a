// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include "oopss/model/characters.hpp"
#include "oopss/model/decimal.hpp"

namespace oopss {

using Kind = TomlValue::Kind;

bool is_structural_zero(const Number& number) {
  return number.expression.steps.size() == 1 && number.expression.steps[0].token == Token::number &&
         number.expression.steps[0].value == 0;
}

Number literal(std::string_view decimal, Place place) {
  const double value = nearest_double(decimal);
  return {{std::string(decimal), {{Token::number, std::string(decimal), value}}}, place, value};
}

Place inside(const Number& number, int offset, int length) {
  const bool exact = number.place.length == static_cast<int>(number.expression.text.size());  // no escapes, one line
  if (!exact) return number.place;
  return {number.place.line, number.place.column + offset, std::max(length, 1), number.place.source};
}

std::string describe(std::string_view kind, std::string_view name, std::size_t index) {
  return std::string(kind) + " " + (name.empty() ? std::to_string(index + 1) : quoted(name));
}

Number broken_number(Place place) { return {{}, place, std::numeric_limits<double>::quiet_NaN()}; }

bool is_broken(const Number& number) { return std::isnan(number.value); }

bool is_zero(const std::vector<Number>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](const Number& one) { return one.value == 0; });
}

namespace {

/// A string as an expression; its problems get their place in the file.
Number to_expression(const TomlValue& value, const What& what, Problems& problems) {
  Number number = broken_number(value.place);
  if (value.verbatim)
    number.place = {value.place.line, value.place.column + 1, value.place.length - 2, value.place.source};
  if (value.text.empty()) number.place = value.place;
  std::vector<Diagnostic> found;
  std::optional<Expression> expression = parse_expression(value.text, found);
  number.expression.text = value.text;
  for (Diagnostic& problem : found)
    problems.error(inside(number, problem.place.column, problem.place.length),
                   fmt::format("{}: {}", what(), problem.message), std::move(problem.help));
  if (expression) {
    number.expression = std::move(*expression);
    number.value = 0;
  }
  return number;
}

}  // namespace

Number to_number(const TomlValue& value, const What& what, Problems& problems) {
  if (value.kind == Kind::string) return to_expression(value, what, problems);
  if (value.kind == Kind::integer || value.kind == Kind::floating) {
    if (!is_digit(value.text.back())) {
      problems.error(value.place, fmt::format("{} must be finite, got {}", what(), value.text));
      return broken_number(value.place);
    }
    const std::string reason = out_of_range(value.text);
    if (reason.empty()) return literal(value.text, value.place);
    problems.error(value.place, fmt::format("{}: {} {}", what(), quoted(value.text), reason));
  } else if (value.kind != Kind::broken) {
    problems.error(value.place,
                   fmt::format("{} must be a number or an expression in quotes, got {}", what(), kind_name(value)));
  }
  return broken_number(value.place);
}

std::vector<Number> to_vector(const TomlValue& value, std::size_t size, const What& what, Problems& problems) {
  std::vector<Number> numbers;
  if (value.kind == Kind::broken) {
    numbers = {broken_number(value.place)};
  } else if (value.kind != Kind::array) {
    numbers = {broken_number(value.place)};
    problems.error(value.place,
                   fmt::format("{} must be an array of {} numbers, got {}", what(), size, kind_name(value)));
  } else if (value.items.size() != size) {
    numbers = {broken_number(value.place)};
    problems.error(value.place, fmt::format("{} must have {} entries, got {}", what(), size, value.items.size()));
  } else {
    for (const TomlValue& item : value.items) numbers.push_back(to_number(item, what, problems));
  }
  return numbers;
}

void check_rule(const Number& number, bool holds, std::string_view what, std::string_view rule, Problems& problems,
                std::string help) {
  if (is_broken(number) || holds) return;
  problems.error(number.place, fmt::format("{} must be {}, got {:.6g}", what, rule, number.value), std::move(help));
}

void warn_of_degrees(const Number& angle, const What& what, Problems& problems) {
  const std::vector<Step>& steps = angle.expression.steps;
  if (steps.empty() || steps[0].token != Token::number) return;
  const bool bare = steps.size() == 1 || (steps.size() == 2 && steps[1].token == Token::negate);
  if (!bare || std::abs(angle.value) <= 2 * std::numbers::pi) return;
  problems.warning(angle.place, fmt::format("{} is {} radians, more than a turn", what(), angle.expression.text),
                   fmt::format("did you mean degrees? then write \"{} deg\"", angle.expression.text));
}

std::optional<std::size_t> choose(const Text& text, const std::vector<std::string_view>& choices,
                                  const std::string& what, Problems& problems) {
  const auto found = std::find(choices.begin(), choices.end(), text.value);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  std::string all;
  for (const std::string_view choice : choices) all += fmt::format("{}{}", all.empty() ? "" : ", ", choice);
  problems.error(text.place, fmt::format("{}: unknown value {}", what, quoted(text.value)),
                 problems.did_you_mean(text.value, choices, "it is one of " + all));
  return std::nullopt;
}

const TomlValue* Fields::find(std::string_view key) {
  assert(std::find(keys_.begin(), keys_.end(), key) != keys_.end());
  return table_.find(key);
}

const TomlValue* Fields::require(std::string_view key) {
  const TomlValue* value = find(key);
  if (!value && !table_.damaged) missing_.push_back(key);
  return value;
}

std::optional<Text> Fields::to_text(const TomlValue* value, std::string_view key) {
  if (!value || value->kind == Kind::broken) return std::nullopt;
  if (value->kind == Kind::string) return Text{value->text, value->place};
  problems_.error(value->place, fmt::format("{} must be a text in quotes, got {}", what(key), kind_name(*value)));
  return std::nullopt;
}

std::optional<Text> Fields::text(std::string_view key) { return to_text(find(key), key); }

Text Fields::required_text(std::string_view key) { return to_text(require(key), key).value_or(Text{{}, place_}); }

void Fields::read(std::string_view key, std::string& out) {
  if (const std::optional<Text> found = text(key)) out = found->value;
}

std::optional<Number> Fields::number(std::string_view key) {
  const TomlValue* value = find(key);
  if (!value) return std::nullopt;
  return to_number(
      *value, [&] { return what(key); }, problems_);
}

Number Fields::required_number(std::string_view key) {
  const TomlValue* value = require(key);
  return value ? to_number(
                     *value, [&] { return what(key); }, problems_)
               : broken_number(place_);
}

std::vector<Number> Fields::vector(std::string_view key, std::size_t size) {
  const TomlValue* value = find(key);
  return value ? to_vector(
                     *value, size, [&] { return what(key); }, problems_)
               : std::vector<Number>();
}

std::vector<Number> Fields::required_vector(std::string_view key, std::size_t size) {
  const TomlValue* value = require(key);
  return value ? to_vector(
                     *value, size, [&] { return what(key); }, problems_)
               : std::vector<Number>();
}

std::vector<Number> Fields::matrix(std::string_view key) {
  const TomlValue* value = find(key);
  if (!value) return {};
  std::vector<Number> wrong = {broken_number(value->place)};
  if (value->kind == Kind::broken) return wrong;
  if (value->kind != Kind::array) {
    problems_.error(value->place,
                    fmt::format("{} must be an array of 3 rows of 3 numbers, got {}", what(key), kind_name(*value)));
    return wrong;
  }
  if (value->items.size() != 3) {
    problems_.error(value->place, fmt::format("{} must have 3 rows, got {}", what(key), value->items.size()));
    return wrong;
  }
  std::vector<Number> entries;
  for (const TomlValue& row : value->items)
    for (Number& entry : to_vector(
             row, 3, [&] { return what(fmt::format("a row of {}", key)); }, problems_))
      entries.push_back(std::move(entry));
  return entries.size() == 9 ? entries : wrong;
}

void Fields::finish() {
  for (const TomlEntry& entry : table_.entries()) {
    const auto among = [&](const std::vector<std::string_view>& list) {
      return std::find(list.begin(), list.end(), entry.key) != list.end();
    };
    if (among(keys_) || among(passed_)) continue;
    const std::string near = problems_.did_you_mean(entry.key, keys_);
    problems_.error(entry.place, what("unknown key ") + quoted(entry.key),
                    fmt::format("{}{}the keys here: {}", near, near.empty() ? "" : " ", fmt::join(keys_, ", ")));
    const std::string_view meant = nearest(entry.key, keys_);  // a misspelt key is not missing as well
    missing_.erase(std::remove(missing_.begin(), missing_.end(), meant), missing_.end());
  }
  for (const std::string_view key : missing_) problems_.error(place_, what(fmt::format("'{}' is missing", key)));
}

std::string Fields::what(std::string_view key) const {
  return (owner_.empty() ? "" : owner_ + ": ") + std::string(key);
}

}  // namespace oopss
