// SPDX-License-Identifier: Apache-2.0
// Labelled drawings: every letter is there, vectors end where the joints are, and labels do not cover each other.
#include "oopss/figure/sketch.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "oopss/figure/drawing.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/model/build.hpp"
#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/start.hpp"
#include "tests/figure/marks.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

/// A model as `oopss sketch` draws it.
struct Drawn {
  DerivedModel derived;
  LabelledBodies bodies;
  SolvedStart start;
  std::vector<BodyPose> poses;
  Figure figure;

  explicit Drawn(Model model) : derived(derived_model(std::move(model), Engine::recursive)) {
    bodies = labelled_bodies(derived.spec);
    start = solve_start(derived.spec, derived.p());
    poses.resize(bodies.bones.bodies.size());
    const std::vector<double> x = state_of(derived.system.layout, start);
    derived.system.with_inputs(derived.p()).pose(x.data(), poses.data());
    figure = sketch("title", bodies, poses);
  }
  bool says(const Symbol& symbol) const {
    const std::vector<Label> labels = marks_of<Label>(figure.panels[0]);
    return std::any_of(labels.begin(), labels.end(), [&](const Label& label) {
      return label.text == symbol.letter && label.subscript == symbol.index;
    });
  }
  /// Whether a line goes from one place to another.
  bool has_line(Spot from, Spot to) const {
    const std::vector<Curve> curves = marks_of<Curve>(figure.panels[0]);
    const auto near = [](Spot a, Spot b) { return std::hypot(a.x - b.x, a.y - b.y) < 1e-9; };  // of metres: rounding
    return std::any_of(curves.begin(), curves.end(), [&](const Curve& curve) {
      return curve.through.size() == 2 && near(curve.through[0], from) && near(curve.through[1], to);
    });
  }
};

/// The planar models; under sanitizers a tree, a chain of many labels and a linkage stand for all.
std::vector<std::string> planar_examples() {
  if (sanitized) return {"three-body", "chain", "watt"};
  std::vector<std::string> out;
  for (const Example& example : examples())
    if (is_planar(load_model(std::string(example.name)))) out.emplace_back(example.name);
  return out;
}

/// Where the mass centres are: a walk over the tree's joints from the first body on, then the mean is taken off.
std::vector<Spot> walked_centres(const Drawn& drawn, std::vector<double>& theta) {
  const Skeleton& bones = drawn.bodies.bones;
  const std::size_t n = bones.bodies.size();
  std::vector<Spot> r(n);
  std::vector<bool> known(n, false);
  theta.assign(n, drawn.start.theta_root);
  known[0] = true;
  for (std::size_t pass = 0; pass < n; ++pass)
    for (const int k : drawn.derived.spec.tree_joints) {
      const Skeleton::Joint& joint = bones.joints[k];
      if (known[joint.first] == known[joint.second]) continue;
      const bool down = known[joint.first];
      const int a = down ? joint.first : joint.second, b = down ? joint.second : joint.first;
      const Spot at_a = down ? joint.at_first : joint.at_second, at_b = down ? joint.at_second : joint.at_first;
      theta[b] = theta[a] + (down ? 1 : -1) * drawn.start.phi[k];
      const double ca = std::cos(theta[a]), sa = std::sin(theta[a]), cb = std::cos(theta[b]), sb = std::sin(theta[b]);
      r[b] = {r[a].x + ca * at_a.x - sa * at_a.y - cb * at_b.x + sb * at_b.y,
              r[a].y + sa * at_a.x + ca * at_a.y - sb * at_b.x - cb * at_b.y};
      known[b] = true;
    }
  double mass = 0;
  Spot sum;
  for (std::size_t i = 0; i < n; ++i) {
    mass += bones.masses[i];
    sum = {sum.x + bones.masses[i] * r[i].x, sum.y + bones.masses[i] * r[i].y};
  }
  for (Spot& place : r) place = {place.x - sum.x / mass, place.y - sum.y / mass};
  return r;
}

Box box_of_label(const Panel& panel, const Label& label) {
  const Spot spot = on_page(panel, label.anchor_point);
  const double em = 15 * label.size, width = label_width(label) * em, height = 0.9 * em;
  return {spot.x + label.shift.x - width / 2, spot.y + label.shift.y - height / 2, width, height};
}

void expect_labels_apart(const Figure& figure) {
  const Panel& panel = figure.panels[0];
  const std::vector<Label> labels = marks_of<Label>(panel);
  std::vector<Box> boxes;
  for (const Label& label : labels) boxes.push_back(box_of_label(panel, label));
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    const Box& one = boxes[a];
    CHECK((one.left >= 0 && one.left + one.width <= figure.width && one.top >= 0 &&
           one.top + one.height <= figure.height));
    for (std::size_t b = 0; b < a; ++b) {
      const Box& other = boxes[b];
      INFO(labels[a].text << labels[a].subscript << " and " << labels[b].text << labels[b].subscript);
      CHECK_FALSE((one.left < other.left + other.width && other.left < one.left + one.width &&
                   one.top < other.top + other.height && other.top < one.top + one.height));
    }
  }
}

}  // namespace

