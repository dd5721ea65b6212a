// SPDX-License-Identifier: Apache-2.0
// Starts of linkages: assembled from what is given, in all forms, and refused in words.
#include <catch2/catch.hpp>
#include <numbers>

#include "oopss/linkage/classify.hpp"
#include "oopss/linkage/mobility.hpp"
#include "oopss/mechanics/bracket.hpp"
#include "oopss/model/build.hpp"
#include "oopss/model/diagnostic.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/drag.hpp"
#include "oopss/system/loop_facts.hpp"
#include "oopss/system/loops.hpp"
#include "tests/linkage/runs.hpp"

using namespace oopss;

namespace {

/// A loop of bars with these lengths, hinged at their ends, mass centres in the middle.
Model loop_of_bars(const std::vector<double>& lengths) {
  Model model;
  const std::size_t n = lengths.size();
  const auto name = [](std::size_t k) { return "b" + std::to_string(k); };
  for (std::size_t k = 0; k < n; ++k) add_body(model, name(k), {.mass = 1 + 0.1 * k, .inertia = 0.1 * lengths[k]});
  for (std::size_t k = 0; k < n; ++k)
    add_joint(model, "j" + std::to_string(k), {name(k), {lengths[k] / 2, 0}},
              {name((k + 1) % n), {-lengths[(k + 1) % n] / 2, 0}});
  return model;
}

/// Two parallelograms side by side: three equal cranks between two equal rails.
Model double_parallelogram() {
  Model model;
  for (const char* const name : {"lower", "left", "middle", "right", "upper"})
    add_body(model, name, {.mass = 1, .inertia = 0.2});
  int joints = 0;
  const auto pin = [&](const char* first, double at_first, const char* second, double at_second) {
    add_joint(model, "j" + std::to_string(joints++), {first, {at_first, 0}}, {second, {at_second, 0}});
  };
  pin("lower", -1, "left", -0.5);
  pin("lower", 0, "middle", -0.5);
  pin("lower", 1, "right", -0.5);
  pin("left", 0.5, "upper", -1);
  pin("middle", 0.5, "upper", 0);
  pin("right", 0.5, "upper", 1);
  return model;
}

/// A four-bar whose coupler, of 3 m, is braced by further bars end to end.
Model braced(const std::vector<double>& braces) {
  Model model;
  const auto bar = [&](const std::string& name, double length) {
    add_body(model, name, {.mass = 0.5 * length, .inertia = 0.05 * length});
  };
  bar("base", 4);
  bar("left", 2);
  bar("beam", 3);
  bar("right", 2.3);
  add_joint(model, "j0", {"base", {-2, 0}}, {"left", {-1, 0}});
  add_joint(model, "j1", {"left", {1, 0}}, {"beam", {-1.5, 0}});
  add_joint(model, "j2", {"beam", {1.5, 0}}, {"right", {1.15, 0}});
  add_joint(model, "j3", {"right", {-1.15, 0}}, {"base", {2, 0}});
  for (std::size_t k = 0; k < braces.size(); ++k) {
    const std::string name = "brace" + std::to_string(k);
    const double before = k == 0 ? -1.5 : braces[k - 1] / 2;
    bar(name, braces[k]);
    add_joint(model, "b" + std::to_string(k), {k == 0 ? "beam" : "brace" + std::to_string(k - 1), {before, 0}},
              {name, {-braces[k] / 2, 0}});
  }
  if (!braces.empty())
    add_joint(model, "last", {"brace" + std::to_string(braces.size() - 1), {braces.back() / 2, 0}}, {"beam", {1.5, 0}});
  model.start.angles = {named("j0", 1.2)};
  model.start.rates = {named("j0", 0.7)};
  model.start.momentum = {number(2)};
  return model;
}

std::string refusal(const Model& model) {
  try {
    started(model);
  } catch (const ModelError& problem) {
    return problem.what();
  }
  return {};
}

bool closed(const StartedLinkage& linkage) {
  std::vector<double> g(linkage.flow.closure.count), rate(linkage.x.size());
  linkage.flow.closure.value(0, linkage.x.data(), g.data());
  double most = 0;
  for (const double gap : g) most = std::max(most, std::abs(gap));
  std::vector<double> G(g.size() * linkage.x.size());
  linkage.flow.closure.jacobian(linkage.x.data(), G.data());
  linkage.flow.field(0, linkage.x.data(), rate.data());
  for (std::size_t c = 0; c < g.size(); ++c) {
    double opening = 0;
    for (std::size_t k = 0; k < rate.size(); ++k) opening += G[c * rate.size() + k] * rate[k];
    most = std::max(most, std::abs(opening));
  }
  return most < 1e-12;
}

double momentum_of(const StartedLinkage& linkage) { return total_momentum(momenta_at(linkage, linkage.x)); }

}  // namespace

