// SPDX-License-Identifier: Apache-2.0
// Portraits: energies, periods and actions of the leaf of two bodies; levels of a function of two angles.
#include "oopss/analysis/portrait.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "oopss/analysis/quadrature.hpp"
#include "oopss/analysis/shape_map.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/pair_leaf.hpp"
#include "oopss/system/tree_spec.hpp"

using namespace oopss;
using std::numbers::pi;

namespace {

constexpr double mu_s = 50;

Model two_body(const std::string& torque = {}) {
  return torque.empty() ? load_model("two-body") : load_model("two-body", {{"joint.elbow.torque", torque}});
}

PairLeaf pair_of(const Model& model) {
  const TreeSpec spec = tree_spec(model);
  return pair_leaf(spec, values_of(spec.inputs), mu_s, false);
}

/// As the system hands it out.
Leaf leaf_of(const Model& model, double momentum = mu_s) {
  const System system = derive(model, Engine::recursive);
  return system.leaf(default_inputs(system), momentum, false);
}

/// H + U at a place of the leaf (planar paper (4.4)).
double leaf_energy(const PairLeaf& leaf, double theta, double nu) {
  const double J_12 = leaf.alpha * std::cos(theta) + leaf.beta * std::sin(theta), mu = leaf.mu_s;
  const double determinant = leaf.I_1 * leaf.I_2 - J_12 * J_12;
  return ((leaf.I_1 + leaf.I_2 + 2 * J_12) * nu * nu + (leaf.I_1 - leaf.I_2) * mu * nu +
          mu * mu * (leaf.I_1 + leaf.I_2 - 2 * J_12) / 4) /
             (2 * determinant) +
         (leaf.stored ? leaf.stored(theta)[0] : 0.0);
}

/// Where the whole system is after the time t from (θ, ν), by Taylor series: an independent computation, which knows
/// nothing of the leaf.
std::array<double, 2> after(const Model& model, double theta, double nu, double t) {
  const System system = derive(model, Engine::recursive);
  std::vector<double> x(static_cast<std::size_t>(system.layout.size), 0.0);
  x[PlanarOffsets(system.layout).angles] = theta;
  x[PlanarOffsets(system.layout).momenta] = mu_s / 2 - nu;
  x[PlanarOffsets(system.layout).momenta + 1] = mu_s / 2 + nu;
  Run run(system.with_inputs(default_inputs(system)), system.layout, x,
          {{.method = "taylor", .tolerance = 1e-15, .until = t}});
  while (run.step()) {
  }
  REQUIRE(run.outcome().good());
  return {run.x()[PlanarOffsets(system.layout).angles],
          (run.x()[PlanarOffsets(system.layout).momenta + 1] - run.x()[PlanarOffsets(system.layout).momenta]) / 2};
}

const OrbitCurve& curve_of(const LeafPortrait& portrait, OrbitKind kind) {
  for (const OrbitCurve& curve : portrait.curves)
    if (curve.kind == kind) return curve;
  throw std::runtime_error("no such curve");
}

}  // namespace

TEST_CASE("a motion is where it was after the period, however it turns, free or with springs") {
  for (const std::string torque :
       {"", "{law = \"sine\", kp = 8, bias = \"90 deg\"}", "{law = \"proportional\", kp = 0.4, bias = 1}"}) {
    const Model model = two_body(torque);
    for (const OrbitCurve& curve : leaf_portrait(leaf_of(model)).curves) {
      if (!curve.period) continue;
      const auto [theta, nu] = curve.points[curve.points.size() / 3];
      const auto [theta_T, nu_T] = after(model, theta, nu, *curve.period);
      const double turn = curve.kind == OrbitKind::rotation_up     ? 2 * pi
                          : curve.kind == OrbitKind::rotation_down ? -2 * pi
                                                                   : 0;
      const double speed = 2 * pi / *curve.period, size = std::abs(nu) + 1;
      CHECK(theta_T - theta - turn == Approx(0).margin(1e-11 * speed * *curve.period));  // 1e-11 of the period
      CHECK(nu_T - nu == Approx(0).margin(1e-11 * 2 * pi * size));
    }
  }
}

TEST_CASE("dJ/dE is the period") {
  for (const std::string torque : {"", "{law = \"sine\", kp = 8, bias = \"90 deg\"}"}) {
    const Leaf leaf = leaf_of(two_body(torque));
    const LeafPortrait chosen = leaf_portrait(leaf);
    for (const OrbitCurve& curve : chosen.curves) {
      if (!curve.period) continue;
      const double h = 2e-3 * curve.energy;
      const auto J = [&](double E) { return curve_of(leaf_portrait(leaf, {E}), curve.kind).action; };
      const double E = curve.energy;
      const double slope = (8 * (J(E + h) - J(E - h)) - (J(E + 2 * h) - J(E - 2 * h))) / (12 * h);
      CHECK(slope == Approx(*curve.period).epsilon(1e-7));  // what the difference quotient leaves, h⁴ J⁗/30 / T
    }
  }
}

