// SPDX-License-Identifier: Apache-2.0
// Systems that are no planar trees, made by hand, go through the analyses and a figure as they are: what a System hands
// out is all that these know.
#include "tests/analysis/handmade.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "oopss/analysis/continuation.hpp"
#include "oopss/analysis/portrait.hpp"
#include "oopss/figure/bifurcation.hpp"
#include "oopss/figure/portrait.hpp"
#include "oopss/figure/render.hpp"

using namespace oopss;
using std::numbers::pi;

namespace {

/// Inputs: the three moments of inertia, and the rotor's momentum.
System gyrostat_system() {
  System system;
  system.model = "gyrostat";
  system.bodies = {"body"};
  system.inputs = {{"I_1", "", 1}, {"I_2", "", 2}, {"I_3", "", 3}, {"h", "", 0}};
  system.shape_energy = [](const std::vector<double>& p, double momentum, bool) {
    return shape_energy(Gyrostat{{p[0], p[1], p[2]}, momentum, p[3]});
  };
  return system;
}

BeadOnEllipse bead_at(const std::vector<double>& p, double momentum) {
  BeadOnEllipse out;
  out.x = p[0];
  out.y = p[1];
  out.mu = momentum;
  return out;
}

/// Inputs: where the middle of the ellipse is.
System bead_system() {
  System system;
  system.model = "bead on an ellipse";
  system.bodies = {"ellipse", "bead"};
  system.joints = {"s"};
  system.inputs = {{"x", "", 0.4}, {"y", "", 0.3}};
  system.shape_energy = [](const std::vector<double>& p, double momentum, bool) {
    return shape_energy(bead_at(p, momentum));
  };
  system.leaf = [](const std::vector<double>& p, double momentum, bool) { return leaf(bead_at(p, momentum)); };
  return system;
}

BranchSearch searched(EquilibriumFamily family) {
  BranchSearch search(std::move(family));
  while (search.step()) {
  }
  for (const EquilibriumBranch& branch : search.branches()) {
    CHECK(!branch.first.failed);
    CHECK(!branch.last.failed);
  }
  CHECK(search.gaps().empty());
  return search;
}

/// The diagram as SVG.
std::string drawn(const BranchSearch& search, double from, double to, const ShapeEnergy& energy) {
  const BifurcationText text{"title", "parameter", energy.joints, circles(energy.space)};
  return render(bifurcation_figure(search.branches(), search.special(), from, to, text), Picture::svg);
}

int occurrences(const std::string& text, const std::string& word) {
  int out = 0;
  for (std::size_t place = text.find(word); place != std::string::npos; place = text.find(word, place + 1)) ++out;
  return out;
}

/// 0, 1 or 2: the axis along which n is; −1 if it is along none.
int axis_of(const std::vector<double>& n) {
  for (int k = 0; k < 3; ++k)
    if (std::abs(std::abs(n[k]) - 1) < 1e-12) return k;
  return -1;
}

}  // namespace

TEST_CASE("the free rigid body on its momentum sphere has six equilibria, stable about the first and third axis") {
  const System system = gyrostat_system();
  const double mu = 1.5;
  const Equilibria found = find_equilibria(system, default_inputs(system), mu);
  REQUIRE(found.all.size() == 6);
  CHECK(is_settled(found));
  CHECK(found.count == MorseCount::agrees);
  CHECK(
      found.count_words ==
      "2 of index 0, 2 of index 1, 2 of index 2; alternating sum 2, by Poincare and Hopf it is 2; at least 2 by Morse");
  for (std::size_t i = 0; i < 6; ++i) {
    const RelativeEquilibrium& one = found.all[i];
    const int axis = axis_of(one.phi);
    REQUIRE(axis == 2 - static_cast<int>(i) / 2);  // by falling inertia
    const double I = axis + 1;
    CHECK(one.inertia == Approx(I).epsilon(1e-13));
    CHECK(one.energy == Approx(mu * mu / (2 * I)).epsilon(1e-13));
    CHECK(one.omega == Approx(mu / I).epsilon(1e-13));
    CHECK(one.stability.index == 2 - axis);  // the longest axis has the highest energy
    CHECK(one.stability.verdict == (axis == 1 ? Stability::unstable : Stability::stable));
    // λ² = −μ² (1/I_i − 1/I)(1/I_j − 1/I) with the other two axes
    double square = -mu * mu;
    for (int k = 0; k < 3; ++k)
      if (k != axis) square *= 1.0 / (k + 1) - 1 / I;
    REQUIRE(one.stability.spectrum.size() == 2);  // of first order: two, not four
    for (const std::complex<double>& z : one.stability.spectrum) {
      CHECK((z * z).real() == Approx(square).epsilon(1e-12));
      CHECK((z * z).imag() == 0);
    }
  }
}

