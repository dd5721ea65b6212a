// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/straight.hpp"

#include <catch2/catch.hpp>
#include <cctype>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "oopss/chain/eigenvalue_bounds.hpp"
#include "tests/chain/chain_energy.hpp"
#include "tests/chain/random_beads.hpp"
#include "tests/sanitized.hpp"

namespace oopss {
namespace {

/// The straight shape of beads as numbers.
StraightChain straight(const Beads<double>& beads, double momentum) {
  return straight_chain(exactly(beads), Enclosure(mpq_class(momentum)));
}

/// A point of the sphere |x| = size, equally likely everywhere.
std::vector<double> on_sphere(std::mt19937& random, int joints, double size) {
  std::normal_distribution<double> normal;
  std::vector<double> x(2 * static_cast<std::size_t>(joints));
  for (double& value : x) value = normal(random);
  const double length = std::sqrt(dot(x, x));
  for (double& value : x) value *= size / length;
  return x;
}

/// |R(x)|/|x|⁴ where it is largest, as far as random places and steps uphill from them find it, on |x| = size.
double seen_remainder(const ChainEnergy& energy, std::mt19937& random, int joints, double size, int starts) {
  const auto value = [&](const std::vector<double>& x) { return std::abs(energy.remainder(x)) / std::pow(size, 4); };
  double most = 0;
  for (int start = 0; start < starts; ++start) {
    std::vector<double> x = on_sphere(random, joints, size);
    double best = value(x);
    for (double step = 0.5; step > 0.01; step *= 0.8) {
      std::vector<double> other = on_sphere(random, joints, step * size);
      for (std::size_t k = 0; k < x.size(); ++k) other[k] += x[k];
      const double scale = size / std::sqrt(dot(other, other));
      for (double& y : other) y *= scale;
      if (value(other) < best) continue;
      best = value(other);
      x = other;
    }
    most = std::max(most, best);
  }
  return most;
}

struct TableRow {
  double lambda, Lambda, C4, cubic, quartic, growth, barrier;
};
/// Equal chains of 1 to 5 joints, l = μ = 1, by an independent program; C4 and the radii are made of the largest
/// derivatives that were seen, not of ones that are proved.
const TableRow table[] = {{0.0555556, 0.2500000, 0.012319, 2.53e-2, 0.2357, 4.24, 1.5},
                          {0.0345492, 0.2224621, 0.040218, 3.25e-3, 0.0913, 5.08, 0.6},
                          {0.0190983, 0.1309017, 0.026833, 2.13e-3, 0.0806, 5.24, 0.23077},
                          {0.0078223, 0.1405599, 0.022876, 2.83e-4, 0.0345, 8.48, 0.10549},
                          {0.0036844, 0.1675077, 0.023805, 5.60e-5, 0.0146, 13.49, 0.055147}};

}  // namespace

TEST_CASE("proved constants of equal chains are near those that follow from the largest derivatives seen") {
  for (int joints = 1; joints <= 5; ++joints) {
    const TableRow& row = table[joints - 1];
    const StraightChain found = straight_chain(equal_chain<Enclosure>(joints), Enclosure(1));
    CHECK(found.lambda == Approx(row.lambda).margin(5.1e-8));
    CHECK(found.Lambda == Approx(row.Lambda).margin(5.1e-8));
    CHECK(found.growth == Approx(row.growth).margin(5.1e-3));
    CHECK(found.barrier_energy == Approx(row.barrier).epsilon(1e-4));
    CHECK(found.C <= 1.5 * row.C4);  // C4 has the largest fourth derivative on a ray, which is more than the remainder
    CHECK(found.delta >= 0.8 * row.quartic);
    CHECK(found.delta <= 1.1 * row.quartic);
    CHECK(found.delta_cubic >= row.cubic);  // there C is made of the largest third derivative and of how many there are
    CHECK(found.delta_cubic <= found.delta);
  }
}

TEST_CASE("the table of docs/straight-chain.md has five digits of what is proved") {
  std::ifstream document("docs/straight-chain.md");
  int rows = 0;
  for (std::string line; std::getline(document, line);) {
    if (line.size() < 3 || line[0] != '|' || std::isdigit(static_cast<unsigned char>(line[2])) == 0) continue;
    for (char& letter : line)
      if (letter == '|') letter = ' ';
    std::istringstream words(line);
    int joints = 0;
    double lambda = 0, Lambda = 0, C = 0, seen = 0, delta = 0, cubic = 0, growth = 0, barrier = 0;
    words >> joints >> lambda >> Lambda >> C >> seen >> delta >> cubic >> growth >> barrier;
    REQUIRE(words);
    const StraightChain found = straight_chain(equal_chain<Enclosure>(joints), Enclosure(1));
    CHECK(found.lambda == Approx(lambda).epsilon(5e-5));
    CHECK(found.Lambda == Approx(Lambda).epsilon(5e-5));
    CHECK(found.C == Approx(C).epsilon(5e-5));
    CHECK(found.delta == Approx(delta).epsilon(5e-5));
    CHECK(found.delta_cubic == Approx(cubic).epsilon(5e-5));
    CHECK(found.growth == Approx(growth).epsilon(5e-5));
    CHECK(found.barrier_energy == Approx(barrier).epsilon(5e-5));
    std::mt19937 random(9);
    const ChainEnergy energy(equal_chain<double>(joints), 1);
    CHECK(seen_remainder(energy, random, joints, 1, sanitized ? 2 : 20) <= seen * 1.005);
    ++rows;
  }
  CHECK(rows == 5);
}

TEST_CASE("the remainder of the energy is nowhere above its proved bound") {
  std::mt19937 random(3);
  for (int round = 0; round < 60; round += stride) {
    const int joints = 1 + round % 6;
    const double momentum = round % 3 == 0 ? 1 : round % 3 == 1 ? 0.2 : 7;
    const Beads<double> beads = round < 6 ? equal_chain<double>(joints) : random_beads(random, joints);
    const ChainEnergy energy(beads, momentum);
    const double C = straight(beads, momentum).C, seen = seen_remainder(energy, random, joints, 1, 30);
    CHECK(seen <= C);
    CHECK(seen_remainder(energy, random, joints, 0.3, 10) <= C);
    CHECK(C <= 30 * seen);  // and it is not far from it, where masses and lengths are not more than 16 times each other
  }
}

TEST_CASE("Lemma 4.1 of Laederich and Levi: the energy is least at the straight shape at rest, and only there") {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> angle(-3.2, 3.2), rate(-1, 1);
  for (int round = 0; round < 300; round += stride) {
    const int joints = 1 + round % 6;
    const Beads<double> beads = round < 6 ? equal_chain<double>(joints) : random_beads(random, joints);
    const ChainEnergy energy(beads, 1.5);
    std::vector<double> x(2 * static_cast<std::size_t>(joints));
    for (int j = 0; j < joints; ++j) x[j] = angle(random);
    CHECK(energy.above_straight(x) > 0);
    for (int j = 0; j < joints; ++j) x[joints + j] = rate(random);
    CHECK(energy.above_straight(x) > 0);
    // The proof in one line: I = Σ l_j l_k c_jk cos(φ_j − φ_k), and every c_jk is positive.
    for (const Enclosure& c : mass_coefficients(exactly(beads)).entries) CHECK(c.lo > 0);
  }
}

TEST_CASE("Lemma 4.2 of Laederich and Levi: the minimum of the energy is not degenerate") {
  std::mt19937 random(5);
  for (int round = 0; round < 48; round += stride) {
    const int joints = 1 + round % 6;
    const Beads<double> beads = round < 6 ? equal_chain<double>(joints) : random_beads(random, joints);
    const StraightChain found = straight(beads, 1.5);
    REQUIRE(found.lambda > 0);  // D²V(0) = T >= λ, by exact pivots
    const ChainEnergy energy(beads, 1.5);
    for (int trial = 0; trial < 20; ++trial) {
      constexpr double size = 1e-3;  // V is even: the rest is smaller by size²
      const std::vector<double> x = on_sphere(random, joints, size);
      const double curvature = 2 * energy.above_straight(x) / (size * size), rest = 3 * found.C * size * size;
      const double rounding = 1e-15 * energy.straight_energy() / (size * size) * 10;
      CHECK(curvature >= found.lambda - rest - rounding);
      CHECK(curvature <= found.Lambda + rest + rounding);
    }
  }
}

TEST_CASE("bounds of eigenvalues are those of a matrix with known ones") {
  constexpr int n = 6;  // 2 on the diagonal, −1 beside it: 2 − 2 cos(kπ/(n + 1))
  Matrix<Enclosure> A(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) A(i, j) = i == j ? 2 : std::abs(i - j) == 1 ? -1 : 0;
  const double least = 2 - 2 * std::cos(M_PI / 7);
  const Enclosure below = below_eigenvalues(A), above = above_eigenvalues(A);
  CHECK(below.lo < mpq_class(least + 1e-15));
  CHECK(below.lo.get_d() == Approx(least).epsilon(1e-12));
  CHECK(above.hi > mpq_class(4 - least - 1e-15));
  CHECK(above.hi.get_d() == Approx(4 - least).epsilon(1e-12));
}

TEST_CASE("the straight equal chain has nu^2 = 2, 5, 9, 14 … times Omega^2, exactly") {
  for (int joints = 1; joints <= 12; ++joints) {
    const std::vector<Enclosure> found = straight_frequencies(equal_chain<Enclosure>(joints), {});
    REQUIRE(found.size() == static_cast<std::size_t>(joints));
    for (int n = 2; n <= joints + 1; ++n) {
      CHECK(found[n - 2].exact());
      CHECK(found[n - 2].lo == (n - 1) * (n + 2) / 2);
    }
  }
}

TEST_CASE("frequencies of the straight chain are those of its linearised equations, of beads and of uniform rods") {
  std::mt19937 random(6);
  for (int round = 0; round < 40; round += stride) {
    const int joints = 1 + round % 5;
    Beads<Enclosure> beads = exactly(random_beads(random, joints));
    std::vector<Enclosure> excess;
    if (round % 2 == 1) {  // halves of rods, the ends of which are beads
      const std::vector<Enclosure> rods(beads.m.begin(), beads.m.end() - 1);
      beads.m.assign(rods.size() + 1, Enclosure(0));
      for (std::size_t j = 0; j < rods.size(); ++j) {
        beads.m[j] = beads.m[j] + rods[j] / Enclosure(2);
        beads.m[j + 1] = beads.m[j + 1] + rods[j] / Enclosure(2);
      }
      excess = uniform_excess(beads);
      for (std::size_t j = 0; j < rods.size(); ++j)
        CHECK(excess[j].lo == rods[j].lo * beads.l[j].lo * beads.l[j].lo / 6);
    }
    // The signs of diag(d) − A − ρ A, its pivots, change by one over each frequency; the rotation's is zero.
    const Matrix<Enclosure> A = straight_inertia(beads, excess);
    const auto below = [&](const mpq_class& rho) {
      Matrix<Enclosure> S(A.rows, A.rows);
      for (int j = 0; j < A.rows; ++j)
        for (int k = 0; k < A.rows; ++k) {
          S(j, k) = S(j, k) - Enclosure(1 + rho) * A(j, k);
          S(j, j) = S(j, j) + A(j, k);
        }
      int count = 0;
      for (const Enclosure& pivot : ldlt(S).D) count += pivot.hi < 0 ? 1 : 0;
      return count;
    };
    const std::vector<Enclosure> found = straight_frequencies(beads, excess);
    for (int k = 0; k < joints; ++k) {
      CHECK(below(found[k].lo - mpq_class(1, 1 << 30)) == k + 1);
      CHECK(below(found[k].hi + mpq_class(1, 1 << 30)) == k + 2);
      CHECK(found[k].hi - found[k].lo <= found[k].hi * mpq_class(1, 1L << 44));
    }
  }
}

TEST_CASE("the lowest way out of the straight shape is over the folded shape of largest inertia, of index 1") {
  std::mt19937 random(7);
  for (int round = 0; round < 60; round += stride) {
    const int joints = 1 + round % 7;
    const Beads<double> beads = round < 7 ? equal_chain<double>(joints) : random_beads(random, joints);
    const Matrix<Enclosure> A = straight_inertia(exactly(beads), {});
    const auto inertia = [&](unsigned folds) {
      mpq_class sum = 0;
      for (int j = 0; j <= joints; ++j)
        for (int sign = 1, k = j; k <= joints; ++k) {
          if (k > j && (folds >> (k - 1) & 1) != 0) sign = -sign;
          sum += (j == k ? 1 : 2) * sign * A(j, k).lo;
        }
      return sum;
    };
    mpq_class most = 0;
    for (unsigned folds = 1; folds < 1U << joints; ++folds) most = std::max(most, inertia(folds));
    const Barrier found = straight_barrier(A);
    CHECK(found.inertia.exact());
    CHECK(found.inertia.lo == most);
    unsigned folds = 0;
    for (int j = 0; j < joints; ++j) folds |= static_cast<unsigned>(found.folds[j]) << j;
    CHECK(inertia(folds) == most);

    // The tension theorem (docs/folded-chains.md): compressed rods, slack ones, and changes of sign from rod to rod.
    std::vector<int> sigma = {1};
    for (const int fold : found.folds) sigma.push_back(fold == 1 ? -sigma.back() : sigma.back());
    int index = 0, before = 0;
    for (int j = 0; j <= joints; ++j) {
      mpq_class tension = 0;
      for (int k = 0; k <= joints; ++k) tension += sigma[j] * sigma[k] * A(j, k).lo;
      const int now = sgn(tension) * sigma[j];
      index += (tension <= 0 ? 1 : 0) + (now * before < 0 ? 1 : 0);
      before = now;
    }
    CHECK(index == 1);
  }
}

}  // namespace oopss
