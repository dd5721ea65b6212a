// SPDX-License-Identifier: Apache-2.0
// Torques on bodies from outside, and a mass centre that moves.
#include <catch2/catch.hpp>
#include <cmath>

#include "oopss/integrate/method.hpp"
#include "oopss/model/read.hpp"
#include "oopss/model/write.hpp"
#include "oopss/system/columns.hpp"
#include "tests/linkage/runs.hpp"
#include "tests/mechanics/brute_force.hpp"
#include "tests/system/bodies_model.hpp"
#include "tests/system/ran.hpp"

using namespace oopss;

namespace {

/// Torques on the first and the last body, in all that they may depend on, and as numbers.
struct Acted {
  Model model;
  std::vector<double> at(double t, const std::vector<double>& theta, const std::vector<double>& omega) const {
    std::vector<double> out(theta.size());
    const Joint& joint = model.joints[0];
    const int a = joint.first_body, b = joint.second_body;
    out.front() = 2 * std::sin(theta.back() - t) - 0.7 * omega.front() + (theta[b] - theta[a]);
    out.back() += 0.3 + (omega[b] - omega[a]) * theta.front();
    return out;
  }
};
Acted acted(Model model) {
  const std::string last = model.bodies.back().name.value, first = model.bodies.front().name.value,
                    joint = model.joints[0].name.value;
  model.bodies.front().torque =
      expression_number("2*sin(theta_" + last + " - t) - 0.7*omega_" + first + " + phi_" + joint);
  model.bodies.back().torque = expression_number("0.3 + rate_" + joint + "*theta_" + first);
  return {checked(model)};
}

/// A spring to a place that moves, on the last body, and a wind on the first.
Model pulled(Model model) {
  const std::string last = model.bodies.back().name.value, first = model.bodies.front().name.value;
  model.checked = false;
  model.forces = {{.name = {"pull", {}},
                   .on = {last, {}},
                   .position = {number(0.3), number(-0.1)},
                   .value = {expression_number("4*(sin(t) - x) - 0.5*vx"), expression_number("3*(0.2 - y) - vy")}},
                  {.name = {"wind", {}},
                   .on = {first, {}},
                   .position = {number(0), number(0)},
                   .value = {number(1.5), expression_number("theta_" + first + "*t")}}};
  return checked(model);
}

Model acted_four_bar() {
  Model model = load_model("four-bar");
  model.checked = false;
  return acted(model).model;
}

}  // namespace

TEST_CASE("torques from outside: rates, work and impulse are those of Newton's laws, beside laws and motions") {
  Draws<double> source(16);
  const double t = 0.6;
  for (int count = 2; count <= 6; ++count) {
    const Bodies<double> bodies = random_bodies(source, count);
    const std::size_t joints = bodies.joints.size();
    std::vector<std::string> motions(joints);
    if (joints > 2) motions[2] = "0.2 + 0.5*sin(1.3*t)";
    Model plain = model_of(bodies, motions);
    plain.joints[0].laws = {pd_law(3, 0.4)};
    if (joints > 1) plain.joints[1].laws = {linearise_law(2, 0.7, "cos(t)")};
    const Acted by = acted(plain);
    const System system = derive(by.model);
    const Flow flow = system.with_inputs(default_inputs(system));
    const int momenta = system.layout.offset(BlockKind::momentum), root = system.layout.offset(BlockKind::attitude);
    std::vector<double> x(static_cast<std::size_t>(system.layout.size)), rates(x.size()), T(joints);
    for (double& value : x) value = source.number(-2, 2);
    if (flow.normalise) flow.normalise(t, x.data());
    flow.field(t, x.data(), rates.data());
    flow.joint_torques(t, x.data(), T.data());
    const PlanarTree<double> tree = rooted(bodies, 0);
    const auto all = [&](const std::vector<double>& of_state) {
      return absolute_angles(tree, std::vector<double>(of_state.begin(), of_state.begin() + momenta), of_state[root]);
    };
    const std::vector<double> theta = all(x), omega = all(rates), tau = by.at(t, theta, omega);
    const NewtonRates newton = newton_rates(bodies, theta, omega, T, tau);
    double total = 0, power = 0;
    for (int i = 0; i < count; ++i) {
      INFO(count << " bodies, body " << i);
      CHECK(x[momenta + i] == Approx(newton.mu[i]).margin(1e-11));  // rounding of a few solutions
      CHECK(rates[momenta + i] == Approx(newton.mu_rate[i]).margin(1e-10));
      total += tau[i];
      power += tau[i] * omega[i];
    }
    CHECK(rates[system.layout.offset(BlockKind::impulse)] == Approx(total).margin(1e-12));
    for (std::size_t k = 1; k < joints; ++k)
      if (k < 3) power -= T[k] * rates[k];
    CHECK(rates[system.layout.offset(BlockKind::work)] == Approx(power).margin(1e-10));
  }
}

