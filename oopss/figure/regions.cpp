// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/regions.hpp"

#include <cmath>
#include <numbers>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/gallery.hpp"
#include "oopss/figure/stick_table.hpp"

namespace oopss {
namespace {

constexpr double reach = 2.6;  // of the axes

/// A curve of the first quadrant, in all four.
void add_in_quadrants(std::vector<Mark>& marks, const std::vector<Spot>& curve, const Ink& ink) {
  for (const double x : {1.0, -1.0})
    for (const double y : {1.0, -1.0}) {
      Curve mirrored{{}, ink};
      for (const Spot& spot : curve) mirrored.through.push_back({x * spot.x, y * spot.y});
      marks.push_back(std::move(mirrored));
    }
}

void add_bounds(std::vector<Mark>& marks) {
  const Ink strip{dark, 1, 1.6}, inner{grey, 1, 1.1};
  add_in_quadrants(marks, {{reach - 1, reach}, {0, 1}, {1, 0}, {reach, reach - 1}}, strip);
  std::vector<Spot> circle, hyperbola;
  for (int k = 0; k <= 60; ++k) {
    const double part = k / 60.0, angle = part * std::numbers::pi / 2,
                 u = part * std::asinh(std::sqrt(reach * reach - 1));
    circle.push_back({std::cos(angle), std::sin(angle)});
    hyperbola.push_back({std::cosh(u), std::sinh(u)});
  }
  add_in_quadrants(marks, circle, inner);
  add_in_quadrants(marks, hyperbola, inner);
}

Axis axis(const char* label) {
  Axis out{-reach, reach, {}, label};
  for (int k = -2; k <= 2; ++k)
    out.ticks.push_back({static_cast<double>(k), (k < 0 ? "\u2212" : "") + std::to_string(std::abs(k))});
  return out;
}

/// What the table says of a case, line by line.
std::vector<std::string> lines_of(const SpecialTable& table, int number) {
  std::vector<std::string> out = {"case " + std::to_string(number)};
  for (const SpecialCell& cell : table.cells) {
    if (cell.number != number || cell.region != 2) continue;
    out.push_back(std::string("the pair: ") + (cell.pair_index == 0 ? "minimum" : "maximum") + " of V,");
    out.push_back(word(cell.pair));
    if (cell.realisable == 0) out.push_back("not with e\u2081 > 0");
  }
  return out;
}

}  // namespace

Figure regions(const SpecialTable& table) {
  Figure figure;
  figure.title = "Three bodies with aligned joints: six equilibria within the strips, four outside";
  figure.width = 1560;
  figure.height = 940;
  const double em = figure.text_size, half = 900;  // the left part of the page
  Panel panel{{5 * em, 6 * em, half - 9 * em, half - 9 * em},
              axis("\u03ba = B\u2081/B\u2082"),
              axis("\u03c4 = B\u2081/A\u2081"),
              {}};
  for (const SampledChain& sample : table.samples) {
    const Spot spot{sample.kappa, sample.tau};
    if (sample.all.size() != 6) {
      panel.marks.push_back(Disc{spot, 1.3, grey});
      continue;
    }
    for (const RelativeEquilibrium& one : sample.all)
      if (std::abs(std::sin(one.phi[0])) > 1e-6)
        for (Mark& mark : stability_mark(spot, one.stability.verdict, 4)) panel.marks.push_back(std::move(mark));
  }
  add_bounds(panel.marks);
  for (const double x : {1.0, -1.0})
    for (const double y : {1.0, -1.0}) {
      const auto label = [&](Spot spot, const char* text) {
        panel.marks.push_back(Label{{x * spot.x, y * spot.y}, text, dark, Anchor::middle, {}, 1.3, true});
      };
      label({1.75, 1.05}, "1");
      label({1.2, 1.5}, "2");
      label({0.62, 0.62}, "3");
      const std::vector<std::string> lines = lines_of(table, case_of(x, y));
      for (std::size_t k = 0; k < lines.size(); ++k)
        panel.marks.push_back(Label{{x * 0.06, y * (y > 0 ? reach : 2)},
                                    lines[k],
                                    dark,
                                    x > 0 ? Anchor::start : Anchor::end,
                                    {0, (1 + 1.25 * static_cast<double>(k)) * em},
                                    0.85,
                                    true});
    }
  figure.panels.push_back(std::move(panel));
  const double side = 400;  // of the plane of angles
  figure.panels.push_back(sign_constraints({half + 8 * em, 6 * em, side, side}, em, table));
  const double below = 10 * em + side;
  figure.panels.push_back(
      bent_shapes({half, below, figure.width - half - 2 * em, figure.height - below - 2.5 * em}, em, table));
  Panel foot{{1.5 * em, figure.height - 2 * em, figure.width - 3 * em, em},
             {0, figure.width - 3 * em, {}, {}},
             {em, 0, {}, {}},
             {}};
  double x = 0.5 * em;
  const auto entry = [&](const std::vector<Mark>& marks, const char* text, double width) {
    foot.marks.insert(foot.marks.end(), marks.begin(), marks.end());
    foot.marks.push_back(Label{{x + em, em / 2}, text, dark, Anchor::start, {}, 0.9});
    x += width * em;
  };
  entry(stability_mark({x, em / 2}, Stability::stable, 4), "six, the pair stable", 14);
  entry(stability_mark({x, em / 2}, Stability::unstable, 4), "six, the pair unstable", 15);
  entry({Disc{{x, em / 2}, 1.3, grey}}, "four", 5);
  figure.panels.push_back(std::move(foot));
  return figure;
}

}  // namespace oopss
