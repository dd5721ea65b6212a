// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/emit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "oopss/symbolic/operation.hpp"

namespace oopss {
namespace {

/// The shortest decimal that reads back as the same double, always a floating-point literal.
std::string literal(double x) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr;
  std::string digits(buffer.data(), end);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return x < 0 ? "(" + digits + ")" : digits;
}

std::string_view function_name(Op op) {
  switch (op) {
    case Op::sqrt:
      return "sqrt";
    case Op::sin:
      return "sin";
    case Op::cos:
      return "cos";
    case Op::tan:
      return "tan";
    case Op::asin:
      return "asin";
    case Op::acos:
      return "acos";
    case Op::atan2:
      return "atan2";
    case Op::exp:
      return "exp";
    case Op::log:
      return "log";
    case Op::tanh:
      return "tanh";
    case Op::abs:
      return "fabs";
    default:
      return "pow";
  }
}

struct Helper {
  Op op;
  std::string_view name, c, python;
};
constexpr std::array<Helper, 3> helpers = {{
    {Op::sign, "oopss_sign", "(double x) { return x > 0 ? 1 : (x < 0 ? -1 : x); }",
     "(x):\n    return 1.0 if x > 0 else (-1.0 if x < 0 else x)\n"},
    {Op::ramp, "oopss_ramp", "(double t, double a, double b) { return t >= b ? 1 : (t < a ? 0 : (t - a) / (b - a)); }",
     "(t, a, b):\n    return 1.0 if t >= b else (0.0 if t < a else (t - a) / (b - a))\n"},
    {Op::pulse, "oopss_pulse", "(double t, double a, double b) { return t >= a && t < b ? 1 : 0; }",
     "(t, a, b):\n    return 1.0 if t >= a and t < b else 0.0\n"},
}};

/// Names come from our own callers, never from a model; a name that could be anything else is refused.
void check_name(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool word = !name.empty() && letter(name[0]) &&
                    std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
  const bool ours = word && name.size() > 1 && name[0] == 'v' && std::all_of(name.begin() + 1, name.end(), digit);
  if (!word || ours) throw std::invalid_argument("emit: not a usable name: '" + name + "'");
}

class Emitter {
 public:
  Emitter(const Program& program, Language language, const Naming& naming)
      : program_(program), language_(language), naming_(naming) {
    if (naming.inputs.size() != program.input_sizes.size() || naming.scalar_group.size() != naming.inputs.size())
      throw std::invalid_argument("emit: every group of inputs needs a name");
    for (const std::string& name : naming.inputs) check_name(name);
    check_name(naming.output);
  }

  std::string body() const {
    const bool python = language_ == Language::python;
    const std::string_view indent = python ? "    " : "  ", declare = python ? "" : "const double ",
                           end = python ? "" : ";";
    std::string out;
    for (std::size_t i = 0; i < program_.code.size(); ++i)
      if (operand_count(program_.code[i].op) > 0)
        out += fmt::format("{}{}v{} = {}{}\n", indent, declare, i, right_side(program_.code[i]), end);
    for (std::size_t i = 0; i < program_.results.size(); ++i)
      out += fmt::format("{}{}[{}] = {}{}\n", indent, naming_.output, i, operand(program_.results[i]), end);
    return out;
  }

 private:
  /// Inputs and constants stand where they are used; everything else has a variable.
  std::string operand(int k) const {
    const Instruction& step = program_.code[static_cast<std::size_t>(k)];
    if (step.op == Op::constant) return literal(step.constant);
    if (step.op != Op::input) return "v" + std::to_string(k);
    const std::size_t group = static_cast<std::size_t>(step.a);
    return naming_.scalar_group[group] ? naming_.inputs[group] : fmt::format("{}[{}]", naming_.inputs[group], step.b);
  }

  std::string right_side(const Instruction& step) const {
    const std::string a = operand(step.a), b = step.b < 0 ? "" : operand(step.b), c = step.c < 0 ? "" : operand(step.c);
    switch (step.op) {
      case Op::add:
        return a + " + " + b;
      case Op::sub:
        return a + " - " + b;
      case Op::mul:
        return a + " * " + b;
      case Op::div:
        return a + " / " + b;
      case Op::square:
        return a + " * " + a;
      case Op::neg:
        return "-" + a;
      case Op::min:
        return choice(b, a);
      case Op::max:
        return choice(a, b, b, a);
      default:
        break;
    }
    std::string arguments = a;
    if (step.b >= 0) arguments += ", " + b;
    if (step.c >= 0) arguments += ", " + c;
    for (const Helper& helper : helpers)
      if (helper.op == step.op) return fmt::format("{}({})", helper.name, arguments);
    return fmt::format("{}{}({})", language_ == Language::cpp ? "std::" : "", function_name(step.op), arguments);
  }

  std::string choice(const std::string& b, const std::string& a) const { return choice(b, a, b, a); }
  /// less < more ? yes : no
  std::string choice(const std::string& less, const std::string& more, const std::string& yes,
                     const std::string& no) const {
    if (language_ == Language::python) return fmt::format("{} if {} < {} else {}", yes, less, more, no);
    return fmt::format("{} < {} ? {} : {}", less, more, yes, no);
  }

  const Program& program_;
  Language language_;
  const Naming& naming_;
};

}  // namespace

std::string emit_body(const Program& program, Language language, const Naming& naming) {
  return Emitter(program, language, naming).body();
}

std::string emit_helpers(const std::vector<const Program*>& programs, Language language) {
  std::string out;
  for (const Helper& helper : helpers) {
    const bool used = std::any_of(programs.begin(), programs.end(), [&](const Program* program) {
      return std::any_of(program->code.begin(), program->code.end(),
                         [&](const Instruction& step) { return step.op == helper.op; });
    });
    if (!used) continue;
    if (language == Language::python) {
      out += fmt::format("def {}{}\n\n", helper.name, helper.python);
    } else {
      out += fmt::format("static inline double {}{}\n", helper.name, helper.c);
    }
  }
  return out;
}

}  // namespace oopss
