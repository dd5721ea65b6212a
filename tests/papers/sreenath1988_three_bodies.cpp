// SPDX-License-Identifier: Apache-2.0
// Sreenath, Oh, Krishnaprasad, Marsden: The dynamics of coupled planar rigid bodies, part I (1988); section 6.
#include <catch2/catch.hpp>
#include <numeric>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/potential.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "tests/mechanics/bodies.hpp"

using namespace oopss;

namespace {

/// Chain 1-2-3 with the paper's d12, d21, d23, d32, at angles (0, x, x + y).
template <Scalar T>
struct ThreeBodies {
  T m1, m2, m3;
  std::vector<T> I;
  Vec2<T> d12, d21, d23, d32;
  T x, y;

  T m() const { return m1 + m2 + m3; }
  std::vector<T> theta() const { return {T(0), x, x + y}; }
  PlanarTree<T> tree() const { return rooted(Bodies<T>{{m1, m2, m3}, I, {{0, 1, d12, d21}, {1, 2, d23, d32}}}, 0); }
};

template <Scalar T>
ThreeBodies<T> three_bodies(Draws<T>& source) {
  const auto vector = [&source](const std::string& name) {
    const T x = source.unknown(name + "x", -1, 1);
    return Vec2<T>{x, source.unknown(name + "y", -1, 1)};
  };
  ThreeBodies<T> bodies;
  bodies.m1 = source.unknown("m1", 1, 3);
  bodies.m2 = source.unknown("m2", 1, 3);
  bodies.m3 = source.unknown("m3", 1, 3);
  bodies.I = unknowns(source, "I", 3, 1, 3);
  bodies.d12 = vector("d12");
  bodies.d21 = vector("d21");
  bodies.d23 = vector("d23");
  bodies.d32 = vector("d32");
  bodies.x = source.unknown("x", -3, 3);
  bodies.y = source.unknown("y", -3, 3);
  return bodies;
}

/// The frames of section 6.2: d12 = (c1, 0), d21 = (-b1, 0), d23 = (e1, e2), d32 = (-d1, 0).
template <Scalar T>
ThreeBodies<T> framed_bodies(Draws<T>& source) {
  ThreeBodies<T> bodies = three_bodies(source);
  bodies.d12.y = bodies.d21.y = bodies.d32.y = T(0);
  return bodies;
}

/// Λ(u, v)(a) = u·v cos a + (u × v) sin a, the outboard vector first.
template <Scalar T>
T Lambda(const Vec2<T>& u, const Vec2<T>& v, const T& a) {
  return dot(u, v) * cos(a) + cross(u, v) * sin(a);
}

/// ∂H/∂(x, y) with the bodies turning together at speed w.
template <Scalar T>
std::vector<T> slopes_at_common_speed(const ThreeBodies<T>& bodies, const T& w) {
  const PlanarTree<Dual<T>> tree = constant_tree(bodies.tree());
  const std::vector<T> mu = pseudo_inertia(pair_constants(bodies.tree()), bodies.theta()) * std::vector<T>(3, w);
  return gradient(
      [&](const std::vector<Dual<T>>& phi) {
        const Matrix<Dual<T>> J = pseudo_inertia(pair_constants(tree), {Dual<T>(0), phi[0], phi[0] + phi[1]});
        return kinetic_energy(lifted(mu), solve(ldlt(J), lifted(mu)));
      },
      std::vector<T>{bodies.x, bodies.y});
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (6.4): the inertia coefficients of three bodies", "", AllScalars) {
  using T = TestType;
  Draws<T> source(6);
  const ThreeBodies<T> bodies = three_bodies(source);
  const T e12 = bodies.m1 * bodies.m2 / bodies.m(), e23 = bodies.m2 * bodies.m3 / bodies.m(),
          e31 = bodies.m3 * bodies.m1 / bodies.m();
  const Vec2<T> d = bodies.d23 - bodies.d21;
  const Matrix<T> J = pseudo_inertia(pair_constants(bodies.tree()), bodies.theta());
  CHECK(agree(J(0, 0), bodies.I[0] + (e12 + e31) * dot(bodies.d12, bodies.d12)));
  CHECK(agree(J(1, 1),
              bodies.I[1] + e12 * dot(bodies.d21, bodies.d21) + e23 * dot(bodies.d23, bodies.d23) + e31 * dot(d, d)));
  CHECK(agree(J(2, 2), bodies.I[2] + (e23 + e31) * dot(bodies.d32, bodies.d32)));
  CHECK(agree(J(0, 1), e12 * Lambda(-bodies.d21, bodies.d12, bodies.x) + e31 * Lambda(d, bodies.d12, bodies.x)));
  CHECK(agree(J(1, 2), e23 * Lambda(-bodies.d32, bodies.d23, bodies.y) + e31 * Lambda(-bodies.d32, d, bodies.y)));
  CHECK(agree(J(0, 2), e31 * Lambda(-bodies.d32, bodies.d12, bodies.x + bodies.y)));
  CHECK_FALSE(agree(
      J(0, 2), e31 * Lambda(bodies.d12, -bodies.d32, bodies.x + bodies.y)));  // the other order turns the wrong way
}

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (6.3): the bracket of a chain", "", AllScalars) {
  using T = TestType;
  Draws<T> source(6);
  for (int N = 2; N <= 5; ++N) {
    std::vector<int> parent(static_cast<std::size_t>(N));
    std::iota(parent.begin(), parent.end(), -1);
    const std::vector<T> f = unknowns(source, "f", 2 * N - 1, -1, 1), g = unknowns(source, "g", 2 * N - 1, -1, 1);
    T sum(0);
    for (int i = 0; i + 1 < N; ++i) {
      const int mu = N - 1 + i;
      sum = sum + (f[mu] - f[mu + 1]) * g[i] - f[i] * (g[mu] - g[mu + 1]);
    }
    CHECK(agree(bracket(poisson_tensor(numbered_topology(parent)), f, g), sum));
  }
}

