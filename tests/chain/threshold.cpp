// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/threshold.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "tests/chain/random_beads.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

/// Σ l_j l_k c_jk cos(ψ_j − ψ_k) v_j v_k: the kinetic energy of the rates v, twice.
Matrix<double> inertia_matrix(const Beads<double>& beads, const std::vector<double>& psi) {
  Matrix<double> Q = mass_coefficients(beads);
  for (int j = 0; j < Q.rows; ++j)
    for (int k = 0; k < Q.rows; ++k) Q(j, k) *= beads.l[j] * beads.l[k] * std::cos(psi[j] - psi[k]);
  return Q;
}

}  // namespace

TEST_CASE(
    "Theorem 1.1 of Laederich and Levi: the best threshold of an equal chain is the top of its amended potential") {
  const double printed[] = {1.0, 2.25, 2.0, 2.0 + 1.0 / 12, 2.0, 2.0 + 1.0 / 24};
  for (int joints = 1; joints <= 40; ++joints) {
    const Beads<double> beads = equal_beads<double>(joints);
    const Thresholds found = energy_thresholds(beads, 1);
    const int all = joints + 2, half = all / 2;
    CHECK(found.best == Approx(0.5 * all * all / (half * (all - half))).epsilon(1e-13));
    if (joints <= 5) CHECK(found.best == Approx(printed[joints]).epsilon(1e-13));
    CHECK(found.literal == Approx(all).epsilon(1e-14));
    CHECK(energy_thresholds(beads, -3).best == Approx(9 * found.best));
  }
}

TEST_CASE("the threshold of a gauge w is the largest of mu^2/2 w.J^-1 w over all shapes") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(-3.2, 3.2);
  for (int round = 0; round < 200; round += stride) {
    const int joints = 1 + round % 5;
    const Beads<double> beads = random_beads(random, joints);
    std::vector<double> w = random_gauge(random, joints + 1), psi;
    const double threshold = threshold_of_gauge(beads, w, 1.5);
    for (int shape = 0; shape < 20; ++shape) {
      psi.assign(w.size(), 0);
      for (double& x : psi) x = angle(random);
      CHECK(1.125 * dot(w, solve(ldlt(inertia_matrix(beads, psi)), w)) <= threshold * (1 + 1e-12));
    }
    if (joints > 1) continue;  // with two rods it is reached where all are in line, forwards or back
    double reached = 0;
    for (const double turn : {0.0, 3.14159265358979324})
      reached = std::max(reached, 1.125 * dot(w, solve(ldlt(inertia_matrix(beads, {0, turn})), w)));
    CHECK(reached == Approx(threshold).epsilon(1e-12));
  }
}

TEST_CASE("no gauge has a lower threshold than the best one, which is not below the amended potential anywhere") {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> angle(-3.2, 3.2);
  for (int round = 0; round < 300; round += stride) {
    const int rods = 2 + round % 11;
    const Beads<double> beads = random_beads(random, rods - 1);
    const Thresholds found = energy_thresholds(beads, 2);
    double sum = 0;
    for (const double w : found.gauge) {
      CHECK(w >= 0);
      sum += w;
    }
    CHECK(sum == Approx(1).epsilon(1e-13));
    CHECK(found.best <= found.literal * (1 + 1e-14));
    CHECK(found.best == Approx(threshold_of_gauge(beads, found.gauge, 2)).epsilon(1e-14));
    for (int trial = 0; trial < 20; ++trial) {  // afar, and near it
      const std::vector<double> afar = random_gauge(random, rods);
      CHECK(threshold_of_gauge(beads, afar, 2) >= found.best * (1 - 1e-13));
      std::vector<double> near = found.gauge;
      for (int j = 0; j < rods; ++j) near[j] += 1e-3 * (afar[j] - near[j]);
      CHECK(threshold_of_gauge(beads, near, 2) >= found.best * (1 - 1e-13));
      std::vector<double> psi(beads.l.size(), 0.0);
      for (double& x : psi) x = angle(random);
      const std::vector<double> ones(beads.l.size(), 1.0);
      CHECK(found.best >= 2 / dot(ones, inertia_matrix(beads, psi) * ones) * (1 - 1e-13));
    }
  }
}
