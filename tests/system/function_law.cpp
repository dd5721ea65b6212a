// SPDX-License-Identifier: Apache-2.0
// A torque law that is a function of the program: the same motion as by the formula, all of it work, refused by name
// where a formula is needed.
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>

#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/model/build.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/exact.hpp"
#include "oopss/system/field.hpp"
#include "oopss/system/shape_energy.hpp"
#include "oopss/system/sheet.hpp"

using namespace oopss;

namespace {

Model three_bodies(std::vector<Law> laws) {
  Model model;
  model.name = "Three";
  add_body(model, "hub", {.mass = 4, .inertia = 50});
  add_body(model, "arm", {.mass = 5, .inertia = 50});
  add_body(model, "hand", {.mass = 1, .inertia = 2});
  add_joint(model, "elbow", {"hub", {5, 0}}, {"arm", {-3, 0}}, std::move(laws));
  add_joint(model, "wrist", {"arm", {3, 0.5}}, {"hand", {-1, 0}}, {sine_law(3)});
  model.start.angles = {named("elbow", 0.4), named("wrist", -0.2)};
  model.start.momenta = {named("hub", 3), named("arm", 5), named("hand", -1)};
  return model;
}

double motor(double t, double phi, double rate) { return 2 * std::sin(t) - phi + 0.3 * rate; }
const std::string motor_text = "2*sin(t) - phi_elbow + 0.3*rate_elbow";

/// A run to t = 3, with what it kept.
struct Moved {
  std::vector<double> end;
  Monitor monitor;
};
Moved moved(const Model& model, const Drive& drive = {}) {
  const System system = derive(model, Engine::recursive);
  const Flow flow = system.with_inputs(default_inputs(system), drive);
  RunRequest asked;
  asked.settings.method = "gauss6";
  asked.settings.step = 0.01;
  asked.settings.until = 3;
  const Path path = integrate(flow, system.layout, start_state(model), asked);
  REQUIRE(path.outcome.good());
  Moved out{{}, monitor_of(system.casimirs)};
  for (int i = 0; i < path.points.count(); ++i)
    observe(out.monitor, flow, system.layout, path.points.t[i], path.points.row(i));
  out.end.assign(path.points.row(path.points.count() - 1),
                 path.points.row(path.points.count() - 1) + system.layout.size);
  return out;
}

void check_same(const std::vector<double>& one, const std::vector<double>& other) {
  REQUIRE(one.size() == other.size());
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(one[i] == Approx(other[i]).epsilon(1e-12).margin(1e-12));
}

}  // namespace

TEST_CASE("a function as a law moves the bodies as the same formula does, alone, beside other laws and in two parts") {
  check_same(moved(three_bodies({function_law(motor)})).end, moved(three_bodies({expression_law(motor_text)})).end);
  const auto half = [](double t, double phi, double rate) { return motor(t, phi, rate) / 2; };
  const Moved functions = moved(three_bodies({pd_law(20, 0.5, 0.1), function_law(half), function_law(half)}));
  const Moved formula = moved(three_bodies({pd_law(20, 0.5, 0.1), expression_law(motor_text)}));
  check_same(functions.end, formula.end);
  CHECK(std::abs(functions.monitor.work) > 0.01);
  CHECK(functions.monitor.work == Approx(formula.monitor.work).epsilon(1e-12));
  CHECK(functions.monitor.max_error < 1e-9);
  CHECK(functions.monitor.momentum().max_relative_drift() < 1e-14);
}

TEST_CASE("a function beside exact linearisation is taken into account by it") {
  check_same(moved(three_bodies({linearise_law(2, 0.7), function_law(motor)})).end,
             moved(three_bodies({linearise_law(2, 0.7), expression_law(motor_text)})).end);
}

TEST_CASE("joints with functions are driven, after those asked for, and a drive of the caller wins") {
  const Model model = three_bodies({function_law(motor)});
  CHECK(derive(model).driven == std::vector<int>{0});
  CHECK(derive(model, Engine::automatic, {}, {"wrist"}).driven == std::vector<int>{1, 0});
  CHECK(derive(model, Engine::automatic, {}, {"elbow"}).driven == std::vector<int>{0});
  const Moved driven = moved(model, [](double, const double*, const double*, double* u) { u[0] = 1.5; });
  check_same(driven.end, moved(three_bodies({expression_law("1.5")})).end);
}

