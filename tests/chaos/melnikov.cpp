// SPDX-License-Identifier: Apache-2.0
// Homoclinic loops of two bodies and their Melnikov integrals.
#include "oopss/chaos/melnikov.hpp"

#include <catch2/catch.hpp>
#include <numbers>

#include "oopss/system/derive.hpp"
#include "oopss/system/tree_spec.hpp"
#include "tests/chaos/golden_splitting.hpp"

using namespace oopss;

namespace {

PairInertia pair_of(const GoldenSplitting& golden) { return {golden.I_1, golden.I_2, golden.x, golden.stretched}; }

}  // namespace

TEST_CASE("The homoclinic loop of two bodies solves their equations of motion") {
  for (const GoldenSplitting& golden : golden_splittings()) {
    if (!golden.forced) continue;
    INFO(golden.id);
    const TreeSpec spec = tree_spec(golden.model);
    const PairInertia pair = pair_inertia(spec, values_of(spec.inputs));
    CHECK(pair.I_1 == Approx(golden.I_1).epsilon(1e-14));
    CHECK(pair.x == Approx(golden.x).epsilon(1e-14));
    CHECK(pair.stretched == Approx(golden.stretched).margin(1e-15));
    const PairLoop loop = pair_loop(pair, golden.mu_s, golden.loop);
    CHECK(loop.growth == Approx(golden.growth).epsilon(1e-14));
    CHECK(loop.energy == Approx(golden.energy).epsilon(1e-14));
    CHECK(loop.rate == Approx(golden.rate).epsilon(1e-13));
    CHECK(loop.mu_2 - golden.mu_s / 2 == Approx(golden.nu).epsilon(1e-13));
    double turns = 0, shortest = 1;
    for (const LoopPoint& point : loop.points) {
      turns += point.rate * point.weight;  // ∫ φ' dt
      // H along it is that of the folded shape, and the momentum is the total one.
      const double J = golden.x * std::cos(point.phi - golden.stretched);
      const double mu_1 = golden.I_1 * point.omega_1 + J * point.omega_2,
                   mu_2 = golden.I_2 * point.omega_2 + J * point.omega_1;
      shortest = std::min(shortest, 1e-12 - std::abs(mu_1 + mu_2 - golden.mu_s) / std::abs(golden.mu_s));
      const double H = (mu_1 * point.omega_1 + mu_2 * point.omega_2) / 2;
      shortest = std::min(shortest, 1e-12 - std::abs(H / golden.energy - 1));
    }
    CHECK(shortest > 0);
    CHECK(turns == Approx(2 * std::numbers::pi * golden.loop).epsilon(1e-14));
    for (std::size_t i = 300; i < 460; i += 20) {  // t and the angle turned are integrals of what they should be
      const LoopPoint &before = loop.points[i - 1], &here = loop.points[i], &after = loop.points[i + 1];
      CHECK((after.phi - before.phi) / (after.t - before.t) == Approx(here.rate).epsilon(3e-3));
      CHECK((after.turned - before.turned) / (after.t - before.t) == Approx(here.omega_1).epsilon(3e-3).margin(1e-3));
    }
  }
}

TEST_CASE("Golden Melnikov integrals of drives and rotors, and their simple zeros") {
  for (const GoldenSplitting& golden : golden_splittings()) {
    INFO(golden.id);
    const ModelSplitting found = found_splitting(golden);
    CHECK(found.problem.growth == Approx(golden.growth).epsilon(1e-13));
    CHECK(found.problem.frequency == Approx(golden.Omega).epsilon(1e-12));
    CHECK(found.energy == Approx(golden.energy).epsilon(1e-13));
    CHECK(found.stretched == Approx(golden.stretched).margin(1e-15));
    const double scale = golden.forced ? 1 / golden.rate : -1 / golden.Omega;
    REQUIRE(found.problem.gap.terms.size() >= 2);
    // Gaps per unit of size are M over φ' or −Ω: all digits of the integrals.
    const std::complex<double> C = found.problem.gap.terms[1] / scale;
    CHECK(std::abs(C - golden.C) < 1e-13);
    for (std::size_t n = 0; n < found.problem.gap.terms.size(); ++n)
      if (n != 1) CHECK(std::abs(found.problem.gap.terms[n]) < 1e-14);
    const std::vector<double> zeros = simple_zeros(found.problem.gap);
    REQUIRE(zeros.size() == golden.zeros.size());
    for (std::size_t i = 0; i < zeros.size(); ++i) CHECK(zeros[i] == Approx(golden.zeros[i]).margin(1e-12));
    for (const GoldenGaps& row : golden.measured)
      CHECK(value(found.problem.gap, row.phase) == Approx(row.predicted).epsilon(1e-12));
  }
}

TEST_CASE("A constant torque adds 2 pi per unit to the Melnikov function, and takes its zeros away where it is large") {
  const GoldenSplitting golden = golden_splittings().front();
  const PairLoop loop = pair_loop(pair_of(golden), golden.mu_s, golden.loop);
  const double Omega = golden.Omega, period = 2 * std::numbers::pi / Omega;
  const auto with = [&](double constant) {
    return melnikov_of_drive(
        loop, [=](double t) { return constant + std::sin(Omega * t); }, period);
  };
  // The oscillating part is A sin(Ω t_0), A = 1.17 by the golden file.
  CHECK(value(with(0.1), 1) == Approx(0.2 * std::numbers::pi + golden.C.real() * std::sin(Omega)).epsilon(1e-13));
  CHECK(simple_zeros(with(0.1)).size() == 2);
  CHECK(simple_zeros(with(0.2)).empty());  // 0.4 π > 1.17
  CHECK(largest_phase(with(0.1)) == Approx(period / 4).epsilon(1e-7));
}

TEST_CASE("Two tones of a drive add up in the Melnikov function") {
  const GoldenSplitting golden = golden_splittings()[1];
  const PairLoop loop = pair_loop(pair_of(golden), golden.mu_s, golden.loop);
  const auto one = [](double t) { return std::cos(t); };
  const auto two = [](double t) { return std::sin(3 * t); };
  const double period = 2 * std::numbers::pi;
  const PhaseSeries first = melnikov_of_drive(loop, one, period), second = melnikov_of_drive(loop, two, period),
                    both = melnikov_of_drive(
                        loop, [&](double t) { return one(t) + two(t); }, period);
  for (const double t : {0.0, 0.4, 2.0, 5.0})
    CHECK(value(both, t) == Approx(value(first, t) + value(second, t)).epsilon(1e-13));
}

TEST_CASE("A rotor at rest, and one at its own mass centre, split nothing") {
  const GoldenSplitting golden = golden_splittings().back();
  REQUIRE(!golden.forced);
  const PairLoop loop = pair_loop(pair_of(golden), golden.mu_s, golden.loop);
  const RotorPair rotor{pair_of(golden), 0.5, {0.3, 0.1}, {-0.2, 0.4}}, alone{pair_of(golden), 0.5, 0, 0};
  CHECK(std::abs(melnikov_of_rotor(loop, rotor, 0).M.terms[1]) == 0);
  CHECK(std::abs(melnikov_of_rotor(loop, alone, 2.5).M.terms[1]) == 0);
  CHECK(simple_zeros(melnikov_of_rotor(loop, alone, 2.5).M).empty());
}