TEST_CASE("every point of a curve has the energy of the curve") {
  for (const std::string torque :
       {"", "{law = \"sine\", kp = 8, bias = \"90 deg\"}", "{law = \"proportional\", kp = 0.4, bias = 1}"}) {
    const PairLeaf leaf = pair_of(two_body(torque));
    const LeafPortrait portrait = leaf_portrait(leaf_of(leaf));
    REQUIRE(portrait.curves.size() >= 4);
    for (const OrbitCurve& curve : portrait.curves) {
      CHECK(curve.error < 1e-12);
      for (const auto& [theta, nu] : curve.points)
        CHECK(leaf_energy(leaf, theta, nu) == Approx(curve.energy).epsilon(1e-13));  // rounding
    }
  }
}

TEST_CASE("Sreenath et al. 1988: the homoclinic loops leave and meet the folded equilibrium at its energy") {
  const PairLeaf leaf = pair_of(two_body());
  const LeafPortrait portrait = leaf_portrait(leaf_of(leaf));
  const double x = leaf.alpha, H = mu_s * mu_s / (2 * (leaf.I_1 + leaf.I_2 - 2 * x));
  REQUIRE(portrait.equilibria.size() == 2);
  CHECK(portrait.equilibria[0].theta == Approx(0).margin(1e-15));
  CHECK(portrait.equilibria[0].index == 0);
  CHECK(std::abs(portrait.equilibria[1].theta) == Approx(pi).epsilon(1e-15));
  CHECK(portrait.equilibria[1].index == 1);
  int loops = 0;
  for (const OrbitCurve& curve : portrait.curves) {
    if (curve.kind != OrbitKind::separatrix) continue;
    ++loops;
    CHECK(curve.energy == Approx(H).epsilon(1e-14));
    CHECK(!curve.period);
    const double sign = curve.points[1][0] > curve.points[0][0] ? 1 : -1;
    double area = 0;  // by the trapezoidal rule on the closed form, which is smooth and periodic but for its ends
    const auto nu_at = [&](double theta) {  // 2sH − μ² = 4xμ² cos²(θ/2)/(Ĩ1 + Ĩ2 − 2x)
      const double J_12 = x * std::cos(theta), s = leaf.I_1 + leaf.I_2 + 2 * J_12;
      const double Delta = leaf.I_1 * leaf.I_2 - J_12 * J_12;
      const double root = std::sqrt(Delta * 4 * x * mu_s * mu_s / (leaf.I_1 + leaf.I_2 - 2 * x)) * std::cos(theta / 2);
      return (-(leaf.I_1 - leaf.I_2) * mu_s / 2 + sign * std::abs(root)) / s;
    };
    for (const auto& [theta, nu] : curve.points) CHECK(nu == Approx(nu_at(theta)).margin(1e-13 * mu_s));
    const Quadrature closed = fejer_rule([&](double theta) { return sign * nu_at(theta); }, -pi, pi);
    area = closed.value;
    CHECK(curve.action == Approx(area).epsilon(1e-12));
  }
  CHECK(loops == 2);
}

TEST_CASE("small librations have the period of the linearised motion") {
  const PairLeaf leaf = pair_of(two_body("{law = \"proportional\", kp = 0.4, bias = 1}"));
  const LeafPortrait portrait = leaf_portrait(leaf_of(leaf));
  CHECK(!portrait.circle);
  const double theta = portrait.equilibria[0].theta, h = 1e-3;
  const auto W = [&](double angle) {
    return mu_s * mu_s /
               (2 * (leaf.I_1 + leaf.I_2 + 2 * (leaf.alpha * std::cos(angle) + leaf.beta * std::sin(angle)))) +
           0.2 * (angle - 1) * (angle - 1);
  };
  const double curvature = (W(theta + h) - 2 * W(theta) + W(theta - h)) / (h * h);
  const double J_12 = leaf.alpha * std::cos(theta);
  const double M = (leaf.I_1 * leaf.I_2 - J_12 * J_12) / (leaf.I_1 + leaf.I_2 + 2 * J_12);
  const LeafPortrait small = leaf_portrait(leaf_of(leaf), {portrait.lowest + 1e-7});
  CHECK(*curve_of(small, OrbitKind::libration).period ==
        Approx(2 * pi * std::sqrt(M / curvature)).epsilon(1e-6));  // h²
}

TEST_CASE("docs/math.md, errata: the spring with bias 90 degrees rests at 87.02 degrees") {
  const LeafPortrait portrait =
      leaf_portrait(leaf_of(two_body("{law = \"sine\", kp = 50, kd = 10, bias = \"90 deg\"}")));
  CHECK(portrait.equilibria[0].theta * 180 / pi == Approx(87.02).margin(0.005));  // as it is printed there
}