TEST_CASE("a sketch of each planar model names all bodies, joints and points, with the letters of derive") {
  for (const std::string& name : planar_examples()) {
    INFO(name);
    const Drawn drawn(load_model(name));
    for (std::size_t i = 0; i < drawn.poses.size(); ++i)
      CHECK(drawn.says({std::to_string(i + 1) + "  " + drawn.bodies.bones.bodies[i], ""}));
    if (drawn.poses.size() > 12) {  // bodies alone, and the inertial axes
      CHECK(marks_of<Label>(drawn.figure.panels[0]).size() == drawn.poses.size() + 2);
      continue;
    }
    for (std::size_t k = 0; k < drawn.bodies.angle.size(); ++k) {
      const Skeleton::Joint& joint = drawn.bodies.bones.joints[k];
      const std::string i = std::to_string(joint.first + 1), j = std::to_string(joint.second + 1);
      CHECK(drawn.says({joint.name, ""}));
      CHECK(drawn.says({"\u03b8", j + "," + i}));
      CHECK(drawn.says({"d", i + j}) == (std::hypot(joint.at_first.x, joint.at_first.y) > 0));
      CHECK(drawn.says({"d", j + i}) == (std::hypot(joint.at_second.x, joint.at_second.y) > 0));
    }
    for (const Skeleton::Point& point : drawn.bodies.bones.points) CHECK(drawn.says({point.name, ""}));
    for (std::size_t i = 0; i < drawn.poses.size(); ++i)
      CHECK(drawn.says({"\u03b8", std::to_string(i + 1)}) == (i == 0 || drawn.poses.size() <= 3));
  }
}

TEST_CASE("vectors of a sketch go from the mass centres to the joints, as a walk over the joints finds them") {
  for (const std::string& name : planar_examples()) {
    INFO(name);
    const Drawn drawn(load_model(name));
    if (drawn.poses.size() > 12) continue;
    std::vector<double> theta;
    const std::vector<Spot> r = walked_centres(drawn, theta);
    for (const Skeleton::Joint& joint : drawn.bodies.bones.joints)
      for (const bool first : {true, false}) {
        const int body = first ? joint.first : joint.second;
        const Spot d = first ? joint.at_first : joint.at_second;
        if (std::hypot(d.x, d.y) == 0) continue;
        const double c = std::cos(theta[body]), s = std::sin(theta[body]);
        CHECK(drawn.has_line(r[body], {r[body].x + c * d.x - s * d.y, r[body].y + s * d.x + c * d.y}));
      }
  }
}

TEST_CASE("no label of a sketch covers another or leaves the page") {
  for (const std::string& name : planar_examples()) {
    INFO(name);
    expect_labels_apart(Drawn(load_model(name)).figure);
  }
}

TEST_CASE("an angle of a sketch is an arc from where the second body would be at 0; a zero angle is said") {
  const Drawn bent(load_model("two-body"));
  const Skeleton::Joint& joint = bent.bodies.bones.joints[0];
  const Spot place = joint_place(joint, bent.poses);
  int arcs = 0;
  for (const Curve& curve : marks_of<Curve>(bent.figure.panels[0])) {
    if (curve.through.size() < 8) continue;
    const auto angle = [&](Spot spot) { return std::atan2(spot.y - place.y, spot.x - place.x); };
    const double radius = std::hypot(curve.through[0].x - place.x, curve.through[0].y - place.y);
    const bool around = std::all_of(curve.through.begin(), curve.through.end(), [&](Spot spot) {
      return std::abs(std::hypot(spot.x - place.x, spot.y - place.y) - radius) < 1e-9;
    });
    if (!around) continue;
    ++arcs;
    CHECK(angle(curve.through.front()) == Approx(0).margin(1e-9));    // straight on from the hub, which is at 0
    CHECK(angle(curve.through.back()) == Approx(0.5).epsilon(1e-9));  // [start] angles = { elbow = 0.5 }
  }
  CHECK(arcs == 1);
  const Drawn level(load_model("space-telescope"));
  for (const Label& label : marks_of<Label>(level.figure.panels[0]))
    if (label.subscript == "2,1") CHECK(label.rest == " = 0");
}

