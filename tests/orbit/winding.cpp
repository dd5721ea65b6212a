// SPDX-License-Identifier: Apache-2.0
// Motions of a prescribed winding, found without a guess.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "oopss/model/read.hpp"
#include "oopss/model/toml.hpp"
#include "oopss/orbit/family.hpp"
#include "oopss/orbit/follow.hpp"
#include "oopss/orbit/recurrence.hpp"
#include "oopss/orbit/winding_orbits.hpp"
#include "oopss/system/model_family.hpp"
#include "oopss/system/orbit_system.hpp"
#include "tests/chain/random_beads.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

constexpr double whole_turn = 2 * std::numbers::pi;

OrbitSystem beads_system(const Beads<double>& beads, const std::string& more = "") {
  return orbit_system(
      read_model({"chain.toml", fmt::format("[model]\nformat = 1\n[chain]\nmasses = [{}]\nlengths = [{}]\n{}",
                                            fmt::join(beads.m, ", "), fmt::join(beads.l, ", "), more)}));
}

OrbitSystem equal_system(int joints) { return beads_system(equal_chain<double>(joints)); }

/// That joints turn as often as asked for, at the energy and momentum asked for, and that what is promised of an orbit
/// holds: its tolerance grows with the largest multiplier, by which a period multiplies every error.
void check_orbit(const WindingOrbit& found, const WindingRequest& request) {
  const Orbit& orbit = found.orbit;
  INFO(
      fmt::format("winding ({}), E = {}, mu = {}", fmt::join(request.winding, ", "), request.energy, request.momentum));
  CHECK(orbit.trouble == "");
  CHECK(orbit.loop.winding == request.winding);
  CHECK(orbit.residual < 1e-12 * orbit.largest);
  CHECK(orbit.asymmetry < 1e-9);
  CHECK(orbit.energy == Approx(request.energy).epsilon(1e-12));
  CHECK(orbit.momentum == Approx(request.momentum).margin(1e-12));
  CHECK(orbit.multipliers.size() == 2 * request.winding.size() - 2);
}

WindingOrbit shortest(const OrbitSystem& model, const WindingRequest& request) {
  const WindingAnswer answer = winding_orbits(model, request);
  REQUIRE(answer.trouble == "");
  REQUIRE_FALSE(answer.orbits.empty());
  check_orbit(answer.orbits.front(), request);
  return answer.orbits.front();
}

double period_of(const OrbitSystem& model, const WindingRequest& request) {
  return shortest(model, request).orbit.loop.period;
}

}  // namespace

TEST_CASE("Laederich and Levi, Theorem 1.1: above the threshold there is a motion of every winding") {
  std::mt19937 random(7);
  for (int draw = 0; draw < (sanitized ? 2 : 8); ++draw) {
    const int joints = 1 + draw % 4;
    const OrbitSystem model = beads_system(random_beads(random, joints));
    WindingRequest request{std::vector<int>(static_cast<std::size_t>(joints)), 0, draw % 2 ? -1.3 : 0.7};
    for (int& turns : request.winding) turns = static_cast<int>(random() % 5) - 2;
    request.winding.front() = 1 + draw % 2;
    request.energy = 1.2 * model.threshold(request.momentum).best;
    const WindingAnswer answer = winding_orbits(model, request);
    CHECK(answer.existence == "theorem");
    CHECK(answer.trouble == "");
    REQUIRE_FALSE(answer.orbits.empty());
    check_orbit(answer.orbits.front(), request);
  }
}

TEST_CASE("twelve windings of two, three and ten joints") {
  const std::vector<std::vector<int>> windings = {{1, 2},     {-2, 3},    {3, 3},     {0, -3},
                                                  {1, -1, 2}, {0, 2, 0},  {2, -1, 3}, {-3, 1, 0},
                                                  {1, 1, -1}, {3, 0, -2}, {2, 2, 1},  {1, 0, 0, 0, 0, 0, 0, 0, 0, -1}};
  for (std::size_t i = 0; i < windings.size(); i += stride) {
    const int joints = static_cast<int>(windings[i].size());
    shortest(equal_system(joints), {windings[i], joints + 2.0, 1});
  }
}

