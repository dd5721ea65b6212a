// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/toml_scan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/model/characters.hpp"

namespace oopss {
namespace {

void append_utf8(std::string& out, unsigned long code) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    tail(12), tail(6), tail(0);
  }
}

/// Digits with single underscores between them; moves `next` behind them.
bool digits(std::string_view token, std::size_t& next) {
  const std::size_t begin = next;
  while (next < token.size() &&
         (is_digit(token[next]) || (token[next] == '_' && next > begin && token[next - 1] != '_')))
    ++next;
  return next > begin && token[next - 1] != '_';
}

}  // namespace

bool is_bare_key_character(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; }

TomlValue toml_number(std::string_view token) {
  using Kind = TomlValue::Kind;
  TomlValue value;
  std::size_t next = !token.empty() && (token[0] == '+' || token[0] == '-') ? 1 : 0;
  Kind kind = Kind::integer;
  const std::string_view unsigned_token = token.substr(next);
  if (unsigned_token == "inf" || unsigned_token == "nan") {
    kind = Kind::floating;
  } else {
    if (unsigned_token.size() > 1 && unsigned_token[0] == '0' &&
        (is_digit(unsigned_token[1]) || unsigned_token[1] == '_'))
      return value;
    if (!digits(token, next)) return value;
    if (next < token.size() && token[next] == '.') {
      kind = Kind::floating;
      if (!digits(token, ++next)) return value;
    }
    if (next < token.size() && (token[next] == 'e' || token[next] == 'E')) {
      kind = Kind::floating;
      ++next;
      if (next < token.size() && (token[next] == '+' || token[next] == '-')) ++next;
      if (!digits(token, next)) return value;
    }
    if (next < token.size()) return value;
  }
  value.kind = kind;
  for (const char c : token.substr(token[0] == '+' ? 1 : 0))
    if (c != '_') value.text += c;
  return value;
}

TomlScanner::TomlScanner(std::string_view text, int source, Problems& problems)
    : text_(text), source_(source), problems_(problems) {
  check_characters();
  bad_lines_ = reported_lines_;
}

/// Reports invalid UTF-8 and control characters, once per line; the rest of the scanner need not look again.
void TomlScanner::check_characters() {
  int line = 1;
  std::size_t begin = 0;
  for (std::size_t next = 0; next < text_.size();) {
    const auto c = static_cast<unsigned char>(text_[next]);
    std::size_t length = 1;
    std::string message;
    if (c == '\n') {
      ++line;
      begin = next + 1;
    } else if ((c < 0x20 && c != '\t' && !(c == '\r' && text_.substr(next, 2) == "\r\n")) || c == 0x7F) {
      message = fmt::format("control character U+{:04X} in the text", c);
    } else if (c >= 0x80) {
      length = utf8_length(text_.substr(next));
      if (length == 0) message = fmt::format("byte 0x{:02X} is not valid UTF-8", c);
    }
    if (!message.empty() && !problems_.full())
      report({line, static_cast<int>(next - begin) + 1, 1, source_}, std::move(message));
    next += std::max<std::size_t>(length, 1);
  }
}

Place TomlScanner::place(std::size_t begin, std::size_t length) const {
  return {line_, static_cast<int>(begin - line_begin_) + 1, static_cast<int>(std::max<std::size_t>(length, 1)),
          source_};
}

bool TomlScanner::take(char c) {
  if (at_end() || text_[position_] != c) return false;
  ++position_;
  return true;
}

void TomlScanner::newline() {
  ++position_;
  ++line_;
  line_begin_ = position_;
}

void TomlScanner::skip_blanks() {
  while (peek() == ' ' || peek() == '\t') ++position_;
}

void TomlScanner::skip_lines() {
  while (true) {
    skip_blanks();
    if (peek() == '#') position_ = std::min(text_.find('\n', position_), text_.size());
    if (starts_with("\r\n")) ++position_;
    if (peek() != '\n') return;
    newline();
  }
}

void TomlScanner::end_of_line() {
  skip_blanks();
  if (peek() == '#') position_ = std::min(text_.find('\n', position_), text_.size());
  if (starts_with("\r\n")) ++position_;
  if (at_end()) return;
  if (peek() == '\n') return newline();
  const std::string_view rest = rest_of_line();
  const bool expression = std::string_view("+-*/^(").find(rest[0]) != std::string_view::npos || is_letter(rest[0]);
  fail(place(position_, rest.size()), fmt::format("unexpected {} after the value", quoted(rest)),
       expression ? "an expression stands in quotes, as in \"90 deg\" or \"2*l\"" : "");
}

