// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/emit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "oopss/symbolic/cuda_functions.hpp"
#include "oopss/symbolic/functions.hpp"
#include "oopss/symbolic/operation.hpp"

namespace oopss {
namespace {

/// How a language writes what a straight-line program has: formats, {} for the parts.
struct Dialect {
  const char *indent, *declare, *end;  // of a line
  const char *variable, *element, *literal, *functions, *absolute, *power;
  int first;  // index of an array
};
constexpr Dialect of_c = {"  ", "const double ", ";", "v{}", "{}[{}]", "{}", "", "fabs({})", "pow({}, {})", 0};
constexpr Dialect of_cpp = {
    "  ", "const double ", ";", "v{}", "{}[{}]", "{}", "std::", "std::fabs({})", "std::pow({}, {})", 0};
constexpr Dialect of_cuda = {"  ", "const real ", ";", "v{}", "{}[{}]", "real({})", "", "fabs({})", "pow({}, {})", 0};
constexpr Dialect of_python = {"    ", "", "", "v{}", "{}[{}]", "{}", "", "fabs({})", "pow({}, {})", 0};
constexpr Dialect of_fortran = {"    ", "", "", "w({})", "{}({})", "{}_dp", "", "abs({})", "{}**{}", 0};
constexpr Dialect of_matlab = {"  ", "", ";", "v{}", "{}({})", "{}", "", "abs({})", "{}^{}", 1};

const Dialect& dialect(Language language) {
  switch (language) {
    case Language::cpp:
      return of_cpp;
    case Language::cuda:
      return of_cuda;
    case Language::python:
      return of_python;
    case Language::fortran:
      return of_fortran;
    case Language::matlab:
      return of_matlab;
    case Language::c:
      break;
  }
  return of_c;
}

template <class... Parts>
std::string filled(const char* format, const Parts&... parts) {
  return fmt::format(fmt::runtime(format), parts...);
}

/// As an operand, which has no sign of its own.
std::string literal(double x, Language language) {
  const std::string digits = number_text(x, language);
  return x < 0 ? "(" + digits + ")" : digits;
}

bool has_choice(Language language) { return language != Language::fortran && language != Language::matlab; }

/// What is no function of a language's own: arguments, and cases with what each gives, the last one otherwise.
struct Helper {
  Op op;
  const char* name;
  std::vector<const char*> arguments;
  std::vector<std::pair<const char*, const char*>> cases;
};
const std::vector<Helper>& helpers() {
  static const std::vector<Helper> all = {
      {Op::sign, "oopss_sign", {"x"}, {{"x > 0", "1.0"}, {"x < 0", "-1.0"}, {"", "x"}}},
      {Op::ramp, "oopss_ramp", {"t", "a", "b"}, {{"t >= b", "1.0"}, {"t < a", "0.0"}, {"", "(t - a) / (b - a)"}}},
      {Op::pulse, "oopss_pulse", {"t", "a", "b"}, {{"t < a", "0.0"}, {"t < b", "1.0"}, {"", "0.0"}}},
      {Op::min, "oopss_min", {"a", "b"}, {{"b < a", "b"}, {"", "a"}}},
      {Op::max, "oopss_max", {"a", "b"}, {{"a < b", "b"}, {"", "a"}}},
  };
  return all;
}

bool needs_helper(Op op, Language language) { return (op != Op::min && op != Op::max) || !has_choice(language); }

/// The cases one after another, each by a format of its condition and its value.
std::string cases_of(const Helper& helper, const char* format, const char* last) {
  std::string out;
  for (const auto& [condition, value] : helper.cases)
    out += *condition ? filled(format, condition, value) : filled(last, value);
  return out;
}

/// `again` in the place of all `once` but the first.
std::string with_else_if(std::string text, const std::string& once, const std::string& again) {
  for (std::size_t place = text.find(once) + 1; (place = text.find("\n" + once, place)) != std::string::npos;
       place += again.size())
    text.replace(place + 1, once.size(), again);
  return text;
}

std::string helper_text(const Helper& helper, Language language) {
  const auto arguments = [&](const char* before) {
    std::string out;
    for (const char* name : helper.arguments) out += (out.empty() ? "" : ", ") + std::string(before) + name;
    return out;
  };
  switch (language) {
    case Language::python:
      return fmt::format("def {}({}):\n    return {}\n\n\n", helper.name, arguments(""), [&] {
        std::string out;
        for (const auto& [condition, value] : helper.cases)
          out += *condition ? fmt::format("{} if {} else ", value, condition) : value;
        return out;
      }());
    case Language::fortran:
      return fmt::format(
          "  elemental function {}({}) result(value)\n    real(dp), intent(in) :: {}\n    real(dp) :: value\n{}    end "
          "if\n"
          "  end function\n\n",
          helper.name, arguments(""), arguments(""),
          with_else_if(cases_of(helper, "    if ({}) then\n      value = {}\n", "    else\n      value = {}\n"),
                       "    if (", "    else if ("));
    case Language::matlab:
      return fmt::format("function value = {}({})\n{}  end\nend\n\n", helper.name, arguments(""),
                         with_else_if(cases_of(helper, "  if {}\n    value = {};\n", "  else\n    value = {};\n"),
                                      "  if ", "  elseif "));
    default: {
      const bool cuda = language == Language::cuda;
      return fmt::format("{} {}({}) {{ return {}; }}\n", cuda ? "OOPSS_DEVICE real" : "static inline double",
                         helper.name, arguments(cuda ? "real " : "double "), cases_of(helper, "{} ? {} : ", "{}"));
    }
  }
}

/// Quotients as products with the reciprocal of their divisor, which those of the same divisor share: a division takes
/// a GPU as long as eight other operations.
Program with_reciprocals(const Program& program) {
  Program out{program.input_sizes, {}, {}};
  const auto add = [&](const Instruction& step) {
    out.code.push_back(step);
    return static_cast<int>(out.code.size()) - 1;
  };
  const int one = add({.op = Op::constant, .constant = 1});
  std::vector<int> place, reciprocal(program.code.size(), -1);
  for (Instruction step : program.code) {
    const int divisor = step.b;
    if (operand_count(step.op) > 0)
      for (int* k : {&step.a, &step.b, &step.c})
        if (*k >= 0) *k = place[static_cast<std::size_t>(*k)];
    if (step.op == Op::div) {
      int& shared = reciprocal[static_cast<std::size_t>(divisor)];
      if (shared < 0) shared = add({.op = Op::div, .a = one, .b = step.b});
      const Instruction& above = out.code[static_cast<std::size_t>(step.a)];
      place.push_back(above.op == Op::constant && above.constant == 1 ? shared
                                                                      : add({.op = Op::mul, .a = step.a, .b = shared}));
    } else {
      place.push_back(add(step));
    }
  }
  for (const int k : program.results) out.results.push_back(place[static_cast<std::size_t>(k)]);
  return out;
}

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
    if (language == Language::fortran && std::count(naming.inputs.begin(), naming.inputs.end(), "w") > 0)
      throw std::invalid_argument("emit: in Fortran w is the array of the program's own");
  }

