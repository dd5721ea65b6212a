// SPDX-License-Identifier: Apache-2.0
// Families of loops born at relative equilibria.
#include "oopss/orbit/family.hpp"

#include <catch2/catch.hpp>
#include <numbers>

#include "oopss/analysis/portrait.hpp"
#include "oopss/model/read.hpp"
#include "oopss/orbit/family_start.hpp"
#include "tests/orbit/orbits.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

Equilibria equilibria_of(const OrbitSystem& model, double momentum) {
  return find_equilibria(model.system, model.p, momentum);
}

GoldenFamily golden(const std::string& name, int mode) {
  for (GoldenFamily& family : golden_families())
    if (family.name == name && family.mode == mode) return family;
  throw std::runtime_error("no golden family " + name);
}

/// The family of a golden one, to beyond its last member and event.
Family followed(const OrbitSystem& model, const GoldenFamily& family) {
  double limit = family.least_energy;
  for (const GoldenFamily::Member& member : family.members) limit = std::max(limit, member.energy);
  for (const GoldenFamily::Event& event : family.events) limit = std::max(limit, event.energy);
  limit += 0.01 * (limit - family.least_energy);
  return family_from(model, equilibria_of(model, family.mu_s), {.from = "E1", .mode = family.mode, .limit = limit});
}

/// How many of a loop's multipliers are real and beyond 1 on the side of `sign`: a period doubling takes one over −1, a
/// fold or a branching one over 1, and what else happens moves pairs.
int beyond(const GoldenFamily::Member& member, double sign) {
  int out = 0;
  for (const std::complex<double>& lambda : member.multipliers)
    out += std::abs(lambda.imag()) < 1e-9 && sign * lambda.real() > 1 ? 1 : 0;
  return out;
}

/// S = ∮ π·dφ of a loop without torques, by energy, period and phase (docs/math.md, Families of loops).
double action_of(const Orbit& orbit) { return 2 * orbit.energy * orbit.loop.period - orbit.momentum * orbit.phase; }

/// The slope of a function by central differences of order 4.
template <class Function>
double slope_of(const Function& f, double x, double h) {
  return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
}

}  // namespace

TEST_CASE("golden families are followed from their equilibrium, with periods, multipliers, phases and events") {
  for (const GoldenFamily& wanted : golden_families()) {
    if (sanitized && wanted.name != "two_a") continue;
    INFO(wanted.id << " of " << wanted.name << ", mode " << wanted.mode);
    const OrbitSystem model = orbit_system(model_of(wanted.bodies));
    const Family family = followed(model, wanted);
    CHECK(family.frequency == Approx(wanted.frequency).epsilon(1e-10));
    CHECK(family.energy == Approx(wanted.least_energy).epsilon(1e-12));
    CHECK(family.resonances.empty());
    CHECK(family.end.kind == FamilyEndKind::limit);
    // The golden file has no events of four_a in modes 1 and 3; golden multipliers on both sides tell of them.
    for (std::size_t i = 1; i < wanted.members.size(); ++i) {
      const GoldenFamily::Member &a = wanted.members[i - 1], &b = wanted.members[i];
      const auto found = [&](FamilyEventKind kind) {
        return std::count_if(family.events.begin(), family.events.end(), [&](const FamilyEvent& event) {
          return event.kind == kind && a.energy < event.energy && event.energy < b.energy;
        });
      };
      CHECK((found(FamilyEventKind::period_doubling) - beyond(a, -1) - beyond(b, -1)) % 2 == 0);
      CHECK((found(FamilyEventKind::fold) + found(FamilyEventKind::branching) - beyond(a, 1) - beyond(b, 1)) % 2 == 0);
    }
    if (wanted.name != "four_a") REQUIRE(family.events.size() == wanted.events.size());
    REQUIRE(family.events.size() >= wanted.events.size());
    for (std::size_t i = 0; i < wanted.events.size(); ++i) {
      CHECK(word(family.events[i].kind) == wanted.events[i].kind);
      CHECK(family.events[i].energy == Approx(wanted.events[i].energy).margin(1e-8));
      CHECK(family.events[i].period == Approx(wanted.events[i].period).epsilon(1e-6));  // dT/dE is of order 100
    }
    for (const GoldenFamily::Member& member : wanted.members) {
      const Orbit orbit = member_at(model, family, member.energy);
      INFO("at E = " << member.energy);
      CHECK(orbit.trouble == "");
      CHECK(orbit.residual < 1e-12 * orbit.largest);  // as far as errors grow in a period
      CHECK(orbit.loop.period == Approx(member.period).epsilon(golden_error(member)));
      CHECK(multipliers_off(orbit.multipliers, member.multipliers) < 1e-9);
      CHECK(orbit.phase == Approx(member.total).epsilon(golden_error(member)));
      CHECK(orbit.dynamic == Approx(member.dynamic).epsilon(golden_error(member)));
    }
  }
}

