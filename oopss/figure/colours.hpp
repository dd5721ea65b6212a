// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>

#include "oopss/figure/figure.hpp"

namespace oopss {

constexpr Colour white = {1, 1, 1}, dark = {0.13, 0.13, 0.13}, grey = {0.45, 0.45, 0.45}, light = {0.88, 0.88, 0.88};

/// A colour written as in HTML.
constexpr Colour hexadecimal(unsigned code) {
  return {(code >> 16) / 255.0, (code >> 8 & 255) / 255.0, (code & 255) / 255.0};
}

/// The colour that a body keeps everywhere, in the workbench too (web/src/motion/colours.ts): eight that any two of are
/// told apart, by the colour-blind as well, each with the contrast to white that reading needs. The first are near
/// Okabe and Ito's.
inline Colour body_colour(int body) {
  constexpr std::array<Colour, 8> colours = {hexadecimal(0x0072b2),   // blue
                                             hexadecimal(0xc4500a),   // vermilion
                                             hexadecimal(0x19795a),   // bluish green
                                             hexadecimal(0xcb4279),   // rose
                                             hexadecimal(0x7e450d),   // brown
                                             hexadecimal(0x3f2b96),   // indigo
                                             hexadecimal(0x690a28),   // wine
                                             hexadecimal(0x534b65)};  // slate
  return body < 0 ? dark : colours[body % colours.size()];
}

/// What an ink looks like on white paper, as an opaque colour.
inline Colour on_white(const Ink& ink) {
  const auto mix = [&](double part) { return 1 - ink.opacity * (1 - part); };
  return {mix(ink.colour.red), mix(ink.colour.green), mix(ink.colour.blue)};
}

/// Relative luminance (WCAG 2).
inline double luminance(const Colour& colour) {
  const auto linear = [](double part) {
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

/// The colour, darkened where a text in it would have less than the contrast 4.5 to white that reading needs.
inline Colour readable(Colour colour) {
  while (1.05 / (luminance(colour) + 0.05) < 4.5) colour = {colour.red * 0.97, colour.green * 0.97, colour.blue * 0.97};
  return colour;
}

}  // namespace oopss