TEST_CASE("angles given are held, the others follow from the closure, and assembly chooses between the two") {
  for (const char* const sign : {"+", "-"}) {
    Model model = loop_of_bars({3, 1, 3, 1.1});
    model.start.angles = {named("j0", 0.7)};
    model.start.assembly = Text{sign, {}};
    const StartedLinkage linkage = started(model);
    CHECK(closed(linkage));
    CHECK(linkage.start.phi[0] == Approx(0.7).epsilon(1e-15));
    CHECK((std::sin(linkage.start.phi[2]) > 0) == (*sign == '+'));
    double around = 0;
    for (const double phi : linkage.start.phi) around += phi;
    CHECK(around == Approx(0).margin(1e-13));
  }
}

TEST_CASE("the way to a pose leaves no whole turns: angles that are not given are within half a turn of the guess") {
  for (const double angle : {-2.9, -0.4, 0.7, 1.9, 3.0}) {
    Model model = loop_of_bars({3, 1, 3, 1.1});
    model.start.angles = {named("j0", angle)};
    const StartedLinkage linkage = started(model);
    CHECK(closed(linkage));
    CHECK(linkage.start.phi[0] == Approx(angle).epsilon(1e-15));
    for (int k = 1; k < 3; ++k) CHECK(std::abs(linkage.start.phi[k]) <= std::numbers::pi + 1e-12);
  }
}

TEST_CASE("guess picks the assembly of any loop, and an angle of a closing joint is held too") {
  Model model = loop_of_bars({1, 1.2, 0.9, 1.1, 1.3});
  model.start.guess = {named("j0", 1.2), named("j1", 1.2), named("j2", 1.2), named("j3", 1.2)};
  model.start.angles = {named("j4", -4.9)};
  const StartedLinkage linkage = started(model);
  CHECK(closed(linkage));
  CHECK(linkage.start.phi[4] == Approx(-4.9).epsilon(1e-14));
  for (int k = 0; k < 4; ++k) CHECK(std::abs(linkage.start.phi[k] - 1.2) < 0.6);
}

