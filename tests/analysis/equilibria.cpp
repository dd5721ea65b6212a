// SPDX-License-Identifier: Apache-2.0
// Relative equilibria: the search against closed forms, golden numbers, topology, and a scan of its own.
#include <catch2/catch.hpp>
#include <numbers>

#include "oopss/mechanics/inertia.hpp"
#include "tests/analysis/analysis.hpp"
#include "tests/mechanics/bodies.hpp"
#include "tests/mechanics/golden_planar.hpp"
#include "tests/mechanics/random_trees.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

PlanarTree<double> star(double hub_joint) {
  PlanarTree<double> tree;
  static_cast<Topology&>(tree) = numbered_topology({-1, 0, 0, 0});
  tree.m = tree.I = {1, 1, 1, 1};
  tree.mass = 4;
  tree.d_parent = {{}, {hub_joint, 0}, {hub_joint, 0}, {hub_joint, 0}};
  tree.d_child = {{}, {-1, 0}, {-1.1, 0}, {-0.9, 0}};
  return tree;
}

}  // namespace

TEST_CASE("golden: the search finds every equilibrium listed, and no other, with its index and spectrum") {
  int points = 0;
  for (const GoldenCase& golden : golden_planar()) {
    if (golden.equilibria.empty()) continue;
    INFO(golden.id);
    const Equilibria found = find_equilibria(energy_of(rooted(golden.bodies, 0)));
    REQUIRE(found.all.size() == golden.equilibria.size());
    CHECK(found.count == MorseCount::agrees);
    for (const GoldenEquilibrium& expected : golden.equilibria) {
      const RelativeEquilibrium* const one = at_shape(found, expected.phi);
      REQUIRE(one != nullptr);
      CHECK(apart(one->phi, expected.phi) < 1e-12);  // rounding of the slopes over the least curvature, 1e-3
      CHECK(one->inertia == Approx(expected.I_lock).epsilon(1e-13));
      CHECK(one->stability.index == expected.index);
      REQUIRE(one->stability.spectrum.size() == expected.spectrum.size());
      for (const std::complex<double>& z : expected.spectrum)
        CHECK(distance(z, one->stability.spectrum) < 1e-10);  // given to ten digits
      const bool grows = std::any_of(expected.spectrum.begin(), expected.spectrum.end(),
                                     [](const std::complex<double>& z) { return z.real() > 1e-9; });
      CHECK(one->stability.verdict == (expected.index == 0 ? Stability::stable
                                       : grows             ? Stability::unstable
                                                           : Stability::spectrally_stable));
      ++points;
    }
  }
  CHECK(points == 22);
}

TEST_CASE("Bernstein's bound is 2, 6, 20, 70") {
  std::mt19937 any(57);
  for (const auto& [bodies, most] : {std::pair{2, 2L}, {3, 6L}, {4, 20L}, {5, 70L}})
    CHECK(energy_of(random_tree(bodies, Growth::bush, any)).bounds.most == most);
}

TEST_CASE("the monkey saddle: three equilibria, one of nullity two") {
  PlanarTree<double> tree = tree_of(AlignedChain{1, 1, 1, std::sqrt(3.0), 1, -1, std::sqrt(1.5)});
  tree.d_parent[2].y = std::sqrt(0.5);
  const Equilibria found = find_equilibria(energy_of(tree));
  REQUIRE(found.all.size() == 3);
  CHECK(found.count == MorseCount::not_applicable);
  CHECK(found.all[0].stability.verdict == Stability::stable);
  CHECK(found.all[1].stability.verdict == Stability::degenerate);
  CHECK(found.all[1].stability.nullity == 2);
  CHECK_FALSE(found.all[1].continuum);
  CHECK(found.all[2].stability.index == 2);
}

TEST_CASE("at the pitchfork the pair has merged with a collinear shape: four equilibria, one of nullity one") {
  // κ + τ = 1 with unit masses and b1 = e1 = 1/2: κ = c1/d1, τ = 3/(2 d1)
  const Equilibria found = find_equilibria(energy_of(tree_of(AlignedChain{1, 1, 1, 1, 0.5, 0.5, 2.5})));
  REQUIRE(found.all.size() == 4);
  int degenerate = 0;
  for (const RelativeEquilibrium& one : found.all) {
    if (one.stability.nullity == 0) continue;
    ++degenerate;
    CHECK_FALSE(one.continuum);
    CHECK(apart(one.phi, {0, std::numbers::pi}) < 1e-3);  // slopes of 1e-11 with g ~ δ³
  }
  CHECK(degenerate == 1);
}

