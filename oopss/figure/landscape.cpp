// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/portrait_marks.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

using std::numbers::pi;

/// From pale in the valleys to deep on the heights; every step darker than the one before.
Colour tone(double height) {
  constexpr Colour pale = {0.980, 0.984, 0.988}, deep = {0.310, 0.475, 0.639};
  const auto mix = [&](double a, double b) { return a + (b - a) * height; };
  return {mix(pale.red, deep.red), mix(pale.green, deep.green), mix(pale.blue, deep.blue)};
}

std::vector<std::vector<Spot>> spots(const std::vector<std::vector<std::array<double, 2>>>& lines) {
  std::vector<std::vector<Spot>> out;
  for (const auto& line : lines) {
    out.emplace_back();
    for (const auto& [x, y] : line) out.back().push_back({x, y});
  }
  return out;
}

std::vector<Spot> rectangle(double left, double right, double low, double high) {
  return {{left, low}, {right, low}, {right, high}, {left, high}, {left, low}};
}

/// The scale of tones beside the map, with a text for each level that has room.
Panel tone_scale(const ShapeMap& map, const Box& frame, double em) {
  Panel panel;
  panel.frame = frame;
  panel.y = {map.lowest, map.highest, {}, {}};
  double below = map.lowest;
  const int count = static_cast<int>(map.contours.size());
  for (int k = 0; k <= count; ++k) {
    const double above = k < count ? map.contours[k].level : map.highest;
    panel.marks.push_back(Area{{rectangle(0, 1, below, above)}, tone(k / static_cast<double>(count)), 1});
    below = above;
  }
  const int digits = digits_for(map.highest - map.lowest);
  double last = 1e9;  // pixels
  for (const bool separating : {true, false})
    for (const ContourLevel& contour : map.contours) {
      if (contour.separating != separating) continue;
      panel.marks.push_back(
          Curve{{{0, contour.level}, {1, contour.level}}, {dark, separating ? 1 : 0.5, separating ? 2.0 : 0.8}});
    }
  for (const ContourLevel& contour : map.contours) {
    const double height = on_page(panel, {1, contour.level}).y;
    if (last - height < 1.15 * em) continue;
    last = height;
    panel.marks.push_back(Label{{1, contour.level},
                                number_text(contour.level, digits),
                                contour.separating ? dark : grey,
                                Anchor::start,
                                {0.5 * em, 0},
                                0.85});
  }
  panel.marks.push_back(Curve{rectangle(0, 1, map.lowest, map.highest), {grey, 1, 1}});
  panel.marks.push_back(Label{{0, map.highest}, "J", dark, Anchor::start, {0, -1.1 * em}, 1});
  return panel;
}

void add_mark(Panel& panel, Spot spot, const StabilityReport& report) {
  constexpr double radius = 6;
  const int sides = report.index == 0 ? 48 : report.index == 1 ? 4 : 3;
  const double reach = (report.index == 0 ? 1.0 : report.index == 1 ? 1.25 : 1.35) * radius;
  std::vector<Spot> outline;
  for (int k = 0; k <= sides; ++k) {
    const double angle = pi / 2 + 2 * pi * k / sides;
    outline.push_back(beside(panel, spot, reach * std::cos(angle), reach * std::sin(angle)));
  }
  panel.marks.push_back(Area{{outline}, report.verdict == Stability::stable ? dark : white, 1});
  panel.marks.push_back(Curve{outline, {dark, 1, 1.8}});
  if (report.verdict == Stability::spectrally_stable) panel.marks.push_back(Disc{spot, 0.35 * radius, dark, 1});
}

}  // namespace

Figure landscape_figure(const ShapeMap& map, const std::vector<RelativeEquilibrium>& marks, const PortraitText& text) {
  Figure figure = portrait_page(text, 960, 868);
  const double em = figure.text_size, side = 52 * em;
  Panel panel;
  panel.frame = {5 * em, 5.4 * em, side, side};
  panel.x = angle_axis(map.window.from[0], map.window.to[0], text.angles[0] + " (rad)");
  panel.y = angle_axis(map.window.from[1], map.window.to[1], text.angles[1] + " (rad)");
  const auto& [from, to] = map.window;
  const int count = static_cast<int>(map.contours.size());
  panel.marks.push_back(Area{{rectangle(from[0], to[0], from[1], to[1])}, tone(0), 1});
  for (int k = 0; k < count; ++k)
    panel.marks.push_back(Area{spots(map.contours[k].bounds), tone((k + 1) / static_cast<double>(count)), 1});
  for (const bool separating : {false, true})
    for (const ContourLevel& contour : map.contours)
      if (contour.separating == separating)
        for (const std::vector<Spot>& line : spots(contour.lines))
          panel.marks.push_back(Curve{line, separating ? Ink{dark, 1, 2.0} : Ink{{0.16, 0.28, 0.42}, 0.6, 0.9}});
  panel.marks.push_back(Curve{rectangle(from[0], to[0], from[1], to[1]), {grey, 1, 1}});
  const int digits = digits_for(map.highest - map.lowest);
  for (const RelativeEquilibrium& mark : marks) {
    const Spot spot = {mark.phi[0], mark.phi[1]};
    add_mark(panel, spot, mark.stability);
    const Spot place = on_page(panel, spot);
    const bool left = place.x > panel.frame.left + panel.frame.width - 7 * em;
    panel.marks.push_back(Label{spot,
                                mark.id + "  " + number_text(mark.energy, digits),
                                dark,
                                left ? Anchor::end : Anchor::start,
                                {left ? -0.9 * em : 0.9 * em, -0.9 * em},
                                0.9,
                                true});
  }
  panel.marks.push_back(Label{{to[0], to[1]},
                              "V + U (J);  \u25cb minimum  \u25c7 saddle  \u25b3 maximum;  filled: stable",
                              grey,
                              Anchor::end,
                              {0, -1.1 * em},
                              0.9});
  figure.panels.push_back(std::move(panel));
  figure.panels.push_back(tone_scale(map, {5 * em + side + 1.6 * em, 5.4 * em, 1.4 * em, side}, em));
  return figure;
}

}  // namespace oopss
