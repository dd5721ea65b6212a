// SPDX-License-Identifier: Apache-2.0
// Joints whose motion is prescribed, and how far all has turned after a closed loop of shapes.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "oopss/model/read.hpp"
#include "oopss/system/columns.hpp"
#include "oopss/system/sheet.hpp"
#include "tests/mechanics/brute_force.hpp"
#include "tests/mechanics/golden_planar.hpp"
#include "tests/system/bodies_model.hpp"
#include "tests/system/ran.hpp"

using namespace oopss;

namespace {

Bodies<double> rods(int count) {
  Bodies<double> out;
  for (int i = 0; i < count; ++i) {
    out.m.push_back(1);
    out.I.push_back(1.0 / 12);
    if (i > 0) out.joints.push_back({i - 1, i, {0.5, 0}, {-0.5, 0}});
  }
  return out;
}

}  // namespace

TEST_CASE(
    "prescribed joints: the torques found give the motions by Newton's laws with joint forces, beside every law") {
  Draws<double> source(14);
  const double t = 0.7;
  for (int count = 2; count <= 7; ++count) {
    const Bodies<double> bodies = random_bodies(source, count);
    const std::size_t joints = bodies.joints.size();
    std::vector<std::string> motions(joints);
    for (std::size_t k = 0; k < joints; k += 2) motions[k] = "0.3 + t^2/2 + 0.5*sin(1.3*t)";
    Model model = model_of(bodies, motions);
    if (joints > 1) model.joints[1].laws = {linearise_law(2, 0.7, "cos(t)"), pd_law(3, 0.4)};
    if (joints > 3) model.joints[3].laws = {expression_law("tanh(phi_j0)*rate_j2 + t")};
    const System system = derive(model);
    Flow flow = system.with_inputs(default_inputs(system));
    const int n = system.layout.size, momenta = system.layout.offset(BlockKind::momentum),
              root = system.layout.offset(BlockKind::attitude), work = system.layout.offset(BlockKind::work);
    std::vector<double> x(static_cast<std::size_t>(n)), rates(x.size()), T(joints), forces(2 * joints);
    for (double& value : x) value = source.number(-2, 2);
    std::vector<double> other = x;
    flow.normalise(t, x.data());
    flow.field(t, x.data(), rates.data());
    flow.joint_torques(t, x.data(), T.data());
    flow.joint_forces(t, x.data(), forces.data());

    const PlanarTree<double> tree = rooted(bodies, 0);
    const std::vector<double> phi(x.begin(), x.begin() + static_cast<int>(joints)),
        phi_rate(rates.begin(), rates.begin() + static_cast<int>(joints));
    const NewtonRates newton =
        newton_rates(bodies, absolute_angles(tree, phi, x[root]), absolute_angles(tree, phi_rate, rates[root]), T);
    const std::vector<double> acceleration = differences(tree, newton.omega_rate);
    double power = 0;
    for (std::size_t k = 0; k < joints; ++k) {
      INFO(count << " bodies, joint " << k);
      if (k % 2 == 0) {
        CHECK(phi[k] == Approx(0.3 + t * t / 2 + 0.5 * std::sin(1.3 * t)).epsilon(1e-15));
        CHECK(phi_rate[k] == Approx(t + 0.65 * std::cos(1.3 * t)).epsilon(1e-15));
        CHECK(acceleration[k] == Approx(1 - 0.845 * std::sin(1.3 * t)).margin(1e-11));
        power -= T[k] * phi_rate[k];
      } else if (k == 1) {
        CHECK(acceleration[k] ==
              Approx(-std::cos(t) + 2.8 * (-std::sin(t) - phi_rate[k]) + 4 * (std::cos(t) - phi[k])).margin(1e-10));
        power -= (T[k] - 3 * phi[k] - 0.4 * phi_rate[k]) * phi_rate[k];
      } else if (k == 3) {
        power -= T[k] * phi_rate[k];
      }
      CHECK(forces[2 * k] == Approx(-newton.joint_force[k].x).margin(1e-10));
      CHECK(forces[2 * k + 1] == Approx(-newton.joint_force[k].y).margin(1e-10));
    }
    for (int i = 0; i < count; ++i) {
      CHECK(x[momenta + i] == Approx(newton.mu[i]).margin(1e-12));
      CHECK(rates[momenta + i] == Approx(newton.mu_rate[i]).margin(1e-10));
    }
    CHECK(rates[work] == Approx(power).margin(1e-10));

    std::vector<double> same(x.size());  // what is given is not taken from the state
    flow.field(t, other.data(), same.data());
    for (int i = 0; i < n; ++i) CHECK(same[i] == Approx(rates[i]).margin(1e-11));
  }
}

