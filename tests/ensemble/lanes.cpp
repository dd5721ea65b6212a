// SPDX-License-Identifier: Apache-2.0
// Members side by side: each beside the same method on its own, and beside a run by itself.
#include <algorithm>
#include <catch2/catch.hpp>

#include "oopss/ensemble/lane_runner.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/system/start.hpp"
#include "tests/ensemble/members.hpp"

using namespace oopss;

namespace {

/// The chains P2 and P3 of bench/problems.hpp.
const char* const two = R"(
[model]
format = 1
[[body]]
name = "a"
mass = 4.0
inertia = 55.55
[[body]]
name = "b"
mass = 4.0
inertia = 20.0
[[joint]]
name = "ab"
between = ["a", "b"]
at = [[5.0, 0.0], [-5.0, 0.0]]
[start]
angles = { ab = 1.0 }
momenta = { a = 35.0, b = 15.0 }
)";
const char* const three = R"(
[model]
format = 1
[[body]]
name = "a"
mass = 10.0
inertia = 40.0
[[body]]
name = "b"
mass = 8.0
inertia = 25.0
[[body]]
name = "c"
mass = 6.0
inertia = 20.0
[[joint]]
name = "ab"
between = ["a", "b"]
at = [[2.0, 0.0], [-2.0, 0.0]]
[[joint]]
name = "bc"
between = ["b", "c"]
at = [[2.0, 0.0], [-2.0, 0.0]]
[start]
angles = { ab = 0.4, bc = -0.3 }
momenta = { a = 25.0, b = 15.0, c = 10.0 }
)";

Members sweep_of(const char* text, const std::vector<std::string>& vary, const RunSettings& asked) {
  return {read_model({"chain", text}), {}, vary, {}, asked};
}

/// The rows of some members, done together.
std::vector<std::vector<double>> rows_of(Members& sweep, LaneRunner& runner, long first, long last) {
  const std::size_t width = sweep.task.width();
  std::vector<double> all(static_cast<std::size_t>(last - first) * width);
  REQUIRE(runner.run({first, last}, false, all.data()));
  std::vector<std::vector<double>> out;
  for (std::size_t k = 0; k < all.size(); k += width)
    out.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(k),
                     all.begin() + static_cast<std::ptrdiff_t>(k + width));
  return out;
}
std::vector<std::vector<double>> rows_of(Members& sweep) {
  LaneRunner runner(sweep.task, sweep.family);
  return rows_of(sweep, runner, 0, sweep.task.plan.members());
}

/// The columns of a state, as a row has them behind its status and time.
std::vector<double> columns_at(const Model& model, double t, const std::vector<double>& x) {
  const System system = derive(model);
  Recorder book = recorder(system, skeleton(model), end_columns(system));
  return record(book, system.with_inputs(default_inputs(system)), t, x.data());
}

/// The classical method as textbooks have it, on the rates of a member alone.
std::vector<double> classical(const Model& model, double until, int steps) {
  const System system = derive(model);
  const Flow flow = system.with_inputs(default_inputs(system));
  std::vector<double> x = start_state(model), y(x.size());
  const double h = until / steps;
  std::vector<std::vector<double>> k(4, std::vector<double>(x.size()));
  for (int step = 0; step < steps; ++step) {
    flow.field(0, x.data(), k[0].data());
    for (int stage = 1; stage < 4; ++stage) {
      for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] + (stage < 3 ? h / 2 : h) * k[stage - 1][i];
      flow.field(0, y.data(), k[stage].data());
    }
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
  return x;
}

/// The largest difference of a row's state from a state, relative to the larger of 1 and the largest number of it.
double difference(const Members& sweep, const std::vector<double>& row, const std::vector<double>& columns) {
  double size = 1, most = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    size = std::max(size, std::abs(columns[i]));
    most = std::max(most, std::abs(row[sweep.task.status_place() + 2 + i] - columns[i]));
  }
  return most / size;
}

}  // namespace