TEST_CASE("Sreenath et al. 1988 Theorem 3 with (6.1) halved: the chain moves by (6.5); as printed, time runs double") {
  Draws<double> source(6);
  for (int trial = 0; trial < 10; ++trial) {
    const ThreeBodies<double> bodies = three_bodies(source);
    const std::vector<double> omega = unknowns(source, "w", 3, -1, 1);
    const std::vector<double> mu = pseudo_inertia(pair_constants(bodies.tree()), bodies.theta()) * omega;
    const PlanarTree<Dual<double>> tree = constant_tree(bodies.tree());
    const auto halved = [&](const std::vector<Dual<double>>& x) {  // (θ21, θ32, μ1, μ2, μ3)
      const std::vector<Dual<double>> momenta(x.begin() + 2, x.end());
      const Matrix<Dual<double>> J = pseudo_inertia(pair_constants(tree), {Dual<double>(0), x[0], x[0] + x[1]});
      return kinetic_energy(momenta, solve(ldlt(J), momenta));
    };
    const std::vector<double> H = gradient(halved, std::vector<double>{bodies.x, bodies.y, mu[0], mu[1], mu[2]});
    const Motion<double> swept = motion(bodies.tree(), bodies.theta(), mu);
    CHECK(agree(swept.mu_rate, {H[0], -H[0] + H[1], -H[1]}));
    CHECK(agree(differences(bodies.tree(), omega), {H[3] - H[2], H[4] - H[3]}));
    CHECK_FALSE(agree(differences(bodies.tree(), omega), {2 * (H[3] - H[2]), 2 * (H[4] - H[3])}));
  }
}

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (6.8)-(6.10): at common speed mu_s = w I_lock and w = 2H/mu_s", "",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(6);
  const ThreeBodies<T> bodies = three_bodies(source);
  const std::vector<T> omega(3, source.unknown("w", 0.5, 1));
  const Matrix<T> J = pseudo_inertia(pair_constants(bodies.tree()), bodies.theta());
  const std::vector<T> mu = J * omega;
  const T mu_s = total_momentum(mu), two(2);
  CHECK(agree(mu_s, omega[0] * (J(0, 0) + J(1, 1) + J(2, 2) + two * (J(0, 1) + J(1, 2) + J(0, 2)))));
  CHECK(agree(mu_s, omega[0] * locked_inertia(J)));
  CHECK(agree(kinetic_energy(mu, omega), omega[0] * mu_s / two));
  CHECK(agree(kinetic_energy(mu, omega), amended_potential(mu_s, locked_inertia(J))));
}