void TomlScanner::skip_to_next_line() {
  position_ = std::min(text_.find('\n', position_), text_.size());
  if (!at_end()) newline();
}

bool TomlScanner::only_blanks_before() const {
  const std::string_view before = text_.substr(line_begin_, position_ - line_begin_);
  return before.find_first_not_of(" \t") == std::string_view::npos;
}

bool TomlScanner::looks_like_statement() const {
  std::size_t next = line_begin_;
  const auto blanks = [&] {
    while (next < text_.size() && (text_[next] == ' ' || text_[next] == '\t')) ++next;
  };
  const auto word = [&] {
    const std::size_t begin = next;
    while (next < text_.size() && (is_bare_key_character(text_[next]) || text_[next] == '.')) ++next;
    return next > begin;
  };
  blanks();
  const bool header = next < text_.size() && text_[next] == '[';
  while (header && next < text_.size() && text_[next] == '[') ++next;
  if (!word()) return false;
  blanks();
  return next < text_.size() && text_[next] == (header ? ']' : '=');
}

/// What is left of the line before a comment.
std::string_view TomlScanner::rest_of_line() const {
  std::string_view rest = text_.substr(position_, text_.find('\n', position_) - position_);
  rest = rest.substr(0, rest.find('#'));
  while (rest.size() > 1 && (rest.back() == ' ' || rest.back() == '\t' || rest.back() == '\r')) rest.remove_suffix(1);
  return rest;
}

TomlKey TomlScanner::key_part() {
  const std::size_t begin = position_;
  if (peek() == '"' || peek() == '\'') {
    if (starts_with("\"\"\"") || starts_with("'''")) fail(place(position_, 3), "a key cannot be a multi-line string");
    TomlValue key = string();
    return {std::move(key.text), place_since(begin)};
  }
  while (is_bare_key_character(peek())) ++position_;
  if (position_ == begin) fail_here("a key");
  return {std::string(text_.substr(begin, position_ - begin)), place_since(begin)};
}

TomlValue TomlScanner::string() {
  const std::size_t begin = position_;
  const char quote = peek();
  TomlValue value;
  value.kind = TomlValue::Kind::string;
  const std::string triple(3, quote);
  if (starts_with(triple)) {
    value.place = place(begin, 3);
    multi_line(value, quote, begin);
  } else {
    single_line(value, quote, begin);
    value.place = place_since(begin);
  }
  if (std::binary_search(bad_lines_.begin(), bad_lines_.end(), line_)) value.kind = TomlValue::Kind::broken;
  return value;
}

void TomlScanner::single_line(TomlValue& value, char quote, std::size_t begin) {
  ++position_;
  value.verbatim = true;
  while (peek() != quote || at_end()) {
    if (at_end() || peek() == '\n' || starts_with("\r\n"))
      fail(place_since(begin), fmt::format("the string is not closed; it needs a {} at its end", quote));
    if (quote == '"' && (starts_with("\\\n") || starts_with("\\\r\n"))) {
      ++position_;  // only a multi-line string goes on: this one is not closed
    } else if (quote == '"' && peek() == '\\') {
      value.verbatim = false;
      escape(value.text);
    } else {
      value.text += text_[position_++];
    }
  }
  ++position_;
}

void TomlScanner::multi_line(TomlValue& value, char quote, std::size_t begin) {
  const Place opening = place(begin, 3);
  const std::string triple(3, quote);
  position_ += 3;
  if (starts_with("\r\n")) ++position_;
  if (peek() == '\n') newline();
  while (!starts_with(triple)) {
    if (at_end()) {
      problems_.partial = true;
      fail(opening, fmt::format("the multi-line string is not closed; it needs {} at its end", triple));
    }
    if (quote == '"' && joined_lines()) continue;
    if (quote == '"' && peek() == '\\') {
      escape(value.text);
    } else if (peek() == '\n') {
      value.text += '\n';
      newline();
    } else if (starts_with("\r\n")) {
      ++position_;
    } else {
      value.text += text_[position_++];
    }
  }
  position_ += 3;
  for (int i = 0; i < 2 && take(quote); ++i)
    value.text += quote;  // up to two quotes may stand before the closing three
}

