// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/stick_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/gallery.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

using std::numbers::pi;
constexpr const char* case_signs[] = {"\u03ba > 0, \u03c4 > 0", "\u03ba < 0, \u03c4 < 0", "\u03ba > 0, \u03c4 < 0",
                                      "\u03ba < 0, \u03c4 > 0"};

bool bent(const RelativeEquilibrium& one) { return std::abs(std::sin(one.phi[0])) > 1e-6; }

/// Mass centre, joint, mass centre, joint, mass centre, the first body level.
std::array<Spot, 5> sticks_of(const AlignedChain& chain, double x, double y) {
  const auto step = [](Spot from, double length, double angle) {
    return Spot{from.x + length * std::cos(angle), from.y + length * std::sin(angle)};
  };
  std::array<Spot, 5> out{};
  out[1] = step(out[0], chain.c1, 0);
  out[2] = step(out[1], chain.b1, x);
  out[3] = step(out[2], chain.e1, x);
  out[4] = step(out[3], chain.d1, x + y);
  return out;
}

/// The sample of a cell that is drawn: in the middle of those that have e1 > 0, if there are such.
const SampledChain* shown_sample(const SpecialTable& table, int number, int region) {
  std::vector<const SampledChain*> all, real;
  for (const SampledChain& one : table.samples) {
    if (case_of(one.kappa, one.tau) != number || region_of(one.kappa, one.tau) != region || one.all.size() != 6)
      continue;
    all.push_back(&one);
    if (one.chain.e1 > 0) real.push_back(&one);
  }
  const std::vector<const SampledChain*>& of_these = real.empty() ? all : real;
  return of_these.empty() ? nullptr : of_these[of_these.size() / 2];
}

/// One stick figure around a place, within a width and a height; y points down.
void add_stick_figure(std::vector<Mark>& marks, Spot middle, double width, double height,
                      const std::array<Spot, 5>& sticks) {
  Spot low = sticks[0], high = low;
  for (const Spot& spot : sticks) {
    low = {std::min(low.x, spot.x), std::min(low.y, spot.y)};
    high = {std::max(high.x, spot.x), std::max(high.y, spot.y)};
  }
  const double scale = std::min(width / std::max(high.x - low.x, 1e-9), height / std::max(high.y - low.y, 1e-9));
  std::array<Spot, 5> place{};
  for (std::size_t k = 0; k < place.size(); ++k)
    place[k] = {middle.x + scale * (sticks[k].x - (low.x + high.x) / 2),
                middle.y - scale * (sticks[k].y - (low.y + high.y) / 2)};
  constexpr std::array<int, 4> body = {0, 1, 1, 2};
  for (std::size_t k = 0; k < body.size(); ++k)
    marks.push_back(Curve{{place[k], place[k + 1]}, {body_colour(body[k]), 1, body[k] == 1 ? 3.5 : 2.0}});
  for (int k = 0; k < 3; ++k) marks.push_back(Disc{place[2 * k], 4, body_colour(k)});
  for (const int k : {1, 3}) marks.push_back(Ring{place[k], 2.6, {dark, 1, 1.3}});
}

}  // namespace

