// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/toml.hpp"

namespace oopss {

struct TomlStop {};  // thrown after a syntax error has been reported; the document goes on at the next line

bool is_bare_key_character(char c);

struct TomlKey {
  std::string text;
  Place place;
};

/// The characters of a TOML text: blanks, comments, keys, strings and numbers, each with its place.
class TomlScanner {
 public:
  TomlScanner(std::string_view text, int source, Problems& problems);

  bool at_end() const { return position_ == text_.size(); }
  char peek(std::size_t ahead = 0) const { return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0'; }
  bool starts_with(std::string_view what) const { return text_.substr(position_).starts_with(what); }
  bool take(char c);
  std::size_t position() const { return position_; }
  Place place(std::size_t begin, std::size_t length) const;
  Place place_since(std::size_t begin) const { return place(begin, position_ - begin); }

  void skip_blanks();
  /// Blanks, comments and line ends, as inside an array.
  void skip_lines();
  /// A comment or nothing, and the line's end.
  void end_of_line();
  /// To the beginning of the next line, whatever stands before it.
  void skip_to_next_line();
  /// Back to the beginning of the present line.
  void rewind_line() { position_ = line_begin_; }
  bool only_blanks_before() const;
  /// Does the present line look like `key = …` or `[header]`?
  bool looks_like_statement() const;

  /// One part of a key: bare or quoted.
  TomlKey key_part();
  TomlValue string();
  /// A number, true or false.
  TomlValue bare_value();

  /// Reports a problem unless its line has one already.
  void report(Place place, std::string message, std::string help = {});
  [[noreturn]] void fail(Place place, std::string message, std::string help = {});
  [[noreturn]] void fail_here(const std::string& expected);

 private:
  void check_characters();
  void newline();
  std::string_view rest_of_line() const;
  void escape(std::string& out);
  bool joined_lines();  // a backslash at a line's end in a multi-line string, passed with the space behind it
  void single_line(TomlValue& value, char quote, std::size_t begin);
  void multi_line(TomlValue& value, char quote, std::size_t begin);

  std::string_view text_;
  int source_;
  Problems& problems_;
  std::size_t position_ = 0, line_begin_ = 0;
  int line_ = 1;
  std::vector<int> reported_lines_, bad_lines_;  // sorted; bad: with a character that cannot stand there
};

}  // namespace oopss
