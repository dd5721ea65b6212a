// SPDX-License-Identifier: Apache-2.0
// Pictures of equilibria: what is drawn is what was found.
#include <catch2/catch.hpp>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/gallery.hpp"
#include "oopss/figure/regions.hpp"
#include "oopss/figure/render.hpp"
#include "tests/analysis/analysis.hpp"
#include "tests/figure/marks.hpp"

using namespace oopss;

namespace {

bool says(const Panel& panel, const std::string& text) {
  const std::vector<Label> labels = marks_of<Label>(panel);
  return std::any_of(labels.begin(), labels.end(),
                     [&](const Label& label) { return label.text.find(text) != std::string::npos; });
}

/// Three aligned bodies: their equilibria, and poses by walking along the chain.
struct Shown {
  AlignedChain chain;
  Skeleton skeleton;
  Equilibria found;
  std::vector<std::vector<BodyPose>> poses;

  Shown() {
    skeleton = {{"a", "b", "c"}, {1, 1, 1}, {{"x", 0, 1, {1, 0}, {-1, 0}}, {"y", 1, 2, {1, 0}, {-1, 0}}}};
    const PlanarTree<double> tree = tree_of(chain);
    found = find_equilibria(shape_energy(tree, landscape(tree, 2.0, {}), skeleton.bodies, {"x", "y"}));
    for (const RelativeEquilibrium& one : found.all) {
      const std::vector<double> theta = absolute_angles(tree, one.phi, 0.3);
      const std::vector<Vec2<double>> r = centre_positions(tree, theta);
      poses.emplace_back();
      for (int i = 0; i < 3; ++i) poses.back().push_back(planar_pose(r[i].x, r[i].y, theta[i]));
    }
  }
};

}  // namespace

TEST_CASE("a gallery has a card per equilibrium with its name, verdict and index, and a foot") {
  const Shown shown;
  const Figure figure = gallery("title", shown.skeleton, shown.found, shown.poses);
  REQUIRE(figure.panels.size() == shown.found.all.size() + 1);
  for (std::size_t i = 0; i < shown.found.all.size(); ++i) {
    const RelativeEquilibrium& one = shown.found.all[i];
    CHECK(says(figure.panels[i], one.id));
    CHECK(says(figure.panels[i], word(one.stability.verdict)));
    CHECK(says(figure.panels[i], "index " + std::to_string(one.stability.index)));
    // Discs: bodies, decaying eigenvalues, the mark if stable. Rings: joints, growing eigenvalues, the mark if not.
    const auto& spectrum = one.stability.spectrum;
    const auto growing = std::count_if(spectrum.begin(), spectrum.end(), [](const auto& z) { return z.real() > 0; });
    const bool stable = one.stability.verdict == Stability::stable;
    CHECK(marks_of<Disc>(figure.panels[i]).size() == 3 + spectrum.size() - growing + (stable ? 1 : 0));
    CHECK(marks_of<Ring>(figure.panels[i]).size() == 2 + growing + (stable ? 0 : 1));
    for (const Disc& disc : marks_of<Disc>(figure.panels[i])) {
      CHECK((disc.centre.x > 0 && disc.centre.x < figure.panels[i].frame.width));
      CHECK((disc.centre.y > 0 && disc.centre.y < figure.panels[i].frame.height));
    }
  }
  CHECK(render(figure, Picture::svg) ==
        render(gallery("title", shown.skeleton, shown.found, shown.poses), Picture::svg));
}

TEST_CASE("shapes of a gallery are level: the stretched chain lies along the card, its first body on the left") {
  const Shown shown;
  const Panel card = gallery("title", shown.skeleton, shown.found, shown.poses).panels[0];
  const std::vector<Ring> joints = marks_of<Ring>(card);
  REQUIRE(joints.size() == 2);  // a stable shape has no other rings
  CHECK(joints[0].centre.y == Approx(joints[1].centre.y).margin(1e-6));
  CHECK(joints[0].centre.x < joints[1].centre.x);
}

TEST_CASE("a gallery in space has the axis upright through the mass centre, and a body of one point and no joint too") {
  Skeleton skeleton{{"top"}, {2}, {}};
  skeleton.in_space = true;
  skeleton.outlines = {{{0.5, 0, -1}, {-0.5, 0, -1}, {0, 0.5, -1}, {0, 0, 1}}};
  Equilibria found;
  found.bodies = {"top"};
  found.momentum = 3;
  found.all.resize(1);
  const auto drawn = [&] { return gallery("title", skeleton, found, {{BodyPose{}}}).panels[0]; };
  const Panel card = drawn();
  const std::vector<Area> solids = marks_of<Area>(card);
  REQUIRE(solids.size() == 1);
  const std::vector<Disc> discs = marks_of<Disc>(card);
  REQUIRE(!discs.empty());
  const Spot centre = discs.back().centre;
  for (const Spot& corner : solids[0].bounds[0]) {
    CHECK((corner.x > 0 && corner.x < card.frame.width));
    CHECK((corner.y > 0 && corner.y < card.frame.height));
  }
  const auto axes = [&](const Panel& panel) {  // upright lines through the mass centre, longer than the body
    const std::vector<Curve> lines = marks_of<Curve>(panel);
    return std::count_if(lines.begin(), lines.end(), [&](const Curve& line) {
      return line.through.size() == 2 && line.through[0].x == centre.x && line.through[1].x == centre.x &&
             line.through[1].y - line.through[0].y > 50;
    });
  };
  CHECK(axes(card) == 1);
  found.momentum = 0;  // at rest there is no axis
  CHECK(axes(drawn()) == 0);
  skeleton.outlines = {{}};
  for (const Disc& disc : marks_of<Disc>(drawn()))
    CHECK((std::isfinite(disc.centre.x) && std::isfinite(disc.centre.y)));
  CHECK_NOTHROW(render(gallery("title", skeleton, found, {{BodyPose{}}}), Picture::svg));
}

