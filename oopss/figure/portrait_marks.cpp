// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/portrait_marks.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/gallery.hpp"
#include "oopss/figure/text.hpp"

namespace oopss {

int digits_for(double spread) { return std::clamp(2 - static_cast<int>(std::floor(std::log10(spread))), 0, 9); }

Spot beside(const Panel& panel, Spot spot, double right, double up) {
  return {spot.x + right * (panel.x.to - panel.x.from) / panel.frame.width,
          spot.y + up * (panel.y.to - panel.y.from) / panel.frame.height};
}

Ink ink_of(OrbitKind kind) {
  switch (kind) {
    case OrbitKind::libration:
      return {body_colour(0), 1, 1.4};
    case OrbitKind::separatrix:
      return {dark, 1, 2.2};
    case OrbitKind::rotation_up:
    case OrbitKind::rotation_down:
      break;
  }
  return {body_colour(1), 1, 1.4};
}

NuSpan nu_span(const LeafPortrait& portrait) {
  NuSpan out{portrait.equilibria[0].nu, portrait.equilibria[0].nu};
  for (const OrbitCurve& curve : portrait.curves)
    for (const auto& point : curve.points) {
      out.low = std::min(out.low, point[1]);
      out.high = std::max(out.high, point[1]);
    }
  if (out.high > out.low) return out;
  return {out.low - 1, out.high + 1};  // equilibria alone
}

const std::array<double, 2>& point_near(const OrbitCurve& curve, double theta) {
  const std::size_t half = curve.kind == OrbitKind::libration ? curve.points.size() / 2 : curve.points.size();
  return *std::min_element(curve.points.begin(), curve.points.begin() + half, [&](const auto& one, const auto& two) {
    return std::abs(one[0] - theta) < std::abs(two[0] - theta);
  });
}

Figure portrait_page(const PortraitText& text, double width, double height) {
  return {width, height, 14, text.title + ", \u03bc = " + number_text(text.mu_s, 4) + " kg m\u00b2/s", {}};
}

void add_legend(Panel& panel, const LeafPortrait& portrait, double size) {
  std::string words = "curves of constant energy (J)";
  if (!portrait.separatrices.empty())
    words += "; thick: separatrix, " + number_text(portrait.separatrices.back(), 4) + " J";
  panel.marks.push_back(Label{{panel.x.to, panel.y.to}, words, grey, Anchor::end, {0, -1.1 * size}, 0.9});
}

void add_energy(Panel& panel, Spot spot, const OrbitCurve& curve, const LeafPortrait& portrait) {
  const bool below = curve.points.back()[0] < curve.points.front()[0];
  panel.marks.push_back(Label{spot,
                              number_text(curve.energy, digits_for(portrait.curves.back().energy - portrait.lowest)),
                              readable(ink_of(curve.kind).colour),
                              Anchor::middle,
                              {0, below ? 10.0 : -10.0},
                              0.85,
                              true});
}

void add_equilibrium(Panel& panel, Spot spot, const LeafEquilibrium& equilibrium, double radius) {
  const Stability verdict = equilibrium.nullity > 0  ? Stability::degenerate
                            : equilibrium.index == 0 ? Stability::stable
                                                     : Stability::unstable;
  for (Mark& mark : stability_mark(spot, verdict, radius)) panel.marks.push_back(std::move(mark));
}

}  // namespace oopss
