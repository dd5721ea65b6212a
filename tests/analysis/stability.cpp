// SPDX-License-Identifier: Apache-2.0
// Stability of relative equilibria: the linearised flow against differences of the field, and the verdicts' reasons.
#include <catch2/catch.hpp>

#include "oopss/mechanics/recursion.hpp"
#include "oopss/scalar/dense.hpp"
#include "tests/analysis/analysis.hpp"
#include "tests/mechanics/random_trees.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

/// The rates of [φ, μ] by the recursion, with the torques of springs and dampers.
Eigen::VectorXd field(const PlanarTree<double>& tree, const std::vector<JointSpring>& springs,
                      const Eigen::VectorXd& x) {
  const int n = tree.size() - 1;
  const std::vector<double> phi(x.data(), x.data() + n), mu(x.data() + n, x.data() + x.size());
  const Motion<double> swept = motion(tree, absolute_angles(tree, phi, 0.0), mu);
  const std::vector<double> rate = differences(tree, swept.omega);
  std::vector<double> torques(static_cast<std::size_t>(n), 0.0);
  for (const JointSpring& spring : springs)
    torques[spring.joint] += torque(spring.law, phi[spring.joint], rate[spring.joint]);
  const std::vector<double> on_bodies = body_torques(tree, torques);
  Eigen::VectorXd out(x.size());
  for (int k = 0; k < n; ++k) out[k] = rate[k];
  for (int i = 0; i <= n; ++i) out[n + i] = swept.mu_rate[i] + on_bodies[i];
  return out;
}

/// Eigenvalues of the field at an equilibrium by central differences of step h: errors of h² and 1e-16/h, about 1e-10.
std::vector<std::complex<double>> differenced(const PlanarTree<double>& tree, const std::vector<JointSpring>& springs,
                                              const RelativeEquilibrium& equilibrium) {
  const int n = tree.size() - 1;
  const std::vector<double> theta = absolute_angles(tree, equilibrium.phi, 0.0);
  const std::vector<double> mu = momenta(tree, theta, std::vector<double>(tree.m.size(), equilibrium.omega));
  Eigen::VectorXd x(2 * n + 1);
  for (int k = 0; k < n; ++k) x[k] = equilibrium.phi[k];
  for (int i = 0; i <= n; ++i) x[n + i] = mu[i];
  CHECK(field(tree, springs, x).norm() < 1e-9);  // it is an equilibrium
  Eigen::MatrixXd slope(x.size(), x.size());
  constexpr double h = 1e-5;
  for (int k = 0; k < x.size(); ++k) {
    Eigen::VectorXd up = x, down = x;
    up[k] += h;
    down[k] -= h;
    slope.col(k) = (field(tree, springs, up) - field(tree, springs, down)) / (2 * h);
  }
  const Eigen::VectorXcd values = complex_eigenvalues(slope);
  return {values.begin(), values.end()};
}

std::vector<JointSpring> random_springs(int joints, std::mt19937& random) {
  std::vector<JointSpring> out;
  for (int k = 0; k < joints; ++k) {
    const std::vector<double> number = random_numbers(3, 1, random);
    out.push_back({k, {k % 2 == 0, std::abs(number[0]) + 0.1, std::abs(number[1]), number[2]}});
  }
  return out;
}

}  // namespace

TEST_CASE("the spectrum is that of the reduced field on the leaf, with and without springs and dampers") {
  std::mt19937 random(44);
  int points = 0;
  for (int trial = 0; trial < 48; trial += stride) {
    CAPTURE(trial);
    const int bodies = 2 + trial % 4;
    const PlanarTree<double> tree = random_tree(bodies, Growth(trial % 3), random);
    const std::vector<JointSpring> springs =
        trial % 2 == 0 ? std::vector<JointSpring>() : random_springs(bodies - 1, random);
    const Equilibria found = find_equilibria(energy_of(tree, 1.5, springs));
    REQUIRE(!found.all.empty());
    for (const RelativeEquilibrium& one : found.all) {
      std::vector<std::complex<double>> all = differenced(tree, springs, one), ours = one.stability.spectrum;
      ours.emplace_back(0);  // along the Casimir
      REQUIRE(all.size() == ours.size());
      // Differences are good to 1e-10; nearly double eigenvalues split by its root.
      for (const std::complex<double>& z : ours) CHECK(distance(z, all) < 3e-5);
      for (const std::complex<double>& z : all) CHECK(distance(z, ours) < 3e-5);
      ++points;
    }
  }
  CHECK(points > 150 / stride);
}

TEST_CASE("without dampers the spectrum is symmetric about both axes, and odd index means a growing motion") {
  std::mt19937 random(45);
  int odd = 0;
  for (int trial = 0; trial < 12; trial += stride)
    for (const RelativeEquilibrium& one : find_equilibria(energy_of(random_tree(5, Growth::bush, random))).all) {
      double size = 0, growth = 0;
      for (const std::complex<double>& z : one.stability.spectrum) {
        size = std::max(size, std::abs(z));
        growth = std::max(growth, z.real());
      }
      for (const std::complex<double>& z : one.stability.spectrum)
        CHECK(distance(-std::conj(z), one.stability.spectrum) < 1e-6 * size);  // double ones split by 1e-8
      if (one.stability.index % 2 == 0) continue;
      ++odd;
      CHECK(growth > 0);
      CHECK(one.stability.verdict == Stability::unstable);
    }
  CHECK(odd > 60 / stride);
}