TEST_CASE("rates, energy, spin and momenta start the same motion of a four-bar") {
  Model model = loop_of_bars({3, 1, 3, 1.1});
  model.start.angles = {named("j0", 0.7)};
  model.start.assembly = Text{"-", {}};
  Model by_rates = model;
  by_rates.start.rates = {named("j0", 1.3)};
  by_rates.start.momentum = {number(5)};
  const StartedLinkage first = started(by_rates);
  CHECK(closed(first));
  CHECK(momentum_of(first) == Approx(5).epsilon(1e-14));
  std::vector<double> rate(first.x.size());
  first.flow.field(0, first.x.data(), rate.data());
  CHECK(rate[0] == Approx(1.3));

  Model by_energy = model;
  by_energy.start.kinetic = number(first.flow.kinetic(0, first.x.data()));
  by_energy.start.momentum = {number(5)};
  const StartedLinkage second = started(by_energy);
  Model by_momenta = model, by_spin = model;
  const std::vector<double> mu = momenta_at(first, first.x), omega = spins_at(first, first.x),
                            theta = angles_at(first, first.x);
  for (int k = 0; k < 4; ++k) by_momenta.start.momenta.push_back(named("b" + std::to_string(k), mu[k]));
  by_spin.start.angles.clear();
  for (int k = 0; k < 2; ++k) {  // two bodies are enough
    by_spin.start.absolute.push_back(named("b" + std::to_string(k), theta[k] + 0.4));
    by_spin.start.spin.push_back(named("b" + std::to_string(k), omega[k]));
  }
  const StartedLinkage third = started(by_momenta), fourth = started(by_spin);
  for (std::size_t i = 0; i < first.x.size() - 1; ++i) {
    CHECK(second.x[i] == Approx(first.x[i]).margin(1e-10));
    CHECK(third.x[i] == Approx(first.x[i]).margin(1e-12));
    CHECK(fourth.x[i] == Approx(first.x[i]).margin(1e-12));
  }
  CHECK(fourth.start.theta_root == Approx(theta[0] + 0.4));
}

TEST_CASE("impossible closures and over-determined starts are refused with the gap and the nearest pose") {
  const std::string never = refusal(loop_of_bars({5, 1, 1, 1}));
  CHECK(never.find("joint 'j3' cannot be closed: no pose was found in which its two ends meet, they stay 2 m apart") !=
        std::string::npos);
  Model bent = loop_of_bars({3, 2, 2.5, 2.2});
  bent.start.angles = {named("j0", 0.0)};
  CHECK(refusal(bent).find("start: with the angles given the ends of joint 'j3' stay 0.3 m apart") !=
        std::string::npos);
  CHECK(refusal(bent).find("the nearest pose that closes: j0 = ") != std::string::npos);
  bent.start.angles = {named("j0", 1.0), named("j1", 1.0)};
  CHECK(refusal(bent).find("start: 2 angles are given, and the loops leave the shape 1 to choose: ") !=
        std::string::npos);
  bent.start.angles = {named("j0", 1.0)};
  bent.start.momenta = {named("b0", 1), named("b1", -1)};
  CHECK(refusal(bent).find("G J^-1 mu must be zero") != std::string::npos);
  bent.start.momenta.clear();
  bent.start.rates = {named("j0", 1), named("j1", 1)};
  bent.start.momentum = {number(0)};
  CHECK(refusal(bent).find("start: the rates given open the loops") != std::string::npos);
}

TEST_CASE("a change point is no start: motion is not determined there") {
  Model model = loop_of_bars({2, 1, 1.5, 1.5});
  model.start.angles = {named("j0", 0.0)};
  model.start.guess = {named("j1", 3.0), named("j2", 0.1)};
  CHECK(refusal(model).find("start: the pose is a change point: 1 of 2 closure equations") != std::string::npos);
  model.start.angles = {named("j0", 0.3)};
  CHECK(closed(started(model)));
}

TEST_CASE("redundant loops are said and run, with the forces of least size") {
  Model model = double_parallelogram();
  model.start.angles = {named("j0", 1.0)};
  model.start.guess = {named("j1", 1.0), named("j2", 1.0), named("j3", -1.0)};
  model.start.rates = {named("j0", 0.8)};
  model.start.momentum = {number(1)};
  const StartedLinkage linkage = started(model);
  CHECK(closed(linkage));
  REQUIRE(linkage.start.notes.size() == 1);
  CHECK(linkage.start.notes[0].find("of the 4 closure equations 3 are independent") != std::string::npos);
  CHECK(linkage.start.notes[0].find("; the loop of j5 asks what others ask already") != std::string::npos);
  std::vector<double> x = linkage.x, adds(x.size());
  const double before = linkage.flow.kinetic(0, x.data());
  for (int step = 0; step < 20; ++step) x = extrapolated_step(linkage.flow, 0, 0.05, x);
  CHECK(linkage.flow.kinetic(0, x.data()) == Approx(before).epsilon(1e-11));
  std::vector<double> g(4);
  linkage.flow.closure.value(0, x.data(), g.data());
  for (const double gap : g) CHECK(std::abs(gap) < 1e-11);
  CHECK(linkage.flow.closure.gauge(x.data(), adds.data()) > 0.05);
}

