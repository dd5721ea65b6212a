// SPDX-License-Identifier: Apache-2.0
// Relative equilibria of two bodies on a ball joint: the exact reduction, its count by Sturm, and the way through the
// analyses.
#include "oopss/analysis/equilibria.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "oopss/scalar/sturm.hpp"
#include "oopss/spatial/pair_count.hpp"
#include "oopss/spatial/pair_equilibria.hpp"
#include "oopss/system/space_shape.hpp"
#include "tests/sanitized.hpp"
#include "tests/spatial/golden_space.hpp"
#include "tests/spatial/random_pairs.hpp"

using namespace oopss;

namespace {

double largest_entry(const Vec3<double>& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }
double apart(const Matrix3<double>& A, const Matrix3<double>& B) {
  return std::max({largest_entry(A.x - B.x), largest_entry(A.y - B.y), largest_entry(A.z - B.z)});
}
/// Of axes in either sense.
double apart(const Vec3<double>& a, const Vec3<double>& b) {
  return std::min(largest_entry(a - b), largest_entry(a + b));
}

ShapeEnergy pair_energy(const Tree<Space<double>>& tree, double momentum) {
  return space_shape_energy({tree, {}, {}}, momentum, {"one", "two"}, {"ball"});
}

struct Attitude {
  Vec3<double> axis;
  Matrix3<double> A;
};
Attitude attitude(const Tree<Space<double>>& tree, const std::vector<double>& q) {
  return {{q[4], q[5], q[6]}, space_pose({tree, {}, {}}, q).attitude[1]};
}

/// The largest distance to the nearest when each of `some` is matched with another one of `others`.
double matched(const std::vector<std::complex<double>>& some, std::vector<std::complex<double>> others) {
  double out = some.size() == others.size() ? 0 : 1;
  for (const std::complex<double>& z : some) {
    const auto nearest = std::min_element(
        others.begin(), others.end(), [&](const auto& a, const auto& b) { return std::abs(a - z) < std::abs(b - z); });
    if (nearest == others.end()) return 1;
    out = std::max(out, std::abs(*nearest - z));
    others.erase(nearest);
  }
  return out;
}

long isolated(const Equilibria& found) {
  return std::count_if(found.all.begin(), found.all.end(),
                       [](const RelativeEquilibrium& one) { return !one.continuum; });
}

Vec3<Enclosure> exact(const Vec3<double>& v) {
  return {Enclosure(mpq_class(v.x)), Enclosure(mpq_class(v.y)), Enclosure(mpq_class(v.z))};
}
/// The decimals that stand nearest to the numbers, with four digits after the point.
Vec3<Enclosure> decimal(const Vec3<double>& v) {
  const auto digits = [](double x) {
    mpq_class out(std::lround(x * 10000), 10000);
    out.canonicalize();
    return Enclosure(out);
  };
  return {digits(v.x), digits(v.y), digits(v.z)};
}
template <class Rational>
BallPair<Enclosure> rational_pair(const Tree<Space<double>>& tree, const Rational& rational) {
  Tree<Space<Enclosure>> out;
  static_cast<Topology&>(out) = tree;
  for (int i = 0; i < 2; ++i) {
    out.m.push_back(rational(Vec3<double>{tree.m[i], 0, 0}).x);
    const Matrix3<double> I = full(tree.I[i]);
    out.I.push_back(symmetric(Matrix3<Enclosure>{rational(I.x), rational(I.y), rational(I.z)}));
    out.d_parent.push_back(rational(tree.d_parent[i]));
    out.d_child.push_back(rational(tree.d_child[i]));
    out.mass = out.mass + out.m.back();
  }
  return ball_pair(out);
}

}  // namespace

TEST_CASE("golden: the exact reduction of two bodies on a ball joint finds every relative equilibrium to 1e-12") {
  for (const GoldenSpacePair& golden : golden_space_pairs()) {
    CAPTURE(golden.name);
    const PairEquilibria found = pair_equilibria(ball_pair(golden.tree));
    CHECK(found.isolated.size() == golden.equilibria.size());
    CHECK(found.circles.size() == (golden.name == "releq_two_axis" ? 2U : 0U));
    CHECK(found.evaluations < 8000);
    for (const GoldenSpaceEquilibrium& expected : golden.equilibria)
      CHECK(std::any_of(found.isolated.begin(), found.isolated.end(), [&](const PairEquilibrium& one) {
        return std::abs(one.tau - expected.tau) < 1e-12 * std::abs(expected.tau) &&
               apart(one.xi, expected.axis) < 1e-12 && apart(one.A, expected.A) < 1e-12;
      }));
  }
}

