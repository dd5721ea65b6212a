// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "oopss/figure/drawing.hpp"

namespace oopss {

enum class Picture { svg, pdf, png };

/// The format that the ending of a file's name asks for: .svg, .pdf or .png in any case. False if it is none of them.
bool picture_of(std::string_view file, Picture& format);

/// The figure as the bytes of a file; the same figure gives the same bytes. SVG is written here, with its texts as
/// texts; PDF and PNG are drawn by Cairo, which is loaded on first use (MissingModule if it is not there). Throws
/// NotFinite.
std::string render(const Figure& figure, Picture format);

/// The figure as pixels, row by row from the top: of each blue, green, red, and a byte of no meaning.
std::string pixels(const Figure& figure);

/// A drawing as an SVG document.
std::string svg(const Drawing& drawing);

}  // namespace oopss