void TomlScanner::escape(std::string& out) {
  static constexpr std::string_view letters = "btnfr\"\\", meanings = "\b\t\n\f\r\"\\";
  const std::size_t begin = position_++;
  const char c = peek();
  if (const std::size_t i = letters.find(c); i != std::string_view::npos && !at_end()) {
    ++position_;
    out += meanings[i];
    return;
  }
  if (c == 'u' || c == 'U') {
    const std::size_t count = c == 'u' ? 4 : 8;
    unsigned long code = 0;
    ++position_;
    std::size_t i = 0;
    for (; i < count; ++i, ++position_) {
      const std::size_t digit = std::string_view("0123456789abcdef0123456789ABCDEF").find(peek());
      if (at_end() || digit == std::string_view::npos) break;
      code = 16 * code + digit % 16;
    }
    if (i < count || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
      fail(place_since(begin), fmt::format("\\{} needs {} hexadecimal digits of a Unicode character", c, count));
    return append_utf8(out, code);
  }
  fail(place(begin, 2), fmt::format("unknown escape {}", quoted(text_.substr(begin, 2))),
       "a backslash is written \\\\, or use a string in single quotes");
}

bool TomlScanner::joined_lines() {
  std::size_t end = position_ + 1;
  while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t' || text_[end] == '\r')) ++end;
  if (peek() != '\\' || end >= text_.size() || text_[end] != '\n') return false;
  ++position_;
  while (!at_end() && (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n')) {
    if (peek() == '\n')
      newline();
    else
      ++position_;
  }
  return true;
}

TomlValue TomlScanner::bare_value() {
  const std::size_t begin = position_;
  while (is_bare_key_character(peek()) || peek() == '+' || peek() == '.' || peek() == ':') ++position_;
  const std::string_view token = text_.substr(begin, position_ - begin);
  if (token.empty()) fail_here("a value");
  const Place position = place_since(begin);
  TomlValue value = toml_number(token);
  if (token == "true" || token == "false") {
    value.kind = TomlValue::Kind::boolean;
    value.boolean = token == "true";
  }
  value.place = position;
  if (value.kind != TomlValue::Kind::broken) return value;

  const std::string_view unsigned_token = token.substr(token[0] == '-' || token[0] == '+' ? 1 : 0);
  if (!unsigned_token.empty() && is_letter(unsigned_token[0])) {
    position_ = begin;
    std::string_view rest = rest_of_line();
    rest = rest.substr(0, rest.find_first_of(",]}"));
    fail(place(begin, rest.size()), fmt::format("expected a value, got {}", quoted(rest)),
         "a text or an expression stands in quotes");
  }
  std::string help;
  if (token.size() > 1 && token[0] == '0' && std::string_view("xob").find(token[1]) != std::string_view::npos)
    help = "write it in decimal";
  else if (token.find(':') != std::string_view::npos || (token.size() == 10 && token[4] == '-'))
    help = "dates and times have no meaning in a model";
  else if (unsigned_token.size() > 1 && unsigned_token[0] == '0')
    help = "a number has no leading zeros";
  else if (token.back() == '.' || token[0] == '.')
    help = "digits stand on both sides of the point";
  fail(position, fmt::format("{} is not a number", quoted(token)), std::move(help));
}

void TomlScanner::report(Place place, std::string message, std::string help) {
  const auto found = std::lower_bound(reported_lines_.begin(), reported_lines_.end(), place.line);
  if (found != reported_lines_.end() && *found == place.line) return;
  reported_lines_.insert(found, place.line);
  problems_.error(place, std::move(message), std::move(help));
}

void TomlScanner::fail(Place place, std::string message, std::string help) {
  report(place, std::move(message), std::move(help));
  throw TomlStop{};
}

void TomlScanner::fail_here(const std::string& expected) {
  if (at_end() || peek() == '\n' || starts_with("\r\n"))
    fail(place(position_, 1), fmt::format("expected {}, got the end of the {}", expected, at_end() ? "text" : "line"));
  std::size_t length = std::max<std::size_t>(utf8_length(text_.substr(position_)), 1);
  while (is_bare_key_character(peek()) && (is_bare_key_character(peek(length)) || peek(length) == '.')) ++length;
  fail(place(position_, length), fmt::format("expected {}, got {}", expected, quoted(text_.substr(position_, length))));
}

}  // namespace oopss
