// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "oopss/model/characters.hpp"
#include "oopss/model/decimal.hpp"

namespace oopss {
namespace {

bool begins_name(char c) { return is_letter(c) || c == '_'; }

/// Which part of the text an operand covers, and its value if it has no names in it.
struct Operand {
  std::size_t begin = 0, end = 0;
  std::optional<double> constant;
};

struct Stop {};  // thrown at the first problem of an expression

/// Recursive descent, one function per rule:
///   sum     = product {("+" | "-") product}
///   product = unary {("*" | "/") unary | unit}      a unit is a power that begins with deg or rpm
///   unary   = ("-" | "+") unary | power
///   power   = atom ["^" unary]
///   atom    = number | name | name "(" sum {"," sum} ")" | "(" sum ")"
class Parser {
 public:
  Parser(std::string_view text, const ExpressionLimits& limits, std::vector<Diagnostic>& problems)
      : text_(text), limits_(limits), problems_(problems) {}

  std::optional<Expression> parse() try {
    if (text_.size() > limits_.length)
      fail(limits_.length, 1, fmt::format("the expression is longer than {} characters", limits_.length));
    skip_blanks();
    if (position_ == text_.size()) fail(0, std::max<std::size_t>(text_.size(), 1), "the expression is empty");
    sum();
    if (position_ < text_.size()) unexpected();
    return Expression{std::string(text_), std::move(steps_)};
  } catch (const Stop&) {
    return std::nullopt;
  }

 private:
  Operand sum() {
    Operand left = product();
    while (peek() == '+' || peek() == '-') {
      const std::size_t column = position_;
      const Token token = take() == '+' ? Token::add : Token::subtract;
      left = combine(token, column, {left, product()});
    }
    return left;
  }

  Operand product() {
    Operand left = unary();
    while (true) {
      const std::size_t column = position_;
      if (peek() == '*' || peek() == '/') {
        const Token token = take() == '*' ? Token::multiply : Token::divide;
        left = combine(token, column, {left, unary()});
      } else if (begins_name(peek())) {
        check_unit();
        left = combine(Token::multiply, column, {left, power()});
      } else {
        return left;
      }
    }
  }

  Operand unary() {
    if (++depth_ > limits_.depth)
      fail(position_, 1, fmt::format("the expression is nested more than {} levels deep", limits_.depth));
    Operand result;
    const std::size_t column = position_;
    if (peek() == '-') {
      take();
      result = combine(Token::negate, column, {unary()});
      result.begin = column;
    } else if (peek() == '+') {
      take();
      result = unary();
    } else {
      result = power();
    }
    --depth_;
    return result;
  }

  Operand power() {
    const Operand base = atom();
    if (peek() != '^') return base;
    const std::size_t column = position_;
    take();
    const Operand exponent = unary();
    if (exponent.constant && !(std::abs(*exponent.constant) <= limits_.exponent))
      fail(exponent.begin, exponent.end - exponent.begin,
           fmt::format("a constant exponent is at most {} in size, got {:.6g}", limits_.exponent, *exponent.constant));
    return combine(Token::power, column, {base, exponent});
  }

  Operand atom() {
    if (is_digit(peek()) || peek() == '.') return number();
    if (begins_name(peek())) return name_or_call();
    if (peek() != '(') unexpected();
    const std::size_t begin = position_;
    take();
    Operand inside = sum();
    close(begin);
    return {begin, at_before_blanks_, inside.constant};
  }

  Operand number() {
    const std::size_t begin = position_;
    const auto digits = [&] {
      while (position_ < text_.size() && is_digit(text_[position_])) ++position_;
    };
    digits();
    if (position_ < text_.size() && text_[position_] == '.') ++position_;
    digits();
    if (position_ == begin + 1 && text_[begin] == '.') fail(begin, 1, "a number needs digits");
    std::size_t exponent = position_ + 1;
    if (position_ < text_.size() && (text_[position_] == 'e' || text_[position_] == 'E')) {
      if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
      if (exponent < text_.size() && is_digit(text_[exponent])) {
        position_ = exponent;
        digits();
      }
    }
    const std::string_view decimal = text_.substr(begin, position_ - begin);
    const std::string reason = out_of_range(decimal);
    if (!reason.empty()) fail(begin, decimal.size(), fmt::format("{} {}", quoted(decimal), reason));
    const double value = nearest_double(decimal);
    emit({Token::number, std::string(decimal), value, Call::sqrt, static_cast<int>(begin)});
    return finish({begin, position_, value});
  }