TEST_CASE("torques from outside: the engines agree, the tangent is the slope of the field, the jet begins with it") {
  Draws<double> source(17);
  const Model tree = acted(model_of(random_bodies(source, 4))).model;
  Model moved = model_of(random_bodies(source, 3), {"sin(t)", ""});
  moved.joints[1].laws = {linearise_law(2)};
  const Model plain = model_of(random_bodies(source, 4));
  for (const Model& model : {tree, acted(moved).model, pulled(plain), pulled(tree), pulled(moved)}) {
    const System system = derive(model), other = derive(model, Engine::interpreted);
    const Flow flow = system.with_inputs(default_inputs(system)), program = other.with_inputs(default_inputs(other));
    std::vector<double> x(static_cast<std::size_t>(system.layout.size)), v = x, a = x, b = x, series(2 * x.size());
    for (double& value : x) value = source.number(-1, 1);
    for (double& value : v) value = source.number(-1, 1);
    if (flow.normalise) flow.normalise(0.3, x.data());
    flow.field(0.3, x.data(), a.data());
    program.field(0.3, x.data(), b.data());
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(a[i] == Approx(b[i]).margin(1e-11));
    CHECK(tangent_error(flow, 0.3, x, v) < 1e-9);
    flow.jet(0.3, x.data(), 1, 1, series.data());
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(series[x.size() + i] == Approx(a[i]).margin(1e-11));
  }
}

TEST_CASE("torques from outside on a linkage: the loops stay closed, the tangent is the slope of the field") {
  const StartedLinkage linkage = started(acted_four_bar());
  std::vector<double> v(linkage.x.size(), 0.0);
  linkage.flow.field(0, linkage.x.data(), v.data());  // along the motion the loops stay closed
  CHECK(tangent_error(linkage.flow, 0.3, linkage.x, v) < 1e-9);
  const Ran run = ran(acted_four_bar(), {.method = "gauss4", .step = 0.01, .until = 2});
  REQUIRE(run.outcome.good());
  CHECK(run.monitor.closure < 1e-12);
  CHECK(run.monitor.max_momentum_error < 1e-12 * run.monitor.momentum().size);
  CHECK(run.monitor.max_error < 1e-5 * run.monitor.energy.size);  // of steps of this length
  const Ran drawn = ran(pulled(acted_four_bar()), {.method = "gauss4", .step = 0.01, .until = 2});
  REQUIRE(drawn.outcome.good());
  CHECK(drawn.monitor.closure < 1e-12);
  CHECK(drawn.monitor.max_error < 1e-5 * drawn.monitor.energy.size);
}

TEST_CASE("torques from outside: momentum less their impulse is kept to rounding, and methods claim no more") {
  Draws<double> source(18);
  Model model = acted(model_of(random_bodies(source, 3))).model;
  for (const char* name : {"gauss2", "gauss4", "gauss6", "taylor", "dop853"}) {
    RunSettings settings{.method = name, .until = 3};
    (std::string_view(name).starts_with("gauss") ? settings.step : settings.tolerance) =
        std::string_view(name).starts_with("gauss") ? 0.02 : 1e-9;
    const Ran run = ran(model, settings);
    INFO(name);
    REQUIRE(run.outcome.good());
    CHECK(run.monitor.outside);
    CHECK(std::abs(run.monitor.impulse) > 0.1);
    CHECK(run.monitor.max_momentum_error < 1e-12 * run.monitor.momentum().size);  // a sum that every step keeps
    CHECK(momentum_reading(run.monitor).conservation == Conservation::good);
    CHECK_FALSE(find_method(name, run.flow)->poisson);
    CHECK_FALSE(find_method(name, run.flow)->keeps_casimir);
    const Flow free = derive(load_model("two-body")).with_inputs(default_inputs(derive(load_model("two-body"))));
    CHECK(find_method(name, free)->keeps_casimir);
  }
}

