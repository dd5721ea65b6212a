// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/splitting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

constexpr Colour leaving = hexadecimal(0xc4500a), coming = hexadecimal(0x0072b2);  // of the unstable, the stable one

/// A frame over the phases, with the values of y and a margin.
Panel phase_panel(const SplittingPicture& picture, const Box& frame, double low, double high, const std::string& y) {
  const double margin = 0.12 * std::max(high - low, 1e-300), period = picture.integral.period;
  Panel panel;
  panel.frame = frame;
  panel.x = picture.angle ? angle_axis(0, period, picture.phase) : axis_over(0, period, 9, picture.phase, "");
  panel.y = axis_over(low - margin, high + margin, 7, y, "");
  for (const double zero : picture.measured.zeros)
    panel.marks.push_back(Curve{{{zero, panel.y.from}, {zero, panel.y.to}}, {grey, 0.8, 1, Dash::dotted}});
  return panel;
}

Curve curve_through(const std::vector<double>& x, const std::vector<double>& y, const Ink& ink) {
  Curve out{{}, ink};
  for (std::size_t i = 0; i < x.size(); ++i) out.through.push_back({x[i], y[i]});
  return out;
}

/// The value at a phase between those of a curve.
double between(const std::vector<double>& x, const std::vector<double>& y, double phase) {
  const auto after = std::upper_bound(x.begin() + 1, x.end() - 1, phase);
  const auto i = static_cast<std::size_t>(after - x.begin());
  const double part = (phase - x[i - 1]) / (x[i] - x[i - 1]);
  return y[i - 1] + part * (y[i] - y[i - 1]);
}

/// A name beside a curve, at the phase where the curves are far apart.
void add_name(Panel& panel, Spot spot, const std::string& name, const std::string& above, const Colour& colour, bool up,
              double em) {
  panel.marks.push_back(
      Label{spot, name, readable(colour), Anchor::middle, {0, up ? -1.1 * em : 1.1 * em}, 1, true, above});
}

Panel section_panel(const SplittingPicture& picture, const Box& frame, double em) {
  const SplittingCurves& curves = picture.curves;
  const auto [u_low, u_high] = std::minmax_element(curves.unstable.begin(), curves.unstable.end());
  const auto [s_low, s_high] = std::minmax_element(curves.stable.begin(), curves.stable.end());
  Panel panel = phase_panel(picture, frame, std::min(*u_low, *s_low), std::max(*u_high, *s_high), picture.momentum);
  panel.marks.push_back(curve_through(curves.phase, curves.stable, {coming, 1, 2.2}));
  panel.marks.push_back(curve_through(curves.phase, curves.unstable, {leaving, 1, 2.2}));
  for (const double zero : picture.measured.zeros)
    panel.marks.push_back(Ring{{zero, between(curves.phase, curves.unstable, zero)}, 4.5, {dark, 1, 1.6}});
  const double phase = picture.measured.phase, u = between(curves.phase, curves.unstable, phase),
               s = between(curves.phase, curves.stable, phase);
  panel.marks.push_back(Curve{{{phase, u}, {phase, s}}, {dark, 1, 2}});
  const bool left = phase > 0.7 * panel.x.to;  // of the line, where there is room
  for (const MeasuredGap& one : picture.measured.measured)
    if (one.size == curves.size)
      panel.marks.push_back(Label{{phase, (u + s) / 2},
                                  fmt::format("gap {:.6g}", one.gap),
                                  dark,
                                  left ? Anchor::end : Anchor::start,
                                  {(left ? -0.6 : 0.6) * em, 0},
                                  0.95,
                                  true});
  add_name(panel, {phase, u}, "W", "u", leaving, u > s, em);
  add_name(panel, {phase, s}, "W", "s", coming, s > u, em);
  panel.marks.push_back(Label{{panel.x.to, panel.y.to},
                              fmt::format("{}, size {:.6g}", picture.section, curves.size),
                              grey,
                              Anchor::end,
                              {0, -1.1 * em},
                              0.9});
  return panel;
}

Panel gap_panel(const SplittingPicture& picture, const Box& frame, double em) {
  const SplittingCurves& curves = picture.curves;
  std::vector<double> phases, predicted, gaps;
  constexpr int places = 360;
  for (int i = 0; i <= places; ++i) {
    phases.push_back(picture.integral.period * i / places);
    predicted.push_back(value(picture.integral, phases.back()));
  }
  for (std::size_t i = 0; i < curves.phase.size(); ++i)
    gaps.push_back((curves.unstable[i] - curves.stable[i]) / curves.size);
  double low = std::min(*std::min_element(predicted.begin(), predicted.end()),
                        *std::min_element(gaps.begin(), gaps.end())),
         high = std::max(*std::max_element(predicted.begin(), predicted.end()),
                         *std::max_element(gaps.begin(), gaps.end()));
  for (const MeasuredGap& one : picture.measured.measured) {
    low = std::min(low, one.gap / one.size);
    high = std::max(high, one.gap / one.size);
  }
  Panel panel = phase_panel(picture, frame, low, high, "gap / size, " + picture.integral_name + " (line)");
  panel.marks.push_back(Curve{{{panel.x.from, 0}, {panel.x.to, 0}}, {grey, 1, 1}});
  panel.marks.push_back(curve_through(phases, predicted, {dark, 1, 2}));
  panel.marks.push_back(curve_through(curves.phase, gaps, {body_colour(2), 1, 2.2, Dash::dashed}));
  for (const MeasuredGap& one : picture.measured.measured)
    panel.marks.push_back(Ring{{picture.measured.phase, one.gap / one.size}, 4.5, {body_colour(2), 1, 1.8}});
  panel.marks.push_back(Label{{panel.x.to, panel.y.to},
                              fmt::format("measured: size {:.6g} (dashes), all sizes at the phase {:.6g} (rings)",
                                          curves.size, picture.measured.phase),
                              readable(body_colour(2)),
                              Anchor::end,
                              {0, -1.1 * em},
                              0.9});
  return panel;
}

}  // namespace

Figure splitting_figure(const SplittingPicture& picture) {
  Figure figure;
  figure.width = 980;
  figure.height = 900;
  figure.title = picture.title;
  const double em = figure.text_size, left = 7 * em, width = figure.width - left - 3 * em;
  figure.panels.push_back(section_panel(picture, {left, 5.4 * em, width, 26 * em}, em));
  figure.panels.push_back(gap_panel(picture, {left, 38.4 * em, width, 20 * em}, em));
  return figure;
}

}  // namespace oopss
