// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/drawing.hpp"
#include "oopss/figure/portrait_marks.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

using std::numbers::pi;

/// The cylinder of radius 1 about the axis of ν, seen from `tilt` above the horizon, the angle `front` nearest.
struct Cylinder {
  double front, tilt, middle, half;  // ν of the middle, and from there to the rims
  static constexpr double tall = 1.3;

  double turn(double theta) const { return theta - front; }
  bool hidden(double theta) const { return std::cos(turn(theta)) < 0; }
  Spot at(double theta, double nu) const {
    const double a = turn(theta), height = tall * (nu - middle) / half;
    return {std::sin(a), height * std::cos(tilt) - std::cos(a) * std::sin(tilt)};
  }
  /// A line on the cylinder in its parts, in front and behind in turn.
  struct Part {
    bool hidden;
    std::vector<Spot> through;
  };
  std::vector<Part> parts(const std::vector<std::array<double, 2>>& line) const {
    std::vector<Part> out;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const auto& [theta, nu] = line[i];
      if (i > 0 && hidden(theta) != hidden(line[i - 1][0])) {
        const double before = std::cos(turn(line[i - 1][0])), after = std::cos(turn(theta));
        const double part = before / (before - after);
        const Spot edge =
            at(line[i - 1][0] + part * (theta - line[i - 1][0]), line[i - 1][1] + part * (nu - line[i - 1][1]));
        out.back().through.push_back(edge);
        out.push_back({hidden(theta), {edge}});
      } else if (i == 0) {
        out.push_back({hidden(theta), {}});
      }
      out.back().through.push_back(at(theta, nu));
    }
    return out;
  }
  std::vector<std::array<double, 2>> circle(double nu, double from, double to) const {
    std::vector<std::array<double, 2>> out;
    for (int i = 0; i <= 90; ++i) out.push_back({front + from + (to - from) * i / 90, nu});
    return out;
  }
};

void add_line(Panel& panel, const Cylinder& on, const std::vector<std::array<double, 2>>& line, const Ink& ink,
              bool behind) {
  for (const Cylinder::Part& part : on.parts(line)) {
    if (part.hidden != behind) continue;
    Ink faint = ink;
    if (behind) {
      faint.opacity = 0.45;
      faint.dash = Dash::dashed;
      faint.width = 0.75 * ink.width;
    }
    panel.marks.push_back(Curve{part.through, faint});
  }
}

void add_body(Panel& panel, const Cylinder& on) {
  const double low = on.middle - on.half, high = on.middle + on.half;
  std::vector<Spot> side;
  for (const auto& [theta, nu] : on.circle(low, -pi / 2, pi / 2)) side.push_back(on.at(theta, nu));
  for (const auto& [theta, nu] : on.circle(high, pi / 2, 3 * pi / 2)) side.push_back(on.at(theta, nu));
  panel.marks.push_back(Area{{side}, {0.972, 0.976, 0.980}, 1});
  for (int k = 0; k < 8; ++k) {
    const double theta = k * pi / 4;
    panel.marks.push_back(Curve{{on.at(theta, low), on.at(theta, high)}, {light, on.hidden(theta) ? 0.5 : 1, 1}});
  }
}

void add_rims(Panel& panel, const Cylinder& on) {
  const double low = on.middle - on.half, high = on.middle + on.half;
  const Ink rim{grey, 1, 1.2};
  for (const double side : {-pi / 2, pi / 2})
    panel.marks.push_back(Curve{{on.at(on.front + side, low), on.at(on.front + side, high)}, rim});
  std::vector<Spot> top, bottom;
  for (const auto& [theta, nu] : on.circle(high, 0, 2 * pi)) top.push_back(on.at(theta, nu));
  for (const auto& [theta, nu] : on.circle(low, -pi / 2, pi / 2)) bottom.push_back(on.at(theta, nu));
  panel.marks.push_back(Curve{std::move(top), rim});
  panel.marks.push_back(Curve{std::move(bottom), rim});
}

/// ν along the left side, θ along the lower rim.
void add_scales(Panel& panel, const Cylinder& on, double em) {
  const double low = on.middle - on.half, high = on.middle + on.half;
  for (const Tick& tick : axis_over(low, high, 9, "", "").ticks) {
    const Spot spot = on.at(on.front - pi / 2, tick.value);
    panel.marks.push_back(Curve{{spot, beside(panel, spot, -5, 0)}, {grey, 1, 1}});
    panel.marks.push_back(Label{spot, tick.text, grey, Anchor::end, {-0.8 * em, 0}, 0.9});
  }
  for (const Tick& tick : angle_axis(-pi, pi, "").ticks) {
    if (tick.value < -pi + 1e-6 || std::cos(on.turn(tick.value)) < 0.15) continue;
    panel.marks.push_back(Label{on.at(tick.value, low), tick.text, grey, Anchor::middle, {0, 1.0 * em}, 0.9});
  }
}

}  // namespace

Figure cylinder_portrait(const LeafPortrait& portrait, const PortraitText& text) {
  Figure figure = portrait_page(text, 860, 900);
  const double em = figure.text_size;
  const NuSpan nu = nu_span(portrait);
  Panel panel;
  panel.frame = {3 * em, 5 * em, figure.width - 6 * em, figure.height - 7 * em};
  const double aspect = panel.frame.width / panel.frame.height, reach = 1.66;
  panel.x = {-reach * aspect, reach * aspect, {}, {}};
  panel.y = {-reach - 0.06, reach - 0.06, {}, "\u03bd = (\u03bc\u2082 \u2212 \u03bc\u2081)/2 (kg m\u00b2/s)"};
  const Cylinder on{portrait.equilibria[0].theta + 0.45, 0.3, (nu.low + nu.high) / 2, 0.54 * (nu.high - nu.low)};
  add_body(panel, on);
  for (const bool behind : {true, false})
    for (const OrbitCurve& curve : portrait.curves) add_line(panel, on, curve.points, ink_of(curve.kind), behind);
  add_rims(panel, on);
  for (const OrbitCurve& curve : portrait.curves) {
    const double middle = curve.ends.empty() || curve.kind == OrbitKind::separatrix
                              ? portrait.equilibria[0].theta
                              : (curve.ends[0] + curve.ends[1]) / 2;
    const auto& top = point_near(curve, middle);
    if (on.hidden(top[0])) continue;
    add_energy(panel, on.at(top[0], top[1]), curve, portrait);
  }
  for (const LeafEquilibrium& equilibrium : portrait.equilibria)
    add_equilibrium(panel, on.at(equilibrium.theta, equilibrium.nu), equilibrium,
                    on.hidden(equilibrium.theta) ? 4.5 : 5.5);
  add_scales(panel, on, em);
  const Label around{{panel.x.from, panel.y.from},
                     text.angles[0] + " (rad) around; what is behind is dashed",
                     dark,
                     Anchor::start,
                     {0, -0.4 * em}};
  for (const Label& part : typeset(around, em)) panel.marks.push_back(part);
  add_legend(panel, portrait, em);
  figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace oopss
