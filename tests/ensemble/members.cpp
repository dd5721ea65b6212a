// SPDX-License-Identifier: Apache-2.0
// Members of a sweep: their numbers, their runs beside single ones, observables beside what they are in other ways.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <set>

#include "oopss/ensemble/chunk_workers.hpp"
#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/request.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/start.hpp"
#include "tests/ensemble/members.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

constexpr double half_turn = std::numbers::pi;

}  // namespace

TEST_CASE("a grid has its ends, equal distances or equal ratios, and its last number turns fastest") {
  SweepPlan plan;
  SweepProblems problems;
  read_axis("a=-1:3:5", plan, problems);
  read_axis("b=1:1000:4:log", plan, problems);
  read_axis("c=-180deg:180 deg:3", plan, problems);
  CHECK(problems.empty());
  CHECK(plan.members() == 60);
  CHECK(member_values(plan, 0) == std::vector<double>{-1, 1, -half_turn});
  CHECK(member_values(plan, 1) == std::vector<double>{-1, 1, 0});
  CHECK(member_values(plan, 59) == std::vector<double>{3, 1000, half_turn});
  const std::vector<double> inside = member_values(plan, 12 + 3 * 2);
  CHECK(inside[0] == 0);
  CHECK(inside[1] == Approx(100).epsilon(1e-15));
}

TEST_CASE("parts are contiguous, cover all members once, and differ by one in size") {
  for (const long members : {0L, 1L, 7L, 64L, 1001L})
    for (const long parts : {1L, 2L, 3L, 7L, 64L}) {
      long next = 0;
      for (long part = 1; part <= parts; ++part) {
        const MemberRange range = part_of(members, part, parts);
        CHECK(range.first == next);
        CHECK(range.size() >= members / parts);
        CHECK(range.size() <= members / parts + 1);
        next = range.last;
      }
      CHECK(next == members);
    }
}