TEST_CASE("a sketch of bodies in space has vectors, turns and hinge axes by their letters, seen from above") {
  // The page's right and up, along inertial axes; z points up.
  const auto on_page = [](const BodySpot& p) {
    const double c = std::cos(0.6), s = std::sin(0.6), h = std::cos(0.4), v = std::sin(0.4);
    return Spot{c * p.x + s * p.y, -v * s * p.x + v * c * p.y + h * p.z};
  };
  for (const std::string name : {"rigid-body", "spatial-pair", "satellite", "spatial-tree"}) {
    if (sanitized && name == "spatial-tree") continue;
    INFO(name);
    const Drawn drawn(load_model(name));
    expect_labels_apart(drawn.figure);
    for (const char* axis : {"x", "y", "z"}) CHECK(drawn.says({axis, ""}));
    int boxes = 0;
    for (const Body& body : drawn.derived.model->bodies) boxes += !body.box.empty();
    const std::vector<Curve> curves = marks_of<Curve>(drawn.figure.panels[0]);
    CHECK(std::count_if(curves.begin(), curves.end(), [](const Curve& curve) { return curve.ink.opacity == 0.45; }) ==
          12 * boxes);
    const std::vector<Joint>& joints = drawn.derived.model->joints;
    for (std::size_t k = 0; k < joints.size(); ++k) {
      const Skeleton::Joint& joint = drawn.bodies.bones.joints[k];
      const std::string number = std::to_string(k + 1), i = std::to_string(joint.first + 1),
                        j = std::to_string(joint.second + 1);
      const bool hinge = joints[k].kind == JointKind::hinge;
      CHECK(drawn.says({"n", number}) == hinge);
      CHECK(drawn.says(hinge                ? Symbol{"\u03b8", j + "," + i}
                       : joints.size() == 1 ? Symbol{"A", ""}
                                            : Symbol{"R", number}));
      CHECK(drawn.says({"d", i + j}));
      const BodyPose& first = drawn.poses[joint.first];
      CHECK(drawn.has_line(on_page({first.x, first.y, first.z}), on_page(joint_place(joint, drawn.poses))));
    }
  }
}

TEST_CASE("of many bodies a sketch names bodies alone, and only where there is room") {
  Model model;
  const auto rod = [](int i) { return "rod_with_a_rather_long_name_" + std::to_string(i); };
  for (int i = 0; i < 150; ++i) add_body(model, rod(i), {.mass = 1, .inertia = 0.1});
  for (int i = 1; i < 150; ++i) {
    const std::string joint = "pin" + std::to_string(i);
    add_joint(model, joint, {rod(i - 1), {0.5, 0}}, {rod(i), {-0.5, 0}});
    model.start.angles.push_back(named(joint, i % 2 == 0 ? 2.9 : -2.9));  // folded up
  }
  const Drawn drawn(std::move(model));
  const Panel& panel = drawn.figure.panels[0];
  CHECK_FALSE(drawn.says({"d", "1,2"}));
  CHECK_FALSE(drawn.says({"pin1", ""}));
  CHECK(drawn.says({"1  rod_with_a_rather_long_name_0", ""}));
  CHECK(marks_of<Label>(panel).size() < 150);
  expect_labels_apart(drawn.figure);
}

TEST_CASE("a subscript stands behind its letter, smaller and lower") {
  Figure figure;
  Panel panel{{0, 0, 100, 100}, {0, 100, {}, {}}, {0, 100, {}, {}}, {}};
  panel.marks.push_back(Label{{50, 50}, "d", {}, Anchor::middle, {}, 1, false, "12", " = 0"});
  figure.panels.push_back(panel);
  const std::vector<Drawing::Item> items = drawing(figure).items;
  REQUIRE(items.size() == 3);
  CHECK(items[1].text == "12");
  CHECK(items[1].size < items[0].size);
  CHECK(items[1].points[0].y > items[0].points[0].y);
  CHECK(items[0].points[0].x < items[1].points[0].x);
  CHECK(items[1].points[0].x < items[2].points[0].x);
  CHECK(items[2].points[0].y == items[0].points[0].y);
}

TEST_CASE("the label of an axis has its subscripts one behind the other, and ends where it should") {
  const std::vector<Label> parts =
      typeset({{0, 0}, "\u03b8_{arm} \u2212 \u03b8_{hub} (rad)", {}, Anchor::end, {}, 1}, 10);
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].subscript == "arm");
  CHECK(parts[1].text == " \u2212 \u03b8");
  CHECK(parts[1].subscript == "hub");
  CHECK(parts[2].text == " (rad)");
  CHECK(parts[2].subscript.empty());
  CHECK(parts[2].shift.x + 10 * label_width(parts[2]) == Approx(0).margin(1e-9));
  CHECK(parts[1].shift.x == Approx(parts[0].shift.x + 10 * label_width(parts[0])));
  CHECK(typeset({{0, 0}, "a_b {c}", {}, Anchor::end}, 10)[0].text == "a_b {c}");
  CHECK(typeset({{0, 0}, "open_{", {}, Anchor::end}, 10)[0].text == "open_{");
  CHECK(typeset({{0, 0}, "", {}, Anchor::end}, 10).empty());
}