TEST_CASE("prescribed joints: every method serves, keeps the angles exactly, and its balance of energy holds") {
  Model model = model_of(rods(3), {"0.4*sin(2*t)", ""});
  model.joints[1].laws = {sine_law(2, 0.1)};
  model.start.angles = {named("j1", 0.5)};
  model.start.rates = {named("j1", -0.3)};
  model.start.momentum = {number(0.2)};
  const Ran best = ran(model, {.method = "taylor", .tolerance = 1e-15, .until = 2});
  CHECK(best.monitor.work != 0);
  for (const Method& method : methods()) {
    INFO(method.name);
    RunSettings settings{.method = method.name, .until = 2, .every = 0.1};
    (method.adaptive ? settings.tolerance : settings.step) = method.adaptive ? 1e-11 : 1e-3;
    const Ran here = ran(model, settings);
    REQUIRE(here.outcome.status == Status::complete);
    CHECK(here.end[0] == Approx(0.4 * std::sin(4.0)).epsilon(1e-15));
    const double error = method.order == 2 ? 1e-5 : method.name == "cvode" ? 1e-7 : 1e-9;
    for (std::size_t i = 0; i < here.end.size(); ++i) CHECK(here.end[i] == Approx(best.end[i]).margin(error));
    CHECK(here.monitor.max_error < error);
    CHECK(here.monitor.momentum().max_drift < (method.name == "cvode" ? 1e-9 : 1e-14));
  }
}

TEST_CASE("prescribed joints: a corner of the motion is a blow, whose work counts; a jump ends the run in words") {
  const Model corner = model_of(rods(3), {"ramp(t, 0.25, 1)", "abs(t - 1.5)"});
  for (const RunSettings& settings : {RunSettings{.method = "taylor", .tolerance = 1e-14, .until = 2, .every = 0.01},
                                      RunSettings{.method = "dop853", .tolerance = 1e-12, .until = 2, .every = 0.01},
                                      RunSettings{.method = "gauss6", .step = 0.01, .until = 2, .every = 0.01}}) {
    const Ran here = ran(corner, settings);
    REQUIRE(here.outcome.status == Status::complete);
    CHECK(here.monitor.max_error < 1e-10);
    CHECK(here.monitor.energy.end == Approx(here.monitor.energy.start + here.monitor.work).epsilon(1e-10));
    CHECK(here.phase.reason == "the angle of j0 ends 1 rad from where it began");
  }
  const Ran stopped =
      ran(model_of(rods(3), {"ramp(t, 0.5, 2)", ""}), {.method = "gauss4", .step = 0.01, .until = 2, .every = 0.1});
  CHECK(stopped.monitor.max_error < 1e-8);  // of gauss4; it ends at rest, by a blow in the last moment
  for (const double until : {1.0, -1.0}) {
    const Ran begun = ran(model_of(rods(3), {"abs(t)", ""}), {.method = "gauss6", .step = 0.01, .until = until});
    CHECK(begun.monitor.energy.start == 0);  // at the corner's own rate, the mean; the blow comes with the first step
    CHECK(begun.monitor.work > 0.01);
    CHECK(begun.monitor.max_error < 1e-10);
  }
  const Ran jump = ran(model_of(rods(2), {"pulse(t, 0.5, 3)"}), {.method = "taylor", .tolerance = 1e-10, .until = 2});
  CHECK(jump.outcome.status == Status::failed);
  CHECK(jump.outcome.words == "the motion of joint 'j0' jumps by 1 rad at t = 0.5");
}

TEST_CASE("the phases of closed loops are those of an independent program to 1e-10, of free orbits and of motions") {
  for (const GoldenPhase& golden : golden_phases()) {
    const std::vector<std::string> free(golden.bodies.joints.size());
    Model model = model_of(golden.bodies, golden.motion.empty() ? free : golden.motion);
    for (std::size_t i = 0; i < golden.mu.size(); ++i)
      model.start.momenta.push_back(named("b" + std::to_string(i), golden.mu[i]));
    for (std::size_t k = 0; k < golden.phi.size(); ++k)
      model.start.angles.push_back(named("j" + std::to_string(k), golden.phi[k]));
    if (!golden.motion.empty()) model.start.momentum = {number(golden.mu_s)};
    const Phase phase = ran(model, {.method = "taylor", .tolerance = 1e-15, .until = golden.period}).phase;
    INFO(golden.id << ", period " << golden.period);
    CHECK(phase.reason == "");
    CHECK(phase.total == Approx(golden.total).epsilon(1e-10));
    CHECK(phase.dynamic == Approx(golden.dynamic).epsilon(1e-10).margin(1e-14));
    CHECK(std::abs(phase.geometric - golden.geometric) < 1e-10 * std::max(1.0, std::abs(golden.total)));
  }
}