TEST_CASE("threads take every chunk once, stealing from each other") {
  ChunkShares shares({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 3);
  std::set<long> taken;
  for (int k = 0; k < 10; ++k) CHECK(taken.insert(*shares.take(2)).second);
  CHECK_FALSE(shares.take(0));
  CHECK(taken.size() == 10);

  std::vector<long> chunks;
  for (long k = 0; k < 500; ++k) chunks.push_back(k);
  taken.clear();
  ChunkShares all(chunks, 4);
  ChunkWorkers workers(
      4, [&](int thread) { return all.take(thread); },
      [] {
        return [](long chunk, const std::atomic<bool>&, std::vector<double>& rows) {
          rows = {static_cast<double>(chunk)};
          return true;
        };
      });
  while (taken.size() < chunks.size())
    if (const auto done = workers.take(std::chrono::milliseconds(100))) {
      CHECK(done->rows == std::vector<double>{static_cast<double>(done->chunk)});
      CHECK(taken.insert(done->chunk).second);
    }
}

TEST_CASE("what a thread throws reaches the owner") {
  ChunkWorkers workers(
      2, [](int thread) { return thread; },
      [] {
        return [](long, const std::atomic<bool>&, std::vector<double>&) -> bool { throw std::runtime_error("oops"); };
      });
  CHECK_THROWS_WITH(
      [&] {
        for (;;) workers.take(std::chrono::milliseconds(100));
      }(),
      "oops");
}

TEST_CASE("a member ends where the single run of its model ends, to the bit, and its neighbours do not matter") {
  struct Case {
    const char* model;
    std::vector<std::string> vary;
    RunSettings asked;
  };
  const std::vector<Case> cases = {
      {"two-body", {"start.energy=8:30:3", "body.arm.mass=3:6:2"}, {.tolerance = 1e-10, .until = 6}},
      {"three-body", {"start.angles.pin1=-1:1:3"}, {.step = 0.02, .until = 3}},
      {"space-telescope", {"damping=20:60:2"}, {.until = 4}},
      {"spatial-pair", {"start.spin.bus.x=0.1:0.3:2"}, {.step = 0.05, .until = 1}},
      {"four-bar", {"start.momentum=60:69:2"}, {.step = 0.02, .until = 0.5}}};
  for (const Case& one : cases) {
    INFO(one.model);
    Members sweep(one.model, {}, one.vary, {"largest(energy)", "drift(energy)"}, one.asked);
    MemberRunner forth(sweep.task, sweep.family), back(sweep.task, sweep.family);
    const long members = sweep.task.plan.members();
    std::vector<std::vector<double>> rows;
    for (long member = 0; member < members; ++member) rows.push_back(sweep.row(forth, member));
    for (long member = members - 1; member >= 0; --member) CHECK(same_bytes(rows[member], sweep.row(back, member)));
    for (long member = 0; member < members; member += stride) {
      const std::vector<double> values = member_values(sweep.task.plan, member);
      const Model alone = member_model(sweep.family, values);
      const System system = derive(alone);
      const Flow flow = system.with_inputs(default_inputs(system));
      const std::vector<double> start = start_state(alone);
      RunRequest request = run_request(run_settings(alone), one.asked, flow, system.layout, 0, start);
      const Path path = integrate(flow, system.layout, start, request);
      REQUIRE(path.outcome.status == Status::complete);
      Recorder book = recorder(system, skeleton(alone), end_columns(system));
      const std::vector<double>& end =
          record(book, flow, path.points.t.back(), path.points.row(path.points.count() - 1));
      CHECK(sweep.status(rows[member]) == MemberStatus::complete);
      const double* const found = rows[member].data() + sweep.task.status_place() + 1;
      CHECK(found[0] == *one.asked.until);
      CHECK(std::equal(end.begin(), end.end(), found + 1));
      Monitor monitor = monitor_of(system.casimirs);
      double largest = -1e300;
      for (int i = 0; i < path.points.count(); ++i) {
        const double t = path.points.t[i];
        observe(monitor, flow, system.layout, t, path.points.row(i));
        largest = std::max(largest, flow.kinetic(t, path.points.row(i)) + flow.stored(t, path.points.row(i)));
      }
      CHECK(sweep.observed(rows[member], 0) == largest);
      CHECK(sweep.observed(rows[member], 1) == monitor.energy.max_relative_drift());
    }
  }
}

TEST_CASE("numbers change without deriving again, also where one of them becomes a structural zero") {
  Members sweep("two-body", {}, {"joint.elbow.at.arm.y=-1:1:9"}, {}, {.tolerance = 1e-8, .until = 0.1});
  MemberRunner runner(sweep.task, sweep.family);
  const long before = derivations();
  for (long member = 0; member < 9; ++member) CHECK(sweep.status(sweep.row(runner, member)) == MemberStatus::complete);
  CHECK(derivations() - before == 2);  // with the number, and without it at 0
}

TEST_CASE("what the model forbids is invalid, and a start that cannot be met is unreachable") {
  Members masses("two-body", {}, {"body.arm.mass=-1:5:3"}, {"value(E)"}, {.until = 1});
  CHECK(masses.status(masses.row(0)) == MemberStatus::invalid);
  CHECK(std::isnan(masses.observed(masses.row(0))));
  CHECK(masses.status(masses.row(2)) == MemberStatus::complete);
  Members energies("two-body", {}, {"start.energy=1:15:2"}, {"value(E)"}, {.until = 1});
  CHECK(energies.status(energies.row(0)) == MemberStatus::unreachable);
  CHECK(energies.observed(energies.row(1)) == Approx(15).epsilon(1e-9));
}

TEST_CASE("turns, events and bands of the two bodies are those of their motion") {
  // At energy 15 the elbow turns over and over; its angle is found at a fine step beside.
  Members sweep(
      "two-body", {}, {"start.momentum=49:50:2"},
      {"turns(elbow)", "first(phi_elbow = 2)", "first(phi_elbow = 2, -)", "settle(angle.elbow, -100:9)",
       "settle(phi_elbow, 0:7.5)", "settle(sin(phi_elbow), 2)", "largest(phi_elbow)", "value(2*mu_s + U + t)"},
      {.tolerance = 1e-12, .until = 12});
  const std::vector<double> row = sweep.row(1);
  const Model model = load_model("two-body");
  const System system = derive(model);
  const Flow flow = system.with_inputs(default_inputs(system));
  const Path path =
      integrate(flow, system.layout, start_state(model), {{.tolerance = 1e-12, .until = 12, .every = 1e-4}});
  double first = -1, end = 0;
  for (int i = 0; i < path.points.count(); ++i) {
    end = path.points.row(i)[0];
    if (first < 0 && end >= 2) first = path.points.t[i];
  }
  CHECK(sweep.observed(row, 0) == Approx((end - 0.5) / (2 * half_turn)).epsilon(1e-9));
  CHECK(sweep.observed(row, 1) == Approx(first).margin(1e-4));  // within a point of the table
  CHECK(std::isnan(sweep.observed(row, 2)));                    // it never falls through 2
  CHECK(sweep.observed(row, 3) == 0);
  CHECK(sweep.observed(row, 4) == 0);
  CHECK(sweep.observed(row, 5) == 0);
  CHECK(sweep.observed(row, 6) == end);
  CHECK(sweep.observed(row, 7) == Approx(112).epsilon(1e-12));
}

TEST_CASE("a band that is left and entered again counts from the last entry") {
  // At energy 5.6 the elbow swings between about -0.774 and 0.774 with a period of 27.36977286 s (README).
  Members sweep("two-body", {{"start.energy", "5.6"}, {"start.angles.elbow", "0"}}, {"start.momentum=50:51:2"},
                {"settle(phi_elbow, -2:0)", "settle(phi_elbow, 0:2)", "settle(phi_elbow, 0.9)"},
                {.tolerance = 1e-12, .until = 40});
  const double period = 27.36977286;
  const std::vector<double> row = sweep.row(0);
  // It starts upwards through 0, so at 40 s it is at phase 0.46 of its second period: above since one period.
  CHECK(std::isnan(sweep.observed(row, 0)));
  CHECK(sweep.observed(row, 1) == Approx(period).epsilon(1e-9));
  CHECK(sweep.observed(row, 2) == 0);
}

namespace {

/// The growth of a tangent vector from 8/lambda to 14/lambda seconds, per second. After 8/lambda only the growing
/// direction is left but for exp(-16).
double late_growth(const Model& model, double lambda, const Settings& settings = {}) {
  const System system = derive(model);
  const auto logarithm = [&](double T) {
    MemberTask task;
    SweepProblems problems;
    read_axis(fmt::format("run.until={}:{}:2", T, T + 1), task.plan, problems);
    task.observables = read_observables({"exponent"}, system, {}, problems);
    task.columns = end_columns(system);
    task.asked.tolerance = 1e-12;
    MemberRunner runner(task, model_family(model, settings, task.plan.paths()));
    std::vector<double> row(task.width());
    REQUIRE(runner.run(0, false, row.data()));
    return row.back() * T;
  };
  return (logarithm(14 / lambda) - logarithm(8 / lambda)) / (6 / lambda);
}

}  // namespace

TEST_CASE("at the folded shape of two bodies the exponent is the eigenvalue of the linearised motion") {
  const char* text = R"(
[model]
format = 1
[[body]]
name = "hub"
mass = 4.0
inertia = 50.0
[[body]]
name = "arm"
mass = 5.0
inertia = 50.0
[[joint]]
name = "elbow"
between = ["hub", "arm"]
at = [[5.0, 0.0], [-3.0, 0.0]]
[start]
angles = { elbow = "pi" }
rates = { elbow = 0.0 }
momentum = 50.0
)";
  const Model model = read_model({"folded", text});
  const System system = derive(model);
  const Flow flow = system.with_inputs(default_inputs(system));
  const std::vector<double> x = start_state(model);
  // On the leaf, where both momenta change by opposite amounts: phi' = a (v2 - v1), mu2' = b phi, lambda = sqrt(2 a b).
  std::vector<double> along(x.size(), 0.0), rate(x.size(), 0.0);
  along[1] = -1, along[2] = 1;
  flow.tangent(0, x.data(), along.data(), rate.data());
  const double a = rate[0];
  along.assign(x.size(), 0.0);
  along[0] = 1;
  flow.tangent(0, x.data(), along.data(), rate.data());
  const double lambda = std::sqrt(a * rate[2]);
  REQUIRE(lambda > 0.1);
  CHECK(late_growth(model, lambda) == Approx(lambda).epsilon(2e-5));  // the method's error is 1e-5 or less
}