TEST_CASE("rigid loops turn as one body: a triangle, and a line of bars that can only be straight") {
  for (const std::vector<double>& lengths : {std::vector<double>{1, 1.2, 0.9}, std::vector<double>{3, 1, 1, 1}}) {
    Model model = loop_of_bars(lengths);
    if (lengths.size() == 4) model.start.guess = {named("j0", std::numbers::pi)};
    model.start.kinetic.reset();
    model.start.spin = {named("b0", 0.5)};
    const StartedLinkage linkage = started(model);
    CHECK(closed(linkage));
    REQUIRE(linkage.start.warnings.size() == 1);
    CHECK(linkage.start.warnings[0].starts_with("the loops are rigid: "));
    std::vector<double> x = linkage.x;
    for (int step = 0; step < 20; ++step) x = extrapolated_step(linkage.flow, 0, 0.1, x);
    const std::vector<double> theta = angles_at(linkage, x), before = angles_at(linkage, linkage.x);
    for (std::size_t k = 0; k < theta.size(); ++k) CHECK(theta[k] - before[k] == Approx(1.0));
  }
}

TEST_CASE("a part of a moving linkage that cannot move is named rigid, and no loop of it redundant") {
  for (const std::vector<double>& braces : {std::vector<double>{2, 2.5}, std::vector<double>{1, 1, 1}}) {
    INFO(braces.size() << " braces");
    const StartedLinkage linkage = started(braced(braces));
    CHECK(closed(linkage));
    const LoopReport report = loop_report(linkage.derived.spec, linkage.derived.p());
    CHECK(report.mobility == 1);  // that of the four-bar
    REQUIRE(report.loops.size() == 2);
    CHECK_FALSE(report.loops[0].rigid);
    CHECK(report.loops[1].rigid);
    CHECK((report.loops[0].redundant == 0 && report.loops[1].redundant == 0));
    REQUIRE(report.rigid.size() == 1);
    CHECK(report.rigid[0].size() == braces.size() + 1);
    CHECK(report.rigid[0][0] == 2);
    CHECK(linkage.start.notes.empty());
    REQUIRE(linkage.start.warnings.size() == 1);
    CHECK(linkage.start.warnings[0] ==
          (braces.size() == 2
               ? "beam, brace0 and brace1 are rigid: the loops leave them no motion against each other, "
                 "they turn as one body"
               : "beam, brace0, brace1 and brace2 are rigid: the loops leave them no motion against each "
                 "other, they turn as one body"));
  }
}

TEST_CASE("bars in line inside a moving linkage move as one body with their masses") {
  const StartedLinkage parts = started(braced({1, 1, 1}));
  Model model = braced({});
  model.bodies[2].mass = number(1.5 + 3 * 0.5);
  model.bodies[2].inertia = {number(0.15 + 3 * 0.05 + 2 * 0.5)};  // two of the braces are 1 m off the middle
  const StartedLinkage whole = started(model);
  std::vector<double> x = parts.x, y = whole.x;
  for (int step = 0; step < 20; ++step) {
    x = extrapolated_step(parts.flow, 0, 0.05, x);
    y = extrapolated_step(whole.flow, 0, 0.05, y);
  }
  const std::vector<double> a = angles_at(parts, x), b = angles_at(whole, y), before = angles_at(parts, parts.x);
  CHECK(std::abs(a[1] - before[1]) > 0.1);
  for (int k = 0; k < 4; ++k) CHECK(std::abs(std::remainder(a[k] - b[k], 2 * std::numbers::pi)) < 1e-9);
  for (int k = 4; k < 7; ++k) CHECK(std::abs(std::remainder(a[k] - a[2], 2 * std::numbers::pi)) < 1e-7);
}

