// SPDX-License-Identifier: Apache-2.0
// What the notation's lines are in each language, and the parts of a line; for the files of Notation alone.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "oopss/symbolic/emit.hpp"

namespace oopss::lines {

/// How a language writes what lines are made of: formats, where {0}, {1}, … are the parts of a line.
struct Syntax {
  const char *comment, *end_of_line;
  const char *up, *down, *condition, *otherwise, *repeat;
  const char *end_for, *end_if, *end_while, *leave;
  const char *both, *either, *no, *unequal;
};
inline constexpr Syntax of_c = {"/* {0} */",
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
/// C, whose loops a compiler for GPUs is to unroll: then arrays that they go through lie in registers.
inline constexpr Syntax of_cuda = [] {
  Syntax out = of_c;
  out.up = "OOPSS_UNROLL for (int {0} = {1}; {0} < {2}; ++{0}) {{";
  out.down = "OOPSS_UNROLL for (int {0} = {1}; {0} >= {2}; --{0}) {{";
  return out;
}();
inline constexpr Syntax of_python = {"# {0}",
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
inline constexpr Syntax of_fortran = {"! {0}",
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
inline constexpr Syntax of_matlab = {"% {0}",
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

inline const Syntax& syntax(Language language) {
  static constexpr std::array<const Syntax*, 6> all = {&of_c, &of_c, &of_python, &of_fortran, &of_matlab, &of_cuda};
  static_assert(static_cast<int>(Language::c) == 1 && static_cast<int>(Language::cuda) == 5);
  return *all[static_cast<std::size_t>(language)];
}

template <class... Parts>
inline std::string filled(const char* format, const Parts&... parts) {
  return fmt::format(fmt::runtime(format), parts...);
}

inline bool is_c(Language language) {
  return language == Language::c || language == Language::cpp || language == Language::cuda;
}
/// What a number is in C and its kin.
inline const char* c_real(Language language) { return language == Language::cuda ? "real" : "double"; }
inline bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

inline std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// The parts of a list, at commas outside brackets.
inline std::vector<std::string> parts_of(const std::string& list) {
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
inline bool begins(const std::string& line, const std::string& word, std::string& rest) {
  if (!line.starts_with(word + " ") && line != word) return false;
  rest = trimmed(line.substr(word.size()));
  return true;
}

/// What is behind `for` or `repeat`.
inline bool begins_loop(const std::string& line, std::string& rest) {
  return begins(line, "for", rest) || begins(line, "repeat", rest);
}

inline bool mentions(const std::vector<std::string>& lines, const std::string& name) {
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    for (std::size_t place = 0; (place = line.find(name, place)) != std::string::npos; ++place)
      if ((place == 0 || !in_word(line[place - 1])) &&
          (place + name.size() == line.size() || !in_word(line[place + name.size()])))
        return true;
    return false;
  });
}

/// NAME and what is in brackets behind it: "b[3 * n]".
inline std::pair<std::string, std::string> with_brackets(const std::string& text) {
  const std::size_t open = text.find('[');
  if (open == std::string::npos) return {text, ""};
  return {text.substr(0, open), text.substr(open + 1, text.size() - open - 2)};
}

}  // namespace oopss::lines