  std::string body() const {
    const Dialect& with = dialect(language_);
    const bool block = language_ == Language::fortran && has_variables();
    std::string out = block ? fortran_variables() : "";
    for (std::size_t i = 0; i < program_.code.size(); ++i)
      if (operand_count(program_.code[i].op) > 0)
        out += fmt::format("{}{}{} = {}{}\n", with.indent, with.declare, filled(with.variable, i),
                           right_side(program_.code[i]), with.end);
    for (std::size_t i = 0; i < program_.results.size(); ++i)
      out += fmt::format("{}{} = {}{}\n", with.indent, filled(with.element, naming_.output, i + with.first),
                         operand(program_.results[i]), with.end);
    return block ? out + "    end block\n" : out;
  }

 private:
  bool has_variables() const {
    return std::any_of(program_.code.begin(), program_.code.end(),
                       [](const Instruction& step) { return operand_count(step.op) > 0; });
  }

  /// An array, since Fortran declares first; a long one does not go on the stack.
  std::string fortran_variables() const {
    constexpr std::size_t long_one = 8000;
    const std::size_t last = program_.code.size() - 1;
    if (last < long_one) return fmt::format("    block\n    real(dp) :: w(0:{})\n", last);
    return fmt::format("    block\n    real(dp), allocatable :: w(:)\n    allocate (w(0:{}))\n", last);
  }

