// SPDX-License-Identifier: Apache-2.0
// Turning at zero momentum: loops of shapes, the least of them, and what becomes of them when they are run.
#include "oopss/orbit/turn.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "oopss/model/read.hpp"
#include "oopss/model/write.hpp"
#include "oopss/orbit/turn_run.hpp"
#include "oopss/orbit/turn_search.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/planned.hpp"
#include "tests/mechanics/golden_planar.hpp"
#include "tests/sanitized.hpp"
#include "tests/system/bodies_model.hpp"

using namespace oopss;

namespace {

constexpr double half_turn = std::numbers::pi;

ReducedLagrangian lagrangian_of(const System& system) { return system.lagrangian(default_inputs(system), 1); }

/// The plan as a model, and what it does when it is run for two seconds a cycle.
TurnRun ran_plan(const Model& model, const TurnPlan& plan) {
  const std::string time = free_name(model, "T");
  const Model planned = with_plan(model, {"plan", motion_formulas(plan, time), time, 2.0, plan.cycles});
  const System system = derive(planned, Engine::recursive);
  return run_turn(system, start_state(planned), 2.0 * plan.cycles, plan.cycles);
}

std::string refusal(const Model& model) {
  const System system = derive(model, Engine::recursive);
  try {
    plan_turn(system, default_inputs(system), {.turn = 0.5});
  } catch (const NoTurn& why) {
    return why.what();
  }
  return "";
}

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("golden: connection, curvature and inertia of the shape are handed through the waist") {
  for (const GoldenCurvature& golden : golden_curvatures()) {
    INFO(golden.id);
    const System system = derive(model_of(golden.bodies), Engine::recursive);
    const ShapeConnection here = lagrangian_of(system).connection(golden.phi.data());
    CHECK(here.I_lock == Approx(golden.I_lock).epsilon(1e-14));
    for (std::size_t k = 0; k < golden.A.size(); ++k) {
      CHECK(here.A[k] == Approx(golden.A[k]).epsilon(1e-14));
      for (std::size_t l = 0; l < golden.A.size(); ++l) {
        CHECK(here.F[golden.A.size() * k + l] == Approx(golden.F[k][l]).epsilon(1e-13));
        CHECK(here.M_s[golden.A.size() * k + l] == Approx(golden.M_s[k][l]).epsilon(1e-13));
      }
    }
  }
}

TEST_CASE("golden: a loop of shapes turns all by minus the connection added up along it") {
  const Bodies<double> rods = golden_plans().front().bodies;
  const System system = derive(model_of(rods), Engine::recursive);
  LoopSpace space(lagrangian_of(system), 8);
  const TurnLoop circle{false, {{1.5, 1}, {1.5, 0}}, {{0, 0}, {0, 1}}};  // the item motion-00
  CHECK(space.value(space.variables(circle)).turn == Approx(-0.6045702818075107).epsilon(1e-13));
}

TEST_CASE("golden: two bodies turn by whole turns of their joint") {
  for (const GoldenFullTurn& golden : golden_full_turns()) {
    const System system = derive(model_of(golden.bodies), Engine::recursive);
    const double turned = turn_by_joint(lagrangian_of(system), {0.0}, 0);
    CHECK(turned == Approx(golden.first).epsilon(1e-13));
    CHECK(turned + 2 * half_turn == Approx(golden.second).epsilon(1e-13));
  }
}

TEST_CASE("slopes of effort and turn are those of differences, with a corner and without") {
  const System system = derive(model_of(golden_plans().front().bodies), Engine::recursive);
  const ReducedLagrangian lagrangian = lagrangian_of(system);
  for (const bool corner : {false, true}) {
    LoopSpace space = corner ? LoopSpace(lagrangian, 6, {0.4, 0.9}) : LoopSpace(lagrangian, 4);
    Eigen::VectorXd x(space.size());
    for (Eigen::Index j = 0; j < x.size(); ++j) x(j) = std::sin(3.0 * static_cast<double>(j) + 1);
    const LoopValue here = space.value(x);
    constexpr double h = 1e-5;
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      Eigen::VectorXd up = x, down = x;
      up(j) += h;
      down(j) -= h;
      const LoopValue above = space.value(up), below = space.value(down);
      // differences of second order: h^2 of the third derivative, and rounding over h
      CHECK(here.effort_slope(j) == Approx((above.effort - below.effort) / (2 * h)).margin(1e-7));
      CHECK(here.turn_slope(j) == Approx((above.turn - below.turn) / (2 * h)).margin(1e-8));
    }
    const TurnLoop loop = space.loop(x);
    const std::vector<double> first = shape_on(loop, 0), last = shape_on(loop, last_place(loop));
    for (int k = 0; k < 2; ++k) CHECK(first[k] == Approx(last[k]).margin(1e-13));
    if (corner) CHECK(first[1] == Approx(0.9).epsilon(1e-14));
    CHECK((space.variables(loop) - x).norm() < 1e-13);
  }
}

