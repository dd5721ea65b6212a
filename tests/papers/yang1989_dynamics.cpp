// SPDX-License-Identifier: Apache-2.0
// R. Yang and P. S. Krishnaprasad, On the dynamics of floating four-bar linkages, sections 4 to 6, with their errata:
// the kinetic energy in two of the bodies, and relative equilibria.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "oopss/linkage/classify_loop.hpp"
#include "oopss/linkage/four_bar.hpp"
#include "oopss/linkage/reduce.hpp"

using namespace oopss;
using Vector = Vec2<double>;

namespace {

/// Four bars in a loop with hinges off their axes: l_1 = s and s + l < p + q, as the theorems ask.
struct FourBarSample {
  std::array<double, 4> l{}, m{}, I{}, beta{};
  std::array<Vector, 4> next, last;  // d_{k,k+1}, d_{k,k-1}
  std::vector<AssemblyMode> modes;

  PlanarTree<double> tree() const {
    PlanarTree<double> out;
    static_cast<Topology&>(out) = numbered_topology({-1, 0, 1, 2});
    out.m.assign(m.begin(), m.end());
    out.I.assign(I.begin(), I.end());
    out.mass = m[0] + m[1] + m[2] + m[3];
    out.d_parent = {Vector{}, next[0], next[1], next[2]};
    out.d_child = {Vector{}, last[1], last[2], last[3]};
    return out;
  }
  Loop<double> loop() const { return loop_of(tree(), {3, 0, next[3], last[0]}); }
  /// θ of the bodies, the whole turned by `turn`.
  std::vector<double> angles(const AssemblyMode& mode, double u, double turn) const {
    const std::array<double, 4> phi = shape({l.begin(), l.end()}, mode, u);
    std::vector<double> theta;
    for (int k = 0; k < 4; ++k) theta.push_back(phi[k] - beta[k] + turn);
    return theta;
  }
};

std::vector<FourBarSample> four_bar_samples() {
  std::mt19937 random(1989);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<FourBarSample> out;
  for (const std::array<int, 4>& l : {std::array{30, 10, 30, 11}, {5, 2, 4, 6}, {4, 1, 5, 3}}) {
    FourBarSample one;
    one.modes = assembly_modes(classify_four_bar({{l[0], l[1], l[2], l[3]}, 0, {}}));
    for (int k = 0; k < 4; ++k) {
      one.l[k] = l[k];
      one.m[k] = 2 + number(random);
      one.I[k] = 2 + number(random);
      one.beta[k] = number(random);
      one.last[k].x = number(random);
      one.last[k].y = number(random);
      one.next[k] = one.last[k] + one.l[k] * Vector{std::cos(one.beta[k]), std::sin(one.beta[k])};
    }
    out.push_back(one);
  }
  return out;
}

template <class Check>
void at_shapes(const FourBarSample& sample, const Check& check) {
  REQUIRE(sample.modes.size() == 2);
  for (const AssemblyMode& mode : sample.modes)
    for (const double u : {0.0, 0.9, 2.2, 3.7, 5.5}) check(mode, u);
}

/// (4.6)-(4.8) as they should be printed: each body's own cut, indices mod 4.
Matrix<double> paper_inertia(const FourBarSample& sample, const std::vector<double>& theta) {
  const auto mod = [](int i) { return ((i % 4) + 4) % 4; };
  const auto m = [&](int i) { return sample.m[mod(i)]; };
  const double square = std::pow(m(0) + m(1) + m(2) + m(3), 2);
  const auto MI = [&](int i) {
    return (m(i) * m(i + 1) * (m(i) + m(i + 1)) + m(i + 1) * (m(i + 1) * m(i - 1) + m(i) * m(i + 2)) +
            m(i) * m(i + 2) * (m(i + 1) + m(i + 2))) /
           square;
  };
  const auto MII = [&](int i) { return m(i) * (m(i + 2) * m(i + 2) - m(i + 1) * m(i - 1)) / square; };
  const auto MIII = [&](int i) { return m(i) * m(i + 2) * (m(i + 1) + m(i - 1)) / square; };
  const auto next = [&](int i) { return sample.next[mod(i)]; };
  const auto last = [&](int i) { return sample.last[mod(i)]; };
  const auto product = [&](int i, const Vector& a, int j, const Vector& b) {
    return dot(a, rotation(theta[mod(j)] - theta[mod(i)]) * b);
  };
  Matrix<double> J(4, 4);
  for (int i = 0; i < 4; ++i) {
    J(i, i) = sample.I[i] + MI(i) * dot(next(i), next(i)) + MI(i - 1) * dot(last(i), last(i)) -
              2 * MII(i - 1) * dot(next(i), last(i));
    J(i, mod(i + 1)) = J(mod(i + 1), i) =
        -MI(i) * product(i, next(i), i + 1, last(i + 1)) + MII(i) * product(i, next(i), i + 1, next(i + 1)) +
        MII(i - 1) * product(i, last(i), i + 1, last(i + 1)) + MIII(i) * product(i, last(i), i + 1, next(i + 1));
    J(i, mod(i + 2)) = J(mod(i + 2), i) =
        -MII(i) * product(i, next(i), i + 2, last(i + 2)) - MIII(i + 1) * product(i, next(i), i + 2, next(i + 2)) -
        MII(i + 2) * product(i, last(i), i + 2, next(i + 2)) - MIII(i) * product(i, last(i), i + 2, last(i + 2));
  }
  return J;
}

/// ½ Σ I ω² + ½ Σ m |v|² about the mass centre, from the velocities of the hinges.
double kinetic_energy_by_velocities(const FourBarSample& sample, const std::vector<double>& theta,
                                    const std::vector<double>& omega) {
  std::array<Vector, 4> v;
  Vector drift;
  double mass = 0, twice = 0;
  for (int k = 0; k < 4; ++k) {
    if (k > 0)
      v[k] = v[k - 1] + omega[k - 1] * perp(rotation(theta[k - 1]) * sample.next[k - 1]) -
             omega[k] * perp(rotation(theta[k]) * sample.last[k]);
    drift = drift + sample.m[k] * v[k];
    mass += sample.m[k];
  }
  for (int k = 0; k < 4; ++k) {
    const Vector about = v[k] - drift / mass;
    twice += sample.I[k] * omega[k] * omega[k] + sample.m[k] * dot(about, about);
  }
  return twice / 2;
}

}  // namespace

