// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <sstream>
#include <utility>

namespace oopss {
namespace {

/// How a language writes what lines are made of: formats, where {0}, {1}, … are the parts of a line.
struct Syntax {
  const char *comment, *end_of_line;
  const char *up, *down, *condition, *otherwise, *repeat;
  const char *end_for, *end_if, *end_while, *leave;
  const char *both, *either, *no, *unequal;
};
constexpr Syntax of_c = {"/* {0} */",
                         ";",
                         "for (int {0} = {1}; {0} < {2}; ++{0}) {{",
                         "for (int {0} = {1}; {0} >= {2}; --{0}) {{",
                         "if ({0}) {{",
                         "}} else {{",
                         "while ({0}) {{",
                         "}}",
                         "}}",
                         "}}",
                         "break;",
                         "&&",
                         "||",
                         "!",
                         "!="};
constexpr Syntax of_python = {"# {0}",
                              "",
                              "for {0} in range({1}, {2}):",
                              "for {0} in range({1}, {2} - 1, -1):",
                              "if {0}:",
                              "else:",
                              "while {0}:",
                              "",
                              "",
                              "",
                              "break",
                              "and",
                              "or",
                              "not",
                              "!="};
constexpr Syntax of_fortran = {"! {0}",
                               "",
                               "do {0} = {1}, {2} - 1",
                               "do {0} = {1}, {2}, -1",
                               "if ({0}) then",
                               "else",
                               "do while ({0})",
                               "end do",
                               "end if",
                               "end do",
                               "exit",
                               ".and.",
                               ".or.",
                               ".not.",
                               "/="};
constexpr Syntax of_matlab = {"% {0}",
                              ";",
                              "for {0} = {1}:{2} - 1",
                              "for {0} = {1}:-1:{2}",
                              "if {0}",
                              "else",
                              "while {0}",
                              "end",
                              "end",
                              "end",
                              "break",
                              "&&",
                              "||",
                              "~",
                              "~="};

const Syntax& syntax(Language language) {
  switch (language) {
    case Language::python:
      return of_python;
    case Language::fortran:
      return of_fortran;
    case Language::matlab:
      return of_matlab;
    default:
      return of_c;
  }
}

template <class... Parts>
std::string filled(const char* format, const Parts&... parts) {
  return fmt::format(fmt::runtime(format), parts...);
}

bool is_c(Language language) { return language == Language::c || language == Language::cpp; }
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// The parts of a list, at commas outside brackets.
std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (const char c : list) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c == ',' && depth == 0)
      out.emplace_back();
    else
      out.back() += c;
  }
  for (std::string& part : out) part = trimmed(part);
  if (out.size() == 1 && out[0].empty()) out.clear();
  return out;
}

/// What is behind a word at the beginning of a line; false if the line does not begin so.
bool begins(const std::string& line, const std::string& word, std::string& rest) {
  if (!line.starts_with(word + " ") && line != word) return false;
  rest = trimmed(line.substr(word.size()));
  return true;
}

bool mentions(const std::vector<std::string>& lines, const std::string& name) {
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    for (std::size_t at = 0; (at = line.find(name, at)) != std::string::npos; ++at)
      if ((at == 0 || !in_word(line[at - 1])) && (at + name.size() == line.size() || !in_word(line[at + name.size()])))
        return true;
    return false;
  });
}

/// NAME and what is in brackets behind it: "b[3 * n]".
std::pair<std::string, std::string> with_brackets(const std::string& text) {
  const std::size_t open = text.find('[');
  if (open == std::string::npos) return {text, ""};
  return {text.substr(0, open), text.substr(open + 1, text.size() - open - 2)};
}

