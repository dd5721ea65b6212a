// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <numbers>

#include "oopss/integrate/run.hpp"
#include "tests/integrate/flows.hpp"

namespace oopss {
namespace {

/// x' = y, y' = −x as a system of two momenta, whose motion is known: (sin t, cos t).
TestSystem oscillator() {
  TestSystem system;
  system.layout = planar_layout(2, 0, false);
  system.start = {0, 1, 0};
  system.flow.field = [](double, const double* x, double* out) {
    out[0] = x[1];
    out[1] = -x[0];
    out[2] = 0;
  };
  system.flow.jet = [](double, const double* x, int order, int, double* out) {
    std::copy(x, x + 3, out);
    for (int k = 1; k <= order; ++k, out += 3) {
      out[3] = out[1] / k;
      out[4] = -out[0] / k;
      out[5] = 0;
    }
  };
  return system;
}

RunRequest settings_for(const Method& method, double until) {
  RunRequest out{{.method = method.name, .until = until}};
  (method.adaptive ? out.settings.tolerance : out.settings.step) = method.adaptive ? 1e-12 : 0.05;
  return out;
}

/// How well a method knows the place of an event of the oscillator with these settings.
double accuracy(const Method& method) {
  return method.order == 2 ? 2e-2 : method.order == 4 ? 1e-6 : method.kind == MethodKind::cvode ? 1e-8 : 1e-9;
}

constexpr double half_turn = std::numbers::pi;

}  // namespace

TEST_CASE("every method finds the zeros of an event, in order, in the direction asked for") {
  const TestSystem system = oscillator();
  for (const Method& method : methods())
    for (const int direction : {0, 1, -1}) {
      RunRequest request = settings_for(method, 20);
      request.events = {{.quantity = [](double, const double* x) { return x[0]; }, .direction = direction}};
      const Path path = integrate(system.flow, system.layout, system.start, request);
      REQUIRE(path.outcome.status == Status::complete);
      // sin falls at π, 3π, 5π and rises at 2π, 4π, 6π; the start itself is no event.
      REQUIRE(path.hits.size() == (direction == 0 ? 6 : 3));
      for (std::size_t i = 0; i < path.hits.size(); ++i) {
        const double turns = direction == 0 ? i + 1.0 : direction > 0 ? 2 * i + 2.0 : 2 * i + 1.0;
        INFO(method.name << ", direction " << direction << ", event " << i);
        CHECK(path.hits[i].t == Approx(turns * half_turn).epsilon(0).margin(accuracy(method)));
        CHECK(path.hits[i].direction == (std::lround(turns) % 2 == 0 ? 1 : -1));
        CHECK(std::abs(path.hits[i].x[0]) < 1e-12);  // on the method's own path
      }
    }
}

TEST_CASE("taylor finds events to rounding, however many a step holds") {
  const TestSystem system = oscillator();
  // cos t − 0.99 has two zeros 0.28 apart around each turn; a step of order 20 is about 2.5 long.
  const Path path = integrate(system.flow, system.layout, system.start,
                              {.settings = {.method = "taylor", .tolerance = 1e-16, .until = 100},
                               .events = {{.quantity = [](double, const double* x) { return x[1] - 0.99; }}}});
  const double half_width = std::acos(0.99);
  REQUIRE(path.hits.size() == 1 + 2 * 15);
  CHECK(path.hits[0].t == Approx(half_width).epsilon(1e-13));
  for (std::size_t turn = 1; turn <= 15; ++turn) {
    CHECK(path.hits[2 * turn - 1].t ==
          Approx(2 * half_turn * static_cast<double>(turn) - half_width).epsilon(0).margin(1e-12));
    CHECK(path.hits[2 * turn].t ==
          Approx(2 * half_turn * static_cast<double>(turn) + half_width).epsilon(0).margin(1e-12));
  }
}

TEST_CASE("an event that touches zero and turns back is reported as grazing") {
  const TestSystem system = oscillator();
  for (const Method& method : methods()) {
    if (method.kind == MethodKind::cvode) continue;  // its errors of 1e-9 decide between touching and crossing
    RunRequest request = settings_for(method, 20);
    const double start = std::hypot(system.start[0], system.start[1]);
    request.events = {{.quantity = [start](double, const double* x) { return start - x[0]; }, .touch = 1e-8}};
    const Path path = integrate(system.flow, system.layout, system.start, request);
    INFO(method.name);
    REQUIRE(path.hits.size() == 3);  // sin t = 1 at π/2, 5π/2, 9π/2; Gauss keeps x² + y² to rounding
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(path.hits[i].grazing());
      CHECK(path.hits[i].t == Approx((0.5 + 2 * i) * half_turn).margin(std::max(1e-4, accuracy(method))));
    }
  }
  RunRequest near{{.method = "taylor", .tolerance = 1e-15, .until = 20}};
  near.events = {{.quantity = [](double, const double* x) { return 1.001 - x[0]; }}};
  CHECK(integrate(system.flow, system.layout, system.start, near).hits.empty());
  near.events = {{.quantity = [](double, const double* x) { return 0.99999 - x[0]; }}};
  CHECK(integrate(system.flow, system.layout, system.start, near).hits.size() == 6);
}

