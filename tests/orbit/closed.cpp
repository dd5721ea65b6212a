// SPDX-License-Identifier: Apache-2.0
// Orbits near a loop that does not quite close.
#include <catch2/catch.hpp>

#include "tests/orbit/orbits.hpp"

using namespace oopss;

TEST_CASE("golden orbits are closed from starts that are off by 1e-3, with their periods, multipliers and phases") {
  for (const GoldenFamily& family : golden_families()) {
    const OrbitSystem model = orbit_system(model_of(family.bodies));
    for (std::size_t i = 0; i < family.members.size(); i += sanitized ? 4 : 1) {
      const GoldenFamily::Member& member = family.members[i];
      OrbitLoop guess{std::vector<double>(static_cast<std::size_t>(model.system.layout.size)), member.period * 1.001,
                      std::vector<int>(member.phi.size())};
      put(model.system.layout, BlockKind::joint_angle, member.phi, guess.start);
      put(model.system.layout, BlockKind::momentum, member.mu, guess.start);
      guess.start[0] += 1e-3;
      INFO(family.id << " at E = " << member.energy);
      const Orbit orbit =
          closed_orbit(model, guess, {.energy = member.energy, .momentum = family.mu_s, .segments = i % 2 ? 0 : 3});
      CHECK(orbit.trouble == "");
      CHECK(orbit.residual < 1e-12 * orbit.largest);
      CHECK(orbit.asymmetry < 1e-11);
      CHECK(orbit.energy == Approx(member.energy).epsilon(1e-13));
      CHECK(orbit.momentum == Approx(family.mu_s).epsilon(1e-14));
      CHECK(orbit.loop.period == Approx(member.period).epsilon(golden_error(member)));
      CHECK(multipliers_off(orbit.multipliers, member.multipliers) < 1e-9);
      CHECK(orbit.phase == Approx(member.total).epsilon(golden_error(member)));
      CHECK(orbit.dynamic == Approx(member.dynamic).epsilon(golden_error(member)));
      CHECK(orbit.symmetric == (family.name == "two_a"));  // whose joint is on the line of the mass centres
    }
  }
}