TEST_CASE("Yang and Krishnaprasad (4.5): velocities of the mass centres, each body with its own cut") {
  const auto mod = [](int i) { return ((i % 4) + 4) % 4; };
  for (const FourBarSample& sample : four_bar_samples())
    at_shapes(sample, [&](const AssemblyMode& mode, double u) {
      constexpr double h = 1e-5, rate = 0.8, turning = 0.3;
      const auto angles = [&](double t) { return sample.angles(mode, u + rate * t, 0.4 + turning * t); };
      /// From the hinges, the mass centre of all taken off.
      const auto places = [&](const std::vector<double>& theta) {
        std::array<Vector, 4> r;
        Vector middle;
        double mass = 0;
        for (int k = 0; k < 4; ++k) {
          if (k > 0)
            r[k] = r[k - 1] + rotation(theta[k - 1]) * sample.next[k - 1] - rotation(theta[k]) * sample.last[k];
          middle = middle + sample.m[k] * r[k];
          mass += sample.m[k];
        }
        for (Vector& place : r) place = place - middle / mass;
        return r;
      };
      const std::vector<double> theta = angles(0), ahead = angles(h), behind = angles(-h);
      const std::array<Vector, 4> forth = places(ahead), back = places(behind);
      const auto m = [&](int i) { return sample.m[mod(i)]; };
      const auto carried = [&](int i, const Vector& d) {
        const double omega = std::remainder(ahead[mod(i)] - behind[mod(i)], 2 * std::numbers::pi) / (2 * h);
        return omega * perp(rotation(theta[mod(i)]) * d);
      };
      const auto next = [&](int i) { return sample.next[mod(i)]; };
      const auto last = [&](int i) { return sample.last[mod(i)]; };
      const double all = m(0) + m(1) + m(2) + m(3);
      for (int i = 0; i < 4; ++i) {
        const Vector v =
            (m(i - 1) * carried(i - 1, next(i - 1)) - carried(i, m(i - 1) * last(i) + (m(i + 1) + m(i + 2)) * next(i)) +
             carried(i + 1, (m(i + 1) + m(i + 2)) * last(i + 1) - m(i + 2) * next(i + 1)) +
             carried(i + 2, m(i + 2) * last(i + 2))) /
            all;
        const Vector expected = (forth[i] - back[i]) / (2 * h);
        CHECK(v.x == Approx(expected.x).margin(1e-7));  // differences err by h² and ulp / h
        CHECK(v.y == Approx(expected.y).margin(1e-7));
      }
    });
}