TEST_CASE("of many equilibria the first are drawn and the foot says how many there are") {
  const Shown shown;
  const Figure figure = gallery("title", shown.skeleton, shown.found, shown.poses, 2);
  REQUIRE(figure.panels.size() == 3);
  CHECK(says(figure.panels[2], "2 of " + std::to_string(shown.found.all.size()) + " are drawn"));
}

TEST_CASE("the four marks of stability differ without colour") {
  std::vector<std::array<std::size_t, 3>> seen;
  for (const Stability verdict :
       {Stability::stable, Stability::unstable, Stability::spectrally_stable, Stability::degenerate}) {
    Panel panel;
    panel.marks = stability_mark({0, 0}, verdict, 5);
    seen.push_back({marks_of<Disc>(panel).size(), marks_of<Ring>(panel).size(), marks_of<Curve>(panel).size()});
  }
  std::sort(seen.begin(), seen.end());
  CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}

TEST_CASE("the picture of the regions has a mark where every chain is: a disc for a stable pair, a ring for another") {
  const SpecialTable table = special_table(30);
  const Panel panel = regions(table).panels[0];
  const auto with = [&](auto test) { return std::count_if(table.samples.begin(), table.samples.end(), test); };
  const auto six = [](const SampledChain& one) { return one.all.size() == 6; };
  const long unstable = with([&](const SampledChain& one) { return six(one) && one.kappa > 0; });
  const long rest = with([&](const SampledChain& one) { return six(one) ? one.kappa < 0 : true; });
  const long four = with([&](const SampledChain& one) { return !six(one); });
  CHECK(marks_of<Ring>(panel).size() == 2 * unstable);  // both of a pair
  CHECK(marks_of<Disc>(panel).size() == 2 * (rest - four) + four);
  CHECK(says(panel, "not with e"));
}

TEST_CASE(
    "the pairs of all chains lie in the part of the plane of angles that their case has (planar paper, Figure 9)") {
  const SpecialTable table = special_table(30);
  const Panel panel = regions(table).panels[1];
  const std::vector<Area> parts = marks_of<Area>(panel);
  REQUIRE(parts.size() == 8);
  const auto within = [](const Area& part, Spot spot) {  // a triangle: on one side of all edges
    int sides = 0;
    for (int k = 0; k < 3; ++k) {
      const Spot a = part.bounds[0][k], b = part.bounds[0][(k + 1) % 3];
      sides += (b.x - a.x) * (spot.y - a.y) - (b.y - a.y) * (spot.x - a.x) > 0 ? 1 : -1;
    }
    return std::abs(sides) == 3;
  };
  std::size_t pairs = 0;
  for (const Disc& disc : marks_of<Disc>(panel)) {
    ++pairs;
    for (const Area& part : parts)
      if (within(part, disc.centre)) CHECK(luminance(part.colour) == luminance(disc.colour));  // that of the case
  }
  std::size_t six = 0;
  for (const SampledChain& one : table.samples) six += one.all.size() == 6 ? 2 : 0;
  CHECK(pairs == six);
}

TEST_CASE("the table of stick figures has a chain of three bodies per case and region, with the signs of the table") {
  const SpecialTable table = special_table(30);
  const Panel panel = regions(table).panels[2];
  std::size_t cells = 0, stable = 0;
  for (const SpecialCell& cell : table.cells) {
    if (cell.region == 0 || cell.systems == 0) continue;
    ++cells;
    stable += cell.pair == Stability::stable ? 1 : 0;
    const auto sign = [](int value) { return value > 0 ? " > 0" : " < 0"; };
    CHECK(says(panel, std::string("cos x") + sign(cell.sign_cos_x) + ", cos y" + sign(cell.sign_cos_y)));
  }
  CHECK(cells == 12);
  CHECK(marks_of<Disc>(panel).size() == 3 * cells + stable);            // mass centres, marks
  CHECK(marks_of<Ring>(panel).size() == 2 * cells + (cells - stable));  // joints, marks
  CHECK(regions(table).panels.size() == 4);
}
