// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "oopss/model/characters.hpp"

namespace oopss {
namespace {

constexpr std::size_t most_shown = 100, most_kept = 1000;  // problems
constexpr std::size_t longest_line = 100;                  // characters of a source line
constexpr std::size_t longest_word = 64;                   // of which nearest() takes notice
constexpr std::size_t longest_quote = 48;                  // bytes of the user's text in a message
constexpr std::string_view unprintable = "\xEF\xBF\xBD";   // U+FFFD

/// A line as it is shown: one entry per character; a tab becomes four blanks, what cannot be printed U+FFFD.
struct Character {
  std::size_t offset;
  std::string_view shown;
};

std::vector<Character> characters(std::string_view line) {
  std::vector<Character> all;
  all.reserve(line.size());
  for (std::size_t offset = 0; offset < line.size();) {
    const std::size_t length = utf8_length(line.substr(offset));
    const auto first = static_cast<unsigned char>(line[offset]);
    if (first == '\t') {
      for (int i = 0; i < 4; ++i) all.push_back({offset, " "});
    } else if (length == 0 || first < 0x20 || first == 0x7F) {
      all.push_back({offset, unprintable});
    } else {
      all.push_back({offset, line.substr(offset, length)});
    }
    offset += std::max<std::size_t>(length, 1);
  }
  return all;
}

std::string_view line_of(std::string_view text, int number) {
  std::size_t begin = 0;
  for (int line = 1; line < number && begin != std::string_view::npos; ++line) {
    begin = text.find('\n', begin);
    if (begin != std::string_view::npos) ++begin;
  }
  if (begin == std::string_view::npos) return {};
  std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// The source line with a gutter, and carets under the place; a long line is cut around the place.
std::string excerpt(const Source& source, const Place& place) {
  const std::vector<Character> line = characters(line_of(source.text, place.line));
  const auto position = [&](int column) {
    const auto offset = static_cast<std::size_t>(std::max(column - 1, 0));
    const auto found = std::find_if(line.begin(), line.end(), [&](const Character& c) { return c.offset >= offset; });
    return static_cast<std::size_t>(found - line.begin());
  };
  const std::size_t from = position(place.column), to = std::max(position(place.column + place.length), from + 1);
  const std::size_t begin = from > longest_line - 20 ? from - 20 : 0;
  const std::size_t end = std::min(line.size(), begin + longest_line);

  std::string text = begin > 0 ? "..." : "";
  const std::size_t indent = text.size() + from - begin;
  for (std::size_t i = begin; i < end; ++i) text += line[i].shown;
  if (end < line.size()) text += "...";
  const std::size_t carets = std::min(to, std::max(end, from + 1)) - from;
  const std::string number = fmt::format("{:>4}", place.line);
  return fmt::format("{} | {}\n{:{}} | {:{}}{:^>{}}\n", number, text, "", number.size(), "", indent, "", carets);
}

}  // namespace

std::string show(const Source& source, const Diagnostic& problem) {
  const bool is_error = problem.severity == Diagnostic::Severity::error;
  std::string out = source.name;
  if (problem.place.line > 0) out += fmt::format(":{}:{}", problem.place.line, problem.place.column);
  out += fmt::format(": {}: {}\n", is_error ? "error" : "warning", problem.message);
  if (problem.place.line > 0) out += excerpt(source, problem.place);
  if (!problem.help.empty()) out += fmt::format("   help: {}\n", problem.help);
  return out;
}

std::string show(const Source& source, const std::vector<Diagnostic>& problems, const std::vector<Source>& settings) {
  std::string out;
  for (std::size_t i = 0; i < std::min(problems.size(), most_shown); ++i) {
    const int k = problems[i].place.source;
    out += show(k == 0 ? source : settings[static_cast<std::size_t>(k) - 1], problems[i]);
  }
  if (problems.size() > most_shown) out += fmt::format("… and {} more problems\n", problems.size() - most_shown);
  return out;
}

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Edits that turn one word into the other: insert, delete, replace, swap neighbours (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  std::size_t least = longest_word;
  if (word.empty() || word.size() > longest_word) return best;
  for (const std::string_view candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size()), limit = longer / 3;
    if (candidate.empty() || longer - std::min(word.size(), candidate.size()) > limit) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance <= limit && distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates,
                         const std::string& otherwise) {
  const std::string_view near = nearest(word, candidates);
  return near.empty() ? otherwise : fmt::format("did you mean {}?", quoted(near));
}

std::string in_brackets(const std::string& words) { return words.empty() ? "" : " (" + words + ")"; }

std::string among(std::string_view word, const std::vector<std::string_view>& known) {
  constexpr std::size_t most_listed = 24;
  std::string out = in_brackets(did_you_mean(word, known));
  if (known.empty()) return out;
  const std::size_t shown = std::min(known.size(), most_listed);
  out += fmt::format("; {} {}", known.size() == 1 ? "there is only" : "there are",
                     fmt::join(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  return known.size() > shown ? out + fmt::format(" and {} more", known.size() - shown) : out;
}

std::string quoted(std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  if (plain && text.size() <= longest_quote) return "'" + std::string(text) + "'";
  std::string out = "'";
  for (const Character& c : characters(text.substr(0, longest_quote + 4))) {
    if (c.offset >= longest_quote) break;
    out += c.shown;
  }
  return out + (text.size() > longest_quote ? "...'" : "'");
}

bool stands_before(const Place& a, const Place& b) {
  return std::tie(a.source, a.line, a.column) < std::tie(b.source, b.line, b.column);
}

void sort_by_place(std::vector<Diagnostic>& problems) {
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return stands_before(a.place, b.place); });
}

void Problems::error(Place place, std::string message, std::string help) {
  if (all.size() < 2 * most_kept)  // so that warnings never crowd out the errors
    all.push_back({place, std::move(message), std::move(help), Diagnostic::Severity::error});
}

void Problems::warning(Place place, std::string message, std::string help) {
  if (!full()) all.push_back({place, std::move(message), std::move(help), Diagnostic::Severity::warning});
}

bool Problems::full() const { return all.size() >= most_kept; }

bool Problems::any_error() const {
  return std::any_of(all.begin(), all.end(),
                     [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::error; });
}

std::string Problems::did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates,
                                   const std::string& otherwise) const {
  return all.size() >= most_shown ? otherwise : oopss::did_you_mean(word, candidates, otherwise);  // shown or not
}

}  // namespace oopss
