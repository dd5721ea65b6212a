// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>

#include "oopss/figure/figure.hpp"

namespace oopss {

constexpr Colour white = {1, 1, 1}, dark = {0.13, 0.13, 0.13}, grey = {0.45, 0.45, 0.45}, light = {0.88, 0.88, 0.88};

/// The colour that a body keeps everywhere: those of Okabe and Ito, which the colour-blind tell apart, the strongest on
/// white first. Black is left to the system as a whole; yellow is too faint on white.
inline Colour body_colour(int body) {
  constexpr std::array<Colour, 6> colours = {{{0, 0.447, 0.698},        // blue
                                              {0.835, 0.369, 0},        // vermilion
                                              {0, 0.620, 0.451},        // bluish green
                                              {0.800, 0.475, 0.655},    // reddish purple
                                              {0.902, 0.624, 0},        // orange
                                              {0.337, 0.706, 0.914}}};  // sky blue
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
