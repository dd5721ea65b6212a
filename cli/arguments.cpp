// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "oopss/model/diagnostic.hpp"

namespace oopss {

std::string number_problem(const std::string& text, Sign sign) {
  double number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size() || !std::isfinite(number))
    return fmt::format("{} is not a finite number", oopss::quoted(text));
  if (sign == Sign::positive && !(number > 0)) return fmt::format("must be greater than 0, got {}", text);
  if (sign == Sign::not_negative && !(number >= 0)) return fmt::format("must not be negative, got {}", text);
  return {};
}

std::vector<double> numbers_of(const char* option, const char* what, const std::string& list) {
  std::vector<double> out;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    double value = 0;
    const auto read = std::from_chars(list.data() + begin, list.data() + end, value);
    if (read.ec != std::errc() || read.ptr != list.data() + end || !std::isfinite(value))
      throw UsageError(fmt::format("{} takes {} with commas between them, got \"{}\"", option, what, list));
    out.push_back(value);
    begin = end + 1;
  }
  return out;
}

std::string in_words(const Endings& endings) {
  std::string out = "FILE";
  for (std::size_t i = 0; i < endings.known.size(); ++i)
    out += fmt::format("{}{}", i == 0 ? "" : i + 1 == endings.known.size() ? " or " : ", ", endings.known[i]);
  return out + (endings.stream ? ", or - for standard output" : "");
}

std::string ending_problem(const std::string& path, const Endings& endings) {
  if (endings.stream && (path == "-" || is_device(path))) return {};
  const std::string found = ending(path);
  if (std::find(endings.known.begin(), endings.known.end(), found) != endings.known.end()) return {};
  return fmt::format("{} {}; this takes {}", oopss::quoted(path),
                     found.empty() ? "has no ending that says what to write" : "has an ending that is not known here",
                     in_words(endings));
}

std::string choice_problem(const std::string& text, const std::vector<std::string_view>& known) {
  if (std::find(known.begin(), known.end(), text) != known.end()) return {};
  return fmt::format("there is no {}{}", oopss::quoted(text), among(text, known));
}

std::string written_format(const std::string& path, const std::string& asked,
                           const std::vector<FormatOfEnding>& known) {
  const std::string last = ending(path);
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const FormatOfEnding& row) { return row.first == last; });
  const std::string named(found == known.end() ? "" : found->second);
  if (!named.empty() && !asked.empty() && named != asked)
    throw UsageError(fmt::format("{} is a file for {}, and {} was asked for", oopss::quoted(path), named, asked));
  return !asked.empty() ? asked : !named.empty() ? named : "text";
}

std::string size_words(double bytes) {
  constexpr std::array<const char*, 6> units = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

double rounded(double value, double scale) {
  constexpr double rounding = 256 * std::numeric_limits<double>::epsilon();  // of what a linear system was solved for
  return std::abs(value) <= rounding * std::abs(scale) ? 0.0 : value + 0.0;
}

std::vector<double> rounded(std::vector<double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  for (double& value : values) value = rounded(value, largest);
  return values;
}

}  // namespace oopss
