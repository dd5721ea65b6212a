// SPDX-License-Identifier: Apache-2.0
// Torque laws and relative equilibria: which have a potential, and that formulas and springs of one energy agree.
#include <catch2/catch.hpp>

#include "oopss/model/read.hpp"
#include "oopss/system/shape_laws.hpp"
#include "tests/analysis/analysis.hpp"
#include "tests/system/hub_and_arm.hpp"

using namespace oopss;

namespace {

Model with_law(const std::string& law) {
  return read_model({"law.toml", hub_and_arm + "torque = " + law + R"(
[[body]]
name = "hand"
mass = 1
inertia = 2
[[joint]]
name = "wrist"
between = ["arm", "hand"]
at = [[2, 0.5], [-1, 0]]
)"});
}

/// Why the law has no potential; empty if it has one.
std::string objection(const std::string& law) {
  const Model model = with_law(law);
  const TreeSpec spec = tree_spec(model);
  const std::vector<Diagnostic> found = laws_without_potential(spec, values_of(spec.inputs));
  if (found.empty()) return "";
  CHECK(found.size() == 1);
  CHECK(found[0].place.line == 15);
  CHECK_THAT(found[0].message, Catch::Contains("'elbow'"));
  return found[0].message;
}

Equilibria equilibria_with(const std::string& law, bool free = false) {
  const Model model = with_law(law);
  const TreeSpec spec = tree_spec(model);
  return find_equilibria(shape_energy(spec, values_of(spec.inputs), 50.0, free));
}

}  // namespace

TEST_CASE("laws without a potential are named, with the reason") {
  CHECK(objection(R"law({ law = "sine", kp = 2, kd = 1, bias = 0.5 })law").empty());
  CHECK(objection(R"law({ law = "pd", kp = 2, kd = 1 })law").empty());
  CHECK(
      objection(R"law({ law = "expression", formula = "3*sin(phi_elbow)", energy = "-3*cos(phi_elbow)" })law").empty());
  CHECK_THAT(objection(R"law({ law = "linearise", frequency = 1 })law"), Catch::Contains("exact linearisation"));
  CHECK_THAT(objection(R"law({ law = "drive", formula = "1" })law"), Catch::Contains("drive stores no energy"));
  CHECK_THAT(objection(R"law({ law = "expression", formula = "sin(phi_elbow)" })law"),
             Catch::Contains("stores no energy"));
  CHECK_THAT(objection(R"law({ law = "expression", formula = "t*phi_elbow", energy = "phi_elbow^2/2" })law"),
             Catch::Contains("depends on the time"));
  CHECK_THAT(objection(R"law({ law = "expression", formula = "2*phi_elbow", energy = "phi_elbow^2/2" })law"),
             Catch::Contains("does work"));
  CHECK_THAT(objection(R"law({ law = "expression", formula = "phi_elbow + rate_elbow", energy = "phi_elbow^2/2" })law"),
             Catch::Contains("does work"));
}

TEST_CASE("an energy formula has the equilibria of the spring that it spells out") {
  const Equilibria spring = equilibria_with(R"law({ law = "sine", kp = 5, bias = 1 })law");
  const Equilibria formula = equilibria_with(
      R"law({ law = "expression", formula = "5*sin(phi_elbow - 1)", energy = "5 - 5*cos(phi_elbow - 1)" })law");
  REQUIRE(spring.all.size() == formula.all.size());
  CHECK(formula.count == MorseCount::agrees);  // it was seen to be periodic
  for (const RelativeEquilibrium& one : spring.all) {
    const RelativeEquilibrium* const same = at_shape(formula, one.phi);
    REQUIRE(same != nullptr);
    CHECK(same->energy == Approx(one.energy).epsilon(1e-12));
    CHECK(same->stability.index == one.stability.index);
    for (const std::complex<double>& z : one.stability.spectrum)
      CHECK(distance(z, same->stability.spectrum) < 1e-7);  // rounding, by its root where eigenvalues are nearly double
  }
}

TEST_CASE("an energy formula on the line is searched over two turns, and no claim is made beyond") {
  const Equilibria found =
      equilibria_with(R"law({ law = "expression", formula = "phi_elbow^3", energy = "phi_elbow^4/4" })law");
  CHECK_FALSE(found.space.ranges[0].justified);
  CHECK(found.space.ranges[1].circle);
  CHECK(found.count == MorseCount::not_applicable);
  CHECK(found.all.size() >= 2);
}

TEST_CASE("--free leaves springs and dampers out") {
  const Equilibria free = equilibria_with(R"law({ law = "pd", kp = 5, kd = 3 })law", true);
  CHECK(free.space.ranges[0].circle);
  for (const RelativeEquilibrium& one : free.all) CHECK_FALSE(one.stability.asymptotic);
}