TEST_CASE("golden: plans of least effort, with the base given and free") {
  for (const GoldenPlan& golden : golden_plans()) {
    INFO(golden.id);
    const Model model = model_of(golden.bodies);
    const System system = derive(model, Engine::recursive);
    TurnRequest request{.turn = golden.degrees * half_turn / 180};
    (golden.free_base ? request.near : request.base) = golden.phi;
    const TurnPlan plan = plan_turn(system, default_inputs(system), request);
    CHECK(plan.turn == Approx(request.turn).epsilon(1e-12));
    CHECK(plan.effort == Approx(golden.effort).epsilon(1e-9));  // as many digits as it was found with
    CHECK(plan.length == Approx(golden.length).epsilon(1e-9));
    CHECK(plan.multiplier == Approx(golden.multiplier).epsilon(1e-8));
    const TurnRun run = ran_plan(model, plan);
    CHECK(run.trouble == "");
    CHECK(std::abs(run.turn - request.turn) < 1e-8);
    CHECK(run.closing_error < 1e-12);
    CHECK(std::abs(run.work_left) < 1e-9 * run.largest_kinetic);  // from rest to rest
    CHECK(run.work_in >= run.largest_kinetic * (1 - 1e-3));       // added up at steps of the run
  }
}

TEST_CASE("plans arrive when they are run: more bodies, angles of either sign, cycles, large angles") {
  struct Asked {
    const char* name;
    double degrees;
    int cycles;
    bool free;
  };
  std::vector<Asked> all = {{"three-body", -40, 1, false}, {"three-body", 30, 3, false}, {"planar-cat", 90, 1, true}};
  if (!sanitized) all.push_back({"rods", 25, 1, false});
  for (const Asked& asked : all) {
    INFO(asked.name << " by " << asked.degrees);
    const Model model = without_laws(load_model(asked.name));
    const System system = derive(model, Engine::recursive);
    const std::vector<double> shape(model.joints.size(), 0.7);
    TurnRequest request{.turn = asked.degrees * half_turn / 180, .cycles = asked.cycles};
    (asked.free ? request.near : request.base) = shape;
    const TurnPlan plan = plan_turn(system, default_inputs(system), request);
    const TurnRun run = ran_plan(model, plan);
    CHECK(run.trouble == "");
    CHECK(std::abs(run.turn - request.turn) < 1e-8);
    CHECK(run.closing_error < 1e-9);
    const std::vector<double> first = shape_on(plan.loop, 0);
    for (std::size_t k = 0; k < shape.size(); ++k)
      CHECK(std::abs(first[k] - shape[k]) < (asked.free ? half_turn + 1e-9 : 1e-12));
  }
}

TEST_CASE("several small cycles cost less than one large one at the same speed law, as m^2 W(alpha/m) says") {
  const System system = derive(model_of(golden_plans().front().bodies), Engine::recursive);
  const auto effort = [&](double degrees) {
    TurnRequest request{.turn = degrees * half_turn / 180};
    request.near = {2, 2};
    return plan_turn(system, default_inputs(system), request).effort;
  };
  // small loops are circles of the metric: W = 2 pi alpha / |F_G|, in proportion to the angle
  CHECK(effort(2) / effort(1) == Approx(2).epsilon(0.02));
}

TEST_CASE("a plan is a model file that reads as itself") {
  const Model model = read_model({"rods.toml", R"([model]
format = 1
[chain]
rods = "uniform"
links = 3
mass = 2
length = 1
torque = { law = "sine", kp = 6 }
)"});
  const System system = derive(without_laws(model), Engine::recursive);
  const TurnPlan plan =
      plan_turn(system, default_inputs(system), {.turn = 0.3, .base = std::vector(model.joints.size(), 0.5)});
  const Model planned = with_plan(model, {"plan", motion_formulas(plan, "T"), "T", 2.0, 1});
  const std::string text = write_model(planned);
  CHECK(write_model(read_model({"plan.toml", text})) == text);
}

TEST_CASE("what cannot turn itself is said in words") {
  const Bodies<double> two = golden_full_turns().front().bodies;
  CHECK(says(refusal(model_of(two)), "two bodies without momentum turn only by whole turns"));
  CHECK(says(refusal(model_of(two)), "-140.592"));  // degrees, of the golden full turn
  CHECK(says(refusal(model_of({{1}, {1}, {}})), "one body has no joints"));
  const Bodies<double> centred{{1, 1, 1}, {1, 2, 3}, {{0, 1, {0, 0}, {0, 0}}, {1, 2, {0, 0}, {0, 0}}}};
  CHECK(says(refusal(model_of(centred)), "does not depend on their shape"));
  CHECK(says(refusal(load_model("four-bar")), "trees of bodies"));
  CHECK(says(refusal(load_model("spatial-tree")), "in space"));
}