TEST_CASE("what a function keeps is each flow's own") {
  const Model model =
      three_bodies({function_law([calls = 0](double, double, double) mutable { return 1.0 * ++calls; })});
  const System system = derive(model);
  const std::vector<double> x = start_state(model);
  std::vector<double> torques(2);
  for (int repeat = 0; repeat < 2; ++repeat) {
    const Flow flow = system.with_inputs(default_inputs(system));
    flow.joint_torques(0, x.data(), torques.data());
    CHECK(torques[0] == 1);
  }
}

TEST_CASE("printed equations and generated fields have the function's torque as the argument u_JOINT") {
  const Model model = checked(three_bodies({pd_law(20, 0), function_law(motor)}));
  const TreeSpec spec = tree_spec(model);
  const Equations equations = derive_equations(spec, false);
  REQUIRE(equations.arguments.size() == 1);
  const std::string text = text_sheet(equations, Extent::whole), latex = latex_sheet(equations, Extent::whole);
  CHECK_THAT(text, Catch::Contains("Arguments\n  u_elbow   torque that a function of the program gives"));
  CHECK_THAT(text, Catch::Contains("T_elbow") && Catch::Contains("kp_elbow*phi_elbow + u_elbow"));
  CHECK_THAT(latex, Catch::Contains("u_{21}"));
  const FieldExpressions field = field_expressions(spec), replaced = field_expressions(spec, {0});
  REQUIRE(field.external.size() == 1);
  CHECK(oopss::text(field.torque[0]) == "kp_elbow*phi_elbow + u_elbow");
  REQUIRE(replaced.external.size() == 1);
  CHECK(oopss::text(replaced.torque[0]) == "u_elbow");  // asked for, it loses its laws
}

TEST_CASE("a parameter called as the argument would be gets another name in the equations") {
  Model model = three_bodies({function_law(motor), expression_law("u_elbow*phi_elbow")});
  add_parameter(model, "u_elbow", 0.5);
  const Model good = checked(model);
  const FieldExpressions field = field_expressions(tree_spec(good));
  CHECK(text(field.torque[0]) == "u_elbow_*phi_elbow + u_elbow");
}

TEST_CASE("what needs a formula refuses a function by the joint's name") {
  const Model model = checked(three_bodies({function_law(motor)}));
  const System system = derive(model);
  const Flow flow = system.with_inputs(default_inputs(system));
  RunRequest asked;
  asked.settings.method = "taylor";
  asked.settings.tolerance = 1e-10;
  CHECK_THAT(problem(asked, flow, system.layout),
             Catch::Contains("taylor needs Taylor coefficients: the law at joint 'elbow' is a function of the program, "
                             "which has no series; these serve it: gauss2"));
  CHECK_THROWS_WITH(
      system.shape_energy(default_inputs(system), 7, false),
      Catch::Contains("joint 'elbow': the law function is a function of the program, so equilibria are not "
                      "critical points of an energy"));
  CHECK_NOTHROW(system.shape_energy(default_inputs(system), 7, true));
  CHECK_THROWS_WITH(exact_landscape(model, mpq_class(7)),
                    Catch::Contains("joint 'elbow': its law is a function of the program"));
}

TEST_CASE("a function that gives no number, or throws, ends the run with words or with what it threw") {
  RunRequest asked;
  asked.settings.method = "dop853";
  asked.settings.tolerance = 1e-8;
  const auto run = [&](LawFunction torque) {
    const Model model = three_bodies({function_law(std::move(torque))});
    const System system = derive(model);
    return integrate(system.with_inputs(default_inputs(system)), system.layout, start_state(model), asked).outcome;
  };
  const Outcome outcome = run([](double t, double, double) { return t < 1 ? 0.0 : std::nan(""); });
  CHECK_FALSE(outcome.good());
  CHECK_FALSE(outcome.words.empty());
  CHECK_THROWS_WITH(run([](double, double, double) -> double { throw std::runtime_error("motor lost"); }),
                    "motor lost");
}