TEST_CASE("one step of a lane is a step of the classical method to 1e-14, and to T = 10 within 1e-12") {
  for (const char* const text : {two, three})
    for (const int steps : {1, 500}) {
      const double until = steps == 1 ? 0.02 : 10;
      Members sweep = sweep_of(text, {"start.angles.ab=-1:1:5", "body.b.mass=4:9:2"}, {.step = 0.02, .until = until});
      const std::vector<std::vector<double>> rows = rows_of(sweep);
      for (long member = 0; member < 10; member += 3) {
        const Model alone = member_model(sweep.family, member_values(sweep.task.plan, member));
        CHECK(sweep.status(rows[member]) == MemberStatus::complete);
        CHECK(difference(sweep, rows[member], columns_at(alone, until, classical(alone, until, steps))) <
              (steps == 1 ? 1e-14 : 1e-12));
      }
    }
}

TEST_CASE("steps of lanes that follow a tolerance are those of dop853 and taylor, member by member") {
  struct Case {
    const char *text, *method;
    double tolerance, until, difference;
  };
  std::vector<Case> cases;
  for (const char* const text : {two, three}) {
    cases.push_back({text, "dop853", 1e-13, 10, 1e-12});
    cases.push_back({text, "taylor", 1e-13, 10, 1e-12});
    cases.push_back({text, "taylor", 1e-13, -10, 1e-12});
    cases.push_back({text, "taylor", 1e-15, 0.3, 1e-14});  // within one step
  }
  for (const Case& one : cases) {
    const RunSettings asked = {.method = one.method, .tolerance = one.tolerance, .until = one.until};
    Members sweep = sweep_of(one.text, {"start.momenta.a=5:80:40"}, asked);
    const std::vector<std::vector<double>> rows = rows_of(sweep);
    for (long member = 0; member < 40; member += 13) {
      const Model alone = member_model(sweep.family, member_values(sweep.task.plan, member));
      const System system = derive(alone);
      const Path path =
          integrate(system.with_inputs(default_inputs(system)), system.layout, start_state(alone), {asked});
      REQUIRE(path.outcome.status == Status::complete);
      const double* const x = path.points.row(path.points.count() - 1);
      CHECK(sweep.status(rows[member]) == MemberStatus::complete);
      CHECK(difference(sweep, rows[member], columns_at(alone, one.until, {x, x + system.layout.size})) <
            one.difference);
    }
  }
}

TEST_CASE("a member of lanes has the same bytes wherever it stands, whatever stands beside it") {
  for (const RunSettings& asked : {RunSettings{.step = 0.05, .until = 3}, RunSettings{.tolerance = 1e-9, .until = 3},
                                   RunSettings{.method = "taylor", .tolerance = 1e-9, .until = 3}}) {
    std::vector<std::string> observe = {"largest(abs(rate_pin1))", "drift(energy)", "turns(pin2)"};
    if (asked.method != "taylor") observe.emplace_back("exponent");
    Members sweep("three-body", {}, {"run.until=1:3:3", "start.momentum=1:20:30"}, observe, asked);
    sweep.task.asked.until.reset();  // members end at times of their own
    const std::vector<std::vector<double>> rows = rows_of(sweep);
    LaneRunner runner(sweep.task, sweep.family);
    for (const auto& [first, last] : {std::pair{89L, 90L}, std::pair{17L, 60L}, std::pair{0L, 7L}}) {
      const std::vector<std::vector<double>> again = rows_of(sweep, runner, first, last);
      for (long member = first; member < last; ++member) CHECK(same_bytes(rows[member], again[member - first]));
    }
    for (const std::vector<double>& row : rows) CHECK(sweep.status(row) == MemberStatus::complete);
  }
}