TEST_CASE("the phase does not depend on the method, and a loop of corners is closed like any other") {
  const Model square = model_of(rods(3), {"1 + ramp(t, 1, 2) - ramp(t, 3, 4)", "0.5 + ramp(t, 2, 3) - ramp(t, 4, 5)"});
  const Ran best = ran(square, {.method = "taylor", .tolerance = 1e-15, .until = 5});
  for (const RunSettings& settings : {RunSettings{.method = "dop853", .tolerance = 1e-13, .until = 5},
                                      RunSettings{.method = "gauss6", .step = 0.01, .until = 5}}) {
    const Phase phase = ran(square, settings).phase;
    INFO(settings.method);
    CHECK(phase.reason == "");
    CHECK(phase.total == Approx(best.phase.total).margin(1e-10));
    CHECK(std::abs(phase.dynamic) < 1e-15);
    CHECK(std::abs(phase.total) > 0.01);
  }
}

TEST_CASE(
    "two bodies without momentum turn only by whole turns of their joint, by -pi (1 + (I2 - I1)/sqrt((I1 + I2)^2 - 4 "
    "x^2)) each") {
  const double m1 = 4, m2 = 5, I = 50, d1 = 5, d2 = -3, epsilon = m1 * m2 / (m1 + m2);
  const double I1 = I + epsilon * d1 * d1, I2 = I + epsilon * d2 * d2, x = epsilon * d1 * d2;
  const Bodies<double> bodies{{m1, m2}, {I, I}, {{0, 1, {d1, 0}, {d2, 0}}}};
  const RunSettings settings{.method = "taylor", .tolerance = 1e-15, .until = 2};
  const Phase turned = ran(model_of(bodies, {"2*pi*(t/2 - sin(pi*t)/(2*pi))"}), settings).phase;
  CHECK(turned.total ==
        Approx(-std::numbers::pi * (1 + (I2 - I1) / std::sqrt((I1 + I2) * (I1 + I2) - 4 * x * x))).epsilon(1e-12));
  CHECK(std::abs(turned.dynamic) < 1e-15);
  const Phase swung = ran(model_of(bodies, {"1.2*sin(pi*t) + 0.7*sin(2*pi*t)"}), settings).phase;
  CHECK(swung.reason == "");
  CHECK(std::abs(swung.total) < 1e-13);
}

TEST_CASE("the planar cat turns as the un-reduced motion under its torques does, by Newton's laws with joint forces") {
  const Model model = load_model("planar-cat");
  const Ran cat = ran(model, {.method = "gauss4", .step = 0.01, .until = 4});
  CHECK(cat.phase.total == Approx(-0.6045702818075107).epsilon(1e-10));
  const Bodies<double> bodies = rods(3);
  const Topology tree = rooted(bodies, 0);
  std::vector<double> theta = absolute_angles(tree, {cat.start[0], cat.start[1]}, 0.0), omega(3, 0.0);
  // With all joints prescribed their torques are functions of time and of the momentum alone.
  const auto rates = [&](double t, const std::vector<double>& at_theta, const std::vector<double>& at_omega) {
    std::vector<double> T(2);
    cat.flow.joint_torques(t, cat.start.data(), T.data());
    return newton_rates(bodies, at_theta, at_omega, T).omega_rate;
  };
  constexpr int steps = 1000;
  constexpr double h = 4.0 / steps;
  const auto ahead = [](const std::vector<double>& x, double by, const std::vector<double>& rate) {
    std::vector<double> out = x;
    for (std::size_t i = 0; i < x.size(); ++i) out[i] += by * rate[i];
    return out;
  };
  for (int step = 0; step < steps; ++step) {  // the classical method of order four
    const double t = step * h;
    const std::vector<double> w1 = omega, a1 = rates(t, theta, w1);
    const std::vector<double> w2 = ahead(omega, h / 2, a1), a2 = rates(t + h / 2, ahead(theta, h / 2, w1), w2);
    const std::vector<double> w3 = ahead(omega, h / 2, a2), a3 = rates(t + h / 2, ahead(theta, h / 2, w2), w3);
    const std::vector<double> w4 = ahead(omega, h, a3), a4 = rates(t + h, ahead(theta, h, w3), w4);
    for (std::size_t i = 0; i < 3; ++i) {
      theta[i] += h / 6 * (w1[i] + 2 * w2[i] + 2 * w3[i] + w4[i]);
      omega[i] += h / 6 * (a1[i] + 2 * a2[i] + 2 * a3[i] + a4[i]);
    }
  }
  CHECK(theta[0] == Approx(cat.phase.total).margin(1e-9));  // the error of those steps
  CHECK(theta[1] - theta[0] == Approx(cat.start[0]).margin(1e-9));
}

TEST_CASE("a joint whose motion is prescribed cannot be driven, and has its angle in the printed equations") {
  const Model model = load_model("planar-cat");
  CHECK_THROWS_WITH(derive(model, Engine::automatic, {}, {"hip"}),
                    "joint 'hip' cannot be driven: its motion is prescribed");
  const std::string sheet = text_sheet(derive_equations(tree_spec(model), false), Extent::whole);
  CHECK(sheet.find("\nPrescribed angles\n  phi_shoulder = bend + size*cos(") != std::string::npos);
  const std::vector<Column> columns = trajectory_columns(derive(model), {"torque"});
  CHECK(columns.back().name == "torque.hip");
}