TEST_CASE("a triangle turns as one body: rates of zero are a start, others are refused") {
  Model model = loop_of_bars({3, 4, 5});
  model.start.momentum = {number(2)};
  model.start.rates = {named("j0", 0)};
  const StartedLinkage linkage = started(model);
  const std::vector<double> omega = spins_at(linkage, linkage.x);
  for (const double w : omega) CHECK(w == Approx(omega[0]).epsilon(1e-12));
  model.start.rates = {named("j0", 0.4)};
  CHECK_THROWS_WITH(started(model), Catch::Contains("off by 0.4 rad/s at least"));
}

TEST_CASE("an overbraced part is rigid and redundant") {
  Model model = braced({2, 2.5});
  const double height = std::sqrt(2.875);  // of the triangle's tip, from the middle of the beam
  add_body(model, "strut", {.mass = 1, .inertia = 0.1});
  add_joint(model, "s0", {"beam", {0, 0}}, {"strut", {-height / 2, 0}});
  add_joint(model, "s1", {"strut", {height / 2, 0}}, {"brace1", {-1.25, 0}});
  const StartedLinkage linkage = started(model);
  const LoopReport report = loop_report(linkage.derived.spec, linkage.derived.p());
  CHECK(report.mobility == 1);
  CHECK(report.rank == 5);  // the strut is one angle and two equations more, of which one is met already
  CHECK(report.loops[2].redundant == 1);
  REQUIRE(report.rigid.size() == 1);
  CHECK(report.rigid[0].size() == 4);
}

TEST_CASE("a loop is listed by the shortest way back over the joints before it") {
  const StartedLinkage linkage = started(load_model("two-loop"));
  const std::vector<ModelLoop> loops = model_loops(linkage.derived.spec, linkage.derived.p());
  REQUIRE(loops.size() == 2);
  const auto names = [&](const ModelLoop& loop) {
    std::string out;
    for (const LoopBar& bar : loop.bars)
      out += linkage.derived.system.bodies[bar.body] + " " + linkage.derived.system.joints[bar.joint] + " ";
    return out;
  };
  CHECK(names(loops[0]) == "frame j1 left j2 top j3 right j4 ");
  CHECK(names(loops[1]) == "frame j4 right j5 outer j6 upper j7 lower j8 ");
  for (const ModelLoop& loop : loops) {  // once around, by the angles of the start
    double x = 0, y = 0;
    const std::vector<double> theta = angles_at(linkage, linkage.x);
    for (const LoopBar& bar : loop.bars) {
      const double c = std::cos(theta[bar.body]), s = std::sin(theta[bar.body]);
      x += c * (bar.to.x - bar.from.x) - s * (bar.to.y - bar.from.y);
      y += s * (bar.to.x - bar.from.x) + c * (bar.to.y - bar.from.y);
    }
    CHECK(std::hypot(x, y) < 1e-13);
  }
}

