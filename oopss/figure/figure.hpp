// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "oopss/system/skeleton.hpp"

namespace oopss {

/// A colour of the sRGB space, each part from 0 to 1.
struct Colour {
  double red = 0, green = 0, blue = 0;
};

enum class Dash { none, dashed, dotted, dash_dot };

/// How something is drawn. Widths are pixels of 1/96 inch, whatever the format.
struct Ink {
  Colour colour;
  double opacity = 1, width = 1.4;
  Dash dash = Dash::none;
  bool anchored = false;  // dashes begin at places of the page, not of the line: lines on each other share their gaps
};

/// A line through places.
struct Curve {
  std::vector<Spot> through;
  Ink ink;
};

/// What lies inside an odd number of closed lines, filled.
struct Area {
  std::vector<std::vector<Spot>> bounds;
  Colour colour;
  double opacity = 1;
};

/// A filled disc, its radius in pixels.
struct Disc {
  Spot centre;
  double radius = 3;
  Colour colour;
  double opacity = 1;
};

/// A ring around white, its radius in pixels.
struct Ring {
  Spot centre;
  double radius = 3;
  Ink ink;
};

enum class Anchor { start, middle, end };

/// A text, never interpreted, with a subscript if it has one. It stands `shift` pixels off its place, its middle line
/// at that height.
struct Label {
  Spot anchor_point;
  std::string text;
  Colour colour;
  Anchor anchor = Anchor::start;
  Spot shift;
  double size = 1;                  // in units of the figure's text size
  bool halo = false;                // on white, so that it can be read over lines
  std::string subscript{}, rest{};  // behind the text, and what goes on behind the subscript
};

/// What a panel shows, drawn in order.
using Mark = std::variant<Curve, Area, Disc, Ring, Label>;

struct Tick {
  double value = 0;
  std::string text;
};

/// An axis of a panel: the range it spans, and the lines of the grid with their texts (empty: a line alone).
struct Axis {
  double from = 0, to = 1;
  std::vector<Tick> ticks;
  std::string label;  // quantity and unit, θ_{arm} with a subscript; empty: none
};

/// A rectangle on the page, in pixels.
struct Box {
  double left = 0, top = 0, width = 0, height = 0;
};

/// A rectangle with two axes and marks in their units.
struct Panel {
  Box frame;
  Axis x, y;
  std::vector<Mark> marks;
};

/// A picture as plain data. Nothing in it is NaN or infinite: `render` refuses such a figure.
struct Figure {
  double width = 1200, height = 900;  // pixels of 1/96 inch
  double text_size = 14;
  std::string title;
  std::vector<Panel> panels;
};

/// Where a place of a panel lies on the page.
inline Spot on_page(const Panel& panel, Spot spot) {
  const Box& box = panel.frame;
  return {box.left + (spot.x - panel.x.from) / (panel.x.to - panel.x.from) * box.width,
          box.top + (panel.y.to - spot.y) / (panel.y.to - panel.y.from) * box.height};
}

}  // namespace oopss