TEST_CASE("two bodies: periods of the family are those of the portrait's quadrature, and its end is the saddle") {
  const GoldenFamily wanted = golden("two_a", 1);
  const OrbitSystem model = orbit_system(model_of(wanted.bodies));
  const Equilibria equilibria = equilibria_of(model, wanted.mu_s);
  const Family family = family_from(model, equilibria, {});
  REQUIRE(equilibria.all.size() == 2);
  const RelativeEquilibrium& saddle = equilibria.all[1];
  CHECK(family.end.kind == FamilyEndKind::homoclinic);
  CHECK(family.end.words.find("homoclinic to E2") != std::string::npos);
  CHECK(family.end.energy == Approx(saddle.energy).epsilon(1e-12));
  CHECK(family.events.empty());
  const Leaf leaf = leaf_of(model.system, model.p, wanted.mu_s);
  for (const double part : {0.01, 0.3, 0.7, 0.95}) {
    if (sanitized && part > 0.01) break;  // the same lines once more
    const double energy = family.energy + part * (saddle.energy - family.energy);
    const Orbit orbit = member_at(model, family, energy);
    for (const OrbitCurve& curve : leaf_portrait(leaf, {energy}).curves) {
      if (curve.kind != OrbitKind::libration) continue;
      // One multiplier pair, both 1: errors grow by the shear dT/dE alone, a few times here.
      CHECK(orbit.loop.period == Approx(*curve.period).epsilon(1e-11));
    }
  }
  // T = (2/growth) ln 1/(H_h - H) + …: between two gaps the period grows by the ratio of their logarithms.
  const double growth = saddle.stability.spectrum.back().real(), gap = 1e-4 * (saddle.energy - family.energy);
  const double longer = member_at(model, family, saddle.energy - gap / 10).loop.period -
                        member_at(model, family, saddle.energy - gap).loop.period;
  CHECK(longer == Approx(2 / std::abs(growth) * std::log(10)).epsilon(1e-3));  // the next term is of order gap log gap
}

TEST_CASE("Without torques only E/mu^2 matters") {
  if (sanitized) return;  // the lines are those of two bodies
  const GoldenFamily wanted = golden("three_a", 2);
  const OrbitSystem model = orbit_system(model_of(wanted.bodies));
  const Family family = followed(model, wanted);
  const double c = 2.5;
  const Family scaled = family_from(model, equilibria_of(model, c * wanted.mu_s),
                                    {.mode = wanted.mode, .limit = c * c * family.members.back().energy});
  CHECK(scaled.frequency == Approx(c * family.frequency).epsilon(1e-12));
  REQUIRE(scaled.events.size() == family.events.size());
  for (std::size_t i = 0; i < family.events.size(); ++i) {
    CHECK(scaled.events[i].kind == family.events[i].kind);
    CHECK(scaled.events[i].energy == Approx(c * c * family.events[i].energy).margin(c * c * 2e-8));
  }
  for (const double energy : {0.53, 0.75, 1.1}) {
    const Orbit a = member_at(model, family, energy), b = member_at(model, scaled, c * c * energy);
    // Both are closed to rounding, which grows by the largest multiplier.
    const double error = 1e-12 * a.largest;
    CHECK(b.loop.period * c == Approx(a.loop.period).epsilon(error));
    CHECK(b.phase == Approx(a.phase).epsilon(error));
    CHECK(multipliers_off(b.multipliers, a.multipliers) < 1e-9);
  }
}

TEST_CASE("dS/dE = T and dS/dmu = -(what the root turns) along a family") {
  if (sanitized) return;  // the lines are those of two bodies
  const GoldenFamily wanted = golden("three_a", 1);
  const OrbitSystem model = orbit_system(model_of(wanted.bodies));
  const Family family = family_from(model, equilibria_of(model, wanted.mu_s), {.limit = 0.62});
  const Orbit orbit = member_at(model, family, 0.6);
  const auto action_at = [&](double energy, double momentum) {
    return action_of(closed_orbit(model, orbit.loop, {.energy = energy, .momentum = momentum}));
  };
  const double by_energy = slope_of([&](double E) { return action_at(E, wanted.mu_s); }, 0.6, 2e-3);
  const double by_momentum = slope_of([&](double mu) { return action_at(0.6, mu); }, wanted.mu_s, 5e-3);
  CHECK(by_energy == Approx(orbit.loop.period).epsilon(1e-8));  // differences of order 4 leave about 1e-9
  CHECK(by_momentum == Approx(-orbit.phase).epsilon(1e-8));
}

TEST_CASE("small loops have the period and the phase of the mode") {
  if (sanitized) return;  // the lines are those of two bodies
  const GoldenFamily wanted = golden("three_a", 1);
  const OrbitSystem model = orbit_system(model_of(wanted.bodies));
  const Equilibria equilibria = equilibria_of(model, wanted.mu_s);
  for (const int mode : {1, 2}) {
    const Family family = family_from(model, equilibria, {.mode = mode, .limit = 0.4995});
    const double small = 1e-5;
    const Orbit one = member_at(model, family, family.energy + small),
                two = member_at(model, family, family.energy + 2 * small);
    // T(E) is smooth: two loops leave an error of second order in the energy.
    CHECK(2 * one.loop.period - two.loop.period == Approx(2 * std::numbers::pi / family.frequency).epsilon(1e-8));
    CHECK(2 * one.phase - two.phase ==
          Approx(equilibria.all[0].omega * 2 * std::numbers::pi / family.frequency).epsilon(1e-7));
    CHECK(2 * std::numbers::pi / family.frequency ==
          Approx(2 * std::numbers::pi / golden("three_a", mode).frequency).epsilon(1e-10));
  }
}

