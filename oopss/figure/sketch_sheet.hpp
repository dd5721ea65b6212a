// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/drawing.hpp"
#include "oopss/figure/sketch_labels.hpp"
#include "oopss/figure/sketch_shapes.hpp"

namespace oopss {

/// A drawing in the making: the panel in metres, and what labels must know of the page.
struct SketchSheet {
  static constexpr double em = 15;  // the size of the text, in pixels
  const LabelledBodies& bodies;
  const std::vector<BodyPose>& poses;
  Panel panel;
  double u = 1;                             // metres per pixel
  std::vector<std::vector<Spot>> outlines;  // of the bodies, in inertial axes
  std::vector<PageLine> lines;
  std::vector<LabelRequest> labels;

  Spot centre(int i) const { return {poses[i].x, poses[i].y}; }
  Spot page(Spot spot) const { return on_page(panel, spot); }

  void add_line(Spot from, Spot to, const Ink& ink, double weight) {
    panel.marks.push_back(Curve{{from, to}, ink});
    lines.push_back({page(from), page(to), weight});
  }
  /// A filled tip at the end of a line in this direction.
  void add_tip(Spot end, Spot along, const Colour& colour, double size) {
    const Spot back = end - size * u * along, across = 0.36 * size * u * Spot{-along.y, along.x};
    panel.marks.push_back(Area{{{end, back + across, back - across}}, colour});
  }
  /// A place that labels keep off.
  void keep_off(Spot spot, double radius) {
    const Spot p = page(spot);
    lines.push_back({{p.x - radius, p.y}, {p.x + radius, p.y}, 6});
    lines.push_back({{p.x, p.y - radius}, {p.x, p.y + radius}, 6});
  }
  LabelRequest request(Spot spot, const Symbol& text, const Colour& colour, double size = 1) const {
    LabelRequest out;
    out.label = {spot, text.letter, colour, Anchor::middle, {}, size, true, text.index};
    measure(out);
    return out;
  }
  static void measure(LabelRequest& out) {
    constexpr double clear = 3;  // on each side
    out.width = label_width(out.label) * out.label.size * em + 2 * clear;
    out.height = (out.label.subscript.empty() ? 0.85 : 1.05) * out.label.size * em + 2 * clear;
  }
};

}  // namespace oopss
