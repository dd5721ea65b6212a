// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cassert>
#include <sstream>

#include "oopss/generate/notation.hpp"
#include "oopss/generate/syntax.hpp"

namespace oopss {

using namespace lines;

namespace {

/// Functions that have other names in some language.
std::string function_name(const std::string& name, Language language) {
  const bool fortran = language == Language::fortran;
  if (is_c(language)) {
    const std::string std_ = language == Language::cpp ? "std::" : "";
    if (name == "abs" || name == "max" || name == "min") return std_ + "f" + name;
    if (name == "real") return language == Language::cuda ? "real" : "(double)";
    if (name == "whole") return "(int)" + std_ + "ceil";
    for (const char* known : {"sqrt", "sin", "cos", "pow", "isfinite"})
      if (name == known) return std_ + name;
  }
  if (name == "isfinite" && fortran) return "ieee_is_finite";
  if (name == "real" && !fortran) return language == Language::python ? "float" : "";
  if (name == "whole") return fortran ? "ceiling" : "ceil";
  if (name == "pow" && language == Language::matlab) return "power";
  return name;
}

}  // namespace

/// real a, b[3] or int k.
std::string Notation::locals(const std::string& line) const {
  std::string rest, out;
  const bool whole = begins(line, "int", rest);
  if (!whole) begins(line, "real", rest);
  for (const std::string& part : parts_of(rest)) {
    const auto [name, brackets] = with_brackets(part);
    const std::string size = expression(brackets), zero = whole ? "0" : "0.0";
    const bool array = !brackets.empty();
    switch (language_) {
      case Language::python:
        out += array ? fmt::format("    {} = [{}] * ({})\n", name, zero, size) : "";
        break;
      case Language::fortran:
        out += fmt::format("    {} :: {}{}\n", whole ? "integer" : "real(dp)", name,
                           array ? fmt::format("(0:{} - 1)", size) : "");
        break;
      case Language::matlab:
        out += array ? fmt::format("  {} = zeros(1, {});\n", name, size) : "";
        break;
      default:
        out += array ? fmt::format("  {} {}[{}] = {{{}}};\n", whole ? "int" : c_real(language_), name, size, zero)
                     : fmt::format("  {} {} = {};\n", whole ? "int" : c_real(language_), name, zero);
    }
  }
  return out;
}

std::string Notation::loop(const std::string& line) const {
  std::istringstream words(line);
  std::string name, in;
  words >> name >> in;
  const std::string range = trimmed(line.substr(line.find(" in ") + 4));
  const bool down = range.find(" .. ") == std::string::npos;
  const std::size_t middle = range.find(down ? " down " : " .. ");
  return filled(down ? syntax(language_).down : syntax(language_).up, name, expression(range.substr(0, middle)),
                expression(trimmed(range.substr(middle + (down ? 6 : 4)))));
}

std::string Notation::statement(const std::string& line) {
  const Syntax& with = syntax(language_);
  std::string rest;
  if (line.starts_with("#")) return filled(with.comment, trimmed(line.substr(1)));
  if (begins_loop(line, rest)) {
    blocks_.emplace_back("for");
    const std::string out = loop(rest);
    return language_ == Language::cuda && line.starts_with("repeat") ? out.substr(out.find(' ') + 1) : out;
  }
  if (begins(line, "if", rest) || begins(line, "while", rest)) {
    const bool once = line.starts_with("if");
    blocks_.emplace_back(once ? "if" : "while");
    return filled(once ? with.condition : with.repeat, expression(rest));
  }
  if (line == "else") return filled(with.otherwise);
  if (line == "break") return with.leave;
  if (line == "end") {
    const std::string block = blocks_.back();
    blocks_.pop_back();
    return filled(block == "for" ? with.end_for : block == "if" ? with.end_if : with.end_while);
  }
  if (begins(line, "call", rest)) return call(rest);
  if (begins(line, "return", rest))
    return (is_c(language_) || language_ == Language::python ? "return " : "value = ") + expression(rest) +
           with.end_of_line;
  const std::size_t equals = line.find(" = ");
  assert(equals != std::string::npos);
  return expression(line.substr(0, equals)) + " = " + expression(line.substr(equals + 3)) + with.end_of_line;
}

std::string Notation::call(const std::string& text) const {
  const std::size_t open = text.find('(');
  const std::string name = text.substr(0, open);
  const Routine& routine = routines_.at(name);
  std::string all, in, outs;
  const std::vector<std::string> given = parts_of(text.substr(open + 1, text.rfind(')') - open - 1));
  assert(given.size() == routine.arguments.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string each = expression(given[i]);
    const Argument::Kind kind = routine.arguments[i].kind;
    all += (all.empty() ? "" : ", ") + each;
    if (kind != Argument::out) in += (in.empty() ? "" : ", ") + each;
    if (kind >= Argument::in_out) outs += (outs.empty() ? "" : ", ") + each;
  }
  switch (language_) {
    case Language::matlab:
      return fmt::format("{}{}({});", outs.empty() ? "" : fmt::format("[{}] = ", outs), name, in);
    case Language::fortran:
      return fmt::format("call {}({})", name, all);
    default:
      return expression(name + "(" + text.substr(open + 1)) + syntax(language_).end_of_line;
  }
}

std::string Notation::expression(const std::string& text) const {
  const Syntax& with = syntax(language_);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (std::isdigit(static_cast<unsigned char>(c))) {
      std::size_t end = i;
      while (end < text.size() &&
             (in_word(text[end]) || text[end] == '.' || (text[end] == '-' && text[end - 1] == 'e')))
        ++end;
      const std::string number = text.substr(i, end - i);
      const bool cuda_real = language_ == Language::cuda && number.find_first_of(".e") != std::string::npos;
      out += cuda_real ? "real(" + number + ")" : number;
      if (language_ == Language::fortran && number.find_first_of(".e") != std::string::npos) out += "_dp";
      i = end;
    } else if (in_word(c)) {
      std::size_t end = i;
      while (end < text.size() && in_word(text[end])) ++end;
      const std::string word = text.substr(i, end - i);
      const auto known = routines_.find(word);
      if (word == "and" || word == "or" || word == "not") {
        out += word == "and" ? with.both : word == "or" ? with.either : with.no;
        if (word == "not" && is_c(language_) && end < text.size() && text[end] == ' ') ++end;
      } else if (end < text.size() && text[end] == '(' && known != routines_.end()) {
        const bool is_public = known->second.is_public;
        out += (!is_public                      ? ""
                : language_ == Language::c      ? "oopss_"
                : language_ == Language::python ? "_"
                                                : "") +
               word;
      } else if (end < text.size() && text[end] == '(') {
        if (language_ == Language::fortran && (word == "real" || word == "pow")) {
          std::size_t close = end + 1;
          for (int depth = 1; depth > 0; ++close) depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
          const std::vector<std::string> given = parts_of(text.substr(end + 1, close - end - 2));
          out += word == "real" ? fmt::format("real({}, dp)", expression(given[0]))
                                : fmt::format("({})**({})", expression(given[0]), expression(given[1]));
          end = close;
        } else {
          out += function_name(word, language_);
        }
      } else {
        out += word;
      }
      i = end;
    } else if (c == '[') {
      int depth = 1;
      std::size_t end = i + 1;
      for (; depth > 0; ++end) depth += text[end] == '[' ? 1 : text[end] == ']' ? -1 : 0;
      const std::string inner = expression(text.substr(i + 1, end - i - 2));
      const bool round = language_ == Language::fortran || language_ == Language::matlab;
      out += (round ? "(" : "[") + inner + (language_ == Language::matlab ? " + 1" : "") + (round ? ")" : "]");
      i = end;
    } else if (text.compare(i, 2, "!=") == 0) {
      out += with.unequal;
      i += 2;
    } else {
      out += c;
      ++i;
    }
  }
  return out;
}

}  // namespace oopss
