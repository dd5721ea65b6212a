// SPDX-License-Identifier: Apache-2.0
// What the waist promises of a system: blocks, tangent map, bracket, Casimirs, torques that a caller gives.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"
#include "tests/system/hub_and_arm.hpp"
#include "tests/tree_examples.hpp"

using namespace oopss;

namespace {

const std::string start = "[start]\nangles = { elbow = 0.4 }\nmomenta = { hub = 3, arm = 5 }\n";

Model model_with(const std::string& laws) { return read_model({"test.toml", hub_and_arm + laws + start}); }

std::vector<double> random_state(const System& system, std::mt19937& generator) {
  std::uniform_real_distribution<double> number(-2, 2);
  std::vector<double> x(static_cast<std::size_t>(system.layout.size));
  for (double& value : x) value = number(generator);
  return x;
}

/// (∂f/∂x) v by differences of sixth order.
std::vector<double> slope_by_differences(const Flow& flow, const std::vector<double>& x, const std::vector<double>& v) {
  const double h = 2e-3;
  std::vector<double> moved(x.size()), rates(x.size()), out(x.size(), 0.0);
  const std::array<double, 3> weights = {45.0 / 60, -9.0 / 60, 1.0 / 60};
  for (int k = 1; k <= 3; ++k)
    for (const int side : {-1, 1}) {
      for (std::size_t i = 0; i < x.size(); ++i) moved[i] = x[i] + side * k * h * v[i];
      flow.field(0.3, moved.data(), rates.data());
      for (std::size_t i = 0; i < x.size(); ++i) out[i] += side * weights[k - 1] * rates[i] / h;
    }
  return out;
}

void check_tangent(const Model& model) {
  std::mt19937 generator(3);
  const System system = derive(model);
  const Flow flow = system.with_inputs(default_inputs(system));
  for (int repeat = 0; repeat < 5; ++repeat) {
    const std::vector<double> x = random_state(system, generator), v = random_state(system, generator);
    const std::vector<double> expected = slope_by_differences(flow, x, v);
    std::vector<double> found(x.size());
    flow.tangent(0.3, x.data(), v.data(), found.data());
    double size = 1e-3;
    for (const double value : expected) size = std::max(size, std::abs(value));
    for (std::size_t i = 0; i < x.size(); ++i) {
      INFO(model.source.name << ", number " << i);
      CHECK(std::abs(found[i] - expected[i]) < 1e-8 * size);
    }
  }
}

}  // namespace

TEST_CASE("every number of the state is in one block, in order, and every block has its error group") {
  for (const Example& example : examples()) {
    const System system = derive(load_model(std::string(example.name)));
    int next = 0, grouped = 0;
    for (const Block& block : system.layout.blocks) {
      CHECK(block.offset == next);
      next += block.size;
    }
    CHECK(next == system.layout.size);
    for (const auto group : {ErrorGroup::angle, ErrorGroup::momentum, ErrorGroup::energy})
      for (const auto& [begin, end] : system.layout.of_group(group)) grouped += end - begin;
    CHECK(grouped == system.layout.size);
    if (system.dimension == 3) continue;
    CHECK(system.layout.offset(BlockKind::momentum, 1) == system.layout.offset(BlockKind::momentum) + 1);
    CHECK(system.layout.offset(BlockKind::rotation) == -1);
  }
}

TEST_CASE(
    "the tangent map is the derivative of the field, on every example that is a tree and with every kind of law") {
  for (const Example& example : tree_examples()) check_tangent(load_model(std::string(example.name)));
  for (const char* law : {"{law = \"pd\", kp = 3, kd = 2, bias = 0.2}", "{law = \"sine\", kp = 4}",
                          "{law = \"expression\", formula = \"exp(phi_elbow/4)*rate_elbow + t\"}",
                          "{law = \"linearise\", frequency = 2, damping = 0.7, target = \"sin(t)\"}"})
    check_tangent(model_with("torque = " + std::string(law) + "\n"));
}

