// SPDX-License-Identifier: Apache-2.0
// Kinks and jumps of torque laws: a run passes them as if it had been split there by hand.
#include <catch2/catch.hpp>

#include "oopss/integrate/run.hpp"
#include "tests/integrate/flows.hpp"

namespace oopss {
namespace {

TestSystem two_with(const TestLaws& laws) {
  const GoldenCase& golden = golden_case("two_fig1_libration");
  return system_of(rooted(golden.bodies, 0), laws, golden.initial.phi, golden.initial.mu);
}

RunRequest settings_for(const Method& method, double t0, double until) {
  RunRequest out{.settings = {.method = method.name, .until = until}, .t0 = t0};
  (method.adaptive ? out.settings.tolerance : out.settings.step) = method.kind == MethodKind::cvode ? 1e-9
                                                                   : method.adaptive                ? 1e-14
                                                                                                    : 0.05;
  return out;
}

std::vector<double> end_of(const TestSystem& system, const RunRequest& request) {
  const Path path = integrate(system.flow, system.layout, system.start, request);
  INFO(request.settings.method << ": " << path.outcome.words);
  REQUIRE(path.outcome.status == Status::complete);
  const double* end = path.points.row(path.points.count() - 1);
  return {end, end + system.layout.size};
}

constexpr double from = 2.0317, to = 4.7771;
constexpr TestLaws::Applied pulse = TestLaws::Applied::pulse;

/// The pulse with the pieces joined by hand, each with a law that is smooth there.
std::vector<double> pieced(const Method& method, double size) {
  std::vector<double> x = two_with({.applied = pulse, .from = 0, .to = 0, .size = 0}).start;
  for (const auto& [t0, t1, on] : {std::tuple{0.0, from, 0.0}, {from, to, size}, {to, 8.0, 0.0}}) {
    TestSystem piece = two_with({.applied = pulse, .from = -1e9, .to = 1e9, .size = on});
    piece.start = x;
    x = end_of(piece, settings_for(method, t0, t1));
  }
  return x;
}

/// How far a fixed-step method may be from the pieced run, whose steps are others: twice its own error.
double bound(const Method& method) {
  return method.order == 2 ? 2e-2 : method.order == 4 ? 1e-6 : method.order == 6 ? 1e-10 : 2e-11;
}

}  // namespace

TEST_CASE("a pulse of torque is passed as if the run had been split at its ends") {
  const TestSystem system = two_with({.applied = pulse, .from = from, .to = to, .size = 20});
  for (const Method& method : methods()) {
    const std::vector<double> whole = end_of(system, settings_for(method, 0, 8)), parts = pieced(method, 20);
    for (int k = 0; k < system.layout.size; ++k) {
      INFO(method.name << ", component " << k);
      CHECK(whole[k] == Approx(parts[k]).epsilon(0).margin(method.kind == MethodKind::cvode ? 1e-5 : bound(method)));
    }
  }
}

TEST_CASE("break points known in advance do the same without switches") {
  TestSystem system = two_with({.applied = pulse, .from = from, .to = to, .size = 20});
  system.flow.switch_count = 0;
  for (const Method& method : methods()) {
    RunRequest request = settings_for(method, 0, 8);
    request.breaks = {to, from, -3};
    const std::vector<double> whole = end_of(system, request), parts = pieced(method, 20);
    for (int k = 0; k < system.layout.size; ++k) {
      INFO(method.name << ", component " << k);
      CHECK(whole[k] == Approx(parts[k]).epsilon(0).margin(method.kind == MethodKind::cvode ? 1e-5 : bound(method)));
    }
  }
}

TEST_CASE("without break points a pulse costs accuracy: what the switches are for") {
  TestSystem system = two_with({.applied = pulse, .from = from, .to = to, .size = 20});
  system.flow.switch_count = 0;
  const Method& method = *find_method("gauss6");
  CHECK(std::abs(end_of(system, settings_for(method, 0, 8))[1] - pieced(method, 20)[1]) > 1e-4);
}

TEST_CASE("a kink of the state is found where the motion meets it, and the order is kept") {
  // T = 60 φ + 30 |φ|: a spring three times stiffer on one side; φ passes zero several times.
  const TestSystem system =
      two_with({.springs = {{false, 60, 0, 0}}, .applied = TestLaws::Applied::kinked_spring, .size = 30});
  const std::vector<double> exact = end_of(system, settings_for(*find_method("taylor"), 0, 20));
  for (const std::string name : {"cvode", "dop853"}) {
    const double error = std::abs(end_of(system, settings_for(*find_method(name), 0, 20))[1] - exact[1]);
    INFO(name << ": " << error);
    CHECK(error < (name == "cvode" ? 1e-4 : 1e-10));
  }
  for (const std::string name : {"gauss2", "gauss4", "gauss6"}) {
    const Method& method = *find_method(name);
    RunRequest request = settings_for(method, 0, 20);
    request.settings.step = method.order == 2 ? 0.01 : 0.05;
    const double coarse = std::abs(end_of(system, request)[1] - exact[1]);
    request.settings.step = *request.settings.step / 2;
    const double fine = std::abs(end_of(system, request)[1] - exact[1]);
    INFO(name << ": errors " << coarse << " and " << fine);
    CHECK(std::log2(coarse / fine) == Approx(method.order).margin(0.3));
  }
}

TEST_CASE("the kinks of a backward run are passed too") {
  const TestSystem system = two_with({.applied = pulse, .from = from, .to = to, .size = 20});
  for (const std::string name : {"gauss6", "taylor", "dop853"}) {
    TestSystem there = system;
    there.start = end_of(system, settings_for(*find_method(name), 0, 8));
    const std::vector<double> back = end_of(there, settings_for(*find_method(name), 8, 0));
    for (int k = 0; k < system.layout.size; ++k) CHECK(back[k] == Approx(system.start[k]).epsilon(0).margin(1e-9));
  }
}

TEST_CASE("a law that chatters between its branches is reported, not simulated for ever") {
  // Dry friction without sticking: near rest the torque throws the joint back and forth.
  TestSystem system = two_with({.applied = TestLaws::Applied::dry_friction, .size = 20});
  system.flow.switch_count = 1;
  system.flow.switches = [field = system.flow.field, rates = system.start](double t, const double* x,
                                                                           double* out) mutable {
    field(t, x, rates.data());
    out[0] = rates[0];
  };
  for (const std::string name : {"gauss4", "taylor", "dop853"}) {
    RunRequest request = settings_for(*find_method(name), 0, 200);
    request.max_steps = 200'000;
    const Path path = integrate(system.flow, system.layout, system.start, request);
    INFO(name << ": " << path.outcome.words << " after " << path.steps);
    CHECK(path.outcome.status == Status::limit);
    CHECK(path.outcome.words.find("chatters") != std::string::npos);
  }
}

}  // namespace oopss