TEST_CASE("a rotor in a rigid body: branches cross the poles of the sphere in pitchforks at h = mu (1 - I_3/I_i)") {
  const System system = gyrostat_system();
  const std::vector<double> p = default_inputs(system);
  const double mu = 1;
  const BranchSearch search = searched(equilibrium_family(system, p, mu, false, {3, -3, 3}));
  REQUIRE(search.special().size() == 4);
  const std::array<double, 4> expected = {-2, -0.5, 0.5, 2};
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(search.special()[k].kind == SpecialKind::pitchfork);
    CHECK(search.special()[k].value == Approx(expected[k]).epsilon(1e-9));
    CHECK(search.special()[k].phi[2] == Approx(expected[k] < 0 ? 1 : -1).epsilon(1e-12));
  }
  std::array<double, 3> longest{};  // how far branches were followed: poles, and the two circles
  for (const EquilibriumBranch& branch : search.branches())
    for (const BranchPoint& point : branch.points) {
      const Vector n = vector_of(point.phi);
      REQUIRE(dot(n, n) == Approx(1).epsilon(1e-14));
      CHECK(point.energy == Approx(Gyrostat{{1, 2, 3}, mu, point.value}.energy(n)).epsilon(1e-14));
      // off the poles a circle through axis i has n_3 = h/(μ (1 − I_3/I_i))
      const int kind = std::abs(n[2]) > 1 - 1e-10 ? 0 : std::abs(n[1]) < std::abs(n[0]) ? 1 : 2;
      if (kind > 0) {
        CHECK(n[2] == Approx(point.value / (kind == 1 ? -2 : -0.5)).margin(1e-10));
        CHECK(n[2 - kind] == Approx(0).margin(1e-10));
      }
      longest[kind] = std::max(longest[kind], std::abs(point.value));
      if (kind == 1) CHECK(point.index == (std::abs(n[2]) < 1 - 1e-6 ? 2 : point.index));
    }
  CHECK(longest[0] == 3);
  CHECK(longest[1] == Approx(2).margin(1e-2));
  CHECK(longest[2] == Approx(0.5).margin(1e-2));
  CHECK(search.branches().size() == 4);  // two poles, and two circles through both
  const std::string picture = drawn(search, -3, 3, shape_energy(system, p, mu));
  CHECK(occurrences(picture, "pitchfork") >= 1);
  CHECK(occurrences(picture, "n_x") >= 1);
}

