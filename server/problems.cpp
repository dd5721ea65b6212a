// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "server/answers.hpp"

namespace oopss {
namespace {

/// How many UTF-16 units a UTF-8 text has; a byte that begins no character counts as one.
int utf16_length(std::string_view text) {
  int count = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) count += byte >= 0xF0 ? 2 : 1;
  }
  return count;
}

std::string_view line_of(std::string_view text, int number) {
  for (; number > 1; --number) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
}

}  // namespace

ProblemMessage problem_message(const Source& source, const Diagnostic& problem) {
  ProblemMessage out{0, 0, 0, problem.message, problem.help, problem.severity == Diagnostic::Severity::warning};
  const Place& place = problem.place;
  if (place.source != 0 || place.line <= 0) return out;
  const std::string_view line = line_of(source.text, place.line);
  const std::size_t begin = std::min<std::size_t>(static_cast<std::size_t>(place.column) - 1, line.size());
  out.line = place.line;
  out.column = utf16_length(line.substr(0, begin)) + 1;
  out.length = std::max(1, utf16_length(line.substr(begin, static_cast<std::size_t>(place.length))));
  return out;
}

ProblemsMessage problems_message(const ModelError& error) {
  ProblemsMessage out;
  for (const Diagnostic& problem : error.found) {
    out.problems.push_back(problem_message(error.source_of(problem), problem));
    constexpr std::string_view set = "--set ";
    if (problem.place.source != 0) {
      const std::string& name = error.source_of(problem).name;
      out.problems.back().message =
          fmt::format("{}: {}", name.starts_with(set) ? name.substr(set.size()) : name, problem.message);
    }
  }
  return out;
}

}  // namespace oopss
