// SPDX-License-Identifier: Apache-2.0
// Sreenath, Oh, Krishnaprasad, Marsden (1988) by the general search: Theorem 2, four or six, (6.33)-(6.36), Tables 1-3.
#include <catch2/catch.hpp>

#include "oopss/mechanics/locked.hpp"
#include "tests/analysis/analysis.hpp"
#include "tests/mechanics/random_trees.hpp"

using namespace oopss;

namespace {

/// Made once, for all tests of the special case.
const SpecialTable& aligned() {
  static const SpecialTable table = special_table();
  return table;
}

}  // namespace

TEST_CASE(
    "Sreenath et al. 1988, Theorem 2: two bodies have one stable equilibrium, stretched, and one unstable, folded") {
  std::mt19937 random(2);
  for (int trial = 0; trial < 500; ++trial) {
    PlanarTree<double> tree = random_tree(2, Growth::chain, random);
    const int child = tree.order[1];
    const double d1 = random_numbers(1, 2, random)[0], d2 = random_numbers(1, 2, random)[0];
    if (std::abs(d1 * d2) < 1e-3) continue;
    tree.d_parent[child] = {d1, 0};
    tree.d_child[child] = {-d2, 0};  // opposite directions where d1 d2 > 0: stretched at 0
    const double mu = random_numbers(1, 5, random)[0];
    const Equilibria found = find_equilibria(energy_of(tree, mu));
    REQUIRE(found.all.size() == 2);
    const double stretched = d1 * d2 > 0 ? 0 : std::numbers::pi;
    CHECK(apart(found.all[0].phi, {stretched}) < 1e-12);
    CHECK(apart(found.all[1].phi, {stretched + std::numbers::pi}) < 1e-12);
    CHECK(found.all[0].stability.verdict == Stability::stable);
    CHECK(found.all[1].stability.verdict == Stability::unstable);
    // The homoclinic orbit: at the energy of the folded shape, 2 s H − μ² is positive at every other shape.
    const TrigPolynomial<double> s = locked_polynomial(tree, pair_constants(tree));
    for (int k = 1; k < 40; ++k)
      CHECK(2 * value(s, {stretched + std::numbers::pi + k * std::numbers::pi / 20}) * found.all[1].energy > mu * mu);
  }
}

TEST_CASE("Sreenath et al. 1988 (5.9): the rates of both equilibria of two bodies") {
  std::mt19937 random(59);
  for (int trial = 0; trial < 100; ++trial) {
    const PlanarTree<double> tree = random_tree(2, Growth::chain, random);
    const PairConstants<double> pairs = pair_constants(tree);
    const double x = std::hypot(pairs.alpha(0, 1), pairs.beta(0, 1)), I1 = pairs.diagonal[0], I2 = pairs.diagonal[1];
    const Equilibria found = find_equilibria(energy_of(tree, 3.0));
    const double D0 = I1 * I2 - x * x;
    CHECK(std::abs(found.all[0].stability.spectrum[0].imag()) ==
          Approx(3 * std::sqrt(x / (D0 * (I1 + I2 + 2 * x)))).epsilon(1e-10));
    CHECK(found.all[1].stability.spectrum[1].real() ==
          Approx(3 * std::sqrt(x / (D0 * (I1 + I2 - 2 * x)))).epsilon(1e-10));
  }
}

TEST_CASE(
    "Sreenath et al. 1988, section 6: three bodies always have four or six equilibria, found without the closed form") {
  std::mt19937 random(6);
  int six = 0;
  for (int trial = 0; trial < 300; ++trial) {
    ShapeEnergy energy = energy_of(random_tree(3, Growth::bush, random));
    energy.closed_form = {};
    const CriticalShapes found = critical_shapes(energy);
    REQUIRE((found.all.size() == 4 || found.all.size() == 6));
    six += found.all.size() == 6 ? 1 : 0;
  }
  CHECK(six > 5);
}

