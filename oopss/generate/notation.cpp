// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <sstream>
#include <utility>

#include "oopss/generate/syntax.hpp"

namespace oopss {

using namespace lines;

std::string without_lines(std::string text, const std::string& mark) {
  for (std::size_t place; (place = text.find(mark)) != std::string::npos;) {
    const std::size_t begin = text.rfind('\n', place);
    text.erase(begin, text.find('\n', place) - begin);
  }
  return text;
}

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
  if (is_c(language_))
    declared_ += define(language_ == Language::cuda ? "OOPSS_TABLE {0} {1}[{2}] = {{\n    {4}}};\n"
                                                    : "static const {0} {1}[{2}] = {{\n    {4}}};\n",
                        "");
  if (language_ == Language::python) declared_ += define("{1} = [\n    {4}]\n", "");
  if (language_ == Language::fortran) declared_ += define("  {0}, parameter :: {1}(0:{3}) = [ &\n    {4}]\n", " &");
}

void Notation::table(const std::string& name, const std::vector<double>& values) {
  Lines all;
  for (const double value : values) all.push_back(number_text(value, language_));
  add_table(name, language_ == Language::fortran ? "real(dp)" : c_real(language_), all);
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
  const std::string real = c_real(language_);
  std::string out = language_ == Language::cuda  ? "OOPSS_DEVICE "
                    : language_ == Language::cpp ? "inline "
                    : routine.is_public          ? ""
                                                 : "static ";
  out += (routine.gives_number ? real : "void") + " ";
  out += (language_ == Language::c && routine.is_public ? "oopss_" : "") + routine.name + "(";
  for (std::size_t i = 0; i < routine.arguments.size(); ++i) {
    const Argument& argument = routine.arguments[i];
    const std::string types[] = {real + " ", "int ", "const " + real + "* ", real + "* ", real + "* "};
    out += (i > 0 ? ", " : "") + types[argument.kind] + argument.name;
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
        if (std::string rest; begins_loop(trimmed(line), rest)) {
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
  for (std::size_t place = 0; place < lines.size(); ++place) {
    if (lines[place].starts_with("#"))
      out += filled(syntax(language_).comment, trimmed(lines[place].substr(1))) + "\n";
    else {
      offer(lines[place], place > 0 && lines[place - 1].starts_with("#") ? trimmed(lines[place - 1].substr(1)) : "");
      out += routine(lines, place);
    }
  }
  return out;
}

/// From its first line to its `end`, where `place` is left.
std::string Notation::routine(const Lines& lines, std::size_t& place) {
  const Routine routine = routine_of(lines[place]);
  Lines body;
  for (int depth = 1; depth > 0;) {
    const std::string& line = lines[++place];
    std::string rest;
    if (begins_loop(line, rest) || begins(line, "if", rest) || begins(line, "while", rest)) ++depth;
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

}  // namespace oopss
