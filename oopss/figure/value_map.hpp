// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/figure.hpp"

namespace oopss {

/// One of the two numbers that a map spans: its values in order, at equal distances or in equal ratios.
struct MapAxis {
  std::string label;
  std::vector<double> values;
  bool logarithmic = false;
  bool angle = false;  // in radians: ticks at fractions of π
  std::string unit{};
};

/// A number over a grid of two others. Where there is none a cell has a reason instead, by its place in `reasons`.
struct ValueMap {
  std::string title, quantity;
  MapAxis x, y;
  std::vector<double> values;        // of x_i and y_j at [i · y + j]; NaN: none
  std::vector<int> reason;           // likewise; −1 where there is a value
  std::vector<std::string> reasons;  // in words
};

/// More cells than these along an axis find no pixels on a page.
constexpr int most_map_cells = 2000;

/// The map with its scale of colours, which the colour-blind tell apart and whose lightness rises with the value; cells
/// without one are grey.
Figure value_map_figure(const ValueMap& map);

}  // namespace oopss