Panel sign_constraints(const Box& box, double text_size, const SpecialTable& table) {
  Panel panel{box, angle_axis(-pi, pi, "x"), angle_axis(-pi, pi, "y"), {}};
  for (const double sign : {1.0, -1.0})
    for (const bool same : {true, false})        // signs of x and y
      for (const bool beyond : {true, false}) {  // of the line |x + y| = π, or of x + y = 0
        const double y = same ? sign : -sign;
        const std::array<Spot, 3> corners =
            same ? std::array<Spot, 3>{{{sign * pi, 0}, {0, y * pi}, {beyond ? sign * pi : 0, beyond ? y * pi : 0}}}
                 : std::array<Spot, 3>{{{0, 0}, {sign * pi, y * pi}, {beyond ? sign * pi : 0, beyond ? 0 : y * pi}}};
        const Spot middle{(corners[0].x + corners[1].x + corners[2].x) / 3,
                          (corners[0].y + corners[1].y + corners[2].y) / 3};
        const double kappa = std::sin(middle.y) / std::sin(middle.x),
                     tau = -std::sin(middle.x + middle.y) / std::sin(middle.x);
        const int number = case_of(kappa, tau);
        panel.marks.push_back(Area{{{corners.begin(), corners.end()}}, body_colour(number - 1), 0.14});
        panel.marks.push_back(Curve{{corners[0], corners[1], corners[2], corners[0]}, {dark, 1, 1.2}});
      }
  for (const double half : {pi / 2, -pi / 2}) {
    panel.marks.push_back(Curve{{{half, -pi}, {half, pi}}, {grey, 1, 1, Dash::dashed}});
    panel.marks.push_back(Curve{{{-pi, half}, {pi, half}}, {grey, 1, 1, Dash::dashed}});
  }
  for (const SampledChain& sample : table.samples)
    for (const RelativeEquilibrium& one : sample.all)
      if (sample.all.size() == 6 && bent(one))
        panel.marks.push_back(Disc{{std::remainder(one.phi[0], 2 * pi), std::remainder(one.phi[1], 2 * pi)},
                                   1.4,
                                   body_colour(case_of(sample.kappa, sample.tau) - 1)});
  constexpr std::array<Spot, 4> places = {{{2.1, 2.1}, {2.1, -1.0}, {1.0, 1.0}, {1.0, -2.1}}};
  for (int k = 0; k < 4; ++k)
    for (const double side : {1.0, -1.0}) {
      const Spot spot{side * places[k].x, side * places[k].y};
      const Colour colour = readable(body_colour(k));
      panel.marks.push_back(Label{spot, "case " + std::to_string(k + 1), colour, Anchor::middle, {}, 0.95, true});
      panel.marks.push_back(Label{spot, case_signs[k], colour, Anchor::middle, {0, 1.25 * text_size}, 0.8, true});
    }
  return panel;
}

Panel bent_shapes(const Box& box, double text_size, const SpecialTable& table) {
  Panel panel{box, {0, box.width, {}, {}}, {box.height, 0, {}, {}}, {}};
  const double em = text_size, left = 7.5 * em, head = 1.8 * em;
  const double width = (box.width - left) / 3, height = (box.height - head) / 4;
  for (int region = 1; region <= 3; ++region)
    panel.marks.push_back(
        Label{{left + (region - 0.5) * width, 0.6 * em}, "region " + std::to_string(region), dark, Anchor::middle});
  for (const SpecialCell& cell : table.cells) {
    const double top = head + (cell.number - 1) * height;
    if (cell.region == 0) {
      const Colour colour = readable(body_colour(cell.number - 1));
      panel.marks.push_back(Curve{{{0, top}, {box.width, top}}, {light, 1, 1}});
      panel.marks.push_back(Label{{0, top + 0.4 * height}, "case " + std::to_string(cell.number), colour});
      panel.marks.push_back(
          Label{{0, top + 0.4 * height}, case_signs[cell.number - 1], colour, Anchor::start, {0, 1.3 * em}, 0.85});
      continue;
    }
    const SampledChain* sample = shown_sample(table, cell.number, cell.region);
    if (sample == nullptr) continue;
    const Spot middle{left + (cell.region - 0.5) * width, top + 0.42 * height};
    for (const RelativeEquilibrium& one : sample->all)
      if (bent(one) && std::sin(one.phi[0]) > 0)
        add_stick_figure(panel.marks, middle, 0.72 * width, 0.52 * height,
                         sticks_of(sample->chain, one.phi[0], one.phi[1]));
    const auto sign = [](int value) { return value > 0 ? " > 0" : " < 0"; };
    const std::string signs = std::string("cos x") + sign(cell.sign_cos_x) + ", cos y" + sign(cell.sign_cos_y);
    const double below = top + 0.87 * height, mark = middle.x - (0.4 * text_width(signs) + 0.9) * em;
    for (Mark& drawn : stability_mark({mark, below}, cell.pair, 4)) panel.marks.push_back(std::move(drawn));
    panel.marks.push_back(Label{{middle.x, below}, signs, dark, Anchor::middle, {}, 0.8});
  }
  return panel;
}

}  // namespace oopss