/// Functions that have other names in some language.
std::string function_name(const std::string& name, Language language) {
  const bool cpp = language == Language::cpp, fortran = language == Language::fortran;
  if (is_c(language)) {
    const std::string std_ = cpp ? "std::" : "";
    if (name == "abs" || name == "max" || name == "min") return std_ + "f" + name;
    if (name == "real") return "(double)";
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

std::string with_words(std::string text, const std::string& mark, const std::string& words) {
  for (std::size_t place = 0; (place = text.find(mark, place)) != std::string::npos; place += words.size())
    text.replace(place, mark.size(), words);
  return text;
}

std::string listed_values(const std::vector<std::string>& values, const std::string& line_end,
                          const std::string& indent) {
  std::string out, line;
  for (std::size_t i = 0; i < values.size(); ++i) {
    line += values[i] + (i + 1 < values.size() ? "," : "");
    if (i + 1 == values.size()) break;
    if (line.size() + values[i + 1].size() > 90) {
      out += line + line_end + "\n" + indent;
      line.clear();
    } else {
      line += " ";
    }
  }
  return out + line;
}

void Notation::constant(const std::string& name, long value) {
  constants_.emplace_back(name, fmt::format("{} = {};", name, value));
  if (is_c(language_)) declared_ += fmt::format("enum {{ {} = {} }};\n", name, value);
  if (language_ == Language::fortran) declared_ += fmt::format("  integer, parameter :: {} = {}\n", name, value);
  if (language_ == Language::python) declared_ += fmt::format("{} = {}\n", name, value);
}

void Notation::add_table(const std::string& name, const std::string& type, const Lines& values) {
  const auto define = [&](const char* format, const char* line_end) {
    return filled(format, type, name, values.size(), values.size() - 1, listed_values(values, line_end, "    "));
  };
  constants_.emplace_back(name, define("{1} = [{4}];", " ..."));
  if (is_c(language_)) declared_ += define("static const {0} {1}[{2}] = {{\n    {4}}};\n", "");
  if (language_ == Language::python) declared_ += define("{1} = [\n    {4}]\n", "");
  if (language_ == Language::fortran) declared_ += define("  {0}, parameter :: {1}(0:{3}) = [ &\n    {4}]\n", " &");
}

void Notation::table(const std::string& name, const std::vector<double>& values) {
  Lines all;
  for (const double value : values) all.push_back(number_text(value, language_));
  add_table(name, language_ == Language::fortran ? "real(dp)" : "double", all);
}

void Notation::table(const std::string& name, const std::vector<int>& values) {
  Lines all;
  for (const int value : values) all.push_back(std::to_string(value));
  add_table(name, language_ == Language::fortran ? "integer" : "int", all);
}

void Notation::offer(const std::string& line, const std::string& meaning) {
  const Routine& routine = routine_of(line);
  if (!routine.is_public) return;
  const std::string size =
      !routine.arguments.empty() && routine.arguments.back().kind == Argument::out ? routine.arguments.back().size : "";
  offers_.push_back({line, meaning, routine.name, size, routine.gives_number, c_head(routine) + ";"});
}

const Notation::Routine& Notation::routine_of(std::string line) {
  Routine out;
  out.is_public = begins(line, "public", line);
  out.gives_number = begins(line, "fun", line);
  if (!out.gives_number) begins(line, "sub", line);
  const std::size_t open = line.find('(');
  out.name = line.substr(0, open);
  for (const std::string& part : parts_of(line.substr(open + 1, line.rfind(')') - open - 1))) {
    const auto [name, size] = with_brackets(part);
    if (name.ends_with(":int"))
      out.arguments.push_back({Argument::whole, name.substr(0, name.size() - 4), ""});
    else if (part.find('[') == std::string::npos)
      out.arguments.push_back({Argument::number, name, ""});
    else
      out.arguments.push_back({size.empty()  ? Argument::in
                               : size == "&" ? Argument::in_out
                                             : Argument::out,
                               name, size.empty() || size == "&" ? "" : size.substr(1)});
  }
  return routines_[out.name] = out;
}

std::string Notation::c_head(const Routine& routine) const {
  std::string out = language_ == Language::cpp ? "inline " : routine.is_public ? "" : "static ";
  out += routine.gives_number ? "double " : "void ";
  out += (language_ == Language::c && routine.is_public ? "oopss_" : "") + routine.name + "(";
  for (std::size_t i = 0; i < routine.arguments.size(); ++i) {
    const Argument& argument = routine.arguments[i];
    constexpr const char* types[] = {"double ", "int ", "const double* ", "double* ", "double* "};
    out += (i > 0 ? ", " : "") + std::string(types[argument.kind]) + argument.name;
  }
  return out + (routine.arguments.empty() && language_ == Language::c ? "void)" : ")");
}

/// The first lines of a routine; `body` has its other lines.
std::string Notation::head(const Routine& routine, const Lines& body) const {
  std::string all, in, outs, declared;
  for (const Argument& argument : routine.arguments) {
    all += (all.empty() ? "" : ", ") + argument.name;
    if (argument.kind != Argument::out) in += (in.empty() ? "" : ", ") + argument.name;
    if (argument.kind >= Argument::in_out) outs += (outs.empty() ? "" : ", ") + argument.name;
    if (is_c(language_) && !mentions(body, argument.name)) declared += fmt::format("  (void){};\n", argument.name);
    if (language_ == Language::matlab && argument.kind == Argument::out)
      declared += fmt::format("  {} = zeros(1, {});\n", argument.name, argument.size);
    if (language_ == Language::fortran)
      declared += fmt::format("    {}, intent({}) :: {}{}\n", argument.kind == Argument::whole ? "integer" : "real(dp)",
                              argument.kind >= Argument::in_out ? "inout" : "in", argument.name,
                              argument.kind >= Argument::in ? "(0:*)" : "");
  }
  switch (language_) {
    case Language::python:
      return fmt::format("def {}{}({}):\n", routine.is_public ? "_" : "", routine.name, all);
    case Language::fortran: {
      if (routine.gives_number) declared += "    real(dp) :: value\n";
      Lines counters;
      for (const std::string& line : body)
        if (std::string rest; begins(trimmed(line), "for", rest)) {
          const std::string name = rest.substr(0, rest.find(' '));
          if (std::find(counters.begin(), counters.end(), name) == counters.end()) counters.push_back(name);
        }
      for (const std::string& name : counters) declared += fmt::format("    integer :: {}\n", name);
      return routine.gives_number ? fmt::format("  function {}({}) result(value)\n{}", routine.name, all, declared)
                                  : fmt::format("  subroutine {}({})\n{}", routine.name, all, declared);
    }
    case Language::matlab: {
      std::string sizes;
      for (const auto& [name, definition] : constants_)
        if (mentions(body, name) || mentions({declared}, name)) sizes += "  " + definition + "\n";
      const std::string result = routine.gives_number ? "value = " : outs.empty() ? "" : fmt::format("[{}] = ", outs);
      return fmt::format("function {}{}({})\n{}{}", result, routine.name, in, sizes, declared);
    }
    default:
      return c_head(routine) + " {\n" + declared;
  }
}

std::string Notation::write(const std::string& line, const std::string& meaning, const Program& program) {
  const Routine routine = routine_of(line);
  offer(line, meaning);
  const std::string indent = language_ == Language::python || language_ == Language::fortran ? "    " : "  ";
  Naming naming{{}, {}, "out"};
  for (const Argument& argument : routine.arguments)
    if (argument.name != "out") {
      naming.inputs.push_back(argument.name);
      naming.scalar_group.push_back(argument.kind == Argument::number);
    }
  std::string body = emit_body(program, language_, naming);
  if (body.empty() && language_ == Language::python) body = "    pass\n";
  std::string out = filled(syntax(language_).comment, meaning) + "\n" + head(routine, {body});
  if (routine.gives_number) out += locals("real out[1]");
  out += body;
  if (routine.gives_number)
    out += indent + (is_c(language_) || language_ == Language::python ? "return " : "value = ") + expression("out[0]") +
           syntax(language_).end_of_line + "\n";
  return out + (is_c(language_)                 ? "}\n\n"
                : language_ == Language::python ? "\n\n"
                : language_ == Language::matlab ? "end\n\n"
                : routine.gives_number          ? "  end function\n\n"
                                                : "  end subroutine\n\n");
}

std::string Notation::write(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!trimmed(line).empty()) lines.push_back(trimmed(line));
  for (const std::string& line : lines)
    if (std::string rest; begins(line, "sub", rest) || begins(line, "fun", rest) || begins(line, "public", rest))
      routine_of(line);
  std::string out;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (lines[at].starts_with("#"))
      out += filled(syntax(language_).comment, trimmed(lines[at].substr(1))) + "\n";
    else {
      offer(lines[at], at > 0 && lines[at - 1].starts_with("#") ? trimmed(lines[at - 1].substr(1)) : "");
      out += routine(lines, at);
    }
  }
  return out;
}

