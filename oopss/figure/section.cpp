// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/section.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

using std::numbers::pi;

/// An axis with some air around its values.
Axis aired(double low, double high, double count, const std::string& quantity, const std::string& unit) {
  const double air = 0.04 * std::max(high - low, 1e-300);
  return axis_over(low - air, high + air, count, quantity, unit);
}

/// An axis of decades from 10^low to 10^high, its places the logarithms.
Axis decades(int low, int high, const std::string& label) {
  Axis axis{static_cast<double>(low), static_cast<double>(high), {}, label};
  for (int k = low; k <= high; ++k) axis.ticks.push_back({static_cast<double>(k), power_of_ten(k)});
  return axis;
}

void add_course(Panel& panel, const Exponents& exponents, std::size_t k, Colour colour) {
  std::vector<Spot> bound;
  Curve curve{{}, {colour, 1, 1.8}};
  for (std::size_t i = 0; i < exponents.t.size(); ++i) {
    const double value = exponents.course[i][k], spread = exponents.band[i][k];
    curve.through.push_back({exponents.t[i], std::clamp(value, panel.y.from, panel.y.to)});
    bound.push_back({exponents.t[i], std::clamp(value + spread, panel.y.from, panel.y.to)});
  }
  for (std::size_t i = exponents.t.size(); i-- > 0;)
    bound.push_back(
        {exponents.t[i], std::clamp(exponents.course[i][k] - exponents.band[i][k], panel.y.from, panel.y.to)});
  bound.push_back(bound.front());
  panel.marks.push_back(Area{{bound}, colour, 0.2});
  panel.marks.push_back(std::move(curve));
}

/// The absolute values over the time, both as logarithms, and ln t / t where it is larger than zero.
Panel logarithmic(const Exponents& exponents, const Box& frame, double em) {
  double least = INFINITY, most = 0;
  for (const std::vector<double>& row : exponents.course)
    for (const double value : row)
      if (value != 0) {
        least = std::min(least, std::abs(value));
        most = std::max(most, std::abs(value));
      }
  const double first = exponents.t.front(), last = exponents.t.back();
  const int high = most > 0 ? static_cast<int>(std::ceil(std::log10(most))) : 0;
  const int low = most > 0 ? std::clamp(static_cast<int>(std::floor(std::log10(least))), high - 6, high - 1) : -1;
  Panel panel;
  panel.frame = frame;
  panel.x = decades(static_cast<int>(std::floor(std::log10(first))), static_cast<int>(std::ceil(std::log10(last))),
                    "time (s)");
  panel.y = decades(low, high, "|exponent| (1/s)");
  const auto place = [&](double t, double value) {
    return Spot{std::log10(t), std::clamp(std::log10(std::max(value, 1e-300)), panel.y.from, panel.y.to)};
  };
  Curve guide{{}, {grey, 1, 1.2, Dash::dashed}};
  for (const double t : exponents.t)
    if (t > 1.5 && std::log(t) / t < std::pow(10.0, high)) guide.through.push_back(place(t, std::log(t) / t));
  if (guide.through.size() > 1) panel.marks.push_back(std::move(guide));
  for (std::size_t k = 0; k < exponents.mean.size(); ++k) {
    Curve curve{{}, {body_colour(static_cast<int>(k)), 1, 1.6, exponents.mean[k] < 0 ? Dash::dashed : Dash::none}};
    for (std::size_t i = 0; i < exponents.t.size(); ++i)
      curve.through.push_back(place(exponents.t[i], std::abs(exponents.course[i][k])));
    panel.marks.push_back(std::move(curve));
  }
  panel.marks.push_back(Label{
      {panel.x.to, panel.y.to}, "dashed: negative at the end; grey: ln t / t", grey, Anchor::end, {0, -1.1 * em}, 0.9});
  return panel;
}

}  // namespace

Figure section_figure(const Section& section, const std::vector<SectionOrbit>& orbits,
                      const std::vector<std::vector<std::array<double, 2>>>& edge, const SectionLabels& labels) {
  Figure figure{960, 820, 14, labels.title, {}};
  const double em = figure.text_size;
  std::array<double, 4> box = {INFINITY, -INFINITY, INFINITY, -INFINITY};
  const auto take = [&](double angle, double momentum) {
    box = {std::min(box[0], angle), std::max(box[1], angle), std::min(box[2], momentum), std::max(box[3], momentum)};
  };
  std::size_t count = 0;
  for (const SectionOrbit& orbit : orbits)
    for (const SectionPoint& point : orbit.points) {
      take(point.angle, point.momentum);
      ++count;
    }
  for (const auto& curve : edge)
    for (const auto& [angle, momentum] : curve) take(angle, momentum);
  if (count == 0 && edge.empty()) box = {-pi, pi, -1, 1};
  Panel panel;
  panel.frame = {6 * em, 5.2 * em, figure.width - 8 * em, figure.height - 9.6 * em};
  panel.x = section.seen_turns && (box[1] - box[0] > pi) ? angle_axis(-pi, pi, labels.angle + " (rad)")
                                                         : aired(box[0], box[1], 8, labels.angle, "rad");
  panel.y = aired(box[2], box[3], 8, labels.momentum, "kg m\u00b2/s");
  for (const auto& curve : edge) {
    Curve line{{}, {grey, 1, 1.2}};
    for (const auto& [angle, momentum] : curve) line.through.push_back({angle, momentum});
    panel.marks.push_back(std::move(line));
  }
  const double radius = count > 20'000 ? 0.6 : count > 4000 ? 0.8 : 1.2;
  for (std::size_t k = 0; k < orbits.size(); ++k)
    for (const SectionPoint& point : orbits[k].points)
      panel.marks.push_back(Disc{{point.angle, point.momentum}, radius, body_colour(static_cast<int>(k)), 1});
  panel.marks.push_back(Label{{panel.x.to, panel.y.to}, labels.note, grey, Anchor::end, {0, -1.1 * em}, 0.9});
  figure.panels.push_back(std::move(panel));
  return figure;
}

Figure exponents_figure(const Exponents& exponents, const std::string& title) {
  Figure figure{960, 760, 14, title, {}};
  const double em = figure.text_size, above = 3.6 * em, height = (figure.height - 5.9 * em) / 2 - above;
  Panel panel;
  panel.frame = {6.5 * em, 3 * em + above, figure.width - 9 * em, height - 1.5 * em};
  double low = 0, high = 0;  // of the later half, where the values have come near to what they tend to
  for (std::size_t i = 0; i < exponents.t.size(); ++i)
    for (std::size_t k = 0; k < exponents.mean.size(); ++k)
      if (4 * i >= exponents.t.size()) {
        low = std::min(low, exponents.course[i][k] - exponents.band[i][k]);
        high = std::max(high, exponents.course[i][k] + exponents.band[i][k]);
      }
  panel.x = axis_over(0, exponents.until, 10, "time", "s");
  panel.y = aired(low, high, 6, "exponents", "1/s");
  for (std::size_t k = 0; k < exponents.mean.size(); ++k)
    add_course(panel, exponents, k, body_colour(static_cast<int>(k)));
  panel.marks.push_back(Label{{panel.x.to, panel.y.to},
                              "mean over " + std::to_string(exponents.starts) + " starts, and one spread about it",
                              grey,
                              Anchor::end,
                              {0, -1.1 * em},
                              0.9});
  figure.panels.push_back(panel);
  figure.panels.push_back(logarithmic(
      exponents, {panel.frame.left, panel.frame.top + height + above, panel.frame.width, height - 1.5 * em}, em));
  return figure;
}

}  // namespace oopss