TEST_CASE("continua of equilibria are listed once each: circles of three bodies, polygons of a star") {
  const Equilibria circles = find_equilibria(energy_of(tree_of(AlignedChain{1, 1, 1, 1, 0, 0, 1})));
  REQUIRE(circles.all.size() == 2);  // I_lock depends on x + y alone: a circle of maxima, a circle of minima
  for (const RelativeEquilibrium& one : circles.all) {
    CHECK(one.continuum);
    CHECK(one.stability.nullity == 1);
    CHECK(one.stability.verdict == (one.stability.index == 0 ? Stability::degenerate : Stability::unstable));
  }
  // All arms at one point of the hub: I_lock = const − |sum of four vectors|², largest where they close to a polygon.
  const Equilibria polygons = find_equilibria(energy_of(star(0.3)));
  CHECK(polygons.all[0].continuum);
  CHECK(std::count_if(polygons.all.begin(), polygons.all.end(), [](const auto& one) { return one.continuum; }) == 1);
  CHECK(polygons.all.size() == 1 + 8);  // and the eight collinear shapes
}

TEST_CASE("one of A1, B1, B2 zero: four equilibria") {
  // b1 (m2 + m3) = −e1 m3 makes B1 = 0, e1 (m1 + m2) = −b1 m1 makes B2 = 0; c1 = 0 alone would make two of them zero.
  for (const AlignedChain& chain : {AlignedChain{1, 1, 1, 1, 0.5, -1, 1}, AlignedChain{1, 1, 1, 1, -1, 0.5, 1}}) {
    const Equilibria found = find_equilibria(energy_of(tree_of(chain)));
    CHECK(found.all.size() == 4);
    CHECK(found.count == MorseCount::agrees);
  }
}

TEST_CASE("two bodies with springs: the equilibria are the sign changes of the slope of V_mu + U along the line") {
  std::mt19937 random(87);
  for (int trial = 0; trial < 60; trial += stride) {
    CAPTURE(trial);
    const PlanarTree<double> tree = random_tree(2, Growth::chain, random);
    const bool periodic = trial % 2 == 0;
    const double kp = std::uniform_real_distribution<double>(0.05, 3)(random) * (trial % 5 == 4 ? -1 : 1);
    const std::vector<JointSpring> springs = {{0, {periodic, kp, 0, random_numbers(1, 3, random)[0]}}};
    const ShapeEnergy energy = energy_of(tree, 3.0, springs);
    const Equilibria found = find_equilibria(energy);
    REQUIRE(found.count == MorseCount::agrees);
    const ShapeRange range = found.space.ranges[0];
    CHECK(range.circle == periodic);
    const auto slope = [&](double phi) {
      const Matrix<double> J = pseudo_inertia(pair_constants(tree), absolute_angles(tree, {phi}, 0.0));
      const Matrix<double> K = slope_matrix(pair_constants(tree), absolute_angles(tree, {phi}, 0.0));
      const int child = tree.order[1], parent = tree.order[0];
      const double I = locked_inertia(J), dI = 2 * K(parent, child) * tree.sense[child];
      return -9.0 / (2 * I * I) * dI + torque(springs[0].law, phi, 0.0);
    };
    // Outside the range stated there are none: the scan goes three times as far, in steps of a thousandth of a turn.
    const double middle = (range.low + range.high) / 2,
                 reach = (range.high - range.low) / 2 * (periodic ? 1 : 3) + 1e-3;
    const double step = 2 * std::numbers::pi / 1000;
    const double from = periodic ? -std::numbers::pi : middle - reach,
                 to = periodic ? std::numbers::pi : middle + reach;
    std::size_t changes = 0;
    for (double phi = from; phi < to - step / 2; phi += step)
      changes += (slope(phi) > 0) != (slope(phi + step) > 0) ? 1 : 0;
    CHECK(found.all.size() == changes);
    for (const RelativeEquilibrium& one : found.all) CHECK(std::abs(slope(one.phi[0])) < 1e-9);
  }
}

TEST_CASE("a spring of bias 90 degrees rests at 87.02 degrees (simulator paper, Fig. 10)") {
  PlanarTree<double> tree;
  static_cast<Topology&>(tree) = numbered_topology({-1, 0});
  tree.m = {4, 5};
  tree.I = {50, 50};
  tree.mass = 9;
  tree.d_parent = {{}, {5, 0}};
  tree.d_child = {{}, {-3, 0}};
  const Equilibria found = find_equilibria(energy_of(tree, 50, {{0, {true, 50, 10, std::numbers::pi / 2}}}));
  REQUIRE(found.all.size() == 2);
  CHECK(found.all[0].phi[0] * 180 / std::numbers::pi == Approx(87.02).margin(0.005));
  CHECK(found.all[0].stability.verdict == Stability::stable);
  CHECK(found.all[0].stability.asymptotic);
  CHECK(found.all[1].stability.verdict == Stability::unstable);
}

