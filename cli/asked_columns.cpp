// SPDX-License-Identifier: Apache-2.0
#include "cli/asked_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/exit.hpp"
#include "cli/trajectory.hpp"
#include "oopss/system/run_quantity.hpp"

namespace oopss {
namespace {

constexpr std::size_t longest_formula = 2000;

/// A formula as a column; what is wrong with it goes with the words that it was asked for by.
Column column_of_formula(const DerivedModel& derived, const std::string& text, const std::string& asked) {
  if (text.size() > longest_formula)
    throw UsageError(fmt::format("{}: a formula has at most {} characters", asked.substr(0, 40), longest_formula));
  std::vector<Diagnostic> problems;
  if (std::optional<Column> column = formula_column(derived.system, *derived.model, text, problems)) return *column;
  std::string words;
  for (const Diagnostic& one : problems)
    words += fmt::format("{}{}{}{}", words.empty() ? "" : "; ", one.message, one.help.empty() ? "" : ": ", one.help);
  throw UsageError(fmt::format("{}: {}", asked, words));
}

std::string trimmed(const std::string& text) {
  const std::size_t from = text.find_first_not_of(' '), to = text.find_last_not_of(' ');
  return from == std::string::npos ? "" : text.substr(from, to - from + 1);
}

/// Takes a last word off a text; whether it was there.
bool take_word(std::string& text, const std::string& word) {
  if (!text.ends_with(" " + word)) return false;
  text = trimmed(text.substr(0, text.size() - word.size()));
  return true;
}

}  // namespace

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> out;
  std::string word;
  int depth = 0;
  for (const char letter : list + ",") {
    depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
    if (letter != ',' || depth > 0) {
      word += letter;
    } else {
      if (const std::string whole = trimmed(word); !whole.empty()) out.push_back(whole);
      word.clear();
    }
  }
  if (const std::string rest = trimmed(word.substr(0, word.empty() ? 0 : word.size() - 1)); !rest.empty())
    out.push_back(rest);  // a bracket is open: the formula says so
  return out;
}

std::vector<Column> asked_columns(const DerivedModel& derived, const std::vector<std::string>& words) {
  std::vector<std::string> names;
  std::copy_if(words.begin(), words.end(), std::back_inserter(names),
               [](const std::string& word) { return !word.starts_with("="); });
  std::vector<Column> out = trajectory_columns(derived.system, names);
  for (const std::string& word : words) {
    if (!word.starts_with("=") ||
        std::any_of(out.begin(), out.end(), [&](const Column& column) { return column.name == word; }))
      continue;
    out.push_back(column_of_formula(derived, word.substr(1), word));
  }
  return out;
}

Event asked_event(const DerivedModel& derived, const Skeleton& skeleton, const Flow& flow, const std::string& text) {
  Event out;
  std::string equation = trimmed(text);
  if (take_word(equation, "rising"))
    out.direction = 1;
  else if (take_word(equation, "falling"))
    out.direction = -1;
  const std::size_t equals = equation.find('=');
  const std::string left = trimmed(equation.substr(0, equals)),
                    right = equals == std::string::npos ? "" : trimmed(equation.substr(equals + 1));
  if (left.empty() || right.empty() || right.find('=') != std::string::npos)
    throw UsageError(fmt::format(
        "--event takes an equation, \"phi_elbow = 0\", and may end with rising or falling; got \"{}\"", text));
  const std::string asked = fmt::format("--event \"{}\"", text);
  column_of_formula(derived, left, asked);  // each side by itself first, so that what is wrong is said of it
  column_of_formula(derived, right, asked);
  out.quantity = [flow, rows = recorder(derived.system, skeleton,
                                        {column_of_formula(derived, fmt::format("({}) - ({})", left, right), asked)})](
                     double t, const double* x) mutable { return record(rows, flow, t, x)[0]; };
  return out;
}

std::string events_name(const std::string& target) {
  return std::filesystem::path(target).replace_extension(".events.csv").string();
}

std::string events_table(const std::vector<Column>& columns, const std::vector<MetEvent>& met) {
  std::string out;
  for (const Column& column : columns) out += csv_cell(column.name) + ",";
  out += "event,direction\n";
  for (const MetEvent& one : met) {
    for (const double value : one.row) out += fmt::format("{:.17g},", value);
    out += fmt::format("{},{}\n", one.event + 1, one.direction);
  }
  return out;
}

}  // namespace oopss