TEST_CASE("five equal joints of beads are in 1:2 resonance, and that is said") {
  const OrbitSystem model = orbit_system(load_model("beads"));
  const SmallOscillations small = small_oscillations(model, std::vector<double>(5, 0.0), 20);
  REQUIRE(small.modes.size() == 5);
  const double Omega = small.modes[0].frequency / std::sqrt(2);
  const std::vector<double> squares = {2, 5, 9, 14, 20};  // of the frequencies, in units of the turning
  for (int k = 0; k < 5; ++k) CHECK(std::pow(small.modes[k].frequency / Omega, 2) == Approx(squares[k]).epsilon(1e-10));
  CHECK(resonances(small, 1).empty());
  REQUIRE(resonances(small, 2).size() == 1);
  CHECK(resonances(small, 2).front() == "mode 5 has 2 times the frequency of mode 2, a 1:2 resonance");
  CHECK(resonances(small, 3).empty());
  CHECK(resonances(small, 5).empty());  // only higher frequencies do harm
}

TEST_CASE("a loop of five bars has families: their loops close by another integrator") {
  const OrbitSystem model = orbit_system(load_model("five-bar"));
  const Equilibria equilibria = equilibria_of(model, 2);
  const RelativeEquilibrium* lowest = &equilibria.all.front();
  for (const RelativeEquilibrium& one : equilibria.all)
    if (one.energy < lowest->energy) lowest = &one;
  const double limit = lowest->energy * (sanitized ? 1.002 : 1.02);
  const Family family = family_from(model, equilibria, {.from = lowest->id, .limit = limit});
  REQUIRE(family.end.kind == FamilyEndKind::limit);
  CHECK(family.members.front().loop.period == Approx(2 * std::numbers::pi / family.frequency).epsilon(1e-2));
  const Orbit orbit = member_at(model, family, limit);
  CHECK(orbit.trouble == "");
  CHECK(orbit.residual < 1e-12 * orbit.largest);
  CHECK(orbit.multipliers.size() == 2);  // two freedoms: one pair besides the double 1
}

TEST_CASE("what has no family is said in words") {
  const OrbitSystem model = orbit_system(model_of(golden("two_a", 1).bodies));
  const Equilibria equilibria = equilibria_of(model, 50);
  CHECK_THROWS_WITH(family_from(model, equilibria, {.from = "E7"}), "there is no equilibrium E7: there are E1 to E2");
  CHECK_THROWS_WITH(family_from(model, equilibria, {.mode = 2}), "E1 has one oscillating mode, there is no mode 2");
  CHECK_THROWS_WITH(family_from(model, equilibria, {.from = "E2"}),
                    "E2 has no oscillating mode: no family of loops is born there");
  CHECK_THROWS_WITH(family_from(model, equilibria_of(model, 0), {}), Catch::Contains("every shape is an equilibrium"));
  const Family family = family_from(model, equilibria, {.limit = 5.5});
  CHECK_THROWS_WITH(member_at(model, family, 6), Catch::Contains("it has those between"));
  const Family cancelled = family_from(model, equilibria, {.cancelled = [] { return true; }});
  CHECK(cancelled.end.kind == FamilyEndKind::cancelled);
  CHECK(cancelled.members.size() == 2);
}

TEST_CASE("without momentum loops of springs swing to and fro: nothing turns on the whole") {
  if (sanitized) return;  // the lines are those of two bodies
  const OrbitSystem model = orbit_system(load_model("rods"));
  const Equilibria equilibria = equilibria_of(model, 0);
  const RelativeEquilibrium& lowest = *std::min_element(
      equilibria.all.begin(), equilibria.all.end(), [](const auto& a, const auto& b) { return a.energy < b.energy; });
  const NormalMode mode = small_oscillations(model, lowest.phi, 0).modes.front();
  const double limit = lowest.energy + 0.05 / (mode.swing * mode.swing);
  const Family family = family_from(model, equilibria, {.from = lowest.id, .limit = limit});
  CHECK(family.end.kind == FamilyEndKind::limit);
  const Orbit orbit = member_at(model, family, limit);
  CHECK(orbit.trouble == "");
  CHECK(orbit.residual < 1e-12 * orbit.largest);
  CHECK(orbit.dynamic == Approx(0).margin(1e-14));
  CHECK(orbit.phase == Approx(0).margin(1e-12 * orbit.largest));       // it goes back the way it came
  CHECK(orbit.loop.period > 2 * std::numbers::pi / family.frequency);  // springs of a sine soften
}
