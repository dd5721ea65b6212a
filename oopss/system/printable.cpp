// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oopss {
namespace {

std::string in_hex(char32_t code) {
  if (code < 0x10000) return fmt::format("\\u{:04x}", static_cast<unsigned>(code));
  const unsigned beyond = static_cast<unsigned>(code) - 0x10000;  // in two halves, as JSON writes it
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (beyond >> 10U), 0xDC00 + (beyond & 0x3FFU));
}

std::string shown(std::string_view text, std::string_view kept) {
  const auto plain = [&](char c) { return (c >= 0x20 && c < 0x7F) || kept.find(c) != std::string_view::npos; };
  if (std::all_of(text.begin(), text.end(), plain)) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const Character first = first_character(text);
    if (first.length == 0)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else if (plain(text[0]) || !is_hidden(first.code))
      out += text.substr(0, first.length);
    else if (!(text.starts_with("\r\n") && plain('\n')))  // the line end of another system
      out += in_hex(first.code);
    text.remove_prefix(std::max<std::size_t>(first.length, 1));
  }
  return out;
}

}  // namespace

Character first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {1, first};
  const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (length == 0 || text.size() < length) return {};
  char32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80) return {};
    code = code << 6U | (byte & 0x3FU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) return {};
  return {length, code};
}

bool is_hidden(char32_t code) {
  struct Range {
    char32_t from, to;
  };
  constexpr Range hidden[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},      {0x61C, 0x61C},
                              {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E},  {0x2060, 0x206F},
                              {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF}};
  return (code & 0xFFFE) == 0xFFFE ||  // no characters
         std::any_of(std::begin(hidden), std::end(hidden),
                     [&](const Range& range) { return code >= range.from && code <= range.to; });
}

std::string printable(std::string_view text) { return shown(text, "\n\t"); }
std::string one_line(std::string_view text) { return shown(text, ""); }

}  // namespace oopss
