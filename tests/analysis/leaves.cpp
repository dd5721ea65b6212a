// SPDX-License-Identifier: Apache-2.0
// Leaves of linkages of one freedom: what the circle of shapes says of a motion, the motion itself does.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "oopss/analysis/equilibria.hpp"
#include "oopss/analysis/portrait.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/mechanics/inertia.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/start.hpp"

using namespace oopss;

namespace {

/// A linkage on the leaf of its start.
struct OnLeaf {
  DerivedModel derived;
  double momentum = 0;
  Leaf first;

  explicit OnLeaf(const std::string& name, const Settings& settings = {})
      : derived(derived_model(load_model(name, settings))),
        momentum(start_momentum(derived.spec, derived.p())),
        first(leaf_of(derived.system, derived.p(), momentum)) {}

  std::vector<Leaf> leaves() const {
    std::vector<Leaf> out = {first};
    out.insert(out.end(), first.others.begin(), first.others.end());
    return out;
  }

  /// The state at a place of a leaf: momenta J ω of the bodies that turn as the shape does, and add up to the leaf's.
  std::vector<double> state(const Leaf& leaf, double u, double nu) const {
    const TreeSpec& spec = derived.spec;
    const auto shape = [&](double place) { return at_tree_joints(spec, leaf.shape(place)); };
    constexpr double h = 4e-4;
    const std::vector<double> phi = shape(u), a = shape(u - 2 * h), b = shape(u - h), c = shape(u + h),
                              d = shape(u + 2 * h);
    std::vector<double> rates;
    for (std::size_t k = 0; k < phi.size(); ++k)
      rates.push_back((8 * (c[k] - b[k]) - (d[k] - a[k])) / (12 * h) * nu / leaf.mass(u));
    const PlanarTree<double> tree = planar_tree(spec, derived.p());
    const Matrix<double> J = pseudo_inertia(pair_constants(tree), absolute_angles(tree, phi, 0.0));
    std::vector<double> omega = absolute_angles(tree, rates, 0.0);
    double I = 0, moving = 0;
    for (const double entry : J.entries) I += entry;
    for (const double part : J* omega) moving += part;
    for (double& rate : omega) rate += (momentum - moving) / I;
    return state_of(derived.system.layout, {leaf.shape(u), J * omega, 0, {}, {}});
  }
};

/// Where a state is after the time t, by the equations of index 1, projected: they know nothing of leaves.
std::vector<double> after(const OnLeaf& linkage, const std::vector<double>& x, double t) {
  Run run(linkage.derived.system.with_inputs(linkage.derived.p()), linkage.derived.system.layout, x,
          {{.method = "dop853", .tolerance = 1e-13, .until = t}});
  while (run.step()) {
  }
  REQUIRE(run.outcome().good());
  return run.x();
}

const char* const springs = "[{law = \"proportional\", kp = 6, bias = 1}, {law = \"sine\", kp = 3, bias = 0.5}]";

}  // namespace

TEST_CASE("a linkage is where it was after the period that its leaf says, on every circle of shapes") {
  const std::vector<OnLeaf> linkages = {OnLeaf("four-bar"), OnLeaf("four-bar-rocker"),
                                        OnLeaf("four-bar-rocker", {{"joint.j4.torque", springs}}), OnLeaf("watt")};
  int kinds = 0;
  for (const OnLeaf& linkage : linkages)
    for (const Leaf& leaf : linkage.leaves()) {
      if (leaf.component == "curve 2") break;  // of a six-bar one is enough: it takes long
      for (const OrbitCurve& curve : leaf_portrait(leaf).curves) {
        if (!curve.period || curve.kind == OrbitKind::rotation_down) continue;  // that is the mirror of the one up
        kinds |= 1 << static_cast<int>(curve.kind);
        INFO(linkage.derived.system.model << " " << leaf.component << " at " << curve.energy << " J");
        const auto [u, nu] = curve.points[curve.points.size() / 3];
        const std::vector<double> x = linkage.state(leaf, u, nu);
        Flow flow = linkage.derived.system.with_inputs(linkage.derived.p());
        CHECK(flow.kinetic(0, x.data()) + flow.stored(0, x.data()) ==
              Approx(curve.energy).epsilon(1e-10));  // h⁴ of the slopes
        const std::vector<double> back = after(linkage, x, *curve.period);
        std::vector<double> rates(x.size());
        flow.field(0, x.data(), rates.data());
        for (const BlockKind kind : {BlockKind::joint_angle, BlockKind::momentum}) {
          double off = 0, rate = 0;
          for (const Block& block : linkage.derived.system.layout.blocks) {
            if (block.kind != kind) continue;
            const double change = back[block.offset] - x[block.offset];
            off = std::max(
                off, std::abs(kind == BlockKind::momentum ? change : std::remainder(change, 2 * std::numbers::pi)));
            rate = std::max(rate, std::abs(rates[block.offset]));
          }
          CHECK(off < 1e-8 * *curve.period * rate);  // 1e-8 of the period
        }
      }
    }
  CHECK(kinds == 0b0011);  // librations and rotations
}

