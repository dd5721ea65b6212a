// SPDX-License-Identifier: Apache-2.0
// A program of its own, since it counts allocations.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <random>

#include "oopss/integrate/run.hpp"
#include "oopss/integrate/stage_threads.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/recursive.hpp"
#include "oopss/system/start.hpp"
#include "tests/allocations.hpp"
#include "tests/integrate/closed_chain.hpp"
#include "tests/integrate/flows.hpp"
#include "tests/linkage/example_run.hpp"

namespace oopss {

namespace {

/// A function whose own allocations are not counted.
template <class Result, class... Arguments>
void leave_out(std::function<Result(Arguments...)>& function) {
  function = [inner = function](Arguments... arguments) -> Result {
    struct Restore {
      long before = allocations;
      ~Restore() { allocations = before; }
    } restore;
    return inner(arguments...);
  };
}

}  // namespace

TEST_CASE("steps and output points of a closed system allocate nothing beside its own functions") {
  for (const bool slow : {false, true}) {
    ClosedSystem system = golden_loop("fivebar_a").system;
    Flow& flow = system.flow;
    flow.closure.slow_near_singular = slow;
    leave_out(flow.field);
    for (auto* quantity : {&flow.kinetic, &flow.stored}) leave_out(*quantity);
    for (auto* values : {&flow.closure.value, &flow.closure.forces}) leave_out(*values);
    leave_out(flow.closure.jacobian);
    leave_out(flow.closure.open);
    leave_out(flow.closure.inertia);
    leave_out(flow.closure.gauge);
    for (const std::string name : {"gauss2", "gauss4", "gauss6", "dop853"}) {
      RunRequest request{{.method = name, .until = 20, .every = 0.07}};
      (name == "dop853" ? request.settings.tolerance : request.settings.step) = name == "dop853" ? 1e-9 : 0.02;
      Run run(flow, system.layout, system.start, request);
      for (int warm_up = 0; warm_up < 30; ++warm_up) REQUIRE(run.step());
      const long before = allocations;
      while (run.step() && run.t() < 5) {
      }
      const long during = allocations - before;
      INFO(name << ", slowed " << slow);
      CHECK(during == 0);
    }
  }
}

TEST_CASE("steps of linkages allocate nothing, their own functions included, redundant loops too") {
  for (const std::string name : {"four-bar", "scissor", "parallelogram"})
    for (const std::string method : {"gauss4", "dop853"}) {
      if (name == "parallelogram" && method == "dop853") continue;  // in line after a dozen steps
      Run run = example_run(name, method);
      for (int warm_up = 0; warm_up < 30; ++warm_up) REQUIRE(run.step());
      const long before = allocations;
      for (int more = 0; more < 30; ++more) run.step();
      const long during = allocations - before;
      INFO(name << ", " << method);
      CHECK(during == 0);
    }
}

TEST_CASE("steps and output points allocate nothing once a run is under way") {
  const TestSystem system = problem_three();
  for (const Method& method : methods()) {
    if (method.kind == MethodKind::cvode) continue;  // SUNDIALS allocates in C
    RunRequest request{{.method = method.name, .until = 1000, .every = 0.7}};
    (method.adaptive ? request.settings.tolerance : request.settings.step) = method.adaptive ? 1e-10 : 0.1;
    Run run(system.flow, system.layout, system.start, request);
    for (int warm_up = 0; warm_up < 100; ++warm_up) REQUIRE(run.step());
    const long before = allocations;
    while (run.step() && run.t() < 900) {
    }
    const long during = allocations - before;  // before Catch allocates for its message
    INFO(method.name);
    CHECK(during == 0);
  }
}

namespace {

/// What the bodies of a huge tree hang on: body i > 0 on one before it.
struct HugeShape {
  const char* name;
  std::function<int(int i)> parent;
};

const int huge = 6000;

std::vector<HugeShape> huge_shapes() {
  const auto behind = [](int first, int i) { return i <= first ? i - 1 : first + (i - first - 1) / 2; };
  return {{"chain", [](int i) { return i - 1; }},
          {"star", [](int) { return 0; }},
          {"comb", [](int i) { return i - 1 - (i + 1) % 2; }},
          {"fork", [behind](int i) { return behind(0, i); }},
          {"chain that forks", [behind](int i) { return behind(huge / 2, i); }},
          {"random", [random = std::mt19937(3)](int i) mutable { return static_cast<int>(random() % i); }}};
}

std::string huge_tree(const HugeShape& shape) {
  std::string out = "[model]\nformat = 1\nname = \"huge\"\n";
  for (int i = 0; i < huge; ++i) out += fmt::format("[[body]]\nname = \"b{}\"\nmass = 1\ninertia = 1\n", i);
  for (int i = 1; i < huge; ++i)
    out += fmt::format("[[joint]]\nname = \"j{0}\"\nbetween = [\"b{1}\", \"b{0}\"]\nat = [[0.5, {2}], [-0.5, 0.1]]\n",
                       i, shape.parent(i), 0.1 * (i % 7));
  return out + "[start]\nmomentum = 10\nrates = { j1 = 0.5 }\n";
}

}  // namespace

/// What a further thread takes at the most: a recursion of its own, which is made once two ask at the same time, and
/// room for a state.
long bytes_of_a_thread(const DerivedModel& derived) {
  const auto numbers =
      numbered_tree(derivation_of(*derived.model), std::make_shared<const std::vector<double>>(derived.p()));
  const long before = allocated_bytes;
  Recursive recursion(numbers);
  std::vector<double> state(static_cast<std::size_t>(derived.system.layout.size), 1.0), rates = state;
  recursion.field(0, state.data(), rates.data());
  return allocated_bytes - before - static_cast<long>(rates.size() * sizeof(double));
}

TEST_CASE("a gauss4 run of a huge tree takes a kilobyte per body, with the same bytes on any number of threads") {
  for (const HugeShape& shape : huge_shapes()) {
    const DerivedModel derived = derived_model(read_model({"huge", huge_tree(shape)}), Engine::automatic);
    const std::vector<double> start = start_state(*derived.model);
    const long of_a_thread = bytes_of_a_thread(derived);
    std::vector<std::vector<double>> ends;
    for (const int threads : {1, 2, 4}) {
      const long before = allocated_bytes;
      const Flow flow = derived.system.with_inputs(derived.p());
      Run run(flow, derived.system.layout, start,
              {.settings = {.method = "gauss4", .step = 1e-3, .until = 1}, .threads = threads});
      while (run.step() && run.steps() < 12) {
      }
      INFO(shape.name << " on " << threads << " threads");
      if (threads == 1) CHECK((allocated_bytes - before + of_a_thread) / huge <= 1024);  // on two at the most
      CHECK((allocated_bytes - before) / huge <= 1024);
      ends.push_back(run.x());
    }
    CHECK(ends[1] == ends[0]);
    CHECK(ends[2] == ends[0]);
  }
}

TEST_CASE("threads for the stages do every part once, and what one throws comes out") {
  StageThreads threads(3);
  std::vector<int> done(10, 0);
  for (int round = 0; round < 100; ++round) threads.each(10, [&](int part) { ++done[part]; });
  CHECK(done == std::vector<int>(10, 100));
  for (const int bad : {0, 1, 2})
    CHECK_THROWS_WITH(threads.each(3,
                                   [&](int part) {
                                     if (part == bad) throw std::runtime_error("no");
                                   }),
                      "no");
  threads.each(3, [&](int part) { ++done[part]; });
  CHECK(done[2] == 101);
}

}  // namespace oopss
