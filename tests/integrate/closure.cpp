// SPDX-License-Identifier: Apache-2.0
// Runs of systems with a closure: golden trajectories, poses where the closure loses rank, events, output points.
#include <catch2/catch.hpp>
#include <cstring>

#include "oopss/integrate/run.hpp"
#include "tests/integrate/closed_chain.hpp"

namespace oopss {
namespace {

Path path_of(const ClosedSystem& system, const RunRequest& request) {
  return integrate(system.flow, system.layout, system.start, request);
}

const double* last(const Path& path) { return path.points.row(path.points.count() - 1); }

double distance(const ClosedSystem& system, const double* a, const double* b) {
  double out = 0;
  for (int i = 0; i < system.layout.size; ++i) out = std::max(out, std::abs(a[i] - b[i]));
  return out;
}

double largest_gap(const ClosedSystem& system, const Path& path) {
  double out = 0;
  for (int i = 0; i < path.points.count(); ++i)
    out = std::max(out, system.chain.g(system.chain.angles(path.points.row(i))).norm());
  return out;
}

/// The time that the words of an outcome name.
double time_named(const Outcome& outcome) {
  const std::size_t place = outcome.words.find("t = ");
  REQUIRE(place != std::string::npos);
  return std::stod(outcome.words.substr(place + 4));
}

/// A four-bar with a spring and a damper at a joint, and a torque that depends on time at another.
ClosedSystem with_laws(bool slow) {
  ClosedSystem free = near_change_point(0.1);
  free.chain.laws = {0.3, 0.5, 0.2, 1, 2};
  free.chain.slow = slow;
  return closed_system(free.chain, free.chain.angles(free.start.data()), free.chain.rates(free.start.data()));
}

}  // namespace

TEST_CASE("golden trajectories of four-bars and a five-bar: gauss6 and dop853 to 1e-10 up to t = 10") {
  for (const std::string id : {"yk_a", "nongrashof_plain_a", "fivebar_a"}) {
    const GoldenLoop golden = golden_loop(id);
    const ClosedSystem& system = golden.system;
    for (RunRequest request : {RunRequest{{.method = "gauss6", .step = 0.004, .until = 10}},
                               RunRequest{{.method = "dop853", .tolerance = 1e-13, .until = 10}}}) {
      request.output_times = golden.t;
      const Path path = path_of(system, request);
      INFO(id << ", " << request.settings.method << ": " << path.outcome.words);
      REQUIRE(path.outcome.status == Status::complete);
      REQUIRE(path.points.count() == static_cast<int>(golden.t.size()) + 1);
      for (std::size_t j = 0; j < golden.t.size(); ++j) {
        const double* x = path.points.row(static_cast<int>(j) + 1);
        CHECK((system.chain.angles(x) - golden.theta[j]).cwiseAbs().maxCoeff() < 1e-10);
        CHECK((system.chain.rates(x) - golden.omega[j]).cwiseAbs().maxCoeff() < 1e-10);
        CHECK(system.flow.kinetic(0, x) == Approx(golden.energy).epsilon(1e-11));
        CHECK(planar_momentum(system.layout).value(x) == Approx(golden.momentum).epsilon(1e-14));
      }
      CHECK(largest_gap(system, path) < 1e-13);
    }
  }
}

TEST_CASE("slowing time near singular poses changes no answer, also with a spring, a damper and a torque of time") {
  const ClosedSystem plain = with_laws(false), slowed = with_laws(true);
  const Path exact = path_of(plain, {{.method = "dop853", .tolerance = 1e-14, .until = 5}});
  CHECK(std::abs(last(exact)[8]) > 0.1);   // work
  CHECK(std::abs(last(exact)[9]) > 0.05);  // dissipated
  for (const auto& [name, step, order] :
       {std::tuple{"gauss2", 0.01, 2.0}, {"gauss4", 0.02, 4.0}, {"gauss6", 0.05, 6.0}}) {
    const auto error = [&](const ClosedSystem& system, double h) {
      const Path path = path_of(system, {{.method = name, .step = h, .until = 5}});
      INFO(path.outcome.words);
      REQUIRE(path.outcome.status == Status::complete);
      return distance(system, last(path), last(exact));
    };
    const double coarse = error(slowed, step), fine = error(slowed, step / 2);
    INFO(name << ": errors " << coarse << ", " << fine << " slowed and " << error(plain, step) << " not");
    CHECK(std::log2(coarse / fine) == Approx(order).margin(0.25));
    CHECK(coarse < 3 * error(plain, step));
  }
}

TEST_CASE("at a change point the run stops singular, at the same time for every step, method and clock") {
  const double reached = 0.92037688199;  // by an independent program
  for (const bool slow : {true, false}) {
    ClosedSystem system = near_change_point(0);
    system.flow.closure.slow_near_singular = slow;
    for (const double step : {0.02, 0.01, 0.005}) {
      const Path path = path_of(system, {{.method = "gauss6", .step = step, .until = 2, .every = 0.1}});
      CHECK(path.outcome.status == Status::singular);
      CHECK(time_named(path.outcome) == Approx(reached).margin(2e-10));
      CHECK(path.points.t.back() == Approx(0.9));  // what was computed is kept
      CHECK(path.outcome.residual < 1e-4);
    }
  }
  const Path path = path_of(near_change_point(0), {{.method = "dop853", .tolerance = 1e-12, .until = 2}});
  CHECK(path.outcome.status == Status::singular);
  CHECK(time_named(path.outcome) == Approx(reached).margin(2e-10));
}

TEST_CASE("a near miss of a change point passes, on the side that the lengths say") {
  for (const double more : {1e-5, -1e-5, 1e-7}) {
    ClosedSystem system = near_change_point(more);
    const Path exact = path_of(system, {{.method = "dop853", .tolerance = 1e-13, .until = 1.6}});
    REQUIRE(exact.outcome.status == Status::complete);
    const Eigen::VectorXd theta = system.chain.angles(last(exact));
    if (std::abs(more) == 1e-5) CHECK(theta(1) - theta(0) == Approx(more > 0 ? -1.099 : 1.098).margin(6e-4));
    const Path slowed = path_of(system, {{.method = "gauss4", .step = 0.01, .until = 1.6}});
    INFO(slowed.outcome.words);
    REQUIRE(slowed.outcome.status == Status::complete);
    CHECK(distance(system, last(slowed), last(exact)) < 1e-5);
    system.flow.closure.slow_near_singular = false;
    const Path plain = path_of(system, {{.method = "gauss4", .step = 0.01, .until = 1.6}});
    INFO(plain.outcome.words);
    REQUIRE(plain.outcome.status == Status::complete);
    CHECK(distance(system, last(plain), last(exact)) < 1e-3);
  }
}

TEST_CASE("straight on over a change point: closed, with its energy and momentum, one answer, and back to the start") {
  std::vector<double> first;
  for (const bool slow : {true, false})
    for (const std::string name : {"gauss6", "dop853"}) {
      if (!slow && name == "dop853") continue;
      ClosedSystem system = near_change_point(0);
      system.flow.closure.slow_near_singular = slow;
      RunRequest request{{.method = name, .until = 1.6, .every = 0.04, .singular = "straight"}};
      (name == "gauss6" ? request.settings.step : request.settings.tolerance) = name == "gauss6" ? 0.005 : 1e-13;
      request.output_times = {0.9203, 0.9204, 0.9205};
      const Path path = path_of(system, request);
      INFO(name << ", slowed " << slow << ": " << path.outcome.words);
      REQUIRE(path.outcome.status == Status::complete);
      CHECK(largest_gap(system, path) < 1e-12);
      for (int i = 0; i < path.points.count(); ++i) {
        const double* x = path.points.row(i);
        CHECK(system.flow.kinetic(0, x) == Approx(system.flow.kinetic(0, system.start.data())).epsilon(1e-10));
        CHECK(planar_momentum(system.layout).value(x) ==
              Approx(planar_momentum(system.layout).value(system.start.data())).epsilon(1e-13));
      }
      // The neighbours of both sides turn back at the pose; straight on bars 0 and 1 pass each other, and so do 2
      // and 3.
      const Eigen::VectorXd before = system.chain.angles(system.start.data()), after = system.chain.angles(last(path));
      CHECK(std::sin(before(1) - before(0)) * std::sin(after(1) - after(0)) < 0);
      CHECK(std::sin(before(3) - before(2)) * std::sin(after(3) - after(2)) < 0);
      ClosedSystem back = system;
      back.start.assign(last(path), last(path) + system.layout.size);
      request.t0 = 1.6;
      request.settings.until = 0;
      const Path home = path_of(back, request);
      INFO(home.outcome.words);
      REQUIRE(home.outcome.status == Status::complete);
      CHECK(distance(system, last(home), system.start.data()) < 1e-12);
      if (first.empty()) first = back.start;
      CHECK(distance(system, back.start.data(), first.data()) < 1e-12);
    }
}

TEST_CASE("straight on a parallelogram stays one, over all its collinear poses") {
  ClosedChain chain{{1, 0.5, 2, 0.7},
                    {0.4, 0.2, 0.6, 0.3},
                    {{1, 0}, {0.5, 0}, {0.8, 0}, {0.4, 0}},
                    {{-1, 0}, {-0.5, 0}, {-1.2, 0}, {-0.6, 0}},
                    {},
                    true,
                    1};
  const double half = std::acos(-1.0);
  const Eigen::VectorXd theta = (Eigen::VectorXd(4) << 0, 1, half, half + 1).finished(),
                        omega = (Eigen::VectorXd(4) << 0.2, 1.5, 0.2, 1.5).finished();
  const ClosedSystem system = closed_system(chain, theta, omega);
  for (const double step : {0.02, 0.01, 0.005})
    CHECK(path_of(system, {{.method = "gauss6", .step = step, .until = 9}}).outcome.status == Status::singular);
  const Path path =
      path_of(system, {{.method = "gauss6", .step = 0.01, .until = 9, .every = 0.1, .singular = "straight"}});
  INFO(path.outcome.words);
  REQUIRE(path.outcome.status == Status::complete);
  double turned = 0;
  for (int i = 0; i < path.points.count(); ++i) {
    const Eigen::VectorXd now = system.chain.angles(path.points.row(i));
    CHECK(now(2) - now(0) == Approx(half).margin(1e-12));
    CHECK(now(3) - now(1) == Approx(half).margin(1e-12));
    turned = std::max(turned, std::abs(now(1) - now(0)));
  }
  CHECK(turned > 3 * half);
}

TEST_CASE("output points and events of a closed system do not change its steps, and lie on the closed states") {
  for (const bool slow : {false, true}) {
    ClosedSystem system = golden_loop("nongrashof_plain_a").system;
    system.flow.closure.slow_near_singular = slow;
    for (const std::string name : {"gauss4", "dop853"}) {
      RunRequest request{{.method = name, .until = 3.3}};
      (name == "gauss4" ? request.settings.step : request.settings.tolerance) = name == "gauss4" ? 0.013 : 1e-9;
      const Path bare = path_of(system, request);
      request.settings.every = 0.0317;
      request.output_times = {0.5, 1e-12, 3.2999999};
      request.events = {{[](double, const double* x) { return x[0] + 1; }}};
      const Path full = path_of(system, request);
      INFO(name << ", slowed " << slow << ": " << full.outcome.words);
      REQUIRE(full.points.count() == 1 + 104 + 3 + 1);
      CHECK(std::memcmp(last(full), last(bare), sizeof(double) * system.layout.size) == 0);
      CHECK(full.points.t.back() == 3.3);
      CHECK(largest_gap(system, full) < 1e-13);
      REQUIRE(full.hits.size() == 1);
      CHECK(full.hits[0].x[0] == Approx(-1).margin(1e-13));
      CHECK(system.chain.g(system.chain.angles(full.hits[0].x.data())).norm() < 1e-13);

      request.events[0].stop = true;
      const Path stopped = path_of(system, request);
      CHECK(stopped.outcome.status == Status::stopped);
      CHECK(stopped.points.t.back() == full.hits[0].t);
      const Path again = path_of(system, request);
      CHECK(stopped.points.x == again.points.x);
    }
  }
}

TEST_CASE("backwards in time a closed system runs back to its start") {
  for (const bool slow : {false, true}) {
    ClosedSystem system = golden_loop("fivebar_a").system;
    system.flow.closure.slow_near_singular = slow;
    const Path there = path_of(system, {{.method = "gauss6", .step = 0.01, .until = 2}});
    ClosedSystem back = system;
    back.start.assign(last(there), last(there) + system.layout.size);
    RunRequest request{{.method = "gauss6", .step = 0.01, .until = 0}};
    request.t0 = 2;
    const Path home = path_of(back, request);
    CHECK(distance(system, last(home), system.start.data()) < 1e-9);
  }
}

TEST_CASE("whole turns of angles cost no accuracy") {
  ClosedSystem system = golden_loop("fivebar_a").system, turned = system;
  const double turns = 1000 * std::acos(-1.0) * 2;
  turned.start[1] += turns;
  const RunRequest request{{.method = "gauss4", .step = 0.01, .until = 1}};
  const Path plain = path_of(system, request), far = path_of(turned, request);
  std::vector<double> back(last(far), last(far) + system.layout.size);
  back[1] -= turns;
  CHECK(distance(system, back.data(), last(plain)) < 1e-10);  // the start is off by a rounding of 1000 turns
}

TEST_CASE("equations that follow from others change no motion") {
  const ClosedSystem once = golden_loop("fivebar_a").system;
  ClosedChain chain = once.chain;
  chain.repeat = 2;
  const ClosedSystem twice = closed_system(chain, chain.angles(once.start.data()), chain.rates(once.start.data()));
  for (const RunRequest& request : {RunRequest{{.method = "gauss4", .step = 0.01, .until = 2}},
                                    RunRequest{{.method = "dop853", .tolerance = 1e-12, .until = 2}}}) {
    const Path a = path_of(once, request), b = path_of(twice, request);
    INFO(b.outcome.words);
    REQUIRE(b.outcome.status == Status::complete);
    CHECK(distance(once, last(a), last(b)) < 1e-11);
  }
}

TEST_CASE("taylor and cvode are refused for a closed system, with the methods that serve it") {
  const Flow flow = golden_loop("fivebar_a").system.flow;
  for (const std::string name : {"taylor", "cvode"})
    CHECK(unserved(*find_method(name), flow) ==
          name + " does not serve systems with loops; these serve it: gauss2, gauss4, gauss6, dop853");
  for (const std::string name : {"gauss2", "gauss4", "gauss6", "dop853"})
    CHECK(unserved(*find_method(name), flow).empty());
  CHECK(default_method(false, flow).name == "gauss4");
  CHECK(default_method(true, flow).name == "dop853");
}

}  // namespace oopss
