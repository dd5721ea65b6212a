// SPDX-License-Identifier: Apache-2.0
// What the planar paper of 1988 announces for its second part, on sections and by exponents.
#include <catch2/catch.hpp>
#include <cmath>

#include "oopss/chaos/tangent_run.hpp"
#include "tests/chaos/section_map.hpp"

using namespace oopss;

namespace {

/// A golden orbit of three bodies as a fixed point of a section through its start.
struct FixedPoint {
  double off = 0;    // by which it misses itself after a period
  double trace = 0;  // of the slopes of the map there
};

FixedPoint fixed_point(const GoldenFamily& family, const GoldenFamily::Member& member) {
  const ChaosSystem model = chaos_system(model_of(family.bodies));
  const std::vector<double> start = state_with(model.motion.system, member.phi, member.mu);
  std::vector<double> rates(start.size());
  model.motion.flow.field(0, start.data(), rates.data());
  const int place = model.motion.system.layout.offset(BlockKind::joint_angle, 0);
  const Section section = section_at(model, start, 0, member.phi[0], rates[place] > 0 ? 1 : -1);
  SectionRun run(model, section, start, 1e-16);
  int returns = 1;
  while (run.next()->t < member.period - 1e-3) ++returns;
  const SectionMap map(model, section, family.mu_s, member.energy);
  const SectionPoint from = section_point(section, 0, start.data());
  const SectionPlace to = map({from.angle, from.momentum}, returns);
  const auto D = map.slopes({from.angle, from.momentum}, returns);
  return {std::abs(wrapped(to.angle - from.angle)) + std::abs(to.momentum - from.momentum), D[0] + D[3]};
}

const GoldenFamily& three_bodies(const std::vector<GoldenFamily>& all, int mode) {
  for (const GoldenFamily& family : all)
    if (family.name == "three_a" && family.mode == mode) return family;
  throw std::runtime_error("no such family");
}

double growth(const Settings& settings, double until) {
  const Started one = started("tangle", settings);
  TangentRun run(one.model, one.start);
  REQUIRE(run.advance(until));
  return run.exponents().front();
}

}  // namespace

TEST_CASE(
    "Sreenath et al. 1988, part II announced: periodic orbits are fixed points of sections, with their multipliers") {
  const std::vector<GoldenFamily> all = golden_families();
  for (const int mode : {1, 2}) {
    const GoldenFamily& family = three_bodies(all, mode);
    for (std::size_t i = 0; i < family.members.size(); i += sanitized ? 3 : 2) {
      const GoldenFamily::Member& member = family.members[i];
      INFO(family.id << " at E = " << member.energy);
      const FixedPoint found = fixed_point(family, member);
      const double trace = (member.multipliers[0] + member.multipliers[1]).real();
      CHECK(found.off < 1e-7);
      CHECK(found.trace == Approx(trace).margin(1e-4 * (1 + std::abs(trace))));
    }
  }
}

TEST_CASE("Sreenath et al. 1988, part II announced: bifurcation, where the slopes at a fixed point have the trace -2") {
  const std::vector<GoldenFamily> all = golden_families();
  const GoldenFamily& family = three_bodies(all, 1);
  const double doubling = family.events.front().energy;
  double before = 0, after = 0;
  for (const GoldenFamily::Member& member : family.members) {
    if (member.energy < doubling) before = fixed_point(family, member).trace;
    if (member.energy > doubling && after == 0) after = fixed_point(family, member).trace;
  }
  CHECK((before > -2 && before < 2));
  CHECK(after < -2);
}

TEST_CASE("Sreenath et al. 1988, part II announced: chaos, near the homoclinic loop once the third body has a lever") {
  const double until = sanitized ? 150 : 600, level = std::log(until) / until;
  CHECK(growth({{"lever", "0.3"}}, until) > 4 * level);
  // Without a lever the third body is a free rotor, and off the loop all that is left is regular.
  CHECK(growth({{"lever", "0"}, {"start.momenta.hub", "0.5"}}, until) < 2.5 * level);
}
