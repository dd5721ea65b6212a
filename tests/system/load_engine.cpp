// SPDX-License-Identifier: Apache-2.0
// The engines side by side: interpreted and compiled agree to the bit, all agree to 1e-12.
#include <catch2/catch.hpp>
#include <chrono>
#include <cstring>
#include <fstream>
#include <random>
#include <thread>

#include "oopss/integrate/run.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"
#include "tests/scratch.hpp"
#include "tests/system/hub_and_arm.hpp"
#include "tests/tree_examples.hpp"

using namespace oopss;

namespace {

/// Every example that is a tree, and one with laws of other kinds.
std::vector<Model> models() {
  std::vector<Model> out;
  for (const Example& example : tree_examples())
    out.push_back(read_model({std::string(example.name), std::string(example.text)}));
  out.push_back(read_model(
      {"laws.toml", hub_and_arm + R"toml(torque = { law = "linearise", frequency = 2, target = "sin(3)*sin(t)" }
[[body]]
name = "hand"
mass = 1
inertia = 2
[[joint]]
name = "wrist"
between = ["arm", "hand"]
at = [[2, 1], [-1, 0]]
torque = { law = "expression", formula = "2*tanh(phi_wrist) + exp(-t)*ramp(t, 1, 2)*abs(rate_elbow)^1.5" }
[start]
angles = { elbow = 0.5, wrist = -1 }
momenta = { hub = 10, arm = 3, hand = -1 }
)toml"}));
  return out;
}

/// Waits until the compiler is no longer at work.
EngineUsed settled(const System& system) {
  while (!system.engine().final) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return system.engine();
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0;
}

/// Everything a flow says about a state.
std::vector<double> all_of(const Flow& flow, const PlanarOffsets& offsets, double t, const std::vector<double>& x) {
  std::vector<double> out(x.size() + static_cast<std::size_t>(offsets.joints));
  flow.field(t, x.data(), out.data());
  if (offsets.work >= 0) flow.joint_torques(t, x.data(), out.data() + x.size());
  out.insert(out.end(), {flow.kinetic(t, x.data()), flow.stored(t, x.data())});
  return out;
}

std::vector<double> end_of_run(const System& system, const Model& model) {
  Run run(system.with_inputs(default_inputs(system)), system.layout, start_state(model),
          {{.method = "gauss4", .step = 0.01, .until = 2}});
  while (run.step()) {
  }
  REQUIRE(run.outcome().good());
  CHECK(run.steps() >= 200);
  return run.x();
}

Model linearised() { return models().back(); }

}  // namespace

TEST_CASE("on every tree of the examples interpreted and compiled agree to the bit, and with the recursion to 1e-12") {
  const Scratch folder;
  Compiler compiler;
  compiler.cache = folder.path / "cache";
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> number(-3, 3);
  for (const Model& model : models()) {
    INFO(model.name);
    const System recursive = derive(model, Engine::recursive), interpreted = derive(model, Engine::interpreted),
                 compiled = derive(model, Engine::compiled, compiler);
    REQUIRE(settled(compiled).notice.empty());
    CHECK(compiled.engine().name == "compiled");
    const PlanarOffsets offsets(recursive.layout);
    const Flow a = recursive.with_inputs(default_inputs(recursive)),
               b = interpreted.with_inputs(default_inputs(interpreted)),
               c = compiled.with_inputs(default_inputs(compiled));
    for (int repeat = 0; repeat < 50; ++repeat) {
      std::vector<double> x(static_cast<std::size_t>(offsets.size));
      for (double& value : x) value = number(generator);
      const double t = number(generator);
      const std::vector<double> one = all_of(a, offsets, t, x), two = all_of(b, offsets, t, x);
      CHECK(same_bits(two, all_of(c, offsets, t, x)));
      double scale = 1;
      for (const double value : one) scale = std::max(scale, std::abs(value));
      for (std::size_t i = 0; i < one.size(); ++i) CHECK(one[i] == Approx(two[i]).margin(1e-12 * scale));
    }
    const std::vector<double> end = end_of_run(interpreted, model), other = end_of_run(recursive, model);
    CHECK(same_bits(end, end_of_run(compiled, model)));
    for (std::size_t i = 0; i < end.size(); ++i) CHECK(end[i] == Approx(other[i]).epsilon(1e-11).margin(1e-11));
  }
}

TEST_CASE("a run does not wait for the compiler, and ends in the same state whenever the compiler is ready") {
  const Model model = linearised();
  const Scratch folder;
  const std::string slow = (folder.path / "slow").string();
  std::ofstream(slow) << "#!/bin/sh\nsleep 0.05\nexec /usr/bin/cc \"$@\"\n";
  std::filesystem::permissions(slow, std::filesystem::perms::owner_all);
  const std::vector<double> expected = end_of_run(derive(model, Engine::interpreted), model);
  for (int i = 0; i < 5; ++i) {
    Compiler compiler;
    compiler.places = {slow};
    compiler.cache = folder.path / ("cache" + std::to_string(i));
    const System system = derive(model, Engine::compiled, compiler);
    for (int repeat = 0; repeat < 5; ++repeat) CHECK(same_bits(expected, end_of_run(system, model)));
    CHECK(settled(system).name == "compiled");
  }
}

TEST_CASE("a compiler that fails or sleeps leaves the run interpreted, with a notice and the same state at its end") {
  const Model model = linearised();
  const Scratch folder;
  const std::vector<double> expected = end_of_run(derive(model, Engine::interpreted), model);
  for (const char* what : {"exit 1", "sleep 100000"}) {
    const std::string fake = (folder.path / "fake").string();
    std::ofstream(fake) << "#!/bin/sh\n" << what << "\n";
    std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
    Compiler compiler;
    compiler.places = {fake};
    compiler.cache = folder.path / "cache";
    compiler.time_limit = 0.3;
    const System system = derive(model, Engine::compiled, compiler);
    CHECK(same_bits(expected, end_of_run(system, model)));
    const EngineUsed used = settled(system);
    CHECK(used.name == "interpreted");
    CHECK(used.notice.find("the compiler " + fake) != std::string::npos);
  }
}

TEST_CASE("automatic depends on the model alone: without a compiler it gives the same numbers, with a notice") {
  const Scratch folder;
  Compiler none;
  none.places = {(folder.path / "missing").string()};
  for (const Model& model : models()) {
    INFO(model.name);
    Compiler compiler;
    compiler.cache = folder.path / "cache";
    const System with = derive(model, Engine::automatic, compiler), without = derive(model, Engine::automatic, none);
    const bool compiles = settled(with).name == "compiled";
    CHECK(compiles == (model.name == linearised().name));
    CHECK(settled(without).notice.empty() == !compiles);
    CHECK(same_bits(end_of_run(with, model), end_of_run(without, model)));
    CHECK_THROWS_AS(derive(model, Engine::compiled, none), MissingTool);
  }
}
