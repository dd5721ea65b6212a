// SPDX-License-Identifier: Apache-2.0
// Poses side by side, and the map of their curves.
#include "oopss/figure/poses.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "oopss/figure/render.hpp"

using namespace oopss;
using std::numbers::pi;

namespace {

/// A stick that turns about the origin, in two views.
PoseSheet turning_stick() {
  PoseSheet sheet;
  sheet.title = "a stick <turns>";
  sheet.bodies = {"stick"};
  sheet.across = "a";
  sheet.up = "b";
  PoseSheet::Path path{{}, 0, true, "tip"};
  PoseSheet::Orbit orbit{"A", {}, {}};
  for (int k = 0; k < 60; ++k) {
    path.through.push_back({std::cos(pi * k / 30), std::sin(pi * k / 30)});
    orbit.through.push_back({pi * k / 30, 0.3});
  }
  orbit.poses = {orbit.through[0], orbit.through[30]};
  for (const double x : {1.0, -1.0})
    sheet.views.push_back(
        {"view", 0, {path}, {{{{{0, 0}, {x, 0}, 0}}, 1}, {{{{0, 0}, {0, x}, 0}}, 0.3}}, {{{0, x}, "end"}}});
  sheet.map = {orbit};
  sheet.crossings = {{{-pi, 0.3}, "here"}};
  sheet.notes = {"a note"};
  return sheet;
}

}  // namespace

TEST_CASE("views of poses share one scale, and a length is as long upwards as across") {
  const Figure figure = pose_figure(turning_stick());
  REQUIRE(figure.panels.size() == 4);  // two views, the map, the words
  const auto per_pixel = [](const Axis& axis, double pixels) { return (axis.to - axis.from) / pixels; };
  for (const Panel& panel : {figure.panels[0], figure.panels[1]}) {
    CHECK(per_pixel(panel.x, panel.frame.width) == Approx(per_pixel(panel.y, panel.frame.height)));
    CHECK(per_pixel(panel.x, panel.frame.width) == Approx(per_pixel(figure.panels[0].x, figure.panels[0].frame.width)));
    CHECK(panel.frame.left + panel.frame.width <= figure.width);
  }
  const std::string text = render(figure, Picture::svg);
  for (const char* word : {"a stick &lt;turns&gt;", "view", "tip", "end", "here", "a note", "stick"})
    CHECK(text.find(word) != std::string::npos);
}

TEST_CASE("a curve of the map that goes round is cut at the edge, and everything on the map is inside it") {
  const Figure figure = pose_figure(turning_stick());
  const Panel& map = figure.panels[2];
  int curves = 0;
  const auto inside = [&](const Spot& spot) {
    return spot.x >= map.x.from && spot.x <= map.x.to && spot.y >= map.y.from && spot.y <= map.y.to;
  };
  for (const Mark& mark : map.marks) {
    if (const auto* curve = std::get_if<Curve>(&mark)) {
      ++curves;
      double longest = 0;
      for (std::size_t i = 0; i < curve->through.size(); ++i) {
        CHECK(inside(curve->through[i]));
        if (i > 0) longest = std::max(longest, std::abs(curve->through[i].x - curve->through[i - 1].x));
      }
      CHECK(longest < 0.2);
    }
    if (const auto* disc = std::get_if<Disc>(&mark)) CHECK(inside(disc->centre));
    if (const auto* ring = std::get_if<Ring>(&mark)) CHECK(ring->centre.x == Approx(pi));
  }
  CHECK(curves == 2);
}

TEST_CASE("what does not move is drawn without a map") {
  PoseSheet sheet = turning_stick();
  sheet.map.clear();
  sheet.crossings.clear();
  sheet.views.resize(1);
  CHECK(pose_figure(sheet).panels.size() == 2);
  sheet.views[0] = {"a point", 0, {}, {{{{{0, 0}, {0, 0}, 0}}, 1}}, {}};
  CHECK_NOTHROW(render(pose_figure(sheet), Picture::svg));
}
