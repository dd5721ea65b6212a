// SPDX-License-Identifier: Apache-2.0
// Statements about the motion of two bodies, by simulation.
#include <catch2/catch.hpp>
#include <numbers>
#include <random>

#include "oopss/integrate/run.hpp"
#include "tests/integrate/flows.hpp"
#include "tests/sanitized.hpp"

namespace oopss {
namespace {

/// Two bodies as docs/math.md has them: Ĩ₁, Ĩ₂, x = ε d₁ d₂, at an energy and a momentum.
struct TwoBodies {
  double I1, I2, x;
  double s(double theta) const { return I1 + I2 + 2 * x * std::cos(theta); }
  double Delta(double theta) const { return I1 * I2 - x * x * std::cos(theta) * std::cos(theta); }
};

/// ∫ over a period of a smooth periodic function: the trapezoidal rule converges geometrically.
template <class Function>
double over_a_turn(Function f) {
  constexpr int points = 400;
  double sum = 0;
  for (int i = 0; i < points; ++i) sum += f(2 * std::numbers::pi * i / points);
  return sum * 2 * std::numbers::pi / points;
}

/// T = 4 ∫₀^{π/2} √(Δ(u)/(8xH)) 2/√(1 − k² sin² ξ) dξ, sin(u/2) = k sin ξ; the integrand has period π and is even, so
/// this is the integral over a turn.
double libration_period(const TwoBodies& bodies, double H, double mu) {
  const double k = std::sin(std::acos((mu * mu / (2 * H) - bodies.I1 - bodies.I2) / (2 * bodies.x)) / 2);
  return over_a_turn([&](double xi) {
    const double half = k * std::sin(xi);
    return std::sqrt(bodies.Delta(2 * std::asin(half)) / (8 * bodies.x * H)) * 2 / std::sqrt(1 - half * half);
  });
}

/// T = ∫₀^{2π} √(Δ/(2sH − μ²)) dθ.
double rotation_period(const TwoBodies& bodies, double H, double mu) {
  return over_a_turn(
      [&](double theta) { return std::sqrt(bodies.Delta(theta) / (2 * bodies.s(theta) * H - mu * mu)); });
}

/// The time between two passages of an event that is met once in about this time.
double measured_period(const TestSystem& system, const Event& event, const std::string& method, double about) {
  const Path path =
      integrate(system.flow, system.layout, system.start,
                {.settings = {.method = method, .tolerance = 1e-15, .until = 3.5 * about}, .events = {event}});
  REQUIRE(path.hits.size() > 2);
  return path.hits[2].t - path.hits[1].t;
}

TestSystem damped_two(double kp, double kd, double bias, const std::vector<double>& phi,
                      const std::vector<double>& mu) {
  return system_of(rooted(golden_case("two_damped").bodies, 0), {.springs = {{true, kp, kd, bias}}}, phi, mu);
}

}  // namespace

TEST_CASE("the period formulas of two bodies hold to 1e-11: libration and rotation") {
  for (const std::string method : {"taylor", "dop853"}) {
    const TwoBodies P2{105.55, 70, 50};
    TestSystem system = problem_two();
    const double H = system.flow.kinetic(0, system.start.data());
    const double libration = libration_period(P2, H, 50);
    const double slow = measured_period(
        system, {.quantity = [](double, const double* x) { return x[0]; }, .direction = 1}, method, libration);
    CHECK(slow == Approx(libration).epsilon(1e-11));

    system.start[1] = 80;  // momenta 80 and −30: the second body goes round
    system.start[2] = -30;
    const double fast_H = system.flow.kinetic(0, system.start.data());
    const double rotation = rotation_period(P2, fast_H, 50);
    const double fast = measured_period(
        system, {.quantity = [](double, const double* x) { return std::sin(x[0] / 2); }}, method, rotation);
    CHECK(fast == Approx(rotation).epsilon(1e-11));
  }
  const GoldenCase& golden = golden_case("two_fig1_libration");
  const TestSystem system = system_of(golden);
  const double period =
      measured_period(system, {.quantity = [](double, const double* x) { return x[0]; }, .direction = 1}, "taylor",
                      golden.two_bodies->period);
  CHECK(period == Approx(golden.two_bodies->period).epsilon(1e-11));
}

TEST_CASE("stabilisation theorem: damping alone brings two bodies to the stretched equilibrium, energy falling") {
  // 200 starts with momentum 50; the exceptions of the theorem, the folded point and its stable manifold, have measure
  // 0.
  std::mt19937 random(1988);
  std::uniform_real_distribution<double> angle(-std::numbers::pi, std::numbers::pi), part(-30, 80);
  const double H_min = golden_case("two_damped").two_bodies->H_min;
  for (int i = 0; i < 200; i += stride) {
    const double mu = part(random);
    const TestSystem system = damped_two(0, 10, 0, {angle(random)}, {mu, 50 - mu});
    Run run(system.flow, system.layout, system.start, {{.method = "gauss4", .step = 0.1, .until = 400, .every = 1}});
    double energy = system.flow.kinetic(0, system.start.data());
    while (run.step())
      for (int k = 0; k < run.points().count(); ++k) {
        const double now = system.flow.kinetic(0, run.points().row(k));
        if (now > energy + 1e-9 * H_min) FAIL_CHECK("energy rises from " << energy << " to " << now);
        energy = now;
      }
    INFO("start " << system.start[0] << ", " << mu << "; end " << run.x()[0]);
    REQUIRE(run.outcome().status == Status::complete);
    CHECK(std::abs(std::remainder(run.x()[0], 2 * std::numbers::pi)) <
          1e-4);  // slow along a start near the folded point
    CHECK(energy == Approx(H_min).epsilon(1e-8));
  }
}

TEST_CASE("a spring of 50 biased to 90 degrees with damping 10 rests at 87.02 degrees") {
  const TestSystem system = damped_two(50, 10, std::numbers::pi / 2, {0.5}, {30, 20});
  for (const RunRequest& request : {RunRequest{{.method = "gauss4", .step = 0.05, .until = 600}},
                                    RunRequest{{.method = "taylor", .tolerance = 1e-12, .until = 600}},
                                    RunRequest{{.method = "cvode", .tolerance = 1e-8, .until = 600}}}) {
    const Path path = integrate(system.flow, system.layout, system.start, request);
    REQUIRE(path.outcome.status == Status::complete);
    const double phi = path.points.row(1)[0];
    CHECK(phi * 180 / std::numbers::pi == Approx(87.02).margin(0.005));
    // V_μ' + kp sin(φ − b) = 0 with V_μ = μ²/2s
    const TwoBodies two{105.0 + 5. / 9, 70, 100. / 3};
    const double slope = 2500 * 2 * two.x * std::sin(phi) / (2 * two.s(phi) * two.s(phi));
    CHECK(slope + 50 * std::sin(phi - std::numbers::pi / 2) == Approx(0).margin(1e-5));
  }
}

}  // namespace oopss