TEST_CASE("two wells: each has its librations, and the lower saddle its own loops") {
  PairLeaf leaf = pair_of(two_body());
  leaf.stored = [](double theta) {
    return std::array<double, 3>{-6 * std::cos(2 * theta), 12 * std::sin(2 * theta), 24 * std::cos(2 * theta)};
  };
  const LeafPortrait portrait = leaf_portrait(leaf_of(leaf), {2.0});
  REQUIRE(portrait.equilibria.size() == 4);
  int index_sum = 0;
  for (const LeafEquilibrium& equilibrium : portrait.equilibria) index_sum += equilibrium.index == 0 ? 1 : -1;
  CHECK(index_sum == 0);                       // Euler characteristic of the circle
  REQUIRE(portrait.separatrices.size() == 1);  // the two saddles mirror each other
  CHECK(std::count_if(portrait.curves.begin(), portrait.curves.end(),
                      [](const OrbitCurve& curve) { return curve.kind == OrbitKind::libration; }) == 1);
  const LeafPortrait higher = leaf_portrait(leaf_of(leaf), {portrait.equilibria[1].energy + 1});
  CHECK(std::count_if(higher.curves.begin(), higher.curves.end(),
                      [](const OrbitCurve& curve) { return curve.kind == OrbitKind::libration; }) == 2);
}

TEST_CASE("without momentum and springs there is no portrait, and the reason is said") {
  CHECK_THROWS_WITH(leaf_portrait(leaf_of(two_body(), 0)), Catch::Contains("every shape at rest"));
  const PairLeaf flat{3, 4, 0, 0, 1, {}, true};
  CHECK_THROWS_WITH(leaf_portrait(leaf_of(flat)), Catch::Contains("does not depend on the shape"));
  CHECK_THROWS_WITH(leaf_portrait(leaf_of(two_body("{law = \"proportional\", kp = -0.4}"))),
                    Catch::Contains("without a bound"));
}

TEST_CASE("contour lines lie on their level, bounds enclose what is above it") {
  const auto f = [](double x, double y) { return std::cos(x) + 0.7 * std::cos(y) + 0.2 * std::sin(x + y); };
  const AngleWindow window{{-pi / 2, -pi / 2}, {3 * pi / 2, 3 * pi / 2}};
  const ShapeMap map = shape_map(f, window, {}, {});
  REQUIRE(map.contours.size() >= 8);
  const double cell = 2 * pi / (map.size - 1);
  for (const ContourLevel& contour : map.contours) {
    REQUIRE(!contour.lines.empty());
    for (const auto& line : contour.lines)
      for (const auto& [x, y] : line) CHECK(f(x, y) == Approx(contour.level).margin(1e-10));
    double area = 0;  // by the shoelace formula; inside is on the left, so holes count negative
    for (const auto& loop : contour.bounds)
      for (std::size_t i = 0; i + 1 < loop.size() + 1; ++i) {
        const auto &a = loop[i], &b = loop[(i + 1) % loop.size()];
        area += (a[0] * b[1] - a[1] * b[0]) / 2;
      }
    int above = 0;
    constexpr int n = 1000;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) above += f(2 * pi * (i + 0.5) / n, 2 * pi * (j + 0.5) / n) >= contour.level;
    // the counted area is off by about the root of the border cells, the polygon by cell² along the line
    CHECK(area == Approx(4 * pi * pi * above / n / n).margin(cell * cell * 10));
  }
}

TEST_CASE("four arms of its level meet in a saddle") {
  const auto f = [](double x, double y) { return std::cos(x) + 0.6 * std::cos(y); };
  const MapSaddle saddle{{0, pi}, f(0, pi)};
  const ShapeMap map = shape_map(f, {{-pi / 2, -pi / 2}, {3 * pi / 2, 3 * pi / 2}}, {0.0}, {saddle});
  REQUIRE(map.contours.size() == 2);
  const ContourLevel& through = map.contours[1];
  CHECK(through.separating);
  int arms = 0;
  for (const auto& line : through.lines) arms += (line.front() == saddle.phi) + (line.back() == saddle.phi);
  CHECK(arms == 4);
}

TEST_CASE("quadrature rules find known integrals to rounding, and say when they did not settle") {
  CHECK(midpoint_rule([](double x) { return std::exp(std::cos(x)); }, 0, 2 * pi).value ==
        Approx(2 * pi * 1.2660658777520083356).epsilon(1e-14));  // 2π I_0(1)
  CHECK(fejer_rule([](double x) { return std::exp(x); }, 0, 1).value == Approx(std::exp(1) - 1).epsilon(1e-14));
  CHECK(midpoint_rule([](double x) { return 1 / x; }, 0, 1).error > 1e-3);
}
