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

/// The equilibria where they are in the window; on the circle its ends are one place.
std::vector<std::pair<double, const LeafEquilibrium*>> shown_equilibria(const LeafPortrait& portrait) {
  std::vector<std::pair<double, const LeafEquilibrium*>> out;
  for (const LeafEquilibrium& equilibrium : portrait.equilibria)
    for (const double turn : {-2 * pi, 0.0, 2 * pi})
      if (const double theta = equilibrium.theta + turn;
          turn == 0 || (portrait.circle && theta > portrait.from - 1e-9 && theta < portrait.to + 1e-9))
        out.emplace_back(theta, &equilibrium);
  return out;
}

/// The curves of a leaf with their energies and directions, and its equilibria.
void add_motions(Panel& panel, const LeafPortrait& portrait) {
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
  for (const auto& [theta, equilibrium] : shown_equilibria(portrait))
    add_equilibrium(panel, {theta, equilibrium->nu}, *equilibrium, 5.5);
}

/// V_μ + U over the coordinate, the energies of the curves from turning point to turning point, and the equilibria with
/// their places in degrees.
void add_potential(Panel& panel, const LeafPortrait& portrait, double em) {
  for (const OrbitCurve& curve : portrait.curves) {
    if (curve.kind == OrbitKind::rotation_down || curve.energy > panel.y.to)
      continue;  // that of the one up is the same
    Ink ink = ink_of(curve.kind);
    ink.opacity = 0.75;
    ink.width = curve.kind == OrbitKind::separatrix ? 1.6 : 1;
    const bool whole = curve.ends.empty();
    panel.marks.push_back(Curve{
        {{whole ? portrait.from : curve.ends[0], curve.energy}, {whole ? portrait.to : curve.ends[1], curve.energy}},
        ink});
  }
  panel.marks.push_back(Curve{spots(portrait.potential), {body_colour(2), 1, 2.4}});
  for (const auto& [theta, equilibrium] : shown_equilibria(portrait)) {
    add_equilibrium(panel, {theta, equilibrium->energy}, *equilibrium, 5.5);
    const double part = (theta - portrait.from) / (portrait.to - portrait.from);
    const double degrees = theta * 180 / pi;
    const Anchor anchor = part < 0.02 ? Anchor::start : part > 0.98 ? Anchor::end : Anchor::middle;
    panel.marks.push_back(
        Label{{theta, equilibrium->energy},
              number_text(portrait.circle ? degrees - 360 * std::floor(degrees / 360) : degrees, 3) + "\u00b0",
              dark,
              anchor,
              {0, equilibrium->index > 0 ? -1.1 * em : 1.15 * em},
              0.9,
              true});
  }
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
  add_motions(panel, portrait);
  add_legend(panel, portrait, em);
  figure.panels.push_back(std::move(panel));
  return figure;
}

Figure leaves_portrait(const std::vector<LeafPortrait>& leaves, const PortraitText& text) {
  const double column = leaves.size() > 1 ? 760 : 1000;
  Figure figure = portrait_page(text, column * static_cast<double>(leaves.size()), 1020);
  const double em = figure.text_size, above = 6.4 * em, upper = 260, lower_top = above + upper + 4.2 * em;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const LeafPortrait& leaf = leaves[i];
    const double left = column * static_cast<double>(i) + 5.5 * em, width = column - 8 * em;
    Panel potential, motions;
    potential.frame = {left, above, width, upper};
    potential.x = angle_axis(leaf.from, leaf.to, "");
    double top = leaf.lowest;
    for (const auto& [place, energy] : leaf.potential) top = std::max(top, energy);
    const double space = 0.22 * (top - leaf.lowest);
    potential.y = axis_over(leaf.lowest - space, top + space, 5, "V_\u03bc + U", "J");
    add_potential(potential, leaf, em);
    potential.marks.push_back(
        Label{{leaf.to, potential.y.to}, text.components[i], dark, Anchor::end, {0, -1.1 * em}, 1});
    motions.frame = {left, lower_top, width, figure.height - lower_top - 4.0 * em};
    motions.x = angle_axis(leaf.from, leaf.to, text.angles[i] + " (rad)");
    const NuSpan nu = nu_span(leaf);
    const double margin = 0.05 * (nu.high - nu.low);
    motions.y = axis_over(nu.low - margin, nu.high + margin, 9, text.momentum, "kg m\u00b2/s");
    add_motions(motions, leaf);
    add_legend(motions, leaf, em);
    figure.panels.push_back(std::move(potential));
    figure.panels.push_back(std::move(motions));
  }
  return figure;
}

}  // namespace oopss