TEST_CASE("a run may end at an event: the last point is there, and nothing after it") {
  const TestSystem system = oscillator();
  for (const Method& method : methods()) {
    RunRequest request = settings_for(method, 20);
    request.settings.every = 0.5;
    request.events = {{.quantity = [](double, const double* x) { return x[0]; }, .stop = true},
                      {.quantity = [](double t, const double*) { return t - 3.2; }}};
    const Path path = integrate(system.flow, system.layout, system.start, request);
    INFO(method.name);
    CHECK(path.outcome.status == Status::stopped);
    REQUIRE(path.hits.size() == 1);
    CHECK(path.points.t.back() == path.hits[0].t);
    CHECK(path.points.t.back() == Approx(half_turn).epsilon(0).margin(accuracy(method)));
    CHECK(path.points.count() == 8);  // 0, 0.5 … 3, π
  }
}

TEST_CASE("events do not change the steps") {
  const TestSystem system = system_of(golden_case("three_general"));
  for (const Method& method : methods()) {
    RunRequest request = settings_for(method, 5);
    const Path bare = integrate(system.flow, system.layout, system.start, request);
    request.events = {{.quantity = [](double, const double* x) { return std::sin(x[0]); }},
                      {.quantity = [](double, const double* x) { return x[3] - x[4]; }}};
    const Path watched = integrate(system.flow, system.layout, system.start, request);
    CHECK(watched.points.x == bare.points.x);
    CHECK(!watched.hits.empty());
  }
}

TEST_CASE("a storm of events is stopped by its limit") {
  const TestSystem system = oscillator();
  const Path path = integrate(system.flow, system.layout, system.start,
                              {.settings = {.method = "taylor", .tolerance = 1e-12, .until = 1000},
                               .events = {{.quantity = [](double t, const double*) { return std::sin(5 * t); }}},
                               .max_events = 50});
  CHECK(path.outcome.status == Status::limit);
  CHECK(path.outcome.words.find("more than 50 events") == 0);
}

TEST_CASE("a change of sign is found to the last bits, also where it is steep or flat") {
  for (const auto& [f, root] :
       std::vector<std::pair<double (*)(double), double>>{{[](double x) { return x * x * x - 2; }, std::cbrt(2.0)},
                                                          {[](double x) { return std::tanh(1e6 * (x - 0.7)); }, 0.7},
                                                          {[](double x) { return x < 0.3 ? -1.0 : 1e-300; }, 0.3},
                                                          {[](double x) { return std::pow(x - 0.1, 9); }, 0.1}}) {
    const Bracket bracket = find_root(0, f(0), 2, f(2), f);
    CHECK(std::abs(bracket.after - bracket.before) <= 4e-16 * std::max(root, 0.1) * 8);
    CHECK(f(bracket.after) > 0);
    CHECK(f(bracket.before) <= 0);
  }
}

}  // namespace oopss