TEST_CASE("multiplicity: every primitive winding has at least 2^(joints - 1) symmetric motions above the threshold") {
  for (const std::vector<int>& winding :
       std::vector<std::vector<int>>{{1, 0}, {1, -1}, {2, 1}, {1, 0, -1}, {0, 0, 1}}) {
    const int joints = static_cast<int>(winding.size());
    if (sanitized && joints > 2) continue;
    const WindingRequest request{winding, joints + 3.0, 1, true};
    const WindingAnswer answer = winding_orbits(equal_system(joints), request);
    CHECK(answer.orbits.size() == 1U << (joints - 1));
    for (std::size_t i = 0; i < answer.orbits.size(); ++i) {
      check_orbit(answer.orbits[i], request);
      CHECK(answer.orbits[i].orbit.symmetric);
      for (std::size_t j = 0; j < i; ++j)  // distinct: they pass the straight and folded shapes with other rates
        CHECK((std::abs(answer.orbits[i].orbit.loop.period - answer.orbits[j].orbit.loop.period) > 1e-6 ||
               std::abs(answer.orbits[i].orbit.loop.start[1] - answer.orbits[j].orbit.loop.start[1]) > 1e-6 ||
               std::abs(answer.orbits[i].orbit.loop.start[2] - answer.orbits[j].orbit.loop.start[2]) > 1e-6));
    }
  }
}

TEST_CASE("one joint: the period is the quadrature of K / (2E - mu^2 / I)") {
  const OrbitSystem model = equal_system(1);
  for (const auto& [energy, mu] : {std::pair{4.0, 1.0}, std::pair{2.3, 1.0}, std::pair{1.0, 0.0}}) {
    double T = 0;
    constexpr int count = 4000;  // of an analytic periodic integrand: exact to rounding
    for (int i = 0; i < count; ++i) {
      const double c = std::cos(whole_turn * i / count), K = (2 - c) / 18, I = (4 + 2 * c) / 9;
      T += std::sqrt(K / (2 * energy - mu * mu / I)) * whole_turn / count;
    }
    CHECK(period_of(model, {{1}, energy, mu}) == Approx(T).epsilon(1e-12));
    CHECK(period_of(model, {{-2}, energy, mu}) == Approx(2 * T).epsilon(1e-12));
  }
}

TEST_CASE("section 3: mirror and reversal take (n, mu) to (-n, -mu), renumbering takes n to (-n_N, ..., -n_1)") {
  Beads<double> beads{{0.3, 0.2, 0.4, 0.1}, {1.0, 0.8, 1.2}};
  const double here = period_of(beads_system(beads), {{1, 2}, 4, 0.7});
  CHECK(period_of(beads_system(beads), {{-1, -2}, 4, -0.7}) == Approx(here).epsilon(1e-11));
  std::reverse(beads.m.begin(), beads.m.end());
  std::reverse(beads.l.begin(), beads.l.end());
  CHECK(period_of(beads_system(beads), {{-2, -1}, 4, 0.7}) == Approx(here).epsilon(1e-11));
}

TEST_CASE("(5, 1), whose largest multiplier is above 1e8, is closed by multiple shooting") {
  const WindingOrbit found = shortest(equal_system(2), {{5, 1}, 5, 1});
  CHECK(found.orbit.largest > 1e8);
  CHECK(found.orbit.nodes.size() >= 20);
}

TEST_CASE("without momentum only the time scales with the energy") {
  const OrbitSystem model = equal_system(2);
  const WindingOrbit slow = shortest(model, {{1, 0}, 1, 0});
  CHECK(slow.orbit.loop.period == Approx(1.3406502059418905).epsilon(1e-11));  // tests/golden/chain.json
  CHECK(period_of(model, {{1, 0}, 4, 0}) == Approx(slow.orbit.loop.period / 2).epsilon(1e-11));
  CHECK(winding_orbits(model, {{1, 0}, 1, 0}).existence == "theorem");
}

TEST_CASE("the energy is held against both thresholds, in words") {
  const OrbitSystem model = equal_system(2);  // E_0 = 4 with the angle of the root, 2 with the best mean
  const auto words = [&](double energy) { return winding_orbits(model, {{1, 0}, energy, 1}); };
  CHECK(words(5).words.find("above the threshold E_0, 4 J") == 0);
  const WindingAnswer between = words(2.2);
  CHECK(between.existence == "theorem");
  CHECK(between.trouble == "");
  CHECK(between.words.find("below the threshold E_0 = 4 J") == 0);
  const WindingAnswer below = words(1.9);
  CHECK(below.existence == "numerical");
  CHECK(below.words.find("no motion is promised") != std::string::npos);
  if (below.trouble.empty()) check_orbit(below.orbits.front(), {{1, 0}, 1.9, 1});
  const WindingAnswer nowhere = words(0.1);
  CHECK_FALSE(nowhere.reached);
  CHECK(nowhere.trouble.find("the least is 0.4 J") != std::string::npos);  // mu^2 / 2I, I = 15/12
}

TEST_CASE("springs that are periodic raise the threshold by what they store, and leave motions of every winding") {
  const OrbitSystem model =
      beads_system(equal_chain<double>(2), "torque = { law = \"sine\", kp = 0.5, bias = \"90 deg\" }\n");
  CHECK(model.threshold(1).best == Approx(equal_system(2).threshold(1).best + 2));
  const WindingRequest request{{1, -2}, 6, 1};
  const WindingAnswer answer = winding_orbits(model, request);
  CHECK(answer.existence == "theorem");
  CHECK(answer.trouble == "");
  check_orbit(answer.orbits.front(), request);
}

