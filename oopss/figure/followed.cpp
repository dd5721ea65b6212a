// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/followed.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

Panel curve_panel(const Box& frame, const Axis& x, const Axis& y, const std::vector<double>& over,
                  const std::vector<double>& values, Colour colour) {
  Panel panel{frame, x, y, {}};
  Curve line{{}, {colour, 1, 2}};
  for (std::size_t i = 0; i < over.size(); ++i) line.through.push_back({over[i], values[i]});
  panel.marks.emplace_back(line);
  for (const Spot& spot : line.through) panel.marks.emplace_back(Disc{spot, 2.5, colour, 1});
  return panel;
}

Axis axis_of(const std::vector<double>& values, const std::string& quantity, const std::string& unit) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return axis_over(*low, *high, 7, quantity, unit);
}

/// One tick at what is constant, where rounding is no number.
Axis growth_axis(const std::vector<double>& growth, bool constant) {
  const std::string quantity = "log₁₀ of the largest multiplier";
  if (!constant) return axis_of(growth, quantity, "");
  const double value = std::abs(growth.front()) < 1e-6 ? 0 : growth.front();
  return axis_of({value, value}, quantity, "");
}

}  // namespace

Figure followed_figure(const FollowedCurve& curve) {
  Figure figure{1000, 800, 14, curve.title, {}};
  const double em = figure.text_size, top = 5 * em, side = 5 * em, gap = 4 * em,
               height = figure.height - top - gap - 4.5 * em, width = figure.width - side - 3 * em;
  const auto [least, most] = std::minmax_element(curve.growth.begin(), curve.growth.end());
  const double strip = *most - *least < 1e-6 ? 4 * em : height / 2;  // what is constant needs no half of a page
  Axis below = axis_of(curve.values, curve.path, curve.unit), above = below;
  above.label.clear();
  for (Tick& tick : above.ticks) tick.text.clear();
  figure.panels.push_back(curve_panel({side, top, width, height - strip}, above, axis_of(curve.period, "period", "s"),
                                      curve.values, curve.period, body_colour(0)));
  figure.panels.push_back(curve_panel({side, top + height - strip + gap, width, strip}, below,
                                      growth_axis(curve.growth, *most - *least < 1e-6), curve.values, curve.growth,
                                      body_colour(1)));
  return figure;
}

}  // namespace oopss