TEST_CASE("golden: two bodies on a ball joint go through the analyses with index, spectrum and stability") {
  for (const GoldenSpacePair& golden : golden_space_pairs()) {
    CAPTURE(golden.name);
    const double mu = 1.75;
    const Equilibria found = find_equilibria(pair_energy(golden.tree, mu));
    CHECK(is_settled(found));
    CHECK(isolated(found) == static_cast<long>(golden.equilibria.size()));
    if (golden.name == "releq_two_a") {
      CHECK(found.count == MorseCount::agrees);
      CHECK_THAT(found.count_words, Catch::EndsWith("by Poincare and Hopf it is 0; at least 12 by Morse"));
    } else {
      CHECK(found.all.size() == golden.equilibria.size() + 2);  // the circles
      CHECK_THAT(found.covered, Catch::Contains("2 circles of equilibria"));
    }
    for (const GoldenSpaceEquilibrium& expected : golden.equilibria) {
      const auto one = std::find_if(found.all.begin(), found.all.end(), [&](const RelativeEquilibrium& candidate) {
        const Attitude there = attitude(golden.tree, candidate.phi);
        return apart(there.axis, expected.axis) < 1e-12 && apart(there.A, expected.A) < 1e-12;
      });
      REQUIRE(one != found.all.end());
      CHECK(one->inertia == Approx(expected.inertia).epsilon(1e-13));
      CHECK(one->omega == Approx(mu / expected.inertia).epsilon(1e-13));
      CHECK(one->stability.index == expected.index);
      CHECK(one->stability.nullity == 0);
      CHECK(one->stability.verdict == (expected.index == 0          ? Stability::stable
                                       : expected.spectrally_stable ? Stability::spectrally_stable
                                                                    : Stability::unstable));
      // there at unit speed, and with the zero of the Casimir
      std::vector<std::complex<double>> spectrum = {0};
      for (const std::complex<double>& z : one->stability.spectrum) spectrum.push_back(z / one->omega);
      CHECK(matched(spectrum, expected.spectrum) < 1e-12);
    }
  }
}

TEST_CASE("random pairs: the count agrees with topology, and Newton's method from many starts finds no other") {
  RandomNumbers random{std::mt19937_64(41)};
  std::set<std::size_t> counts;
  for (int k = 0; k < (sanitized ? 2 : 40); ++k) {
    CAPTURE(k);
    const ShapeEnergy energy = pair_energy(random_balls(random, {-1, 0}), 1);
    const Equilibria found = find_equilibria(energy);
    CHECK(found.count == MorseCount::agrees);
    CHECK(isolated(found) == static_cast<long>(found.all.size()));
    CHECK(found.all.size() >= 16);  // by the intermediate value theorem
    CHECK(found.all.size() <= 60);  // of degree 30
    counts.insert(found.all.size());
    for (const RelativeEquilibrium& one : found.all)
      if (one.stability.index % 2 == 1) CHECK(one.stability.verdict == Stability::unstable);
    CHECK(std::count_if(found.all.begin(), found.all.end(),
                        [](const RelativeEquilibrium& one) { return one.stability.index == 0; }) == 2);
    ShapeEnergy unsurveyed = energy;
    unsurveyed.survey = {};
    SearchPlan plan;
    plan.most_work = sanitized ? 2e5 : 1e6;
    for (const CriticalShape& other : critical_shapes(unsurveyed, plan).all)
      CHECK(std::any_of(found.all.begin(), found.all.end(), [&](const RelativeEquilibrium& one) {
        return shape_distance(energy.space, one.phi, other.phi) < 1e-7;
      }));
  }
  if (!sanitized) CHECK(counts.size() > 3);
}

TEST_CASE("the sequence of Sturm over the rationals counts real roots, and says nothing where one is multiple") {
  const std::vector<mpq_class> five = {-2, -2, -1, -1, 1, 1}, none = {1, 0, 1}, multiple = {1, 0, 2, 0, 1};
  CHECK(real_roots(five) == 3);  // (x² − 2)(x² + 1)(x + 1)
  CHECK(real_roots(none) == 0);
  CHECK(!real_roots(multiple));  // (x² + 1)²
}