TEST_CASE("of a linkage too, dJ/dE is the period") {
  for (const std::string name : {"four-bar", "four-bar-rocker"}) {
    const OnLeaf linkage(name);
    const LeafPortrait chosen = leaf_portrait(linkage.first);
    int seen = 0;  // one libration and one rotation
    for (const OrbitCurve& curve : chosen.curves) {
      if (!curve.period || curve.kind == OrbitKind::rotation_down || (seen & 1 << static_cast<int>(curve.kind)) != 0)
        continue;
      seen |= 1 << static_cast<int>(curve.kind);
      const double E = curve.energy, h = 2e-3 * (E - chosen.lowest);
      const auto J = [&](double energy) {
        for (const OrbitCurve& one : leaf_portrait(linkage.first, {energy}).curves)
          if (one.kind == curve.kind && one.energy == energy) return one.action;
        return 0.0;
      };
      const double slope = (8 * (J(E + h) - J(E - h)) - (J(E + 2 * h) - J(E - 2 * h))) / (12 * h);
      CHECK(slope == Approx(*curve.period).epsilon(1e-7));  // what the difference quotient leaves
    }
  }
}

TEST_CASE(
    "the leaves of the paper's four-bar: two circles over theta_10, mirror images, at 5.349 and 186.001 degrees") {
  const OnLeaf arm("four-bar");
  REQUIRE(arm.first.others.size() == 1);
  const double own = 2.25 + 0.08 + 22.5 + 0.1;  // moments of inertia of the bars, which the paper does not print
  for (const Leaf& leaf : arm.leaves()) {
    CHECK(leaf.joint == 0);
    CHECK(leaf.circle);
    const bool below = leaf.component.find("< 0") != std::string::npos;
    const double sign = below ? 1 : -1;  // the paper's figure is of sin(theta_3 - theta_2) < 0
    const LeafPortrait portrait = leaf_portrait(leaf);
    REQUIRE(portrait.equilibria.size() == 2);
    for (const auto& [degrees, inertia, index, one] :
         {std::tuple{186.000636430098247, 125.789351489788028, 0, portrait.equilibria[0]},
          std::tuple{5.34935386451388531, 64.2320414429911299, 1, portrait.equilibria[1]}}) {
      CHECK(std::abs(std::remainder(one.theta * 180 / std::numbers::pi - sign * degrees, 360)) < 1e-10);
      CHECK(one.energy == Approx(arm.momentum * arm.momentum / (2 * (inertia + own))).epsilon(1e-13));
      CHECK(one.index == index);
    }
  }
}

TEST_CASE("a leaf's equilibria are those of the search, and a triple rocker has one circle") {
  CHECK(OnLeaf("watt").leaves().size() == 4);
  for (const auto& [name, circles] : {std::pair{"four-bar-rocker", 1}, std::pair{"four-bar", 2}}) {
    const OnLeaf linkage(name);
    const Equilibria all = find_equilibria(linkage.derived.system, linkage.derived.p(), linkage.momentum);
    std::size_t count = 0;
    for (const Leaf& leaf : linkage.leaves())
      for (const LeafEquilibrium& one : leaf_portrait(leaf).equilibria) {
        ++count;
        const std::vector<double> shape = leaf.shape(one.theta);
        CHECK(std::count_if(all.all.begin(), all.all.end(), [&](const RelativeEquilibrium& other) {
                return shape_distance(all.space, other.phi, shape) < 1e-9 && other.stability.index == one.index;
              }) == 1);
      }
    CHECK(count == all.all.size());
    CHECK(linkage.leaves().size() == circles);
  }
}

TEST_CASE("slope and curvature of a leaf's energy are its derivatives, with springs at a closing joint too") {
  for (const OnLeaf& linkage : {OnLeaf("four-bar", {{"joint.ankle.torque", springs}}),
                                OnLeaf("four-bar-rocker", {{"joint.j4.torque", springs}}), OnLeaf("watt")})
    for (const Leaf& leaf : linkage.leaves())
      for (const double u : {-2.0, 0.3, 1.9}) {
        constexpr double h = 1e-3;
        const auto W = [&](double place, int order) { return leaf.energy(place)[order]; };
        for (const int order : {0, 1}) {
          const double slope =
              (8 * (W(u + h, order) - W(u - h, order)) - (W(u + 2 * h, order) - W(u - 2 * h, order))) / (12 * h);
          CHECK(W(u, order + 1) == Approx(slope).epsilon(1e-8).margin(1e-8 * W(u, 0)));  // h⁴, and rounding over h
        }
      }
}

TEST_CASE("a spring that counts the turns of a joint that goes round makes a plane of the leaf") {
  CHECK_FALSE(OnLeaf("four-bar", {{"joint.shoulder.torque", springs}}).first.circle);
  CHECK(OnLeaf("four-bar", {{"joint.ankle.torque", springs}}).first.circle);
}

TEST_CASE("what has no leaf of one coordinate says why") {
  CHECK_THROWS_WITH(OnLeaf("change-point"), Catch::Contains("at a change point the curves of shapes cross"));
  CHECK_THROWS_WITH(OnLeaf("five-bar"), Catch::Contains("the loops leave the shape 2 freedoms"));
}