TEST_CASE(
    "Sreenath et al. 1988 (6.11), (6.15): prefactor +w^2/m, and C2 of (6.17) has a minus; the printed plus fails") {
  Draws<double> source(6);
  for (int trial = 0; trial < 10; ++trial) {
    const ThreeBodies<double> bodies = framed_bodies(source);
    const double c1 = bodies.d12.x, b1 = -bodies.d21.x, e1 = bodies.d23.x, e2 = bodies.d23.y, d1 = -bodies.d32.x;
    const double A1 = bodies.m1 * bodies.m3 * c1 * d1;
    const double B1 = (bodies.m3 * (b1 + e1) + bodies.m2 * b1) * bodies.m1 * c1, C1 = bodies.m1 * bodies.m3 * c1 * e2;
    const double B2 = (bodies.m1 * (b1 + e1) + bodies.m2 * e1) * bodies.m3 * d1,
                 C2 = -(bodies.m1 + bodies.m2) * bodies.m3 * d1 * e2;
    const double w = source.number(0.5, 1);
    const std::vector<double> H = slopes_at_common_speed(bodies, w);
    const double k = w * w / bodies.m();
    const double first = k * (A1 * sin(bodies.x + bodies.y) + B1 * sin(bodies.x) + C1 * cos(bodies.x));
    const double both = A1 * sin(bodies.x + bodies.y) + B2 * sin(bodies.y);
    CHECK(agree(H[0], first));
    CHECK(agree(H[1], k * (both + C2 * cos(bodies.y))));
    CHECK_FALSE(agree(H[1], k * (both - C2 * cos(bodies.y))));
    CHECK_FALSE(agree(H[0], -first));
    CHECK_FALSE(agree(H[0], first / 2));
  }
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath et al. 1988 (6.11), (6.15): the equilibrium equations are those of the locked inertia", "", AllScalars) {
  using T = TestType;
  Draws<T> source(6);
  const ThreeBodies<T> bodies = framed_bodies(source);
  const PlanarTree<Dual<T>> tree = constant_tree(bodies.tree());
  const std::vector<T> slope = gradient(
      [&](const std::vector<Dual<T>>& phi) {
        return locked_inertia(pseudo_inertia(pair_constants(tree), {Dual<T>(0), phi[0], phi[0] + phi[1]}));
      },
      std::vector<T>{bodies.x, bodies.y});
  const T c1 = bodies.d12.x, b1 = -bodies.d21.x, e1 = bodies.d23.x, e2 = bodies.d23.y, d1 = -bodies.d32.x;
  const T A1 = bodies.m1 * bodies.m3 * c1 * d1 * sin(bodies.x + bodies.y);
  const T first = A1 + (bodies.m3 * (b1 + e1) + bodies.m2 * b1) * bodies.m1 * c1 * sin(bodies.x) +
                  bodies.m1 * bodies.m3 * c1 * e2 * cos(bodies.x);
  const T second = A1 + (bodies.m1 * (b1 + e1) + bodies.m2 * e1) * bodies.m3 * d1 * sin(bodies.y) -
                   (bodies.m1 + bodies.m2) * bodies.m3 * d1 * e2 * cos(bodies.y);
  CHECK(agree(slope, {-(T(2) / bodies.m() * first), -(T(2) / bodies.m() * second)}));
}
