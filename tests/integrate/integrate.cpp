// SPDX-License-Identifier: Apache-2.0
// Runs: golden trajectories, output points, direction, settings, failures in words.
#include "oopss/integrate/run.hpp"

#include <catch2/catch.hpp>
#include <cstring>

#include "oopss/integrate/suggest.hpp"
#include "tests/integrate/long_run.hpp"

namespace oopss {
namespace {

Path path_of(const TestSystem& system, const RunRequest& request) {
  return integrate(system.flow, system.layout, system.start, request);
}

const double* last(const Path& path) { return path.points.row(path.points.count() - 1); }

/// The largest error of angles and momenta at the end of a golden trajectory.
double golden_error(const GoldenCase& golden, const PlanarOffsets& offsets, const double* x) {
  double error = std::abs(x[offsets.root_angle] - golden.final.theta.front());
  for (int k = 0; k < offsets.joints; ++k)
    error = std::max(error, std::abs(x[offsets.angles + k] - golden.final.phi[k]));
  for (int i = 0; i < offsets.bodies; ++i)
    error = std::max(error, std::abs(x[offsets.momenta + i] - golden.final.mu[i]));
  return error;
}

/// A law that returns NaN from a time on.
TestSystem with_a_broken_law(double from) {
  TestSystem system = problem_two();
  system.flow.field = [field = system.flow.field, from](double t, const double* x, double* out) {
    field(t, x, out);
    if (t > from) out[1] = std::nan("");
  };
  system.flow.jet = [jet = system.flow.jet, from](double t, const double* x, int order, int direction, double* out) {
    jet(t, x, order, direction, out);
    if (t > from) out[4] = std::nan("");
  };
  return system;
}

Monitor monitored(const TestSystem& system, const Path& path) {
  Monitor out = monitor_of({planar_momentum(system.layout)});
  for (int i = 0; i < path.points.count(); ++i)
    observe(out, system.flow, system.layout, path.points.t[i], path.points.row(i));
  return out;
}

bool finite(const Path& path) {
  return std::all_of(path.points.x.begin(), path.points.x.end(), [](double v) { return std::isfinite(v); });
}

}  // namespace

TEST_CASE("let go at rest, or all but, bodies on a spring take steps by its frequency") {
  const PlanarTree<double> bodies = rooted(golden_case("two_damped").bodies, 0);
  double at_rest = 0;
  for (const double momentum : {0.0, 1e-12, 1e-6}) {
    INFO(momentum);
    const TestSystem system = system_of(bodies, {.springs = {{true, 30, 0, 0.3}}}, {1.0}, {momentum, -momentum});
    const double step = suggested_step(system.flow, system.layout, 0, system.start, 100);
    if (momentum == 0) at_rest = step;
    CHECK(step < 0.5);  // a hundredth of the run is 1
    CHECK(step == Approx(at_rest).epsilon(1e-3));
    const Path path = path_of(system, {{.method = "gauss4", .step = step, .until = 100}});
    CHECK(path.outcome.status == Status::complete);
    CHECK(monitored(system, path).energy.max_relative_drift() < 1e-6);
  }
}

TEST_CASE("bodies at rest where torques are roundings stay at rest, and that is no error") {
  const PlanarTree<double> bodies = rooted(golden_case("two_damped").bodies, 0);
  const TestSystem system = system_of(bodies, {.springs = {{true, 30, 0, 0.3}}}, {0.1 + 0.2}, {0, 0});
  for (const char* const method : {"gauss2", "gauss4", "gauss6"}) {
    const Path path = path_of(system, {{.method = method, .step = 0.1, .until = 20}});
    INFO(method << ": " << path.outcome.words);
    CHECK(path.outcome.status == Status::complete);
    CHECK(std::abs(last(path)[0] - 0.3) < 1e-12);
    CHECK(energy_reading(monitored(system, path)).conservation == Conservation::good);
    CHECK(momentum_reading(monitored(system, path)).conservation == Conservation::good);
  }
}

TEST_CASE("golden trajectories end where they should: taylor to 1e-12, the others to their order or tolerance") {
  // Step 0.01 on motions of up to 5 rad/s: h² / 12 · 5³ · 12 s and its like for the higher orders, with room.
  const std::vector<std::pair<std::string, double>> expected = {{"gauss2", 1e-4},  {"gauss4", 2e-9}, {"gauss6", 1e-12},
                                                                {"taylor", 1e-12}, {"cvode", 1e-6},  {"dop853", 1e-12}};
  for (const GoldenCase& golden : golden_planar()) {
    const TestSystem system = system_of(golden);
    for (const auto& [name, bound] : expected) {
      RunRequest request{{.method = name, .until = golden.until}};
      if (!find_method(name)->adaptive)
        request.settings.step = 0.01;
      else
        request.settings.tolerance = name == "cvode" ? 1e-9 : 1e-15;
      const Path path = path_of(system, request);
      INFO(golden.id << ", " << name << ": " << path.outcome.words);
      REQUIRE(path.outcome.status == Status::complete);
      CHECK(path.points.t.back() == golden.until);
      CHECK(golden_error(golden, PlanarOffsets(system.layout), last(path)) < bound);
    }
  }
}

TEST_CASE("the balance of energy, work and dissipation closes to the method's accuracy") {
  for (const std::string id : {"two_damped", "four_star_torques"}) {
    const GoldenCase& golden = golden_case(id);
    const TestSystem system = system_of(golden);
    for (const auto& [request, bound] :
         {std::pair<RunRequest, double>{{{.method = "taylor", .tolerance = 1e-15, .until = golden.until, .every = 0.1}},
                                        1e-13},
          {{{.method = "gauss4", .step = 0.01, .until = golden.until, .every = 0.1}}, 1e-8},
          {{{.method = "dop853", .tolerance = 1e-12, .until = golden.until, .every = 0.1}}, 1e-9}}) {
      const Path path = path_of(system, request);
      Monitor monitor = monitor_of({planar_momentum(system.layout)});
      for (int i = 0; i < path.points.count(); ++i)
        observe(monitor, system.flow, system.layout, path.points.t[i], path.points.row(i));
      INFO(id << ", " << request.settings.method);
      CHECK(monitor.dissipated > 0.01);
      CHECK(monitor.max_error < bound * monitor.energy.size);
    }
  }
}

TEST_CASE("a run that strays is told a step or a tolerance that should do, and with it the run does not stray") {
  const TestSystem system = problem_two();
  const auto strays = [&](const RunRequest& request) {
    const Path path = path_of(system, request);
    Monitor monitor = monitor_of({planar_momentum(system.layout)});
    for (int i = 0; i < path.points.count(); ++i)
      observe(monitor, system.flow, system.layout, path.points.t[i], path.points.row(i));
    return std::pair{
        energy_reading(monitor).conservation,
        advice(monitor, request, *find_method(request.settings.method), system.flow, system.layout, system.start)};
  };
  for (const RunRequest& request : {RunRequest{{.method = "gauss2", .step = 0.5, .until = 50, .every = 0.1}},
                                    {{.method = "gauss4", .step = 2, .until = 50, .every = 0.1}},
                                    {{.method = "dop853", .tolerance = 0.01, .until = 50, .every = 0.1}}}) {
    const auto [conservation, words] = strays(request);
    INFO(request.settings.method << ": " << words);
    CHECK(conservation == Conservation::poor);
    const std::size_t number = words.find(" of ");
    REQUIRE(number != std::string::npos);
    RunRequest better = request;
    (request.settings.step > 0 ? better.settings.step : better.settings.tolerance) =
        std::stod(words.substr(number + 4));
    CHECK(strays(better).first != Conservation::poor);
    CHECK(strays(better).second.empty());
  }
}

TEST_CASE("output points do not change the steps: the end is the same to the bit") {
  const TestSystem system = system_of(golden_case("three_general"));
  for (const Method& method : methods()) {
    RunRequest request{{.method = method.name, .until = 7.3}};
    (method.adaptive ? request.settings.tolerance : request.settings.step) = method.adaptive ? 1e-8 : 0.013;
    const Path bare = path_of(system, request);
    request.settings.every = 0.0317;
    request.output_times = {0.5, 1e-3, 7.2999999};
    const Path full = path_of(system, request);
    INFO(method.name);
    REQUIRE(bare.points.count() == 2);
    REQUIRE(full.points.count() == 1 + 230 + 3 + 1);
    CHECK(full.steps == bare.steps);
    CHECK(std::memcmp(last(full), last(bare), sizeof(double) * system.layout.size) == 0);
    CHECK(std::is_sorted(full.points.t.begin(), full.points.t.end()));
    CHECK(full.points.t.back() == 7.3);
  }
}

TEST_CASE("the same run gives the same bytes") {
  const TestSystem system = chaotic_three();
  for (const Method& method : methods()) {
    RunRequest request{{.method = method.name, .until = 20, .every = 0.1}};
    (method.adaptive ? request.settings.tolerance : request.settings.step) = method.adaptive ? 1e-9 : 0.01;
    const Path once = path_of(system, request), again = path_of(system, request);
    INFO(method.name);
    CHECK(once.points.t == again.points.t);
    CHECK(once.points.x == again.points.x);
  }
}

TEST_CASE("output points between steps are as accurate as the method") {
  const TestSystem system = system_of(golden_case("three_general"));
  const Path exact = path_of(system, {{.method = "taylor", .tolerance = 1e-16, .until = 5, .every = 0.0371}});
  const std::vector<std::pair<RunRequest, double>> runs = {{{{.method = "gauss4", .step = 0.02}}, 1e-7},
                                                           {{{.method = "gauss6", .step = 0.02}}, 1e-11},
                                                           {{{.method = "dop853", .tolerance = 1e-12}}, 1e-9},
                                                           {{{.method = "cvode", .tolerance = 1e-9}}, 1e-5}};
  for (auto [request, bound] : runs) {
    request.settings.until = 5;
    request.settings.every = 0.0371;
    const Path path = path_of(system, request);
    REQUIRE(path.points.t == exact.points.t);
    double error = 0;
    for (std::size_t i = 0; i < path.points.x.size(); ++i)
      error = std::max(error, std::abs(path.points.x[i] - exact.points.x[i]));
    INFO(request.settings.method << ": " << error);
    CHECK(error < bound);
  }
}

TEST_CASE("a run may go backwards: from the end to the start, times falling") {
  const TestSystem system = system_of(golden_case("three_special_case1"));
  for (const Method& method : methods()) {
    RunRequest request{.settings = {.method = method.name, .until = -6, .every = 0.5}, .t0 = 0};
    (method.adaptive ? request.settings.tolerance : request.settings.step) = method.adaptive ? 1e-9 : 0.01;
    const Path back = path_of(system, request);
    INFO(method.name);
    REQUIRE(back.outcome.status == Status::complete);
    CHECK(back.points.count() == 13);
    CHECK(back.points.t.back() == -6);
    TestSystem from_there = system;
    from_there.start.assign(last(back), last(back) + system.layout.size);
    request.t0 = -6;
    request.settings.until = 0;
    const Path forth = path_of(from_there, request);
    for (int k = 0; k < system.layout.size; ++k) CHECK(last(forth)[k] == Approx(system.start[k]).margin(1e-5));
  }
}

TEST_CASE("fixed steps are equal, no longer than asked, and end at the end") {
  const TestSystem system = problem_two();
  Run run(system.flow, system.layout, system.start, {{.method = "gauss4", .step = 0.3, .until = 10}});
  std::vector<double> t;
  while (run.step()) t.push_back(run.t());
  REQUIRE(t.size() == 35);  // the start and ⌈10 / 0.3⌉ = 34 steps
  CHECK(t.back() == 10);
  for (std::size_t i = 1; i < t.size(); ++i) CHECK(t[i] - t[i - 1] == Approx(10. / 34).epsilon(1e-14));
}

TEST_CASE("taylor stays at rounding level over 10 000 seconds") {
  const TestSystem system = problem_two();
  constexpr double until = 10'000. / shorter;
  const Path path = path_of(system, {{.method = "taylor", .tolerance = 1e-16, .until = until}});
  const Path back = [&] {
    TestSystem there = system;
    there.start.assign(last(path), last(path) + system.layout.size);
    return path_of(there, {.settings = {.method = "taylor", .tolerance = 1e-16, .until = 0}, .t0 = until});
  }();
  // 17 000 steps, each to about an ulp; along the orbit an error grows in proportion to time.
  for (int k = 0; k < 3; ++k) CHECK(last(back)[k] == Approx(system.start[k]).epsilon(0).margin(2e-10));
  Monitor monitor = monitor_of({planar_momentum(system.layout)});
  for (const Path* one : {&path, &back})
    for (int i = 0; i < one->points.count(); ++i)
      observe(monitor, system.flow, system.layout, one->points.t[i], one->points.row(i));
  CHECK(monitor.energy.max_relative_drift() < 2e-14);
  // Both ways 34 000 steps whose roundings, of 1.5e-17 of the momentum each, walk at random: 2.8e-15.
  CHECK(monitor.momentum().max_relative_drift() < 3e-15);
}

TEST_CASE("settings that make no sense are answered in words") {
  const TestSystem system = problem_two();
  Flow without_jets = system.flow;
  without_jets.jet = nullptr;
  CHECK(problem({{.method = "euler", .step = 1}}, system.flow, system.layout) == "there is no method 'euler'");
  CHECK(problem({{.method = "gauss4"}}, system.flow, system.layout) == "the step must be positive, not 0");
  CHECK(problem({{.method = "gauss4", .tolerance = 1e-8}}, system.flow, system.layout) ==
        "gauss4 takes a step, not a tolerance");
  CHECK(problem({{.method = "taylor", .step = 0.1}}, system.flow, system.layout) ==
        "taylor takes a tolerance, not a step");
  CHECK(problem({{.tolerance = 1e-8}}, system.flow, system.layout).empty());
  CHECK(problem({{.tolerance = 1e-8}}, without_jets, system.layout).empty());  // dop853
  CHECK(problem({{.method = "taylor", .tolerance = 1e-8}}, without_jets, system.layout) ==
        "taylor needs Taylor coefficients, which this system has not; these serve it: gauss2, gauss4, gauss6, cvode, "
        "dop853");
  CHECK(problem({{.method = "taylor", .tolerance = std::nan("")}}, system.flow, system.layout) ==
        "the tolerance must lie between 1e-16 and 0.1, not nan");
  CHECK(problem({{.step = 0.1, .until = std::nan("")}}, system.flow, system.layout) == "start and end must be finite");
  Run refused(system.flow, system.layout, {1, 2}, {{.step = 0.1}});
  CHECK_FALSE(refused.step());
  CHECK(refused.outcome().words == "the start has not the system's size");
}

TEST_CASE("rates that are not finite end the run at the last good state, in words") {
  const TestSystem system = with_a_broken_law(3);
  for (const Method& method : methods()) {
    RunRequest request{{.method = method.name, .until = 10, .every = 0.1}};
    (method.adaptive ? request.settings.tolerance : request.settings.step) = method.adaptive ? 1e-8 : 0.05;
    const Path path = path_of(system, request);
    INFO(method.name << ": " << path.outcome.words);
    CHECK((path.outcome.status == Status::singular || path.outcome.status == Status::failed));
    CHECK(path.outcome.words.find("t = 3") + path.outcome.words.find("t = 2.9") != 2 * std::string::npos);
    CHECK(finite(path));
    CHECK(path.points.t.back() > 1.9);  // taylor knows only when its next step begins
    CHECK(path.points.t.back() < 4.5);
  }
}

TEST_CASE("a torque that grows without bound stops the run before it") {
  // T = 200 / (t − 5): the momenta grow like its logarithm, the rates without bound.
  const GoldenCase& golden = golden_case("two_fig1_libration");
  const TestSystem system =
      system_of(rooted(golden.bodies, 0), {.applied = TestLaws::Applied::blow_up, .from = 5, .size = 200},
                golden.initial.phi, golden.initial.mu);
  for (const std::string name : {"taylor", "dop853", "cvode"}) {
    const Path path = path_of(
        system, {.settings = {.method = name, .tolerance = 1e-9, .until = 10, .every = 0.01}, .max_steps = 100'000});
    INFO(name << ": " << path.outcome.words);
    CHECK_FALSE(path.outcome.good());
    CHECK(finite(path));
    CHECK(path.points.t.back() <= 5);
    CHECK(path.points.t.back() > 4.98);
  }
}

TEST_CASE("a step too long for the stages to settle is reported with its residual") {
  const TestSystem system = chaotic_three();
  for (const std::string name : {"gauss2", "gauss4", "gauss6"}) {
    Run run(system.flow, system.layout, system.start, {{.method = name, .step = 8, .until = 80}});
    while (run.step()) CHECK(all_finite(run.x()));
    INFO(name << ": " << run.outcome().words);
    CHECK(run.outcome().status == Status::failed);
    CHECK(run.outcome().words.find("a smaller step helps") != std::string::npos);
    CHECK(run.outcome().residual >= 0);
    CHECK(all_finite(run.x()));
  }
}

TEST_CASE("the number of steps can be limited") {
  const TestSystem system = problem_two();
  const Path path = path_of(system, {.settings = {.method = "gauss4", .step = 0.1, .until = 10}, .max_steps = 7});
  CHECK(path.outcome.status == Status::limit);
  CHECK(path.steps == 7);
  CHECK(path.outcome.words == "stopped after 7 steps at t = 0.70000000000000007");
}

TEST_CASE("cvode takes a stiff damper in few steps where explicit methods need many") {
  const GoldenCase& golden = golden_case("two_fig1_libration");
  const TestSystem system =
      system_of(rooted(golden.bodies, 0), {.springs = {{false, 50, 1e5, 0.2}}}, golden.initial.phi, golden.initial.mu);
  const Path stiff = path_of(system, {{.method = "cvode", .tolerance = 1e-8, .until = 20}});
  const Path explicit_one = path_of(system, {{.method = "dop853", .tolerance = 1e-8, .until = 20}});
  REQUIRE(stiff.outcome.status == Status::complete);
  REQUIRE(explicit_one.outcome.status == Status::complete);
  CHECK(stiff.evaluations * 100 < explicit_one.evaluations);
  for (int k = 0; k < 3; ++k) CHECK(last(stiff)[k] == Approx(last(explicit_one)[k]).epsilon(1e-5));
}

}  // namespace oopss
