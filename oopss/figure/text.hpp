// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace oopss {

/// The text as every format can hold it: UTF-8, with a space for each control character and a ? for each byte that
/// belongs to no character.
std::string clean_text(std::string_view text);

/// Its width in DejaVu Sans, in units of the text size: exact for ASCII. A layout by this table is the same for all
/// formats, and needs no font.
double text_width(std::string_view text);

/// The text, cut and ended by "…" where it is wider than this many units of its size.
std::string fitted(std::string_view text, double width);

/// A number in as few digits as tell it, at most `digits` after the point, with a true minus sign.
std::string number_text(double value, int digits);

/// "10⁻⁶".
std::string power_of_ten(int exponent);

}  // namespace oopss
