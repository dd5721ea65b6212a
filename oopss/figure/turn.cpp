// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/turn.hpp"

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

/// Blue where F is positive, orange where it is negative, white at zero; from −1 to 1.
Colour signed_tone(double height) {
  constexpr Colour up = {0.310, 0.475, 0.639}, down = {0.835, 0.500, 0.180};
  const Colour& end = height < 0 ? down : up;
  const double share = std::min(1.0, std::abs(height));
  const auto mix = [&](double part) { return 1 + (part - 1) * share; };
  return {mix(end.red), mix(end.green), mix(end.blue)};
}

std::vector<Spot> box(double left, double right, double low, double high) {
  return {{left, low}, {right, low}, {right, high}, {left, high}, {left, low}};
}

double largest(const ShapeMap& map) { return std::max({std::abs(map.lowest), std::abs(map.highest), 1e-300}); }

/// The tone of what lies between the level k and the next one; −1: below the first.
Colour tone_above(const ShapeMap& map, int k) {
  const int count = static_cast<int>(map.contours.size());
  const double low = k < 0 ? map.lowest : map.contours[k].level,
               high = k + 1 < count ? map.contours[k + 1].level : map.highest;
  return signed_tone((low + high) / 2 / largest(map));
}

/// The scale of tones, with the levels.
Panel curvature_scale(const ShapeMap& map, const Box& frame, double em) {
  Panel panel;
  panel.frame = frame;
  panel.y = {map.lowest, map.highest, {}, {}};
  const int count = static_cast<int>(map.contours.size());
  const int digits = digits_for(map.highest - map.lowest);
  double last = 1e9;  // pixels
  for (int k = -1; k < count; ++k) {
    const double low = k < 0 ? map.lowest : map.contours[k].level,
                 high = k + 1 < count ? map.contours[k + 1].level : map.highest;
    panel.marks.push_back(Area{{box(0, 1, low, high)}, tone_above(map, k), 1});
    const double height = on_page(panel, {1, low}).y;
    if (k < 0 || last - height < 1.15 * em) continue;
    last = height;
    panel.marks.push_back(Label{{1, low}, number_text(low, digits), grey, Anchor::start, {0.5 * em, 0}, 0.85});
  }
  panel.marks.push_back(Curve{box(0, 1, map.lowest, map.highest), {grey, 1, 1}});
  panel.marks.push_back(Label{{0, map.highest}, "F", dark, Anchor::start, {0, -1.1 * em}, 1});
  return panel;
}

/// The tip of an arrow on the loop at u, in the direction in which it is run through.
void add_loop_arrow(Panel& panel, const TurnLoop& loop, double u) {
  const auto place = [&](double along) {
    const std::vector<double> phi = shape_on(loop, along);
    return Spot{phi[0], phi[1]};
  };
  const Spot here = place(u), a = on_page(panel, place(u - 1e-3)), b = on_page(panel, place(u + 1e-3));
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  if (!(length > 0)) return;
  constexpr double reach = 9;
  const double right = (b.x - a.x) / length * reach, up = (a.y - b.y) / length * reach;
  panel.marks.push_back(
      Area{{{beside(panel, here, right, up), beside(panel, here, -0.7 * right - 0.6 * up, -0.7 * up + 0.6 * right),
             beside(panel, here, -0.7 * right + 0.6 * up, -0.7 * up - 0.6 * right)}},
           dark,
           1});
}

}  // namespace

ShapeMap curvature_map(const ReducedLagrangian& lagrangian, const TurnLoop& loop) {
  const auto F = [&](double x, double y) {
    const double phi[2] = {x, y};
    return lagrangian.connection(phi).F[1];
  };
  double most = 0;
  constexpr int samples = 40;
  for (int i = 0; i <= samples; ++i)
    for (int j = 0; j <= samples; ++j) most = std::max(most, std::abs(F(2 * pi * i / samples, 2 * pi * j / samples)));
  const double step = round_up(std::max(most, 1e-300) / 9);
  std::vector<double> levels;
  for (int k = -8; k <= 8; ++k)
    if (std::abs(k) * step < most) levels.push_back(k * step);
  return shape_map(F, window_of(loop), levels, {});
}

Figure turn_figure(const ShapeMap& curvature, const TurnLoop& loop, const std::string& title,
                   const std::vector<std::string>& angles) {
  Figure figure;
  figure.width = 960;
  figure.height = 868;
  figure.title = title;
  const double em = figure.text_size, side = 52 * em;
  const auto& [from, to] = curvature.window;
  Panel panel;
  panel.frame = {5 * em, 5.4 * em, side, side};
  panel.x = angle_axis(from[0], to[0], angles[0] + " (rad)");
  panel.y = angle_axis(from[1], to[1], angles[1] + " (rad)");
  panel.marks.push_back(Area{{box(from[0], to[0], from[1], to[1])}, tone_above(curvature, -1), 1});
  for (std::size_t k = 0; k < curvature.contours.size(); ++k) {
    std::vector<std::vector<Spot>> bounds;
    for (const auto& bound : curvature.contours[k].bounds) {
      bounds.emplace_back();
      for (const auto& [x, y] : bound) bounds.back().push_back({x, y});
    }
    panel.marks.push_back(Area{bounds, tone_above(curvature, static_cast<int>(k)), 1});
  }
  for (const ContourLevel& contour : curvature.contours)
    for (const auto& line : contour.lines) {
      Curve curve{{}, contour.level == 0 ? Ink{dark, 0.7, 1.2} : Ink{grey, 0.5, 0.7}};
      for (const auto& [x, y] : line) curve.through.push_back({x, y});
      panel.marks.push_back(std::move(curve));
    }
  panel.marks.push_back(Curve{box(from[0], to[0], from[1], to[1]), {grey, 1, 1}});
  constexpr int places = 720;
  Curve path{{}, {dark, 1, 2.4}};
  for (int q = 0; q <= places; ++q) {
    const std::vector<double> phi = shape_on(loop, last_place(loop) * q / places);
    path.through.push_back({phi[0], phi[1]});
  }
  panel.marks.push_back(path);
  for (const double share : {0.25, 0.5, 0.75}) add_loop_arrow(panel, loop, share * last_place(loop));
  panel.marks.push_back(Disc{path.through.front(), 5.5, dark, 1});
  panel.marks.push_back(Label{path.through.front(), "start", dark, Anchor::start, {0.7 * em, -0.9 * em}, 0.9, true});
  panel.marks.push_back(Label{{to[0], to[1]},
                              "F: the whole turns by minus F added up inside the loop, counter-clockwise",
                              grey,
                              Anchor::end,
                              {0, -1.1 * em},
                              0.9});
  figure.panels.push_back(std::move(panel));
  figure.panels.push_back(curvature_scale(curvature, {5 * em + side + 1.6 * em, 5.4 * em, 1.4 * em, side}, em));
  return figure;
}

}  // namespace oopss