TEST_CASE("a winding that is a multiple repeats a shorter motion, and says so") {
  const WindingOrbit once = shortest(equal_system(2), {{1, 0}, 5, 1}),
                     thrice = shortest(equal_system(2), {{3, 0}, 5, 1});
  CHECK(once.repeats == 1);
  CHECK(thrice.repeats == 3);
  CHECK(thrice.orbit.loop.period == Approx(3 * once.orbit.loop.period).epsilon(1e-10));
}

TEST_CASE("an orbit followed in energy is the one found there, and dS/dE is its period") {
  const OrbitSystem model = equal_system(2);
  const WindingOrbit first = shortest(model, {{1, 1}, 5, 1}), last = shortest(model, {{1, 1}, 6, 1});
  const FollowedOrbits followed = follow_orbit({5, 6,
                                                [&](double energy) {
                                                  return OrbitPlace{model, energy, 1};
                                                }},
                                               first.orbit);
  CHECK_FALSE(followed.lost);
  CHECK(followed.points.back().orbit.loop.period == Approx(last.orbit.loop.period).epsilon(1e-11));
  double area = 0;  // trapezes: good to the square of the steps
  for (std::size_t i = 1; i < followed.points.size(); ++i)
    area += (followed.points[i].value - followed.points[i - 1].value) *
            (followed.points[i].orbit.loop.period + followed.points[i - 1].orbit.loop.period) / 2;
  CHECK(last.action - first.action == Approx(area).epsilon(1e-3));
}

TEST_CASE("an orbit followed over a mass derives its system once, and ends as the one found there") {
  const Model model =
      read_model({"chain.toml", "[model]\nformat = 1\n[chain]\nmasses = [1, 1, 1, 1]\nlengths = [1, 1, 1]\n"});
  ModelFamily family = model_family(model, {}, {"chain.masses.0"}, Engine::recursive);
  const auto member = [&](double mass) { return orbit_system(derived_member(family, {mass}), {1, 1}); };
  const WindingRequest request{{1, 1}, 5, 1};
  const WindingOrbit first = shortest(member(1), request), last = shortest(member(1.25), request);
  const long read = documents_parsed(), derived = derivations();
  const auto make = [&](double mass) { return OrbitPlace{member(mass), 5, 1}; };
  const FollowedOrbits followed = follow_orbit({1, 1.25, make}, first.orbit);
  CHECK((documents_parsed() == read && derivations() == derived));
  CHECK_FALSE(followed.lost);
  CHECK(followed.points.back().orbit.loop.period == Approx(last.orbit.loop.period).epsilon(1e-11));
}

TEST_CASE("an orbit that turns back in energy is followed round the fold, to another one of the first energy") {
  const OrbitSystem model = equal_system(2);
  const WindingOrbit first = shortest(model, {{0, 1}, 3, 1});
  const FollowedOrbits followed = follow_orbit({.from = 3,
                                                .to = 2.5,
                                                .make =
                                                    [&](double energy) {
                                                      return OrbitPlace{model, energy, 1};
                                                    },
                                                .by_energy = true},
                                               first.orbit);
  CHECK_FALSE(followed.lost);
  REQUIRE(followed.folds.size() == 1);
  CHECK(followed.end.find("it turned back at 2.66201") == 0);
  double least = 3;
  for (const FollowedOrbit& point : followed.points) {
    least = std::min(least, point.value);
    CHECK(point.orbit.trouble == "");
    CHECK(point.orbit.energy == Approx(point.value).epsilon(1e-11));
    CHECK(point.orbit.residual < 1e-12 * point.orbit.largest);
  }
  CHECK(least > followed.folds.front() - 1e-9);
  CHECK(least < followed.folds.front() + 1e-3);
  CHECK(followed.points.back().value == Approx(3).epsilon(1e-11));
  CHECK(followed.points.back().orbit.loop.winding == first.orbit.loop.winding);
  CHECK(std::abs(followed.points.back().orbit.loop.period - first.orbit.loop.period) > 1e-2);
  const Family left =
      family_onward(model, followed.points[0].orbit, followed.points[1].orbit, 2.5, 3, {.most_period_growth = 2});
  CHECK(left.end.kind == FamilyEndKind::lost);
  CHECK(left.end.words.find("motions near it grow by") != std::string::npos);
}

TEST_CASE("small periods of the whole are fractions of a turn with a denominator of at most 12") {
  CHECK(recurrence(whole_turn * 5 / 12 + 1e-10)->periods == 12);
  CHECK(recurrence(-3 * whole_turn)->turns == -3);
  CHECK_FALSE(recurrence(whole_turn / 13));
  CHECK_FALSE(recurrence(whole_turn / 3 + 1e-7));
}
