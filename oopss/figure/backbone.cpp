// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/backbone.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/figure/bifurcation.hpp"
#include "oopss/figure/colours.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

constexpr double on_circle = 1e-6;  // of a modulus: rounding at multipliers that meet

bool is_elliptic(const Orbit& orbit) { return orbit.largest < 1 + on_circle; }

Ink ink_of_loops(bool elliptic) {
  return elliptic ? Ink{body_colour(0), 1, 2.4} : Ink{body_colour(1), 1, 1.6, Dash::dashed, true};
}

/// The values of an axis, with some air around them.
Axis airy_axis(const std::vector<double>& values, double count, const std::string& quantity, const std::string& unit) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double margin = std::max(0.06 * (*high - *low), 1e-6 * std::abs(*high));
  return axis_over(*low - margin, *high + margin, count, quantity, unit);
}

/// The period over the energy, from the equilibrium on, in pieces of one kind that end at events.
void add_periods(Panel& panel, const Family& family) {
  Spot last = {family.energy, 2 * std::numbers::pi / family.frequency};
  auto event = family.events.begin();
  for (std::size_t i = 0; i < family.members.size(); ++i) {
    const Orbit& member = family.members[i];
    Curve piece{{last}, ink_of_loops(is_elliptic(i == 0 ? member : family.members[i - 1]))};
    for (; event != family.events.end() && event->after + 1 == i; ++event) {
      last = {event->energy, event->period};
      piece.through.push_back(last);
      panel.marks.push_back(piece);
      piece = {{last}, ink_of_loops(is_elliptic(member))};
    }
    last = {member.energy, member.loop.period};
    piece.through.push_back(last);
    panel.marks.push_back(piece);
  }
}

bool same_spot(const Panel& panel, const FamilyEvent& a, const FamilyEvent& b, double em) {
  const Spot p = on_page(panel, {a.energy, a.period}), q = on_page(panel, {b.energy, b.period});
  return std::hypot(p.x - q.x, p.y - q.y) < em;
}

/// Marks and names; events that lie on each other share a name.
void add_events(Panel& panel, const Family& family, double em) {
  std::vector<bool> named(family.events.size(), false);
  for (std::size_t i = 0; i < family.events.size(); ++i) {
    const FamilyEvent& event = family.events[i];
    const Spot spot = {event.energy, event.period};
    const bool ring = event.kind == FamilyEventKind::krein_collision;
    if (named[i]) {
      add_event(panel, spot, ring, "", em, 0);
      continue;
    }
    std::string name = word(event.kind);
    for (std::size_t j = i + 1; j < family.events.size(); ++j) {
      if (!same_spot(panel, event, family.events[j], em)) continue;
      named[j] = true;
      const std::string other = word(family.events[j].kind);
      if (name.find(other) == std::string::npos) name += ", " + other;
    }
    add_event(panel, spot, ring, name + " " + number_text(event.energy, 5), em, 0.7);
  }
}

/// log |λ| of one multiplier of every pair, one curve each.
void add_moduli(Panel& panel, const Family& family, std::vector<double>& heights) {
  const std::size_t pairs = family.members.front().rho.size();
  std::vector<Curve> curves(pairs);
  for (std::size_t k = 0; k < pairs; ++k) curves[k].ink = {body_colour(static_cast<int>(k)), 1, 1.8};
  for (const Orbit& member : family.members)
    for (std::size_t k = 0; k < pairs; ++k) {
      const double height = std::max(0.0, std::log10(std::abs(member.multipliers[k])));
      curves[k].through.push_back({member.energy, height});
      heights.push_back(height);
    }
  for (Curve& curve : curves) panel.marks.push_back(std::move(curve));
}

}  // namespace

Figure backbone_figure(const Family& family, const std::string& title) {
  const bool pairs = !family.members.empty() && !family.members.front().rho.empty();
  const bool quiet = std::all_of(family.members.begin(), family.members.end(), is_elliptic);
  Figure figure{960, !pairs ? 470.0 : quiet ? 540.0 : 760.0, 14, title, {}};
  const double em = figure.text_size, above = 2.8 * em;
  const double strip = 3 * em;  // multipliers that stay on the circle need no half of a page
  const double height = !pairs  ? figure.height - 7.5 * em - above
                        : quiet ? figure.height - 7.5 * em - 2 * above - strip
                                : (figure.height - 7.5 * em) / 2 - above;
  std::vector<double> energies = {family.energy}, periods = {2 * std::numbers::pi / family.frequency};
  for (const Orbit& member : family.members) {
    energies.push_back(member.energy);
    periods.push_back(member.loop.period);
  }
  Panel panel;
  panel.frame = {5.5 * em, 3 * em + above, figure.width - 8 * em, height};
  panel.x = airy_axis(energies, 10, "energy", "J");
  panel.y = airy_axis(periods, 6, "period", "s");
  add_periods(panel, family);
  add_events(panel, family, em);
  panel.marks.push_back(Label{{panel.x.to, panel.y.to},
                              "solid: multipliers on the unit circle; dashed: some are off it",
                              grey,
                              Anchor::end,
                              {0, -1.1 * em},
                              0.9});
  Panel lower;
  lower.frame = panel.frame;
  lower.frame.top += height + above;
  if (quiet) lower.frame.height = strip;
  lower.x = panel.x;
  if (pairs) {
    panel.x.label.clear();
    for (Tick& tick : panel.x.ticks) tick.text.clear();
  }
  figure.panels.push_back(std::move(panel));
  if (!pairs) return figure;
  std::vector<double> heights = {0.0, 0.1};
  add_moduli(lower, family, heights);
  const std::string moduli = "log\u2081\u2080 |multipliers|";
  lower.y = quiet ? Axis{-0.1, 0.1, {{0, "0"}}, moduli} : airy_axis(heights, 6, moduli, "");
  figure.panels.push_back(std::move(lower));
  return figure;
}

}  // namespace oopss