/// From its first line to its `end`, where `at` is left.
std::string Notation::routine(const Lines& lines, std::size_t& at) {
  const Routine routine = routine_of(lines[at]);
  Lines body;
  for (int depth = 1; depth > 0;) {
    const std::string& line = lines[++at];
    std::string rest;
    if (begins(line, "for", rest) || begins(line, "if", rest) || begins(line, "while", rest)) ++depth;
    if (line == "end") --depth;
    if (depth > 0) body.push_back(line);
  }
  std::string out = head(routine, body);
  const std::size_t first = language_ == Language::fortran ? 2 : 1, width = language_ == Language::python ? 4 : 2;
  std::string zeros;  // Fortran: declarations come first, then arrays are set to zero
  for (const std::string& line : body) {
    std::string rest;
    if (const bool real = begins(line, "real", rest); real || begins(line, "int", rest)) {
      out += locals(line);
      for (const std::string& part : parts_of(rest))
        if (part.find('[') != std::string::npos && language_ == Language::fortran)
          zeros += fmt::format("    {} = {}\n", with_brackets(part).first, real ? "0.0_dp" : "0");
      continue;
    }
    out += std::exchange(zeros, "");
    const std::size_t before = blocks_.size();
    const std::string code = statement(line);
    const std::size_t depth = first + (line == "else" ? before - 1 : std::min(before, blocks_.size()));
    if (!code.empty()) out += std::string(width * depth, ' ') + code + "\n";
  }
  assert(blocks_.empty());
  switch (language_) {
    case Language::python:
      return out + "\n\n";
    case Language::fortran:
      return out + (routine.gives_number ? "  end function\n\n" : "  end subroutine\n\n");
    case Language::matlab:
      return out + "end\n\n";
    default:
      return out + "}\n\n";
  }
}

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
        out += array ? fmt::format("  {} {}[{}] = {{{}}};\n", whole ? "int" : "double", name, size, zero)
                     : fmt::format("  {} {} = {};\n", whole ? "int" : "double", name, zero);
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
  if (begins(line, "for", rest)) {
    blocks_.emplace_back("for");
    return loop(rest);
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
      out += number;
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