  Operand name_or_call() {
    const std::size_t begin = position_;
    const std::string_view name = word();
    position_ += name.size();
    const std::size_t end = position_;
    skip_blanks();
    const auto row = std::find_if(calls().begin(), calls().end(), [&](const CallRow& r) { return r.name == name; });
    if (peek() != '(') {
      if (row != calls().end()) fail(begin, name.size(), fmt::format("{} needs its argument in brackets", name));
      emit({Token::name, std::string(name), 0, Call::sqrt, static_cast<int>(begin)});
      return {begin, end, std::nullopt};
    }
    if (row == calls().end()) unknown_function(begin, name);
    const std::size_t bracket = position_;
    take();
    std::vector<Operand> arguments = {sum()};
    while (peek() == ',') {
      take();
      arguments.push_back(sum());
    }
    close(bracket);
    if (static_cast<int>(arguments.size()) != row->arguments)
      fail(begin, at_before_blanks_ - begin,
           fmt::format("{} takes {} argument{}, got {}", name, row->arguments, row->arguments == 1 ? "" : "s",
                       arguments.size()));
    const Step step = {Token::call, {}, 0, row->call, static_cast<int>(begin)};
    const Operand result = combine(step, arguments.data(), arguments.size());
    return {begin, at_before_blanks_, result.constant};
  }

  Operand combine(Token token, std::size_t column, std::initializer_list<Operand> arguments) {
    return combine({token, {}, 0, Call::sqrt, static_cast<int>(column)}, arguments.begin(), arguments.size());
  }

  Operand combine(const Step& step, const Operand* arguments, std::size_t count) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count && arguments[i].constant; ++i) values.push_back(*arguments[i].constant);
    std::optional<double> constant;
    if (values.size() == count) constant = oopss::apply(step, values);
    emit(step);
    return {arguments[0].begin, arguments[count - 1].end, constant};
  }

  void emit(Step step) {
    if (steps_.size() == limits_.steps)
      fail(static_cast<std::size_t>(step.column), 1,
           fmt::format("the expression has more than {} steps", limits_.steps));
    steps_.push_back(std::move(step));
  }

  /// After an operand only deg and rpm may follow without an operator.
  void check_unit() {
    const std::string_view name = word();
    if (name == "deg" || name == "rpm") return;
    fail(position_, name.size(), fmt::format("expected an operator before {}", quoted(name)),
         did_you_mean(name, {"deg", "rpm"},
                      "a product is written with *; only deg and rpm may follow a value directly"));
  }

  void close(std::size_t bracket) {
    if (position_ == text_.size()) fail(bracket, 1, "this bracket is not closed");
    if (peek() != ')') unexpected();
    take();
  }

  [[noreturn]] void unknown_function(std::size_t begin, std::string_view name) {
    std::vector<std::string_view> known;
    for (const CallRow& row : calls()) known.push_back(row.name);
    fail(begin, name.size(), fmt::format("unknown function {}", quoted(name)),
         did_you_mean(name, known, "a product is written with *"));
  }

  [[noreturn]] void unexpected() {
    if (position_ == text_.size()) fail(text_.size() - 1, 1, "the expression ends where a value is expected");
    std::size_t length = 1;
    while (position_ + length < text_.size() && (static_cast<unsigned char>(text_[position_ + length]) & 0xC0) == 0x80)
      ++length;
    const std::string_view found = text_.substr(position_, length);
    const bool operand = found == "(" || is_digit(found[0]);
    fail(position_, length, fmt::format("{} {}", operand ? "expected an operator before" : "unexpected", quoted(found)),
         operand        ? "a product is written with *"
         : found == "=" ? "an expression has no ="
         : found == "*" ? "a power is written with ^"
                        : "");
  }

  [[noreturn]] void fail(std::size_t column, std::size_t length, std::string message, std::string help = {}) {
    problems_.push_back({{0, static_cast<int>(column), static_cast<int>(length)}, std::move(message), std::move(help)});
    throw Stop{};
  }

  std::string_view word() const {
    std::size_t end = position_;
    while (end < text_.size() && (begins_name(text_[end]) || is_digit(text_[end]))) ++end;
    return text_.substr(position_, end - position_);
  }
  char peek() const { return position_ < text_.size() ? text_[position_] : '\0'; }
  char take() {
    const char c = text_[position_++];
    skip_blanks();
    return c;
  }
  void skip_blanks() {
    at_before_blanks_ = position_;
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t' ||
                                        text_[position_] == '\n' || text_[position_] == '\r'))
      ++position_;
  }
  Operand finish(Operand operand) {
    skip_blanks();
    return operand;
  }

  std::string_view text_;
  const ExpressionLimits& limits_;
  std::vector<Diagnostic>& problems_;
  std::vector<Step> steps_;
  std::size_t position_ = 0, at_before_blanks_ = 0, depth_ = 0;
};

}  // namespace

std::optional<Expression> parse_expression(std::string_view text, std::vector<Diagnostic>& problems,
                                           const ExpressionLimits& limits) {
  return Parser(text, limits, problems).parse();
}

}  // namespace oopss