  /// Inputs and constants stand where they are used; everything else has a variable.
  std::string operand(int k) const {
    const Instruction& step = program_.code[static_cast<std::size_t>(k)];
    const Dialect& with = dialect(language_);
    if (step.op == Op::constant) return literal(step.constant, language_);
    if (step.op != Op::input) return filled(with.variable, k);
    const std::size_t group = static_cast<std::size_t>(step.a);
    return naming_.scalar_group[group] ? naming_.inputs[group]
                                       : filled(with.element, naming_.inputs[group], step.b + with.first);
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
        return language_ == Language::cuda ? fmt::format("oopss_reciprocal({})", b) : a + " / " + b;
      case Op::sin:
      case Op::cos:
        if (language_ == Language::cuda) return fmt::format("oopss_{}({})", row(function_of(step.op)).name, a);
        break;
      case Op::square:
        return a + " * " + a;
      case Op::neg:
        return "-" + a;
      case Op::abs:
        return filled(dialect(language_).absolute, a);
      case Op::power:
        return filled(dialect(language_).power, a, b);
      default:
        break;
    }
    if (has_choice(language_) && step.op == Op::min) return choice(b + " < " + a, b, a);
    if (has_choice(language_) && step.op == Op::max) return choice(a + " < " + b, b, a);
    std::string arguments = a;
    if (step.b >= 0) arguments += ", " + b;
    if (step.c >= 0) arguments += ", " + c;
    for (const Helper& helper : helpers())
      if (helper.op == step.op) return fmt::format("{}({})", helper.name, arguments);
    return fmt::format("{}{}({})", dialect(language_).functions,
                       step.op == Op::sqrt ? "sqrt" : row(function_of(step.op)).name, arguments);
  }

  std::string choice(const std::string& condition, const std::string& yes, const std::string& no) const {
    if (language_ == Language::python) return fmt::format("{} if {} else {}", yes, condition, no);
    return fmt::format("{} ? {} : {}", condition, yes, no);
  }

  const Program& program_;
  Language language_;
  const Naming& naming_;
};

}  // namespace

std::string number_text(double x, Language language) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr;
  std::string digits(buffer.data(), end);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return filled(dialect(language).literal, digits);
}

std::string emit_body(const Program& program, Language language, const Naming& naming) {
  if (language == Language::cuda) return Emitter(with_reciprocals(program), language, naming).body();
  return Emitter(program, language, naming).body();
}

std::string emit_helpers(const std::vector<const Program*>& programs, Language language) {
  std::string out;
  const auto are_used = [&](std::initializer_list<Op> any) {
    return std::any_of(programs.begin(), programs.end(), [&](const Program* program) {
      return std::any_of(program->code.begin(), program->code.end(), [&](const Instruction& step) {
        return std::find(any.begin(), any.end(), step.op) != any.end();
      });
    });
  };
  if (language == Language::cuda && are_used({Op::sin, Op::cos})) out += cuda_functions::sine_and_cosine;
  if (language == Language::cuda && are_used({Op::div})) out += cuda_functions::reciprocal;
  for (const Helper& helper : helpers())
    if (needs_helper(helper.op, language) && are_used({helper.op})) out += helper_text(helper, language);
  return out;
}

}  // namespace oopss
