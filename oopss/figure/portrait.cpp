// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/portrait_marks.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

using std::numbers::pi;
constexpr Colour eye = {0.914, 0.945, 0.973};  // where the joint swings

std::vector<Spot> spots(const std::vector<std::array<double, 2>>& points) {
  std::vector<Spot> out;
  for (const auto& [x, y] : points) out.push_back({x, y});
  return out;
}

/// An arrow head on a line through `from` and `to`, its middle between them.
void add_arrow(Panel& panel, Spot from, Spot to, const Colour& colour) {
  const Spot a = on_page(panel, from), b = on_page(panel, to);
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  if (!(length > 0)) return;
  const double x = (b.x - a.x) / length, y = -(b.y - a.y) / length;  // up
  const Spot middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
  panel.marks.push_back(
      Area{{{beside(panel, middle, 6 * x, 6 * y), beside(panel, middle, -5 * x - 4 * y, -5 * y + 4 * x),
             beside(panel, middle, -5 * x + 4 * y, -5 * y - 4 * x)}},
           colour,
           1});
}

}  // namespace

Figure flat_portrait(const LeafPortrait& portrait, const PortraitText& text) {
  Figure figure = portrait_page(text, 1000, 760);
  const double em = figure.text_size;
  const NuSpan nu = nu_span(portrait);
  Panel panel;
  panel.frame = {5.5 * em, 5.2 * em, figure.width - 8 * em, figure.height - 9.2 * em};
  panel.x = angle_axis(portrait.from, portrait.to, text.angles[0] + " (rad)");
  const double margin = 0.05 * (nu.high - nu.low);
  panel.y =
      axis_over(nu.low - margin, nu.high + margin, 9, "\u03bd = (\u03bc\u2082 \u2212 \u03bc\u2081)/2", "kg m\u00b2/s");
  if (portrait.circle && !portrait.separatrices.empty()) {  // the two highest separatrices bound the eye
    std::vector<Spot> bound;
    for (const OrbitCurve& curve : portrait.curves)
      if (curve.kind == OrbitKind::separatrix && curve.energy == portrait.separatrices.back())
        for (const Spot& spot : spots(curve.points)) bound.push_back(spot);
    panel.marks.push_back(Area{{bound}, eye, 1});
  }
  for (const OrbitCurve& curve : portrait.curves) panel.marks.push_back(Curve{spots(curve.points), ink_of(curve.kind)});
  const double middle = portrait.equilibria[0].theta;
  for (const OrbitCurve& curve : portrait.curves) {
    const double quarter = (portrait.to - portrait.from) / 4;
    const double angle = curve.ends.empty() || curve.kind == OrbitKind::separatrix
                             ? middle + quarter
                             : (std::max(middle, curve.ends[0]) + 2 * curve.ends[1]) / 3;
    const auto& point = point_near(curve, angle);
    const std::size_t i = static_cast<std::size_t>(&point - curve.points.data());
    if (i > 0 && i + 1 < curve.points.size())
      add_arrow(panel, {curve.points[i - 1][0], curve.points[i - 1][1]},
                {curve.points[i + 1][0], curve.points[i + 1][1]}, ink_of(curve.kind).colour);
    const double centre = curve.ends.empty() ? middle : std::clamp(middle, curve.ends[0], curve.ends[1]);
    const auto& top = point_near(curve, centre == middle ? middle : (curve.ends[0] + curve.ends[1]) / 2);
    add_energy(panel, {top[0], top[1]}, curve, portrait);
  }
  for (const LeafEquilibrium& equilibrium : portrait.equilibria)
    for (const double turn : {-2 * pi, 0.0, 2 * pi})
      if (const double theta = equilibrium.theta + turn;
          turn == 0 || (portrait.circle && theta > portrait.from - 1e-9 && theta < portrait.to + 1e-9))
        add_equilibrium(panel, {theta, equilibrium.nu}, equilibrium, 5.5);
  add_legend(panel, portrait, em);
  figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace oopss