TEST_CASE("without momentum and springs every shape is an equilibrium; with springs the shapes at rest are listed") {
  const PlanarTree<double> tree = tree_of(AlignedChain{});
  CHECK(find_equilibria(energy_of(tree, 0)).every_shape);
  const Equilibria sprung = find_equilibria(energy_of(tree, 0, {{0, {true, 2, 0, 0.5}}, {1, {true, 1, 0, -0.25}}}));
  CHECK_FALSE(sprung.every_shape);
  REQUIRE(sprung.all.size() == 4);  // each joint at its bias or opposite
  const RelativeEquilibrium* const rest = at_shape(sprung, {0.5, -0.25});
  REQUIRE(rest != nullptr);
  CHECK(rest->energy == Approx(0).margin(1e-15));
  CHECK(rest->omega == 0);
  const Equilibria half = find_equilibria(energy_of(tree, 0, {{0, {true, 2, 0, 0.5}}}));
  REQUIRE(half.all.size() == 2);  // the second joint is free: circles
  CHECK(half.all[0].continuum);
}

TEST_CASE("from near a shape the iteration leads to its equilibrium, for as many bodies as there are") {
  std::mt19937 random(64);
  const PlanarTree<double> tree = random_tree(40, Growth::vine, random);
  const ShapeEnergy energy = energy_of(tree);
  const NearestEquilibrium near = equilibrium_near(energy, random_numbers(39, 3, random));
  REQUIRE(near.found);
  const std::vector<double> theta = absolute_angles(tree, near.found->phi, 0.0);
  for (const double rate : momentum_rates(slope_matrix(pair_constants(tree), theta), std::vector<double>(40, 1.0)))
    CHECK(std::abs(rate) < 1e-9 * near.found->inertia);
  const NearestEquilibrium again = equilibrium_near(energy, near.found->phi);
  REQUIRE(again.found);
  CHECK(apart(again.found->phi, near.found->phi) < 1e-6);
}

TEST_CASE("from half way between stretched and folded the iteration leads nowhere, and says how much slope is left") {
  const PlanarTree<double> tree = tree_of(AlignedChain{});
  const ShapeEnergy energy = energy_of(tree, 0, {{0, {true, 2, 0, 0}}, {1, {true, 2, 0, 0}}});
  const double half = std::numbers::pi / 2;
  const NearestEquilibrium near = equilibrium_near(energy, {half, half});
  CHECK_FALSE(near.found);
  CHECK(near.residual > 0.5);
}

TEST_CASE(
    "a joint of small bodies beside large ones, and one beside a stiff spring, is not taken for a flat direction") {
  PlanarTree<double> tree = tree_of(AlignedChain{});
  tree.m[2] = 1e-4;  // amplitudes 1e-6 of the others
  tree.I[2] = 1e-9;
  tree.mass = 2 + 1e-4;
  tree.d_child[2] = {-1e-2, 0};
  const Equilibria twig = find_equilibria(energy_of(tree));
  CHECK(twig.all.size() == 4);
  CHECK(twig.count == MorseCount::agrees);
  const Equilibria stiff = find_equilibria(energy_of(tree_of(AlignedChain{}), 1, {{0, {true, 1e8, 0, 0.5}}}));
  CHECK(stiff.all.size() == 4);
  CHECK(stiff.count == MorseCount::agrees);
}

TEST_CASE("bodies pinned at their mass centres: every shape is an equilibrium at every momentum") {
  const Equilibria found = find_equilibria(energy_of(tree_of(AlignedChain{1, 1, 1, 0, 0, 0, 0}), 3.0));
  CHECK(found.every_shape);
  CHECK(found.all.empty());
}

TEST_CASE("random two- and three-body trees: two, and four or six equilibria, at which the gradient vanishes") {
  int six = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    CAPTURE(seed);
    Draws<double> source(seed);
    const int count = 2 + source.below(2);
    const Bodies<double> bodies = random_bodies(source, count);
    const PlanarTree<double> tree = rooted(bodies, source.below(count));
    const std::vector<CriticalShape> all = critical_shapes(energy_of(tree)).all;
    REQUIRE((count == 2 ? all.size() == 2 : all.size() == 4 || all.size() == 6));
    six += all.size() == 6 ? 1 : 0;
    for (const CriticalShape& one : all) {
      const std::vector<double> theta = absolute_angles(tree, one.phi, 0.0);
      const std::vector<double> rate =
          momentum_rates(slope_matrix(pair_constants(tree), theta), std::vector<double>(count, 1.0));
      for (const double value : rate)
        REQUIRE(std::abs(value) <= 1e-10 * one.I_lock);  // turning as one keeps every momentum
    }
  }
  CHECK(six > 20);
}
