// SPDX-License-Identifier: Apache-2.0
// Dashes and filled areas: drawn alike in every format. Portraits: marks where the data are.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <set>

#include "oopss/figure/bifurcation.hpp"
#include "oopss/figure/portrait.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/figure/ticks.hpp"
#include "oopss/system/pair_leaf.hpp"

using namespace oopss;
using std::numbers::pi;

namespace {

LeafPortrait portrait() { return leaf_portrait(leaf_of({105.5, 70, 33, 0, 50, {}, true})); }

int count_of(const std::string& text, const std::string& word) {
  int count = 0;
  for (std::size_t found = text.find(word); found != std::string::npos; found = text.find(word, found + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("an area with a hole is one path, filled even-odd, and a dashed line has its dashes") {
  Figure figure{100, 100, 10, "", {}};
  Panel panel{{0, 0, 100, 100}, {0, 10, {}, {}}, {0, 10, {}, {}}, {}};
  panel.marks.push_back(Area{{{{1, 1}, {9, 1}, {9, 9}, {1, 9}}, {{4, 4}, {6, 4}, {6, 6}, {4, 6}}}, {1, 0, 0}, 1});
  panel.marks.push_back(Curve{{{0, 5}, {10, 5}}, {{0, 0, 1}, 1, 2, Dash::dash_dot}});
  figure.panels.push_back(panel);
  const std::string text = render(figure, Picture::svg);
  CHECK(text.find("M10 90 90 90 90 10 10 10ZM40 60 60 60 60 40 40 40\" fill=\"#ff0000\" fill-rule=\"evenodd\"") !=
        std::string::npos);
  CHECK(text.find("stroke-dasharray=\"12 4 2 4\"") != std::string::npos);
  CHECK(render(figure, Picture::png) == render(figure, Picture::png));
}

TEST_CASE("angles have ticks at simple fractions of pi") {
  const Axis whole = angle_axis(-pi, pi, "");
  REQUIRE(whole.ticks.size() == 9);
  CHECK(whole.ticks.front().text == "\u2212\u03c0");
  CHECK(whole.ticks[1].text == "\u22123\u03c0/4");
  CHECK(whole.ticks[4].text == "0");
  CHECK(whole.ticks[6].text == "\u03c0/2");
  CHECK(angle_axis(0, 8 * pi, "").ticks.back().text == "8\u03c0");
}

TEST_CASE("the flat portrait has every curve, and the folded equilibrium at both ends") {
  const LeafPortrait leaf = portrait();
  const Figure figure = flat_portrait(leaf, {"two", {"theta"}, 50});
  const std::vector<Mark>& marks = figure.panels[0].marks;
  int curves = 0, rings = 0, discs = 0;
  for (const Mark& mark : marks) {
    curves += std::holds_alternative<Curve>(mark);
    rings += std::holds_alternative<Ring>(mark);
    discs += std::holds_alternative<Disc>(mark);
  }
  CHECK(curves == static_cast<int>(leaf.curves.size()));
  CHECK(rings == 2);  // unstable: hollow
  CHECK(discs == 1);  // stable: full
}

TEST_CASE("on the cylinder nothing in front is dashed and nothing behind is solid") {
  const Figure figure = cylinder_portrait(portrait(), {"two", {"theta"}, 50});
  int dashed = 0, solid = 0;
  for (const Mark& mark : figure.panels[0].marks)
    if (const Curve* curve = std::get_if<Curve>(&mark)) (curve->ink.dash == Dash::dashed ? dashed : solid) += 1;
  CHECK(dashed > 5);
  CHECK(solid > 5);
  CHECK(count_of(render(figure, Picture::svg), "stroke-dasharray") == dashed);
}

TEST_CASE("a bifurcation diagram tells stable branches from unstable ones without colour") {
  EquilibriumBranch branch;
  for (int i = 0; i <= 10; ++i)
    branch.points.push_back({i / 10.0, {0.1 * i}, 1.0 * i, i > 5, i > 5 ? Stability::unstable : Stability::stable});
  const SpecialPoint fold{SpecialKind::fold, 0.5, {0.5}, 1e-15};
  const Figure figure = bifurcation_figure({branch}, {fold}, 0, 1, {"two", "m", {"\u03b8_{2,1} elbow"}, {true}});
  REQUIRE(figure.panels.size() == 2);  // the angle and the energy
  for (const Panel& panel : figure.panels) {
    int dashed = 0, solid = 0;
    for (const Mark& mark : panel.marks)
      if (const Curve* curve = std::get_if<Curve>(&mark)) (curve->ink.dash == Dash::none ? solid : dashed) += 1;
    CHECK(dashed == 1);
    CHECK(solid == 1);
  }
  const std::string svg = render(figure, Picture::svg);
  CHECK(count_of(svg, "fold 0.5") == 1);
  CHECK(count_of(svg, "solid: stable; dashed: unstable") == 1);
}

TEST_CASE("two unstable branches that lie on each other stay dashed, wherever each began") {
  const auto energy = [](double value) { return 3 + 2 * std::sin(4 * value) + value * value; };
  const auto branch = [&](double from, double to, double sign, int count) {
    EquilibriumBranch out;
    for (int i = 0; i <= count; ++i) {
      const double value = from + (to - from) * i / count;
      out.points.push_back({value, {sign * (0.5 + value)}, energy(value), 1, Stability::unstable});
    }
    return out;
  };
  const BifurcationText text{"two", "m", {"elbow"}, {true}};
  const auto covered =
      [&](const std::vector<EquilibriumBranch>& branches) {  // of the columns of pixels, the dashed ones
        const Figure figure = bifurcation_figure(branches, {}, 0, 1, text);
        const double top = figure.panels[1].frame.top;
        std::set<int> out;
        for (const Drawing::Item& item : drawing(figure).items)
          for (std::size_t i = 0;
               i + 1 < item.points.size() && item.stroke.dash == Dash::dashed && item.points[0].y > top; ++i)
            for (int x = std::ceil(std::min(item.points[i].x, item.points[i + 1].x));
                 x <= std::max(item.points[i].x, item.points[i + 1].x); ++x)
              out.insert(x);
        return out.size() / figure.panels[1].frame.width;
      };
  // A mirrored pair has one energy; the second is followed from the other end, and is sampled elsewhere.
  const double one = covered({branch(0, 1, 1, 700)});
  const double both = covered({branch(0, 1, 1, 700), branch(0.983, 0, -1, 611)});
  CHECK(one > 0.4);
  CHECK(one < 0.8);
  CHECK(both < one + 0.03);  // where the slope is at the border of steep, samples may disagree
}