TEST_CASE("free rates are the bracket applied to the gradient of the energy, and keep the Casimir") {
  std::mt19937 generator(5);
  for (const char* name : {"two-body", "three-body", "chain", "tree"}) {
    const System system = derive(load_model(name));
    const Flow flow = system.with_inputs(default_inputs(system));
    const int n = system.bracket.size;
    if (system.layout.offset(BlockKind::work) >= 0) continue;
    const std::vector<double> x = random_state(system, generator);
    std::vector<double> tensor(static_cast<std::size_t>(n) * n), rates(x.size());
    system.bracket.tensor(x.data(), tensor.data());
    flow.field(0, x.data(), rates.data());
    std::vector<double> gradient;
    for (int i = 0; i < n; ++i) {
      std::vector<double> up = x, down = x;
      up[i] += 1e-5, down[i] -= 1e-5;
      gradient.push_back((flow.kinetic(0, up.data()) - flow.kinetic(0, down.data())) / 2e-5);
    }
    for (int i = 0; i < n; ++i) {
      double rate = 0;
      for (int j = 0; j < n; ++j) rate += tensor[i * n + j] * gradient[j];
      CHECK(rate == Approx(rates[i]).epsilon(1e-7).margin(1e-9));
    }
    std::vector<double> later = x;
    for (std::size_t i = 0; i < x.size(); ++i) later[i] += rates[i];
    const Casimir& momentum = system.casimirs.at(0);
    CHECK(std::abs(momentum.value(later.data()) - momentum.value(x.data())) < 1e-13 * momentum.size(x.data()));
  }
}

TEST_CASE("a torque that the caller gives moves a joint as the same torque of a law does, and counts as work") {
  const auto torque = [](double t, double phi, double rate) { return 2 * std::sin(t) - phi + 0.3 * rate; };
  const Model lawful =
      model_with("torque = {law = \"expression\", formula = \"2*sin(t) - phi_elbow + 0.3*rate_elbow\"}\n");
  const System by_law = derive(lawful, Engine::recursive),
               driven = derive(model_with(""), Engine::automatic, {}, {"elbow"});
  CHECK(driven.driven == std::vector<int>{0});
  const Flow a = by_law.with_inputs(default_inputs(by_law));
  const Flow b = driven.with_inputs(default_inputs(driven), [&](double t, const double* phi, const double* rate,
                                                                double* u) { u[0] = torque(t, phi[0], rate[0]); });
  const RunRequest request{{.method = "gauss6", .step = 0.01, .until = 3}};
  const Path one = integrate(a, by_law.layout, start_state(lawful), request);
  const Path other = integrate(b, driven.layout, start_state(model_with(""), true), request);
  REQUIRE(one.outcome.good());
  REQUIRE(other.outcome.good());
  const int last = one.points.count() - 1;
  for (int i = 0; i < by_law.layout.size; ++i)
    CHECK(other.points.row(last)[i] == Approx(one.points.row(last)[i]).epsilon(1e-12).margin(1e-12));
  Monitor monitor = monitor_of(driven.casimirs);
  for (int i = 0; i <= last; ++i) observe(monitor, b, driven.layout, other.points.t[i], other.points.row(i));
  CHECK(std::abs(monitor.work) > 0.01);
  CHECK(monitor.max_error < 1e-9);
  CHECK(monitor.momentum().max_relative_drift() < 1e-14);
}

TEST_CASE("a method that does not serve a system is refused by name, with those that serve") {
  const System driven = derive(model_with(""), Engine::automatic, {}, {"elbow"});
  const Flow flow = driven.with_inputs(default_inputs(driven));
  CHECK(problem({{.method = "taylor", .tolerance = 1e-10}}, flow, driven.layout) ==
        "taylor needs Taylor coefficients: torques that the caller gives have no series; these serve it: gauss2, "
        "gauss4, gauss6, "
        "cvode, dop853");
  CHECK(problem({{.method = "gauss4", .step = 0.1}}, flow, driven.layout).empty());
  CHECK_THROWS_WITH(derive(model_with(""), Engine::automatic, {}, {"knee"}), Catch::Contains("no joint 'knee'"));
  CHECK(derive(model_with(""), Engine::interpreted, {}, {"elbow"}).engine().notice ==
        "torques that the caller gives are for the engine recursive");
}
