// SPDX-License-Identifier: Apache-2.0
// Models with loops, from the file to the end of a run by the product's own methods.
#include <catch2/catch.hpp>
#include <cmath>

#include "oopss/integrate/run.hpp"
#include "oopss/model/build.hpp"
#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"
#include "tests/linkage/golden_loops.hpp"

using namespace oopss;

namespace {

/// A run of a model by a method that takes steps of this length, or has this tolerance.
struct Ran {
  System system;
  Flow flow;
  Path path;
};
Ran ran(const Model& model, const std::string& method, double step_or_tolerance, double until) {
  Ran out{derive(model), {}, {}};
  out.flow = out.system.with_inputs(default_inputs(out.system));
  RunRequest request{{.method = method, .until = until}};
  (method == "dop853" ? request.settings.tolerance : request.settings.step) = step_or_tolerance;
  request.settings.every = until / 20;
  out.path = integrate(out.flow, out.system.layout, start_state(model, !out.system.driven.empty()), request);
  return out;
}

/// The widest gap of the loops over a run, and how far the momentum strayed in parts of its size.
std::array<double, 2> kept(const Ran& run) {
  std::vector<double> g(static_cast<std::size_t>(run.flow.closure.count));
  double gap = 0, strayed = 0;
  const Casimir& momentum = run.system.casimirs[0];
  for (int i = 0; i < run.path.points.count(); ++i) {
    const double* x = run.path.points.row(i);
    run.flow.closure.value(0, x, g.data());
    for (const double part : g) gap = std::max(gap, std::abs(part));
    strayed =
        std::max(strayed, std::abs(momentum.value(x) - momentum.value(run.path.points.row(0))) / momentum.size(x));
  }
  return {gap, strayed};
}

Model loop_with(std::vector<Law> laws) {
  Model model;
  for (const char* const name : {"a", "b", "c", "d"}) add_body(model, name, {.mass = 1, .inertia = 0.3});
  add_joint(model, "ab", {"a", {1.5, 0}}, {"b", {-0.5, 0}});
  add_joint(model, "bc", {"b", {0.5, 0}}, {"c", {-1.3, 0}});
  add_joint(model, "cd", {"c", {1.3, 0}}, {"d", {-0.8, 0}});
  add_joint(model, "da", {"d", {0.8, 0}}, {"a", {-1.5, 0}}, std::move(laws));
  model.start.angles = {named("ab", 0.9)};
  return model;
}

}  // namespace

TEST_CASE("golden: models with loops run to the samples, by Gauss and Lobatto and by dop853") {
  for (const GoldenLoopRun& golden : golden_loop_runs()) {
    if (golden.system == "near_change_point") continue;  // its steps are short: the index-1 equations have it
    for (const auto& [method, step] : {std::pair{"gauss6", 0.01}, std::pair{"dop853", 1e-13}}) {
      INFO(golden.id << " by " << method);
      const GoldenSample& last = golden.samples.back();
      const Ran run = ran(model_of(golden), method, step, last.t);
      REQUIRE(run.path.outcome.status == Status::complete);
      std::vector<BodyPose> poses(last.theta.size());
      run.flow.pose(run.path.points.row(run.path.points.count() - 1), poses.data());
      for (std::size_t k = 0; k < poses.size(); ++k)
        CHECK(std::abs(std::remainder(poses[k].angle - last.theta[k], 2 * M_PI)) < 1e-8 * (1 + golden.sensitivity));
      const auto [gap, strayed] = kept(run);
      CHECK(gap < 1e-12);
      CHECK(strayed < 1e-12);
    }
  }
}

TEST_CASE("every linkage of the models runs closed with its momentum, or stops where its motion is not determined") {
  int count = 0;
  for (const Example& example : examples()) {
    const Model model = load_model(std::string(example.name));
    if (!has_loops(model)) continue;
    INFO(example.name);
    ++count;
    const Ran run = ran(model, "gauss4", 0.005, 1);
    CHECK(run.path.outcome.status == (example.name == "change-point" ? Status::singular : Status::complete));
    const auto [gap, strayed] = kept(run);
    CHECK(gap < 1e-12);
    CHECK(strayed < 1e-12);
  }
  CHECK(count == 8);
}

TEST_CASE("a change point and three parallel cranks stop singular at the same time, whatever the step") {
  for (const auto& [name, until] : {std::pair{"change-point", 2.0}, std::pair{"parallelogram", 10.0}}) {
    std::vector<double> times;
    for (const double step : {0.02, 0.01, 0.005}) {
      const Ran run = ran(load_model(name), "gauss6", step, until);
      INFO(name << " with steps of " << step << ": " << run.path.outcome.words);
      REQUIRE(run.path.outcome.status == Status::singular);
      const std::string words = "at t = ";
      REQUIRE(run.path.outcome.words.starts_with(words));
      times.push_back(std::stod(run.path.outcome.words.substr(words.size())));
    }
    for (const double time : times) CHECK(time == Approx(times.back()).epsilon(1e-8));
    CHECK((name != std::string("change-point") || times.back() == Approx(0.92037688199).epsilon(1e-8)));
  }
}

TEST_CASE("loops at rest stay at rest, until a torque begins to act") {
  for (const auto& [method, step] :
       {std::pair{"gauss2", 0.01}, {"gauss4", 0.01}, {"gauss6", 0.01}, {"dop853", 1e-10}}) {
    INFO(method);
    const Ran still = ran(loop_with({}), method, step, 3);
    CHECK(still.path.outcome.status == Status::complete);
    for (int i = 0; i < still.flow.closure.count; ++i)
      CHECK(std::abs(still.path.points.row(still.path.points.count() - 1)[i] - still.path.points.row(0)[i]) < 1e-13);
    const Ran moved = ran(loop_with({expression_law("0.5*pulse(t, 1, 2)")}), method, step, 3);
    CHECK(moved.path.outcome.status == Status::complete);
    CHECK(moved.flow.kinetic(3, moved.path.points.row(moved.path.points.count() - 1)) > 1e-3);
  }
}

TEST_CASE("a function of the program at a closing joint moves the loop as the same expression does") {
  const auto motor = [](double t, double phi, double rate) { return std::sin(2 * t) - 0.4 * phi - 0.1 * rate; };
  const Ran one = ran(loop_with({function_law(motor)}), "gauss4", 0.01, 2);
  const Ran other = ran(loop_with({expression_law("sin(2*t) - 0.4*phi_da - 0.1*rate_da")}), "gauss4", 0.01, 2);
  INFO(one.path.outcome.words << " / " << other.path.outcome.words);
  REQUIRE(one.path.outcome.status == Status::complete);
  REQUIRE(other.path.outcome.status == Status::complete);
  const double* a = one.path.points.row(one.path.points.count() - 1);
  const double* b = other.path.points.row(other.path.points.count() - 1);
  CHECK(std::abs(a[0] - 0.9) > 1e-3);
  for (int i = 0; i < one.system.layout.size; ++i) CHECK(a[i] == Approx(b[i]).epsilon(1e-10).margin(1e-10));
}