namespace {

/// A four-bar that turns, started by its first joint.
Model moving_four_bar(const std::vector<double>& lengths, double angle, const char* assembly = "-") {
  Model model = loop_of_bars(lengths);
  model.start.angles = {named("j0", angle)};
  model.start.assembly = Text{assembly, {}};
  model.start.rates = {named("j0", 6)};  // fast: every shape is within reach of its energy
  model.start.momentum = {number(5)};
  return model;
}

struct DraggedLinkage {
  StartedLinkage before;
  DraggedStart start;
  double gap = 0;
  double energy = 0, energy_before = 0;
};

/// Energy and momentum held, the shape asked for or the nearest.
DraggedLinkage dragged(const Model& model, const std::map<int, double>& angles, const std::optional<PointPull>& pull) {
  DraggedLinkage out{started(model), {}};
  const TreeSpec& spec = out.before.derived.spec;
  const std::vector<double> p = out.before.derived.p();
  const ReachSolver solver(spec, p, out.before.derived.system.layout, out.before.flow);
  const Reach reach = solver.start(out.before.start);
  StartDrag drag{out.before.start.phi, reach.rates, {}, pull, false, reach.momentum, reach.kinetic, true};
  for (const auto& [joint, angle] : angles) {
    drag.phi[joint] = angle;
    drag.turned.push_back(joint);
  }
  out.start = drag_start(spec, p, solver, out.before.start, drag);
  out.gap = closure_gap(linkage_of(spec, p), at_tree_joints(spec, out.start.phi));
  out.energy = out.start.energy;
  out.energy_before = reach.kinetic;
  return out;
}

/// Where a point of a body is seen from body 0.
Vec2<double> seen_from_first(const StartedLinkage& linkage, const std::vector<double>& phi, int body, Spot point) {
  std::vector<double> x(linkage.x.size(), 0.0);
  put(linkage.derived.system.layout, BlockKind::joint_angle, phi, x);
  std::vector<BodyPose> poses(linkage.derived.spec.m.size());
  linkage.flow.pose(x.data(), poses.data());  // the first body is the root: its axes are level
  const Spot place = place_on(poses[body], {point.x, point.y});
  return {place.x - poses[0].x, place.y - poses[0].y};
}

}  // namespace

TEST_CASE("a joint that is dragged takes the others along, the loops closed, energy and momentum held") {
  const DraggedLinkage moved = dragged(moving_four_bar({3, 1, 3, 1.1}, 0.7), {{0, 1.9}}, {});
  CHECK(moved.gap < 1e-12);
  CHECK(moved.start.snapped.empty());
  CHECK(moved.start.phi[0] == Approx(1.9).epsilon(1e-14));
  CHECK((std::sin(moved.start.phi[2]) > 0) == (std::sin(moved.before.start.phi[2]) > 0));
  CHECK(moved.start.given == std::vector<int>{0});
  CHECK((moved.start.form == StartForm::energy && moved.energy == moved.energy_before && moved.start.momentum == 5));
  for (const int joint : {1, 3})  // of a closing joint too
    CHECK(dragged(moving_four_bar({3, 1, 3, 1.1}, 0.7), {{joint, moved.start.phi[joint]}}, {}).start.phi[0] ==
          Approx(1.9).epsilon(1e-9));
}

TEST_CASE("a joint dragged beyond its range stops at the limit that the lengths give, and words say so") {
  const std::vector<double> lengths = {3, 1, 3, 1.1};
  const TurningRange range = angle_range(lengths_computed(lengths), 2, 3);
  for (const char* const assembly : {"+", "-"}) {
    const double sign = *assembly == '+' ? 1 : -1;
    const DraggedLinkage most = dragged(moving_four_bar(lengths, 0.7, assembly), {{2, sign * 3.1}}, {});
    CHECK(most.start.phi[2] == Approx(sign * range.most).epsilon(1e-9));
    CHECK(most.start.snapped.starts_with("this is as far as it goes: the loops do not close beyond it"));
    CHECK(most.gap < 1e-12);
    CHECK(most.start.given != std::vector<int>{2});  // it stands still there: another joint gives the shape
  }
}