TEST_CASE("three bodies: the characteristic polynomial of the planar theory, section 4.4") {
  std::mt19937 random(46);
  for (int trial = 0; trial < 50; ++trial) {
    const PlanarTree<double> tree = random_tree(3, Growth::chain, random);
    const ShapeEnergy energy = energy_of(tree, 2.0);
    for (const RelativeEquilibrium& one : find_equilibria(energy).all) {
      const Matrix<double> M = square(energy.small_motion(one.phi).M);
      const Matrix<double> I2 = hessian(landscape(tree, 2.0, {}).I_lock, one.phi);
      const double factor = -4.0 / (2 * one.inertia * one.inertia);  // Hess V = −μ²/(2 I²) Hess I
      // g = 2 μ J_ij'/I for any pair of bodies: |J12'| = |J23'| = |J13'| there.
      const Matrix<double> K = slope_matrix(pair_constants(tree), absolute_angles(tree, one.phi, 0.0));
      const double g = 2 * 2.0 * K(0, 1) / one.inertia;
      const double a = M(0, 0) * M(1, 1) - M(0, 1) * M(0, 1);
      const double b = factor * (M(0, 0) * I2(1, 1) + M(1, 1) * I2(0, 0) - 2 * M(0, 1) * I2(0, 1)) + g * g;
      const double c = factor * factor * (I2(0, 0) * I2(1, 1) - I2(0, 1) * I2(0, 1));
      for (const std::complex<double>& z : one.stability.spectrum) {
        const std::complex<double> s = z * z;
        CHECK(std::abs(a * s * s + b * s + c) <= 1e-9 * (a * std::norm(s) + std::abs(b * s) + std::abs(c)));
      }
    }
  }
}

TEST_CASE("gyroscopic stabilisation: a maximum of V that is spectrally stable, and that dampers destroy") {
  PlanarTree<double> tree = tree_of(AlignedChain{2.75, 1.25, 2.5, 2, 0.375, 0.625, 1.375});
  tree.d_parent[2].y = 1.25;
  tree.I = {7 / 32.0, 2 / 32.0, 1 / 32.0};
  const RelativeEquilibrium* one = nullptr;
  const Equilibria free = find_equilibria(energy_of(tree));
  for (const RelativeEquilibrium& other : free.all)
    if (apart(other.phi, {1.44292, 3.03448}) < 1e-5) one = &other;  // given to six digits
  REQUIRE(one != nullptr);
  CHECK(one->stability.index == 2);
  CHECK(one->stability.verdict == Stability::spectrally_stable);
  const Equilibria damped = find_equilibria(energy_of(tree, 1, {{0, {true, 0, 1e-9, 0}}, {1, {true, 0, 1e-9, 0}}}));
  const RelativeEquilibrium* const same = at_shape(damped, one->phi);
  REQUIRE(same != nullptr);
  CHECK(same->stability.verdict == Stability::unstable);  // by Kelvin, Tait and Chetaev, however weak the dampers
}

TEST_CASE("dampers: at every joint, index 0 is asymptotically stable and all else unstable; one that feeds in is not") {
  const PlanarTree<double> tree = tree_of(AlignedChain{});
  const auto with = [&](double kd1, double kd2) {
    return find_equilibria(energy_of(tree, 1, {{0, {true, 0, kd1, 0}}, {1, {true, 0, kd2, 0}}}));
  };
  for (const RelativeEquilibrium& one : with(0.5, 0.3).all) {
    CHECK(one.stability.verdict == (one.stability.index == 0 ? Stability::stable : Stability::unstable));
    CHECK(one.stability.asymptotic == (one.stability.index == 0));
  }
  for (const RelativeEquilibrium& one : with(-0.5, 0).all) CHECK(one.stability.verdict == Stability::unstable);
  CHECK_FALSE(find_equilibria(energy_of(tree)).all[0].stability.asymptotic);
}

TEST_CASE(
    "an eigenvalue with positive real part is unstable whatever the nullity: 0, 0, ±λ; without one it is degenerate") {
  // The last body is pinned at its mass centre and may point anywhere: nullity 1 at both equilibria.
  const Equilibria loose = find_equilibria(energy_of(tree_of(AlignedChain{2, 1, 1, 1.5, 1, 0.5, 0}), 2));
  REQUIRE(loose.all.size() == 2);
  for (const RelativeEquilibrium& one : loose.all) {
    const StabilityReport& known = one.stability;
    CHECK(known.nullity == 1);
    CHECK(std::count(known.spectrum.begin(), known.spectrum.end(), std::complex<double>(0)) == 2);
    CHECK(known.verdict == (known.index == 1 ? Stability::unstable : Stability::degenerate));
    CHECK(std::any_of(known.spectrum.begin(), known.spectrum.end(), [](auto z) { return z.real() > 0.01; }) ==
          (known.index == 1));
  }
  // Where two equilibria merge with a third the curvature is zero but for rounding, and so is its pair of eigenvalues.
  const Equilibria merged = find_equilibria(energy_of(tree_of(AlignedChain{1, 1, 1, 1.5, 1, 1, 1.5})));
  for (const RelativeEquilibrium& one : merged.all)
    if (one.stability.nullity > 0 && one.stability.index == 0) CHECK(one.stability.verdict == Stability::degenerate);
}

TEST_CASE("spectra in words") {
  using Spectrum = std::vector<std::complex<double>>;
  CHECK(in_words(Spectrum{{0, -0.5}, {0, 0.5}}) == "±0.5i");
  CHECK(in_words(Spectrum{{-2, 0}, {2, 0}}) == "±2");
  CHECK(in_words(Spectrum{{-1, -2}, {1, -2}, {-1, 2}, {1, 2}}) == "±1 ±2i");
  CHECK(in_words(Spectrum{{-0.1, -2}, {-0.1, 2}}) == "-0.1 ±2i");
  CHECK(in_words(Spectrum{{-3, 0}, {0.5, 0}}) == "-3, 0.5");
}