TEST_CASE("a bead on an ellipse that turns freely rests where a dense scan says, with index, spectrum and portrait") {
  const System system = bead_system();
  const double mu = 5;
  for (const std::array<double, 2> middle : {std::array{0.4, 0.3}, {1.2, -0.6}, {0.0, 0.0}}) {
    CAPTURE(middle[0], middle[1]);
    const std::vector<double> p = {middle[0], middle[1]};
    const BeadOnEllipse bead = bead_at(p, mu);
    const Equilibria found = find_equilibria(system, p, mu);
    CHECK(is_settled(found));
    CHECK(found.count == MorseCount::agrees);
    std::vector<double> scanned;  // steps off the simple fractions of a turn, where equilibria like to be
    for (int i = 0; i < 9973; ++i)
      if ((bead.I1(2 * pi * i / 9973 + 1e-4) > 0) != (bead.I1(2 * pi * (i + 1) / 9973 + 1e-4) > 0))
        scanned.push_back(2 * pi * (i + 0.5) / 9973 + 1e-4);
    REQUIRE(found.all.size() == scanned.size());
    const LeafPortrait portrait = leaf_portrait(system, p, mu);
    CHECK(portrait.equilibria.size() == scanned.size());
    for (const RelativeEquilibrium& one : found.all) {
      const double s = one.phi[0], square = -bead.V(s)[2] / bead.mass(s);  // λ²
      CHECK(std::any_of(scanned.begin(), scanned.end(),
                        [&](double near) { return std::abs(std::remainder(near - s, 2 * pi)) < 2 * pi / 9973; }));
      CHECK(one.energy == Approx(mu * mu / (2 * bead.I(s))).epsilon(1e-14));
      CHECK(one.stability.index == (bead.I2(s) > 0 ? 1 : 0));
      CHECK(one.stability.verdict == (square > 0 ? Stability::unstable : Stability::stable));
      REQUIRE(one.stability.spectrum.size() == 2);
      for (const std::complex<double>& z : one.stability.spectrum)
        CHECK((z * z).real() == Approx(square).epsilon(1e-12));
      CHECK(std::any_of(portrait.equilibria.begin(), portrait.equilibria.end(), [&](const LeafEquilibrium& other) {
        return std::abs(std::remainder(other.theta - s, 2 * pi)) < 1e-6 && other.index == one.stability.index;
      }));
    }
    const LeafPortrait small = leaf_portrait(leaf(bead), {portrait.lowest * (1 + 1e-9)});
    const double bottom = small.equilibria.front().theta;
    REQUIRE(small.curves.front().period);
    CHECK(*small.curves.front().period ==
          Approx(2 * pi / std::sqrt(bead.V(bottom)[2] / bead.mass(bottom))).epsilon(1e-6));  // of the amplitude squared
    for (const OrbitCurve& curve : portrait.curves) CHECK(curve.error < 1e-11);
    CHECK(render(flat_portrait(portrait, {"bead", {"s"}, mu}), Picture::svg).find("<svg") != std::string::npos);
  }
}

TEST_CASE("a bead on an ellipse: equilibria fold where the ellipse's evolute passes over the pivot") {
  const System system = bead_system();
  const std::vector<double> p = default_inputs(system);
  const BeadOnEllipse bead = bead_at(p, 5);
  const BranchSearch search = searched(equilibrium_family(system, p, 5, false, {0, -2.5, 2.5}));
  // (a x)^(2/3) + (b y)^(2/3) = (a² − b²)^(2/3)
  const double evolute =
      std::pow(std::cbrt(std::pow(bead.a * bead.a - bead.b * bead.b, 2)) - std::cbrt(std::pow(bead.b * bead.y, 2)),
               1.5) /
      bead.a;
  REQUIRE(search.special().size() == 2);
  for (const SpecialPoint& fold : search.special()) {
    CHECK(fold.kind == SpecialKind::fold);
    CHECK(std::abs(fold.value) == Approx(evolute).epsilon(1e-10));
  }
  for (const EquilibriumBranch& branch : search.branches())
    for (const BranchPoint& point : branch.points)
      CHECK(bead_at({point.value, p[1]}, 5).I1(point.phi[0]) == Approx(0).margin(1e-8));  // slopes settle to 1e-12
  const std::string picture = drawn(search, -2.5, 2.5, shape_energy(system, p, 5));
  CHECK(occurrences(picture, "fold") >= 1);
  const std::vector<double> centred = {0.4, 0};  // on the axis of the ellipse the two folds are the cusp's pitchfork
  const BranchSearch straight = searched(equilibrium_family(system, centred, 5, false, {0, 0.5, 2}));
  REQUIRE(straight.special().size() == 1);
  CHECK(straight.special()[0].kind == SpecialKind::pitchfork);
  CHECK(straight.special()[0].value == Approx((bead.a * bead.a - bead.b * bead.b) / bead.a).epsilon(1e-10));
}

TEST_CASE("a system without an energy of its shape, or whose shape is more than one number, is refused in words") {
  const System system = gyrostat_system();
  CHECK_THROWS_WITH(find_equilibria(System(), {}, 1), Catch::Contains("no energy of its shape"));
  CHECK_THROWS_WITH(leaf_portrait(system, default_inputs(system), 1), Catch::Contains("not one number"));
}