TEST_CASE("a point that is pulled goes where it can go with the loops closed, else as near as it comes") {
  Model five = loop_of_bars({1, 1.2, 0.9, 1.1, 1.3});
  five.start.guess = {named("j0", 1.2), named("j1", 1.2), named("j2", 1.2), named("j3", 1.2)};
  five.start.rates = {named("j0", 0.4), named("j1", -0.3)};
  five.start.momentum = {number(2)};
  const PointPull pull{2, {0.2, 0.1}, {0.9, 1.0}, 0, -1};
  const DraggedLinkage moved = dragged(five, {}, pull);
  CHECK(moved.gap < 1e-12);
  const Vec2<double> place = seen_from_first(moved.before, moved.start.phi, 2, pull.point);
  CHECK((place.x == Approx(0.9).epsilon(1e-9) && place.y == Approx(1.0).epsilon(1e-9)));

  const Model four = moving_four_bar({3, 1, 3, 1.1}, 0.7);
  double gained = 0;
  for (const Spot target : {Spot{1.5, 4}, Spot{4, 2}, Spot{-2, 1}}) {
    const PointPull away{2, {0.5, 0.3}, target, 0, -1};
    const DraggedLinkage near = dragged(four, {}, away);
    CHECK(near.gap < 1e-12);
    const auto distance = [&](const std::vector<double>& phi) {
      const Vec2<double> there = seen_from_first(near.before, phi, 2, away.point);
      return std::hypot(there.x - target.x, there.y - target.y);
    };
    gained += distance(near.before.start.phi) - distance(near.start.phi);
    for (const double beside : {-0.02, 0.02})
      CHECK(distance(near.start.phi) <
            distance(started(moving_four_bar({3, 1, 3, 1.1}, near.start.phi[0] + beside)).start.phi));
  }
  CHECK(gained > 0.5);
}

TEST_CASE("every assembly is offered once, whichever of them one looks from") {
  for (const std::vector<double>& lengths : {std::vector<double>{3, 1, 3, 1.1}, {2, 2.2, 2.5, 3}}) {
    std::vector<std::vector<double>> first;
    for (const char* const assembly : {"+", "-"}) {
      const StartedLinkage linkage = started(moving_four_bar(lengths, 0.7, assembly));
      const Assemblies found = assemblies_of(linkage.derived.spec, linkage.derived.p(), linkage.start.phi);
      REQUIRE(found.all.size() == 2);
      CHECK(found.joints == std::vector<int>{0});
      CHECK(found.all[found.present][2] == Approx(linkage.start.phi[2]));
      CHECK(std::sin(found.all[0][2]) * std::sin(found.all[1][2]) < 0);
      for (const std::vector<double>& one : found.all)
        CHECK(closure_gap(linkage_of(linkage.derived.spec, linkage.derived.p()),
                          at_tree_joints(linkage.derived.spec, one)) < 1e-12);
      if (!first.empty()) CHECK(std::sin(found.all[0][2]) == Approx(std::sin(first[0][2])));
      first = found.all;
    }
  }
}

TEST_CASE("a state between two rows of a run is closed again, with its momentum") {
  const StartedLinkage linkage = started(moving_four_bar({3, 1, 3, 1.1}, 0.7));
  SolvedStart aside = linkage.start;
  for (double& phi : aside.phi) phi += 1e-5;
  aside.mu[1] += 1e-4;
  StartedLinkage again = linkage;
  again.start = reclosed(linkage.derived.spec, linkage.derived.p(), aside);
  again.x = state_of(linkage.derived.system.layout, again.start);
  CHECK(closed(again));
  CHECK(momentum_of(again) == Approx(5 + 1e-4).epsilon(1e-12));
  for (std::size_t k = 0; k < aside.phi.size(); ++k) CHECK(std::abs(again.start.phi[k] - aside.phi[k]) < 1e-4);
}

TEST_CASE("the facts of a linkage are those of its lengths") {
  const auto facts = [](const std::vector<double>& lengths) {
    const StartedLinkage linkage = started(moving_four_bar(lengths, 0.7));
    std::string out;
    for (const ModelFact& fact : loop_facts(linkage.derived.spec, linkage.derived.p(), linkage.start.phi))
      out += fact.name + ": " + fact.words + "\n";
    return out;
  };
  CHECK(
      facts({3, 1, 3, 1.1}) ==
      "mobility: 1, besides place and attitude\n4 bars in a loop: Grashof, a crank-rocker seen from b0\nchange point: "
      "margin/P = 0.0123457: the longest bar longer by 0.1 makes it one\n");
  CHECK(facts({2, 2.2, 2.5, 3}).find("non-Grashof, a triple rocker") != std::string::npos);
}