TEST_CASE("Yang and Krishnaprasad, Theorem 4.1: T is a form in omega_0, omega_1 alone, by Omega and (4.6)-(4.8)") {
  for (const FourBarSample& sample : four_bar_samples())
    at_shapes(sample, [&](const AssemblyMode& mode, double u) {
      const std::vector<double> theta = sample.angles(mode, u, 0.4);
      const Matrix<double> N = four_bar_map(sample.loop(), theta, 0, 1);
      const Matrix<double> printed = reduced_inertia(N, paper_inertia(sample, theta));
      const ReducedInertia<double> ours = reduced_inertia(sample.tree(), sample.loop(), theta, 0, 1);
      const std::vector<double> pair = {0.7, -1.3}, omega = N * pair;
      const double T = kinetic_energy_by_velocities(sample, theta, omega);
      CHECK(dot(pair, printed * pair) / 2 == Approx(T).epsilon(1e-12));
      CHECK(dot(pair, ours.J * pair) / 2 == Approx(T).epsilon(1e-12));
      // the hinge that closes the loop keeps closed: (4.9)
      Vector speed;
      for (const Bar<double>& bar : sample.loop())
        speed = speed + omega[bar.body] * perp(rotation(theta[bar.body]) * bar.e);
      CHECK(std::hypot(speed.x, speed.y) < 1e-12 * (1 + std::abs(omega[2]) + std::abs(omega[3])) * sample.l[0]);
      // its elements are functions of theta_1 - theta_0: the whole may turn
      const ReducedInertia<double> turned =
          reduced_inertia(sample.tree(), sample.loop(), sample.angles(mode, u, -1.9), 0, 1);
      for (std::size_t k = 0; k < 4; ++k) CHECK(turned.J.entries[k] == Approx(ours.J.entries[k]).epsilon(1e-11));
    });
}

TEST_CASE("Yang and Krishnaprasad, Proposition 4.2: (1, 1) = Omega (1, 1), where the loop is closed and only there") {
  for (const FourBarSample& sample : four_bar_samples())
    at_shapes(sample, [&](const AssemblyMode& mode, double u) {
      std::vector<double> theta = sample.angles(mode, u, 0.4);
      const Matrix<double> N = four_bar_map(sample.loop(), theta, 0, 1);
      for (int k = 0; k < 4; ++k) CHECK(N(k, 0) + N(k, 1) == Approx(1).epsilon(1e-12));
      theta[2] += 0.1;
      const Matrix<double> open = four_bar_map(sample.loop(), theta, 0, 1);
      CHECK(std::abs(open(3, 0) + open(3, 1) - 1) > 1e-4);
    });
}

TEST_CASE(
    "Yang and Krishnaprasad, Theorem 6.2: a state is a relative equilibrium iff it is a critical point of H - xi J for "
    "some xi") {
  for (const FourBarSample& sample : four_bar_samples()) {
    const PlanarTree<double> tree = sample.tree();
    const Loop<double> loop = sample.loop();
    for (const AssemblyMode& mode : sample.modes) {
      const auto reduced = [&](double u) { return reduced_inertia(tree, loop, sample.angles(mode, u, 0), 0, 1); };
      /// The slope of the locked inertia (1, 1) J (1, 1).
      const auto slope = [&](double u) {
        const Matrix<double> J = reduced(u).slope;
        return J(0, 0) + 2 * J(0, 1) + J(1, 1);
      };
      /// How far (θ_10, μ) is from X_H = 0 on the quotient, and from d(H − ξ (μ_0 + μ_1)) = 0 at the best ξ.
      const auto residuals = [&](double u, const std::vector<double>& mu) {
        const ReducedInertia<double> inertia = reduced(u);
        const ReducedMotion<double> motion = reduced_motion(inertia, mu);
        const std::vector<double> omega = solve(ldlt(inertia.J), mu);
        const double xi = (omega[0] + omega[1]) / 2;  // ∂/∂μ_k = ω_k − ξ
        return std::array{std::hypot(motion.angle_rate, motion.H_slope),
                          std::hypot(motion.H_slope, omega[0] - xi, omega[1] - xi)};
      };
      int equilibria = 0;
      for (int i = 0; i < 60; ++i) {
        double a = 2 * std::numbers::pi * i / 60 + 0.01, b = a + 2 * std::numbers::pi / 60;
        const std::vector<double> moving = {1.0, 0.3};
        const auto [vector_field, critical] = residuals(a, moving);
        CHECK(vector_field > 1e-6);
        CHECK(critical > 1e-6);
        CHECK(critical < 2 * vector_field);  // both vanish together
        CHECK(vector_field < 2 * critical);
        if (slope(a) * slope(b) > 0) continue;
        for (int step = 0; step < 60; ++step) (slope(a) * slope((a + b) / 2) > 0 ? a : b) = (a + b) / 2;
        const std::vector<double> turning = reduced(a).J * std::vector<double>{0.8, 0.8};
        const auto [at_rest, there] = residuals(a, turning);
        CHECK(at_rest < 1e-12 * (std::abs(turning[0]) + std::abs(turning[1])));
        CHECK(there < 1e-12 * (std::abs(turning[0]) + std::abs(turning[1])));
        ++equilibria;
      }
      CHECK(equilibria >= 2);
      CHECK(equilibria % 2 == 0);
    }
  }
}
