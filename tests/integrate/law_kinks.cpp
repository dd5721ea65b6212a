// SPDX-License-Identifier: Apache-2.0
// Laws that are not smooth, end, or hide: a run is right or fails in words, with every method.
#include <catch2/catch.hpp>
#include <numbers>
#include <tuple>

#include "tests/integrate/law_kinks_random.hpp"

namespace oopss {
namespace {

using std::numbers::pi;

const RunRequest by_taylor{{.method = "taylor", .tolerance = 1e-12}};
const RunRequest by_dop853{{.method = "dop853", .tolerance = 1e-12}};
const RunRequest by_gauss{{.method = "gauss4", .step = 1e-3}};
const RunRequest by_cvode{{.method = "cvode", .tolerance = 1e-9}};

/// The angle at the end of a run that must be complete.
double end_angle(const std::string& law, const LawStart& from, const RunRequest& request) {
  const LawRun run = law_run(model_with(formula(law)), from, request);
  INFO(law << ", " << request.settings.method << ": " << run.outcome.words);
  CHECK(run.complete());
  return run.phi;
}

}  // namespace

TEST_CASE(
    "a run that starts on a kink of its law takes the branch that the motion enters, in both directions of time") {
  struct Case {
    std::string law;
    LawStart from;
    double phi;
  };
  const double root = std::sqrt(0.4);
  const std::vector<Case> cases = {
      {"5*ramp(t,0,1)", {}, -1.0 / 3},
      {"5*sign(t)", {}, -1},
      {"5*sign(t)", {.until = -1}, 1},
      {"5*abs(t)", {.until = -1}, -1.0 / 3},
      {"5*min(0,t)", {.until = -1}, 1.0 / 3},
      {"5*pulse(t,0,2)", {}, -1},
      {"5*pulse(t,0,2)", {.until = -1}, 0},
      {"5*pulse(t,-2,0)", {.until = -1}, -1},
      {"5*pulse(t,-2,0)", {}, 0},
      {"5*ramp(t,-1,0)", {.until = -1}, -2.0 / 3},
      {"max(0,phi_j)", {.rate = 1}, std::sin(root) / root},  // φ'' = −0.4 φ on this side
      {"max(0,phi_j)", {.rate = -1}, -1},
      {"max(0,phi_j)", {.rate = -1, .until = -1}, std::sin(root) / root},
      {"max(0,phi_j)", {.rate = 1, .until = -1}, -1},
      {"max(0.3,phi_j)-0.3", {.phi = 0.3, .rate = 1}, 0.3 + std::sin(root) / root},
      {"max(0,phi_j-0.3)+min(0,phi_j+0.3)", {.phi = 0.3, .rate = -0.2}, 0.1},  // a deadband from its edge inwards
      {"max(0,phi_j-0.3)+min(0,phi_j+0.3)", {.phi = -0.3, .rate = -1}, -0.3 - std::sin(root) / root},
      {"5*atan2(t,-1)-5*atan2(t,1)+5*2*atan2(t,1)", {}, -pi},  // π on this side of the cut
      {"5*atan2(t,-1)-5*atan2(t,1)+5*2*atan2(t,1)", {.until = -1}, pi},
  };
  for (const Case& one : cases)
    for (const RunRequest& request : {by_taylor, by_dop853, by_gauss}) {
      INFO(one.law << " to " << one.from.until);
      CHECK(end_angle(one.law, one.from, request) == Approx(one.phi).margin(1e-9));
    }
}

TEST_CASE("where the branch shows only in higher derivatives, and where switches follow each other") {
  struct Case {
    std::string law;
    LawStart from;
  };
  for (const Case& one : {Case{"abs(phi_j)+t", {}},
                          {"abs(phi_j)+t", {.until = -2}},
                          {"3*sign(sin(3*t))*cos(phi_j)", {.until = 3}},
                          {"3*sign(sin(40*t))*cos(phi_j)", {.until = 2}},
                          {"2*sign(phi_j-0.25)+5", {.phi = 0.25, .until = 2}},
                          {"2*atan2(t,-1)+phi_j", {.until = -2}},
                          {"2-2*atan2(phi_j,-1)", {.until = 2}},
                          {"max(0,phi_j-0.3)+min(0,phi_j+0.3)+0.01", {.phi = 0.3, .until = 3}},
                          {"max(0,phi_j)+1", {.rate = 0.001, .until = 1}}}) {
    const double expected = end_angle(one.law, one.from, by_dop853);
    INFO(one.law);
    CHECK(end_angle(one.law, one.from, by_taylor) == Approx(expected).margin(1e-8));
    CHECK(end_angle(one.law, one.from, by_gauss) == Approx(expected).margin(1e-5));
  }
}

TEST_CASE("kinks that no function declares are passed too: folds of roots and arcs, the cut of atan2") {
  CHECK(end_angle("asin(sin(3*t))", {.until = 3}, by_taylor) == Approx(-0.47076).margin(1e-5));
  for (const auto& [law, same] :
       {std::pair<std::string, std::string>{"5*sqrt(phi_j^2)+9*phi_j", "5*abs(phi_j)+9*phi_j"},
        {"5*(phi_j^2)^0.75+9*phi_j", "5*abs(phi_j)^1.5+9*phi_j"},
        {"(phi_j^2)^1.5+9*phi_j", "abs(phi_j)^3+9*phi_j"},
        {"5*sqrt(2-2*cos(phi_j))+9*phi_j", "10*abs(sin(phi_j/2))+9*phi_j"},
        {"asin(sin(20*phi_j))", "atan2(sin(20*phi_j),abs(cos(20*phi_j)))"},
        {"acos(cos(3*t+phi_j))", "atan2(abs(sin(3*t+phi_j)),cos(3*t+phi_j))"}})
    for (const LawStart& from : {LawStart{.phi = 0.5, .rate = -0.4, .until = 4},
                                 {.rate = 1, .until = 3},
                                 {.rate = 1, .until = -3},
                                 {.phi = -0.2, .rate = 0.5, .t0 = 1, .until = -2}}) {
      const double expected = end_angle(same, from, by_dop853);
      INFO(law << " from " << from.phi << ", " << from.rate << " to " << from.until);
      CHECK(end_angle(law, from, by_taylor) == Approx(expected).margin(1e-7));
      CHECK(end_angle(law, from, by_dop853) == Approx(expected).margin(1e-7));
    }
}

TEST_CASE("a step over a stretch where a law is flat is held against the law at places inside it") {
  for (const std::string law :
       {"tanh(50*sin(3*(t-0.25)))", "tanh(50*sin(3*(t-0.25)))+0.5*phi_j", "tanh(50*sin(3*(t-0.25)))+0*abs(phi_j)"})
    for (const double until : {2.0, -2.0})
      CHECK(end_angle(law, {.until = until}, by_taylor) ==
            Approx(end_angle(law, {.until = until}, by_dop853)).margin(1e-9));
}

TEST_CASE("what the rates do close to a kink is not leapt over by the step that ends there") {
  // Narrow dips of tanh at the zeros of sin 3t; in parts of the way to a kink that a long step's stages do not meet.
  const std::string law = "0.5*tanh(200*sqrt(abs(sin(3*t))))";
  for (const RunRequest& request : {by_taylor, by_dop853}) {
    CHECK(end_angle(law, {.phi = 0.25, .rate = -0.75, .until = -2}, request) == Approx(1.35000535369907).margin(1e-9));
    CHECK(end_angle(law, {.phi = 0.25, .rate = -0.75, .until = 2}, request) == Approx(-1.64999464630093).margin(1e-9));
  }
}

TEST_CASE("a step of dop853 past a kink of the motion takes no rate from beyond it") {
  const std::string law = "7*pulse(sin(7*rate_j),0,0.5)+20*sin(3*t)";
  const LawStart from{.phi = 0.01, .rate = 1, .until = 2};
  CHECK(end_angle(law, from, by_dop853) == Approx(end_angle(law, from, by_taylor)).margin(1e-9));
}

TEST_CASE("a step that ends before a fold is held against the law, too") {
  const std::string law = "tanh(20*sin(3*sqrt((t+0.5)^2)))";  // flat, with a narrow dip around the fold
  const LawStart from{.t0 = 0.25, .until = -2};
  CHECK(end_angle(law, from, by_taylor) == Approx(end_angle(law, from, by_dop853)).margin(1e-9));
  for (const RunRequest& request : {by_taylor, by_dop853}) {  // T drives φ back to 0.5 on either side of it
    const LawRun run =
        law_run(model_with(formula("phi_j-sqrt((sign(phi_j-0.5)-sign(phi_j+0.25))^2)")), {.phi = 0.5}, request);
    CHECK(run.outcome.words.find("chatters between its branches") != std::string::npos);
    CHECK(run.phi == Approx(0.5).margin(1e-6));
  }
}

TEST_CASE("where a law ends the run fails in words with every method, whatever an algebra would make of it") {
  struct Case {
    std::string law;
    LawStart from;
    std::string words;
  };
  for (const Case& one :
       {Case{"sqrt(phi_j)^2", {.phi = 0.2, .rate = -1}, "the argument of sqrt, phi_j, becomes negative"},
        {"sqrt(phi_j)^2", {.phi = -0.2}, "the argument of sqrt, phi_j, becomes negative"},
        {"0*log(phi_j)", {.phi = 0.2, .rate = -1}, "the argument of log, phi_j, becomes negative"},
        {"min(1,sqrt(0.5-t))", {}, "the argument of sqrt"},
        {"asin(phi_j)-asin(phi_j)", {.phi = 0.5, .rate = 1}, "leaves the interval from -1 to 1"},
        {"phi_j^t", {.phi = 0.2, .rate = -1}, "becomes negative"},
        {"tan(t)", {.until = 3}, "tan"},
        {"1/(t-0.5)", {}, "the denominator"},
        {"-1/(phi_j-0.5)^2", {.rate = 1}, ""}})
    for (const RunRequest& request : {by_taylor, by_dop853, by_gauss, by_cvode}) {
      const LawRun run = law_run(model_with(formula(one.law)), one.from, request);
      INFO(one.law << ", " << request.settings.method << ": " << run.outcome.words);
      CHECK_FALSE(run.outcome.good());
      CHECK(run.outcome.words.find(one.words) != std::string::npos);
      CHECK(std::isfinite(run.phi));
    }
}

TEST_CASE("a smooth law that is flat but for narrow edges and bumps is not leapt over") {
  struct Case {
    std::string law;
    LawStart from;
  };
  RunRequest judge{{.method = "gauss6", .step = 5e-5}};
  for (const Case& one : std::vector<Case>{
           {"1.6875*tanh(20*sin(40*(phi_j+0.125)^3))", {.phi = 1, .rate = -1, .t0 = 0.125, .until = -1.625}},
           {"-0.6875*exp(-(exp(-200*tanh(20*(phi_j+0.75+1.125*(t-0.125)))^2))^2)",
            {.phi = -0.875, .rate = 0, .t0 = -0.375, .until = 0.375}},
           {"2*exp(-(40*sin(9*t))^2)", {.until = 2}},
           {"200*exp(-(400*sin(9*t))^2)", {.until = 2}},
           {"3*sin(11*t)^60", {.until = 2}}}) {
    const double angle = end_angle(one.law, one.from, judge);
    for (const RunRequest& request : {by_taylor, by_dop853}) {
      INFO(one.law << " by " << request.settings.method);
      CHECK(end_angle(one.law, one.from, request) == Approx(angle).margin(1e-8));
    }
  }
}

TEST_CASE("random laws with kinks, poles and ends, started on their kinks, are not silently wrong") {
  for (unsigned seed = 2001; seed <= 2030; ++seed) {
    std::mt19937 random(seed);
    const RandomLaw law = random_law(random);
    INFO(law.text << " from phi = " << law.from.phi << ", rate = " << law.from.rate << ", t = " << law.from.t0 << " to "
                  << law.from.until);
    CHECK(verdict(law) != Verdict::silent);
  }
}

TEST_CASE("a denominator that passes zero together with its numerator is no pole") {
  for (const RunRequest& request : {by_taylor, by_dop853, by_gauss})
    CHECK(end_angle("5*sin(t)/t", {.t0 = -1, .until = 1.1}, request) ==
          Approx(end_angle("5*(1-t^2/6+t^4/120-t^6/5040+t^8/362880)", {.t0 = -1, .until = 1.1}, request)).margin(1e-7));
}

TEST_CASE("a smooth law that vanishes to high order at the start is not singular") {
  for (const std::string law :
       {"10*sin(t)^3", "t^2*sin(t)", "t^3*exp(-t)", "tanh(t)^3", "log(1+t)^5", "sin(t)^9", "t^20*exp(t)"}) {
    INFO(law);
    const double expected = end_angle(law, {}, {{.method = "gauss6", .step = 0.01}});
    CHECK(end_angle(law, {}, by_taylor) == Approx(expected).margin(1e-11));
    CHECK(end_angle(law, {}, by_dop853) == Approx(expected).margin(1e-9));
  }
  for (const int n : {3, 8, 15, 40})  // φ'' = −0.4 tⁿ
    CHECK(end_angle("t^" + std::to_string(n), {}, by_taylor) == Approx(-0.4 / (n + 1) / (n + 2)).margin(1e-12));
}

TEST_CASE("a power with a varying exponent runs with taylor") {
  for (const std::string law : {"(1.5+sin(t))^phi_j", "(2+t)^t", "abs(phi_j)^(2+t)"}) {
    const LawStart from{.phi = 0.3, .rate = -0.5, .until = 2};
    INFO(law);
    CHECK(end_angle(law, from, by_taylor) == Approx(end_angle(law, from, by_dop853)).margin(1e-9));
  }
}

TEST_CASE("work is right where the energy of a law varies faster than the motion, with every method") {
  // T = 5 and U = cos 40φ: φ'' = −2, so φ = −9 at t = 3, and the work is 45 + U(−9) − U(0).
  const double expected = 45 + std::cos(40 * 9.0) - 1;
  const Model model = model_with(formula("5") + ", energy = \"cos(40*phi_j)\"");
  for (RunRequest request : {by_taylor, by_dop853, by_gauss, by_cvode}) {
    request.settings.every = 0.1;
    const LawRun run = law_run(model, {.until = 3}, request);
    INFO(request.settings.method << ": " << run.outcome.words);
    REQUIRE(run.complete());
    CHECK(run.monitor.work == Approx(expected).epsilon(1e-6));
    CHECK(run.monitor.max_error < 1e-5);
  }
  // A law with its own energy does none.
  const LawRun own =
      law_run(model_with(formula("4*phi_j^3") + ", energy = \"phi_j^4\""), {.phi = 1, .until = 3}, by_taylor);
  CHECK(own.monitor.work == 0);
}

TEST_CASE("work has an error control of its own: from rest it is the kinetic energy, to a few tolerances") {
  for (const std::string law : {"10*sin(t)^3", "t^2*sin(t)", "t^3*exp(-t)", "tanh(t)^3", "log(1+t)^5", "cos(40*t)"})
    for (const double tolerance : {1e-8, 1e-10, 1e-12}) {
      INFO(law << " at " << tolerance);
      const LawRun run = law_run(model_with(formula(law)), {}, {{.method = "taylor", .tolerance = tolerance}});
      REQUIRE(run.complete());
      const double H = 1.25 * run.rate * run.rate;
      CHECK(std::abs(run.monitor.work - H) <= 3 * tolerance * H);
    }
}

}  // namespace oopss
