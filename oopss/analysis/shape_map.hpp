// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <vector>

namespace oopss {

/// Where a level of a function of two angles lies in a window.
struct ContourLevel {
  double level = 0;
  bool separating = false;  // it goes through a saddle
  /// The bounds of the part of the window where the function is at least `level`: closed, even-odd.
  std::vector<std::vector<std::array<double, 2>>> bounds;
  /// The curves on which it is `level`: those bounds without what runs along the window's border.
  std::vector<std::vector<std::array<double, 2>>> lines;
};

/// A window of two angles: from, to of each.
struct AngleWindow {
  std::array<double, 2> from{}, to{};
};

/// A function of two angles on a grid, and its levels: every place on a line is on its level to rounding.
struct ShapeMap {
  AngleWindow window;
  int size = 0;                // nodes along each side
  std::vector<double> values;  // at node (i, j), i along the first angle, at j · size + i
  double lowest = 0, highest = 0;
  std::vector<ContourLevel> contours;  // rising
};

struct MapSaddle {
  std::array<double, 2> phi{};
  double level = 0;
};

/// The map with contour lines at `levels` (without any: at about a dozen chosen ones) and at those of the saddles,
/// whose lines cross there.
ShapeMap shape_map(const std::function<double(double, double)>& f, const AngleWindow& window,
                   std::vector<double> levels, const std::vector<MapSaddle>& saddles);

}  // namespace oopss
