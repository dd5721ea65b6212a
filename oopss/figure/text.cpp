// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

constexpr std::string_view minus = "\u2212";

/// Widths of the characters 32 to 126 in 1/1000 of the text size, from the font's table hmtx.
constexpr std::array<short, 95> widths = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

std::string clean_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character first = first_character(text);
    if (first.length > 0 && first.code < 0x20)
      out += ' ';
    else if (first.length == 0 || is_hidden(first.code))
      out += '?';
    else
      out += text.substr(0, first.length);
    text.remove_prefix(std::max<std::size_t>(first.length, 1));
  }
  return out;
}

double text_width(std::string_view text) {
  constexpr double superscript = 0.401, other = 0.65;  // most that we print beyond ASCII are superscripts
  double width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 32 && byte < 127) {
      width += widths[byte - 32] / 1000.0;
    } else if (text.substr(i).starts_with(minus)) {
      width += 0.838;
    } else if (text.substr(i).starts_with("\u00b2") || text.substr(i).starts_with("\u00b3")) {
      width += superscript;
    } else if (!continues(text[i])) {
      width += byte == 0xE2 ? superscript : other;
    }
  }
  return width;
}

std::string fitted(std::string_view text, double width) {
  if (text_width(text) <= width) return std::string(text);
  const double room = width - 1;  // the width of the ellipsis
  while (!text.empty() && (text_width(text) > room || text.back() == ' ')) {
    while (text.size() > 1 && continues(text.back())) text.remove_suffix(1);
    text.remove_suffix(1);
  }
  return std::string(text) + "\u2026";
}

std::string number_text(double value, int digits) {
  std::array<char, 400> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, digits);
  std::string out(buffer.data(), end.ptr);
  if (out.find('.') != std::string::npos) {
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.') out.pop_back();
  }
  if (out == "-0") return "0";
  return out.starts_with('-') ? std::string(minus) + out.substr(1) : out;
}

std::string power_of_ten(int exponent) {
  static constexpr std::array<std::string_view, 10> raised = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                                              "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string out = exponent < 0 ? "10\u207b" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) out += raised[digit - '0'];
  return out;
}

}  // namespace oopss
