// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace oopss {

/// The character that a text, which is not empty, begins with.
struct Character {
  std::size_t length = 0;  // bytes; 0 if they are no UTF-8
  char32_t code = 0;
};
Character first_character(std::string_view text);

/// Whether a character shows nothing by itself but may change what a reader sees: control characters of all kinds (line
/// break and tab among them), marks of writing direction, characters without width, tags.
bool is_hidden(char32_t code);

/// A text that may hold parts of a file, as it may reach a terminal or a log: what is hidden becomes \uXXXX and what is
/// no UTF-8 \xXX, but line breaks and tabs stay. JSON stays the same document.
std::string printable(std::string_view text);
/// The same for a name that stands in a line: line breaks and tabs are written out too.
std::string one_line(std::string_view text);

}  // namespace oopss
