// SPDX-License-Identifier: Apache-2.0
// Systems that are no trees of bodies, made by hand, have orbits and exponents by the waist alone; for runs and
// equilibria see tests/system/handmade_runs.cpp and tests/analysis/handmade.cpp.
#include <catch2/catch.hpp>

#include "oopss/chaos/exponents.hpp"
#include "oopss/orbit/leaf_frame.hpp"
#include "oopss/scalar/dual.hpp"
#include "tests/analysis/handmade.hpp"

using namespace oopss;

namespace {

constexpr double kinetic = 8;  // above what the curve asks for anywhere, so that the bead goes all the way round

/// The rates of s, ν, μ, θ for H = ½ (ν − Bμ/I)²/M + μ²/(2I), with A = M + B²/I.
template <Scalar T>
std::array<T, 4> rates(const BeadOnEllipse& bead, const std::array<T, 4>& x) {
  using std::cos;
  using std::sin;
  const auto number = [](double value) {
    if constexpr (std::is_same_v<T, double>)
      return value;
    else
      return T(value, 0);
  };
  const T s = sin(x[0]), c = cos(x[0]), m = number(bead.m), a = number(bead.a), b = number(bead.b), two = number(2),
          u = number(bead.x) + a * c, v = number(bead.y) + b * s;
  const T A = m * (a * a * s * s + b * b * c * c), B = m * (u * b * c + v * a * s),
          I = number(bead.J) + m * (u * u + v * v), det = A * I - B * B;
  const T turning = (I * x[1] - B * x[2]) / det, whole = (A * x[2] - B * x[1]) / det;
  const T A1 = two * m * (a * a - b * b) * s * c, B1 = m * (number(bead.y) * a * c - number(bead.x) * b * s),
          I1 = two * m * (v * b * c - u * a * s);
  return {turning, (A1 * turning * turning + two * B1 * turning * whole + I1 * whole * whole) / two, number(0), whole};
}

OrbitSystem bead_on_curve(const BeadOnEllipse& bead) {
  OrbitSystem out;
  out.system = bead_without_flow();
  out.system.make_flow = [bead](const std::vector<double>&, const Drive&) {
    Flow flow;
    flow.field = [bead](double, const double* x, double* f) {
      const std::array<double, 4> found = rates<double>(bead, {x[0], x[1], x[2], x[3]});
      std::copy(found.begin(), found.end(), f);
    };
    flow.tangent = [bead](double, const double* x, const double* v, double* f) {
      std::array<Dual<double>, 4> along;
      for (int k = 0; k < 4; ++k) along[k] = {x[k], v[k]};
      const std::array<Dual<double>, 4> found = rates(bead, along);
      for (int k = 0; k < 4; ++k) f[k] = found[k].slope;
    };
    flow.kinetic = [bead](double, const double* x) {
      const std::array<double, 4> f = rates<double>(bead, {x[0], x[1], x[2], x[3]});
      return (x[1] * f[0] + x[2] * f[3]) / 2;
    };
    flow.stored = [](double, const double*) { return 0.0; };
    flow.locked_rate = [bead](double, const double* x) { return x[2] / bead.I(x[0]); };
    return flow;
  };
  out.flow = out.system.with_inputs({});
  return out;
}

/// s' of the bead at a place of the curve.
double speed(const BeadOnEllipse& bead, double s) { return std::sqrt(2 * (kinetic - bead.V(s)[0]) / bead.mass(s)); }

std::vector<double> start_of(const BeadOnEllipse& bead) {
  return {0, bead.mass(0) * speed(bead, 0) + bead.coupling(0) * bead.mu / bead.I(0), bead.mu, 0};
}

}  // namespace

TEST_CASE("a bead on a closed curve, a system made by hand, has the orbit that the quadrature of its leaf says") {
  const BeadOnEllipse bead;
  double period = 0, turn = 0, dynamic = 0;
  constexpr int points = 400;  // of the trapezoid rule, which is exact to rounding for what is periodic and smooth
  for (int k = 0; k < points; ++k) {
    const double s = 2 * std::numbers::pi * k / points, rate = speed(bead, s),
                 dt = 2 * std::numbers::pi / points / rate;
    period += dt;
    dynamic += bead.mu / bead.I(s) * dt;
    turn += (bead.mu - bead.coupling(s) * rate) / bead.I(s) * dt;
  }
  const OrbitSystem system = bead_on_curve(bead);
  std::vector<double> start = start_of(bead);
  start[1] *= 1.001;
  start[2] *= 0.999;
  const Orbit orbit = closed_orbit(system, {start, 1.001 * period, {1}}, {.energy = kinetic, .momentum = bead.mu});
  CHECK(orbit.trouble == "");
  CHECK(orbit.loop.period == Approx(period).epsilon(1e-11));
  CHECK(orbit.momentum == Approx(bead.mu).epsilon(1e-14));
  CHECK(orbit.phase == Approx(turn).epsilon(1e-11));
  CHECK(orbit.dynamic == Approx(dynamic).epsilon(1e-10));
  CHECK(orbit.multipliers.empty());  // the double 1 is all that a leaf of two directions has
}

TEST_CASE("the exponents of a bead on a closed curve go to zero: one degree of freedom is never chaotic") {
  const BeadOnEllipse bead;
  ChaosSystem model;
  model.motion = bead_on_curve(bead);
  const auto growth = [&](double until) {
    const Exponents found = exponents(model, start_of(bead), {.until = until, .starts = 2, .points = 4});
    CHECK(found.trouble == "");
    REQUIRE(found.mean.size() == 2);
    CHECK(found.mean[0] + found.mean[1] == Approx(0).margin(1e-8));  // areas of the leaf are kept
    return found.mean[0] * until;
  };
  CHECK(growth(80) - growth(20) < 2);  // differences grow like t: log 4 = 1.4, where chaos has 60 times its exponent
}

TEST_CASE("a system whose bracket changes with the state is refused by name where leaves are to be planes") {
  System system;
  system.model = "free rigid body";
  system.layout.bodies = 1;
  add_block(system.layout, BlockKind::momentum, 0, 3);
  system.bracket = {3, false, [](const double* x, double* tensor) {
                      const std::array<double, 9> hat = {0, -x[2], x[1], x[2], 0, -x[0], -x[1], x[0], 0};
                      std::copy(hat.begin(), hat.end(), tensor);
                    }};
  CHECK_THROWS_WITH(leaf_geometry(system, 1), Catch::Contains("the bracket of free rigid body changes with the state"));
}