TEST_CASE("Sreenath et al. 1988 (6.33)-(6.36): the pair is at those cosines, and exists where they are cosines") {
  int pairs = 0, none = 0;
  for (const SampledChain& sample : aligned().samples) {
    const double kappa = sample.kappa, tau = sample.tau;
    const double cos_x = (1 - kappa * kappa - tau * tau) / (2 * kappa * tau);
    const double cos_y = (kappa * kappa - tau * tau - 1) / (2 * tau);
    const bool exists = std::abs(cos_x) < 1 && std::abs(cos_y) < 1;  // (6.35), (6.36)
    REQUIRE(sample.all.size() == (exists ? 6 : 4));
    int bent = 0;
    for (const RelativeEquilibrium& one : sample.all) {
      if (std::abs(std::sin(one.phi[0])) < 1e-6) continue;
      ++bent;
      CHECK(std::cos(one.phi[0]) == Approx(cos_x).margin(1e-9));
      CHECK(std::cos(one.phi[1]) == Approx(cos_y).margin(1e-9));
      CHECK(std::sin(one.phi[1]) == Approx(kappa * std::sin(one.phi[0])).margin(1e-9));
    }
    CHECK(bent == (exists ? 2 : 0));
    ++(exists ? pairs : none);
  }
  CHECK(pairs > 100);
  CHECK(none > 100);
}

TEST_CASE("Sreenath et al. 1988, Tables 1 to 3 corrected: signs, counts and stability by case and region") {
  // Per case: the signs of (cos x, cos y) in regions 1, 2, 3, whether the pair is a minimum of V, whether e1 > 0
  // occurs.
  struct Expected {
    int signs[3][2];
    bool minimum, realisable;
  };
  const Expected expected[] = {{{{-1, 1}, {-1, -1}, {1, -1}}, false, true},
                               {{{-1, -1}, {-1, 1}, {1, 1}}, true, true},
                               {{{1, -1}, {1, 1}, {-1, 1}}, false, true},
                               {{{1, 1}, {1, -1}, {-1, -1}}, true, false}};
  const SpecialTable& table = aligned();
  REQUIRE(table.cells.size() == 16);
  for (const SpecialCell& cell : table.cells) {
    CAPTURE(cell.number, cell.region);
    const Expected& row = expected[cell.number - 1];
    CHECK(cell.systems >= 9);
    CHECK(cell.alike);
    CHECK((cell.realisable > 0) == row.realisable);
    CHECK(cell.count == (cell.region > 0 ? 6 : 4));
    if (cell.region == 0) {
      CHECK(cell.pair_index == -1);
      continue;
    }
    CHECK(cell.sign_cos_x == row.signs[cell.region - 1][0]);
    CHECK(cell.sign_cos_y == row.signs[cell.region - 1][1]);
    CHECK(cell.pair_index == (row.minimum ? 0 : 2));
    CHECK(cell.pair == (row.minimum ? Stability::stable : Stability::unstable));
    const char* const stable = cell.number == 1 ? "(0, 0)" : cell.number == 3 ? "(pi, pi)" : "the pair";
    CHECK(cell.stable == std::vector<std::string>{stable});
  }
}

TEST_CASE("Sreenath et al. 1988, section 6.3: with four aligned equilibria exactly one is stable") {
  for (const SampledChain& sample : aligned().samples)
    if (sample.all.size() == 4)
      CHECK(std::count_if(sample.all.begin(), sample.all.end(), [](const RelativeEquilibrium& one) {
              return one.stability.verdict == Stability::stable;
            }) == 1);
}

TEST_CASE("an aligned chain has the kappa and tau it was made for") {
  for (const SampledChain& sample : aligned().samples) {
    const AlignedChain& chain = sample.chain;
    const double A1 = chain.m1 * chain.m3 * chain.c1 * chain.d1,
                 B1 = (chain.m3 * (chain.b1 + chain.e1) + chain.m2 * chain.b1) * chain.m1 * chain.c1;
    const double B2 = (chain.m1 * (chain.b1 + chain.e1) + chain.m2 * chain.e1) * chain.m3 * chain.d1;
    CHECK(B1 / B2 == Approx(sample.kappa).epsilon(1e-12));
    CHECK(B1 / A1 == Approx(sample.tau).epsilon(1e-12));
  }
}

TEST_CASE("Sreenath et al. 1988 (6.25), (6.27): kappa and tau of aligned bodies are found from their inertia alone") {
  for (const SampledChain& sample : aligned().samples) {
    const auto found = aligned_ratios(energy_of(tree_of(sample.chain), 1));
    REQUIRE(found);
    CHECK(found->kappa == Approx(sample.kappa).epsilon(1e-9));
    CHECK(found->tau == Approx(sample.tau).epsilon(1e-9));
  }
  std::mt19937 random(6);
  CHECK_FALSE(aligned_ratios(energy_of(random_tree(3, Growth::chain, random), 1)));
  CHECK_FALSE(aligned_ratios(energy_of(random_tree(4, Growth::chain, random), 1)));
}