TEST_CASE(
    "Sturm counts 14 roots of a polynomial of degree 30 for the golden pair, and as many as the scan for others") {
  const GoldenSpacePair& golden = golden_space_pairs().at(0);
  const PairCount count = count_pair_equilibria(rational_pair(golden.tree, decimal));
  CHECK(count.degree == 30);
  CHECK(count.roots == golden.roots);
  CHECK(count.roots == 14);
  std::vector<double> tau;
  for (const PairEquilibrium& one : pair_equilibria(ball_pair(golden.tree)).isolated)
    if (tau.empty() || tau.back() != one.tau) tau.push_back(one.tau);
  CHECK(isolates_roots(count, tau));
  const double last = tau.back();
  for (const double other : {last * (1 + 1e-8), tau.front()}) {  // beside the root, and another's
    tau.back() = other;
    CHECK(!isolates_roots(count, tau));
  }
  tau.pop_back();
  CHECK(!isolates_roots(count, tau));
  RandomNumbers random{std::mt19937_64(43)};
  for (int k = 0; k < (sanitized ? 0 : 4); ++k) {
    const Tree<Space<double>> tree = random_balls(random, {-1, 0});
    const PairCount other = count_pair_equilibria(rational_pair(tree, decimal));
    CHECK(other.degree == 30);
    CHECK(other.roots == static_cast<int>(pair_equilibria(ball_pair(tree)).isolated.size()) / 2);
  }
}

TEST_CASE("where an axis of a body is perpendicular to its arm there is no exact count, and it is said why") {
  const PairCount count = count_pair_equilibria(rational_pair(golden_space_pairs().at(1).tree, exact));
  CHECK(!count.roots);
  CHECK(!count.reason.empty());
}

TEST_CASE(
    "bodies with an arm in a principal plane, along a principal axis, round or without an arm have all equilibria") {
  RandomNumbers random{std::mt19937_64(47)};
  enum class Arm { plane, axis, round, none };
  for (const Arm first : {Arm::plane, Arm::axis, Arm::round, Arm::none}) {
    for (int both = 0; both < 2; ++both) {
      CAPTURE(static_cast<int>(first), both);
      Tree<Space<double>> tree = random_balls(random, {-1, 0});
      for (int i = 0; i <= both; ++i) {
        const Matrix3<double> axes = random.turn();
        const double a = random.between(0.1, 1), b = random.between(0.1, 1);
        const double c = first == Arm::round ? b : random.between(0.1, 1);
        tree.I[i] = solid_inertia({a, b, c}, axes);
        const double x = random.between(0.3, 0.9), y = first == Arm::plane ? random.between(0.3, 0.9) : 0.0;
        const Vec3<double> arm = first == Arm::none ? Vec3<double>{} : axes * Vec3<double>{x, y, 0};
        (i == 0 ? tree.d_parent[1] : tree.d_child[1]) = arm;
      }
      const PairEquilibria list = pair_equilibria(ball_pair(tree));
      CHECK(list.round == (first == Arm::round));
      CHECK(list.circles.size() == (first == Arm::none ? 18U : first != Arm::plane && both == 1 ? 2U : 0U));
      const ShapeEnergy energy = pair_energy(tree, 1);
      std::vector<CriticalShape> listed;
      for (const auto* part : {&list.isolated, &list.circles})
        for (const PairEquilibrium& one : *part) {
          const Quaternion<double> turn = quaternion_of(one.A);
          listed.push_back(settle(energy, {turn.w, turn.x, turn.y, turn.z, one.xi.x, one.xi.y, one.xi.z}));
          CHECK(listed.back().residual < 1e-11);
          CHECK(apart(attitude(tree, listed.back().phi).A, one.A) < 1e-9);
          CHECK((listed.back().nullity > 0) == (list.round || part == &list.circles));
        }
      ShapeEnergy unsurveyed = energy;
      unsurveyed.survey = {};
      SearchPlan plan;
      plan.most_work = sanitized ? 1e5 : 2e6;
      for (const CriticalShape& other : critical_shapes(unsurveyed, plan).all)
        CHECK(std::any_of(listed.begin(), listed.end(), [&](const CriticalShape& one) {
          return std::abs(one.value - other.value) < 1e-9 &&
                 (one.nullity > 0 || shape_distance(energy.space, one.phi, other.phi) < 1e-7);
        }));
    }
  }
}