TEST_CASE("in space the exponent of a body that spins about its middle axis is that of Euler's equations") {
  const double w = 2, I[] = {0.0015, 0.0150, 0.0164};  // the racket's
  const Settings settings = {{"touch", "0"}, {"toss", "2"}};
  const Model model = load_model("rigid-body", settings);
  const double lambda = w * std::sqrt((I[1] - I[0]) * (I[2] - I[1]) / (I[0] * I[2]));
  CHECK(late_growth(model, lambda, settings) == Approx(lambda).epsilon(2e-5));  // the method's error is 1e-5 or less
}

TEST_CASE("the exponent of a chaotic motion is that of two neighbours, set close again and again") {
  Members sweep("three-body", {{"start.momentum", "5"}, {"start.rates.pin1", "1.5"}, {"start.rates.pin2", "-2"}},
                {"start.angles.pin1=2:2.5:2"}, {"exponent"}, {.tolerance = 1e-12, .until = 40});
  const double found = sweep.observed(sweep.row(0));

  const Model model = member_model(sweep.family, {2.0});
  const System system = derive(model);
  const Flow flow = system.with_inputs(default_inputs(system));
  std::vector<double> x = start_state(model);
  double momentum = 0;
  for (int i = 2; i < 5; ++i) momentum = std::max(momentum, std::abs(x[i]));
  // The first vector of TangentGrowth, which is documented: tensor times weights in the units of the state.
  std::vector<double> tensor(25), v(x.size(), 0.0);
  system.bracket.tensor(x.data(), tensor.data());
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) v[i] += tensor[5 * i + j] * (1 + 0.37 * j) * (j < 2 ? momentum : 1);
  const auto length = [&] {
    double sum = 0;
    for (int i = 0; i < 5; ++i) sum += std::pow(v[i] / (i < 2 ? 1 : momentum), 2);
    return std::sqrt(sum);
  };
  double logarithm = 0;
  const double apart = 1e-7, first = length();
  for (double& number : v) number /= first;
  for (int k = 0; k < 40; ++k) {
    std::vector<double> y = x;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += apart * v[i];
    const RunRequest request{{.tolerance = 1e-14, .until = 1}};
    const Path one = integrate(flow, system.layout, x, request), other = integrate(flow, system.layout, y, request);
    const double* const to = one.points.row(one.points.count() - 1);
    for (std::size_t i = 0; i < x.size(); ++i) {
      v[i] = (other.points.row(other.points.count() - 1)[i] - to[i]) / apart;
      x[i] = to[i];
    }
    const double now = length();
    logarithm += std::log(now);
    for (double& number : v) number /= now;
  }
  CHECK(found > 0.05);
  CHECK(found == Approx(logarithm / 40).epsilon(1e-3));  // apart by 1e-7, whose square counts against 40 lengths
}
