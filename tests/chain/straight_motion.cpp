// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "oopss/chain/straight.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/model/build.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/derived.hpp"
#include "tests/chain/chain_energy.hpp"
#include "tests/chain/random_beads.hpp"
#include "tests/sanitized.hpp"

namespace oopss {
namespace {

/// Beads on rods as bodies: the first has two beads, every other the bead at its far end, and no inertia of its own.
Model model_of(const Beads<double>& beads) {
  Model model;
  const double both = beads.m[0] + beads.m[1], l = beads.l[0];
  add_body(model, "rod0",
           {.mass = both, .inertia = l * l * beads.m[0] * beads.m[1] / both, .centre = {l * beads.m[1] / both, 0}});
  for (int j = 1; j < beads.rods(); ++j) {
    const std::string before = "rod" + std::to_string(j - 1), own = "rod" + std::to_string(j);
    add_body(model, own, {.mass = beads.m[j + 1], .centre = {beads.l[j], 0}});
    add_joint(model, "joint" + std::to_string(j), {before, {beads.l[j - 1], 0}}, {own, {0, 0}});
  }
  return model;
}

/// |(φ, φ')| of a state, φ_j = θ_1 + … + θ_j.
double distance(const Flow& flow, const Layout& layout, double t, const double* state) {
  std::vector<double> rates(static_cast<std::size_t>(layout.size));
  flow.field(t, state, rates.data());
  const int first = layout.offset(BlockKind::joint_angle);
  double phi = 0, rate = 0, sum = 0;
  for (int j = 0; j < layout.joints; ++j) {
    phi += state[first + j];
    rate += rates[first + j];
    sum += phi * phi + rate * rate;
  }
  return std::sqrt(sum);
}

/// The largest |x(t)| on the way from x(0) = x, over some periods of the slowest motion.
double farthest(const ChainEnergy& energy, const std::vector<double>& x, double until) {
  const System system = derive(model_of(energy.beads), Engine::recursive);
  const Flow flow = system.with_inputs(default_inputs(system));
  const std::vector<double> momenta = energy.Q(x) * energy.rates(x);
  std::vector<double> start(static_cast<std::size_t>(system.layout.size), 0.0);
  for (int j = 0; j < energy.joints(); ++j)
    start[system.layout.offset(BlockKind::joint_angle, j)] = x[j] - (j == 0 ? 0 : x[j - 1]);
  for (int j = 0; j <= energy.joints(); ++j) start[system.layout.offset(BlockKind::momentum, j)] = momenta[j];
  CHECK(distance(flow, system.layout, 0, start.data()) == Approx(std::sqrt(dot(x, x))).epsilon(1e-9));
  const Path path =
      integrate(flow, system.layout, start,
                {.settings = {.method = "taylor", .tolerance = 1e-9, .until = until, .every = until / 400}});
  REQUIRE(path.outcome.status == Status::complete);
  double most = 0;
  for (int i = 0; i < path.points.count(); ++i)
    most = std::max(most, distance(flow, system.layout, path.points.t[i], path.points.row(i)));
  return most;
}

}  // namespace

TEST_CASE("Theorem 1.2 of Laederich and Levi: a start inside the radius stays within the bound") {
  std::mt19937 random(8);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 24; round += stride) {
    const int joints = 1 + round % 4;
    const Beads<double> beads = round < 8 ? equal_chain<double>(joints) : random_beads(random, joints);
    const double momentum = round % 3 == 0 ? 2.5 : 1;
    const StraightChain proved = straight_chain(exactly(beads), Enclosure(mpq_class(momentum)));
    std::vector<double> x(2 * static_cast<std::size_t>(joints));
    for (double& value : x) value = normal(random);
    const double scale = proved.delta / std::sqrt(dot(x, x));
    for (double& value : x) value *= scale;
    const double slowest = std::sqrt(proved.nu_2[0].lo.get_d()) * momentum / proved.inertia.lo.get_d();
    const double most = farthest({beads, momentum}, x, 6 * 2 * M_PI / slowest);
    CHECK(most <= proved.growth * proved.delta);
    CHECK(most >= proved.delta);
    CHECK(proved.growth * proved.delta <= 1);  // where the bound of the remainder holds
  }
}

}  // namespace oopss