TEST_CASE("what lanes observe is what runs of the members by themselves observe") {
  struct Case {
    const char* model;
    Settings settings;
    std::vector<std::string> vary;
  };
  const std::vector<Case> cases = {
      {"two-body", {}, {"start.energy=4:20:5", "body.arm.mass=-1:5:3"}},
      {"two-body",
       {{"joint.elbow.torque.law", "sine"},
        {"joint.elbow.torque.kp", "40"},
        {"joint.elbow.torque.kd", "6"},
        {"start.energy", "60"}},
       {"start.angles.elbow=-1:1:4"}},
      {"two-body",
       {{"joint.elbow.torque.law", "pd"}, {"joint.elbow.torque.kp", "30"}, {"joint.elbow.torque.kd", "2"}},
       {"joint.elbow.torque.kd=0:4:4"}},
      {"tree", {}, {"start.momentum=1:10:3"}}};
  for (std::size_t number = 0; number < 2 * cases.size(); ++number) {
    const Case& one = cases[number / 2];
    const char* const method = number % 2 == 0 ? "dop853" : "taylor";
    std::vector<std::string> observe = {"drift(energy)", "drift(momentum)", "largest(E)", "value(E + mu_s)"};
    if (std::string(one.model) == "two-body") observe.emplace_back("turns(elbow)");
    Members sweep(one.model, one.settings, one.vary, observe,
                  {.method = method, .tolerance = 1e-12, .until = 4, .every = 0.3});
    MemberTask by_itself = sweep.task;
    by_itself.asked.method.clear();
    MemberRunner alone(by_itself, sweep.family);
    const std::vector<std::vector<double>> rows = rows_of(sweep);
    CHECK(std::any_of(rows.begin(), rows.end(),
                      [&](const std::vector<double>& row) { return sweep.status(row) == MemberStatus::complete; }));
    for (std::size_t member = 0; member < rows.size(); ++member) {
      INFO(one.model << ", " << method << ", member " << member);
      const std::vector<double> expected = sweep.row(alone, static_cast<long>(member));
      CHECK(sweep.status(rows[member]) == sweep.status(expected));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        if (std::isnan(expected[i]))
          CHECK(std::isnan(rows[member][i]));
        else  // both within some tolerances of the motion, 4 s of at most a few radians a second
          CHECK(rows[member][i] == Approx(expected[i]).epsilon(1e-9).margin(1e-9));
      }
    }
  }
}

TEST_CASE("exponents of lanes are those of members by themselves") {
  // The tangent vector goes by steps of 0.01 here and of about 0.1 there, with an error of 1e-5 of the exponent.
  Members free("three-body", {{"start.momentum", "5"}, {"start.rates.pin1", "1.5"}, {"start.rates.pin2", "-2"}},
               {"start.angles.pin1=2:2.5:3"}, {"exponent"}, {.until = 20});
  Members damped("two-body",
                 {{"joint.elbow.torque.law", "sine"},
                  {"joint.elbow.torque.kp", "40"},
                  {"joint.elbow.torque.kd", "6"},
                  {"start.energy", "60"}},
                 {"start.angles.elbow=-1:1:3"}, {"exponent"}, {.until = 5});
  for (Members* sweep : {&free, &damped}) {
    sweep->task.asked.tolerance = 1e-12;
    std::vector<std::vector<double>> expected;
    MemberRunner alone(sweep->task, sweep->family);
    for (long member = 0; member < 3; ++member) expected.push_back(sweep->row(alone, member));
    sweep->task.asked.tolerance.reset();
    sweep->task.asked.step = 0.01;
    const std::vector<std::vector<double>> rows = rows_of(*sweep);
    for (std::size_t member = 0; member < 3; ++member) {
      CHECK(sweep->status(rows[member]) == MemberStatus::complete);
      CHECK(sweep->observed(rows[member]) == Approx(sweep->observed(expected[member])).epsilon(1e-3));
    }
  }
}

TEST_CASE("what lanes cannot do is said in words") {
  const auto why = [](const char* model, const std::vector<std::string>& observe) {
    const Members sweep(model, {}, {"run.until=1:2:2"}, observe, {});
    return no_lanes(tree_spec(sweep.model), sweep.task);
  };
  CHECK(why("three-body", {"exponent", "turns(pin1)"}).empty());
  CHECK(why("two-body", {"first(phi_elbow = 1)"}) ==
        "first(phi_elbow = 1) looks for events inside steps, which lanes do not");
  CHECK(why("four-bar", {}) == "loops of bodies have no lanes");
  CHECK(why("spatial-pair", {}) == "bodies in space have no lanes");
  Members by_series("two-body", {}, {"run.tolerance=1e-9:1e-6:2:log"}, {"exponent"}, {.method = "taylor"});
  const TreeSpec spec = tree_spec(by_series.model);
  CHECK(no_lanes(spec, by_series.task) == "run.tolerance varies, and with it the order of taylor");
  by_series.task.asked.tolerance = 1e-9;
  CHECK(no_lanes(spec, by_series.task) == "exponents have lanes by rk4 and dop853, not by taylor");
  CHECK(why("tree", {"exponent"}) == "exponents have lanes for two and three bodies alone");
}