TEST_CASE("a pulse from outside gives what its length and height say, whatever the steps: its ends are kinks") {
  Model model = load_model("two-body");
  model.checked = false;
  model.bodies[1].torque = expression_number("4*pulse(t, 0.333, 1.083)");
  const Ran run = ran(checked(model), {.method = "gauss4", .step = 0.01, .until = 2});
  CHECK(run.monitor.impulse == Approx(3).epsilon(1e-13));
  CHECK(run.monitor.momentum().end == Approx(53).epsilon(1e-13));
}

TEST_CASE("a mass centre that moves: places go with it, and nothing else knows of it") {
  for (const char* name : {"space-telescope", "four-bar", "spatial-pair"}) {
    Model rests = load_model(name), drifts = rests;
    drifts.checked = false;
    drifts.start.drift = {number(0.25), number(-3)};
    if (!is_planar(rests)) drifts.start.drift.push_back(number(2));
    drifts = checked(drifts);
    const std::vector<double> v = {0.25, -3, 2};
    const System system = derive(rests), other = derive(drifts);
    REQUIRE(system.layout.size == other.layout.size);
    const Flow flow = system.with_inputs(default_inputs(system)), moving = other.with_inputs(default_inputs(other));
    const std::vector<double> x = start_state(rests);
    CHECK(start_state(drifts) == x);
    const std::vector<std::string> words = {"centre", "joint"};
    Recorder here = recorder(system, skeleton(rests), trajectory_columns(system, words)),
             there = recorder(other, skeleton(drifts), trajectory_columns(other, words));
    record(here, flow, 1.5, x.data());
    record(there, moving, 1.5, x.data());
    for (std::size_t c = 0; c < here.columns.size(); ++c) {
      const Column& column = here.columns[c];
      INFO(name << " " << column.name);
      const bool place = column.kind == Quantity::centre || column.kind == Quantity::joint;
      CHECK(there.row[c] == Approx(here.row[c] + (place ? 1.5 * v[column.part] : 0)).margin(1e-14));
    }
    const BodySpot centre = mass_centre(there.skeleton, there.poses);
    CHECK(centre.x == Approx(1.5 * v[0]).margin(1e-14));
    CHECK(centre.y == Approx(1.5 * v[1]).margin(1e-14));
    std::vector<double> a(x.size()), b(x.size());
    flow.field(0.2, x.data(), a.data());
    moving.field(0.2, x.data(), b.data());
    CHECK(a == b);
  }
}

TEST_CASE("a model with torques from outside and a drift is written and read again, and its numbers are inputs") {
  Model model = load_model("two-body", {{"body.arm.torque", "2.5"}, {"start.drift", "[1, \"2*pi\"]"}});
  const DerivedModel derived = derived_model(model);
  const auto value = [&](const std::string& name) {
    for (const Input& input : derived.spec.inputs)
      if (input.name == name) return input.value;
    return std::nan("");
  };
  CHECK(value("tau_arm") == 2.5);
  CHECK(value("drift_x") == 1);
  CHECK(value("drift_y") == Approx(2 * std::acos(-1.0)).epsilon(1e-15));
  CHECK(renumbered(derived, load_model("two-body", {{"body.arm.torque", "3"}, {"start.drift", "[1, 2]"}})));
  CHECK_FALSE(renumbered(derived, load_model("two-body", {{"body.arm.torque", "0"}, {"start.drift", "[1, 2]"}})));
  CHECK_FALSE(renumbered(derived, load_model("two-body", {{"body.arm.torque", "3"}})));
  Model by_hand = load_model("two-body");
  by_hand.checked = false;
  by_hand.bodies[1].torque = expression_number("-theta_arm");
  by_hand.start.drift = {number(0.5), number(0)};
  const Model again = read_model({"again", write_model(checked(by_hand))});
  CHECK(again.bodies[1].torque->expression.text == "-theta_arm");
  CHECK(again.start.drift[0].value == 0.5);
}
