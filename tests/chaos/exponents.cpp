// SPDX-License-Identifier: Apache-2.0
// Exponents on the leaf, and the tangent map behind them.
#include "oopss/chaos/exponents.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "oopss/chaos/leaf_coordinates.hpp"
#include "oopss/chaos/tangent_run.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/mechanics/inertia.hpp"
#include "oopss/orbit/passage.hpp"
#include "oopss/system/tree_spec.hpp"
#include "tests/chaos/motions.hpp"
#include "tests/system/hub_and_arm.hpp"

using namespace oopss;

namespace {

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

/// The finite-time exponents of one start.
std::vector<double> exponents_at(const Started& one, double until) {
  TangentRun run(one.model, one.start);
  REQUIRE(run.advance(until));
  return run.exponents();
}

/// Two bodies as in Figure 1 of the planar paper, with a law at their pin.
Model pair_with(const std::string& law) {
  return read_model({"pair.toml", hub_and_arm + law + R"(
[start]
angles = { elbow = 0.5 }
momenta = { hub = 20, arm = 30 }
)"});
}

std::string refusal(const Model& model) {
  try {
    chaos_system(model);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("golden exponents: of a chaotic motion of three bodies within four spreads, of a regular one near zero") {
  for (const GoldenExponents& golden : golden_exponents()) {
    INFO(golden.id);
    const Started one = started(golden);
    CHECK(leaf_dimension(one.model, one.start) == 4);
    const bool chaotic = golden.mean[0] > 0.1;
    const GoldenExponents::Course& at_time = golden.largest[chaotic && !sanitized ? 3 : 0];
    const std::vector<double> found = exponents_at(one, at_time.t);
    REQUIRE(found.size() == 4);
    if (chaotic) {
      CHECK(found[0] == Approx(at_time.mean).margin(4 * at_time.spread));
      CHECK(found[3] == Approx(-found[0]).margin(4 / at_time.t));  // pairs in the limit alone
    } else {
      CHECK(found[0] < 3 * std::log(at_time.t) / at_time.t);
    }
    CHECK(std::abs(found[1]) < 3 * std::log(at_time.t) / at_time.t);  // the two that tend to zero
    CHECK(std::abs(found[2]) < 3 * std::log(at_time.t) / at_time.t);
    CHECK(std::abs(sum_of(found)) < 1e-7);  // volumes are kept, to the error of the tangent flow
  }
}

TEST_CASE("two free bodies: all exponents fall as ln T / T, and at the folded shape they are the growth rates") {
  const Started one = started("two-body");
  for (const double until : {200.0, 2000.0}) {
    const std::vector<double> found = exponents_at(one, until);
    REQUIRE(found.size() == 2);
    CHECK(found[0] < 3 * std::log(until) / until);
    CHECK(found[0] + found[1] == Approx(0).margin(1e-9));
  }
  Started folded = one;
  const double L = 50, A = 950.0 / 9, B = 70, x = 100.0 / 3, s = A + B - 2 * x;
  folded.start = state_with(folded.model.motion.system, {std::numbers::pi}, {L * (A - x) / s, L * (B - x) / s});
  const double growth = L * std::sqrt(x / (s * (A * B - x * x)));
  const std::vector<double> found = exponents_at(folded, 60);  // 1e-16 grows to 1e-7 in this time
  CHECK(found[0] == Approx(growth).margin(2 / 60.0));
  CHECK(found[1] == Approx(-growth).margin(2 / 60.0));
}

TEST_CASE("the tangent map is Poisson to rounding, and keeps the total momentum exactly") {
  for (const GoldenExponents& golden : golden_exponents()) {
    const Started one = started(golden);
    const System& system = one.model.motion.system;
    const Eigen::Index n = system.bracket.size;
    Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(system.layout.size, n);
    columns.topRows(n).setIdentity();
    const Passage run = passage(one.model.motion, one.start, 15, columns);
    const Eigen::MatrixXd D = run.columns.topRows(n);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> tensor(n, n);
    system.bracket.tensor(one.start.data(), tensor.data());
    CHECK((D * tensor * D.transpose() - tensor).norm() / D.squaredNorm() < 1e-13);
    Eigen::RowVectorXd ones = Eigen::RowVectorXd::Zero(n);
    ones.tail(3).setOnes();
    CHECK((ones * D - ones).norm() < 1e-14 * D.norm());
    CHECK(tangent_defect(one.model, one.start, 15) < 1e-13);
  }
}

TEST_CASE("the tangent map is that of differences of runs by another method") {
  const Started one = started(golden_exponents().front());
  const System& system = one.model.motion.system;
  const Eigen::Index n = system.bracket.size;
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(system.layout.size, n);
  columns.topRows(n).setIdentity();
  const Passage run = passage(one.model.motion, one.start, 8, columns);
  RunRequest request;
  request.settings.method = "taylor";
  request.settings.tolerance = 1e-16;
  request.settings.until = 8;
  const double h = 1e-5;
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::VectorXd ends[2];
    for (int side = 0; side < 2; ++side) {
      std::vector<double> x = one.start;
      x[static_cast<std::size_t>(k)] += side ? h : -h;
      const Path path = integrate(one.model.motion.flow, system.layout, x, request);
      ends[side] = Eigen::Map<const Eigen::VectorXd>(path.points.row(path.points.count() - 1), n);
    }
    const Eigen::VectorXd slope = (ends[1] - ends[0]) / (2 * h);
    CHECK((slope - run.columns.col(k).head(n)).norm() < 1e-6 * run.columns.norm());  // h², times third derivatives
  }
}

TEST_CASE("with a damper the exponents add up to minus the mean of K_d W, W = (1, -1) J^-1 (1, -1)") {
  const double kd = 3;
  const Model model = pair_with(R"law(torque = { law = "sine", kp = 20, kd = 3 })law");
  const Started one{chaos_system(model), start_state(model)};
  CHECK(!one.model.keeps_energy);
  CHECK(forced_zeros(one.model) == 1);
  TangentRun run(one.model, one.start, 1e-12);
  const double until = 40;
  REQUIRE(run.advance(until));
  RunRequest request;
  request.settings.method = "taylor";
  request.settings.tolerance = 1e-14;
  request.settings.until = until;
  constexpr int parts = 4000;
  request.settings.every = until / parts;
  const Path path = integrate(one.model.motion.flow, one.model.motion.system.layout, one.start, request);
  REQUIRE(path.points.count() == parts + 1);
  double integral = 0;
  for (int i = 0; i <= parts; ++i) {  // Simpson's rule
    const double A = 950.0 / 9, B = 70, J12 = 100.0 / 3 * std::cos(path.points.row(i)[0]);
    const double W = (A + B + 2 * J12) / (A * B - J12 * J12);
    integral += (i == 0 || i == parts ? 1 : i % 2 ? 4 : 2) * kd * W * until / parts / 3;
  }
  CHECK(sum_of(run.exponents()) == Approx(-integral / until).epsilon(1e-9));
  CHECK(run.mean_divergence() == Approx(-integral / until).epsilon(1e-9));
}

TEST_CASE("a forced pair has two exponents, one the other's negative, and no zero that is forced") {
  const Started driven = started("forced-pair");
  CHECK(driven.model.time.depends);
  CHECK(driven.model.time.period.value() == Approx(4 * std::numbers::pi).epsilon(1e-15));
  CHECK(forced_zeros(driven.model) == 0);
  const double until = sanitized ? 300 : 2000;
  const std::vector<double> found = exponents_at(driven, until);
  REQUIRE(found.size() == 2);
  CHECK(found[0] + found[1] == Approx(0).margin(1e-7));
  if (!sanitized) CHECK(found[0] > 5 * std::log(until) / until);  // to a shorter time growth is not told from zero
  const std::vector<double> still =
      exponents_at(started("forced-pair", {{"size", "0"}, {"start.momenta.hub", "20"}}), until);
  CHECK(still[0] < 3 * std::log(until) / until);
}

TEST_CASE("exponents over several starts: mean, spread and interval, whatever the number of threads") {
  const Started one = started(golden_exponents().front());
  ExponentRequest request{.until = 40, .starts = 4, .points = 8};
  double last = 0;
  request.told = [&](double share) { last = share; };
  const Exponents alone = exponents(one.model, one.start, request);
  request.threads = 3;
  const Exponents together = exponents(one.model, one.start, request);
  CHECK(alone.trouble == "");
  CHECK(alone.mean == together.mean);
  CHECK(alone.spread == together.spread);
  CHECK(last == 1);
  REQUIRE((alone.t.size() == 8 && alone.course.size() == 8 && alone.t.back() == 40));
  CHECK(alone.spread[0] > 0);
  CHECK(alone.interval[0][1] - alone.mean[0] == Approx(4 * alone.spread[0]));
  CHECK(alone.energy_drift < 1e-7);
}

TEST_CASE("exponents that are pulled from time to time are those made at once, to the bit") {
  const Started one = started("tangle");
  ExponentRequest request{.until = 30, .starts = 3, .points = 6};
  const Exponents whole = exponents(one.model, one.start, request);
  ExponentsRun run(one.model, one.start, request);
  int times = 0;
  for (; run.step(); ++times) CHECK(run.found().course.back() == whole.course[static_cast<std::size_t>(times)]);
  CHECK(times == 6);
  CHECK(run.found().mean == whole.mean);
  CHECK(run.found().spread == whole.spread);
  CHECK(run.found().sum == whole.sum);
  CHECK(run.found().energy_drift == whole.energy_drift);
}

TEST_CASE("the period of laws: sines and cosines of rates that are to each other as whole numbers") {
  const auto time_of = [](const std::string& formula) {
    const Model model = pair_with(R"law(torque = { law = "drive", formula = ")law" + formula + R"law(" })law");
    const TreeSpec spec = tree_spec(model);
    return law_time(spec, values_of(spec.inputs));
  };
  CHECK(time_of("cos(2*t) + sin(3*t + 1)").period.value() == Approx(2 * std::numbers::pi).epsilon(1e-14));
  CHECK(time_of("sin(phi_elbow) * cos(t/2)^2").period.value() == Approx(4 * std::numbers::pi).epsilon(1e-14));
  CHECK(time_of("sin(phi_elbow)").why == "no law depends on the time");
  CHECK(time_of("t").why == "t stands elsewhere than in sines and cosines of a t + b");
  CHECK(time_of("cos(t^2)").why == "t stands elsewhere than in sines and cosines of a t + b");
  CHECK(time_of("cos(t) + cos(sqrt(2)*t)").why == "the rates of its sines and cosines have no common period");
  CHECK(time_of("cos(phi_elbow*t)").why == "t stands beside angles or rates in a sine or cosine");
}

TEST_CASE("models without exponents are refused, each by name") {
  CHECK_THAT(refusal(load_model("spatial-pair")), Catch::Contains("is in space"));
  CHECK_THAT(refusal(load_model("rigid-body")), Catch::Contains("is alone"));
  CHECK_THAT(refusal(load_model("planar-cat")), Catch::Contains("its motion is prescribed"));
  CHECK_THAT(refusal(pair_with(R"law(torque = { law = "drive", formula = "sign(rate_elbow)" })law")),
             Catch::Contains("joint 'elbow': its law has kinks"));
  CHECK_THAT(refusal(load_model("two-body", {{"body.arm.torque", "1"}})),
             Catch::Contains("a torque acts on it from outside"));
  CHECK(refusal(load_model("five-bar")) == "");
  for (const std::string formula : {"sin(t/2)", "sin(t)/(2 + cos(t))", "sin(t)*sqrt(4)"})  // smooth all the same
    CHECK(refusal(pair_with(R"law(torque = { law = "drive", formula = ")law" + formula + R"law(" })law")) == "");
}
