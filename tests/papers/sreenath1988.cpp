// SPDX-License-Identifier: Apache-2.0
// Sreenath, Oh, Krishnaprasad, Marsden: The dynamics of coupled planar rigid bodies, part I (1988); two bodies.
#include <catch2/catch.hpp>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/potential.hpp"
#include "tests/papers/two_bodies.hpp"

using namespace oopss;

namespace {

constexpr unsigned seed = 1988;

/// ∂H/∂(θ, μ1, μ2) at a state.
template <Scalar T>
std::vector<T> energy_slopes(const TwoBodies<T>& bodies) {
  const PlanarTree<Dual<T>> tree = constant_tree(bodies.tree());
  return gradient([&](const std::vector<Dual<T>>& x) { return reduced_energy(tree, x[0], x[1], x[2]); },
                  std::vector<T>{bodies.theta(), bodies.mu1(), bodies.mu2()});
}

/// (4.4): the energy on a leaf, in (θ, ν); λ comes from outside because it carries θ.
template <Scalar T>
T leaf_energy(const T& I1, const T& I2, const T& el, const T& mu, const T& nu) {
  const T twice_determinant = T(2) * (I1 * I2 - el * el);
  return ((I1 + I2 + T(2) * el) * nu * nu + (I1 - I2) * mu * nu + mu * mu * (I1 + I2 - T(2) * el) / T(4)) /
         twice_determinant;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (2.12): r1 = -(m2/m)(R1 d12 - R2 d21), r2 = +(m1/m)(...), and (2.17)", "",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const TwoBodies<T> bodies = two_bodies(source);
  const Vec2<T> apart = rotation(bodies.theta1) * bodies.d12 - rotation(bodies.theta2) * bodies.d21;
  const Vec2<T> apart_rate =
      bodies.w1 * perp(rotation(bodies.theta1) * bodies.d12) - bodies.w2 * perp(rotation(bodies.theta2) * bodies.d21);
  const T m = bodies.m1 + bodies.m2;
  CHECK(agree(centre_positions(bodies.tree(), {bodies.theta1, bodies.theta2}),
              {-(bodies.m2 / m) * apart, (bodies.m1 / m) * apart}));
  const auto r =
      walk(lifted(bodies.bodies()), std::vector<Dual<T>>{{bodies.theta1, bodies.w1}, {bodies.theta2, bodies.w2}});
  CHECK(agree(Vec2<T>{r[0].x.slope, r[0].y.slope}, -(bodies.m2 / m) * apart_rate));
  CHECK(agree(Vec2<T>{r[1].x.slope, r[1].y.slope}, (bodies.m1 / m) * apart_rate));
}

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (2.4): |R'X|^2 is the trace with X X^T; X^T X as printed gives twice it",
                        "", AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const T theta = source.unknown("theta", -3, 3), w = source.unknown("w", -1, 1);
  const Vec2<T> X = {source.unknown("x", -1, 1), source.unknown("y", -1, 1)};
  const Vec2<T> column0 = w * perp(rotation(theta) * Vec2<T>{T(1), T(0)});  // of R'
  const Vec2<T> column1 = w * perp(rotation(theta) * Vec2<T>{T(0), T(1)});
  const Vec2<T> RX = X.x * column0 + X.y * column1;
  const T outer = X.x * X.x * dot(column0, column0) + X.y * X.y * dot(column1, column1) +
                  T(2) * X.x * X.y * dot(column0, column1);  // tr(R' (X Xᵀ) R'ᵀ)
  const T inner = dot(X, X) * (dot(column0, column0) + dot(column1, column1));
  CHECK(agree(outer, dot(RX, RX)));
  CHECK(agree(outer, w * w * dot(X, X)));  // summed over the body: twice (2.19.1), ½ w² tr I
  CHECK(agree(inner, T(2) * dot(RX, RX)));
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath et al. 1988 (2.3), (2.5), (2.7): about its mass centre the energy of a body splits into turning and "
    "moving",
    "", AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const T theta = source.unknown("theta", -3, 3), w = source.unknown("w", -1, 1);
  const Vec2<T> v = {source.unknown("vx", -1, 1), source.unknown("vy", -1, 1)};
  std::vector<T> rho;
  std::vector<Vec2<T>> X;
  T mass = T(0), spread = T(0), twice = T(0);
  Vec2<T> middle{T(0), T(0)}, moment = middle;
  for (int k = 0; k < 3; ++k) {  // a body of three grains
    const std::string name = std::to_string(k);
    rho.push_back(source.unknown("rho" + name, 1, 2));
    X.push_back({source.unknown("x" + name, -1, 1), source.unknown("y" + name, -1, 1)});
    mass = mass + rho[k];
    middle = middle + rho[k] * X[k];
  }
  middle = middle / mass;
  for (int k = 0; k < 3; ++k) {
    const Vec2<T> about = X[k] - middle, speed = w * perp(rotation(theta) * about) + v;
    moment = moment + rho[k] * (w * perp(rotation(theta) * about));
    spread = spread + rho[k] * dot(about, about);
    twice = twice + rho[k] * dot(speed, speed);
  }
  CHECK(agree(dot(moment, v), T(0)));                      // (2.5)
  CHECK(agree(twice, w * w * spread + mass * dot(v, v)));  // (2.3) with (2.5) is (2.7)
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath et al. 1988 (5.6), (5.7): the equilibria of two bodies are the critical points of H + Phi(mu1 + mu2)", "",
    AllScalars) {
  using T = TestType;
  for (const int sign : {-1, 1}) {  // stretched, folded
    Draws<T> source(seed);
    const TwoBodies<T> bodies = aligned_bodies(source, sign);
    const std::vector<T> slopes = energy_slopes(bodies);
    const T phi_slope = -bodies.w1;  // (5.7)
    CHECK(agree(slopes, {T(0), -phi_slope, -phi_slope}));
  }
  Draws<T> source(seed);
  const TwoBodies<T> moving = two_bodies(source);  // elsewhere no Φ does: H_mu1 and H_mu2 differ
  CHECK(agree(energy_slopes(moving)[2] - energy_slopes(moving)[1], moving.w2 - moving.w1));
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath et al. 1988 (3.1)-(3.4): translations keep hinges and L; their momentum map is p = m r', and L = p^2/2m "
    "+ L0",
    "", AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const TwoBodies<T> bodies = two_bodies(source);
  const auto about =
      walk(lifted(bodies.bodies()), std::vector<Dual<T>>{{bodies.theta1, bodies.w1}, {bodies.theta2, bodies.w2}});
  const Vec2<T> v = {source.unknown("vx", -1, 1), source.unknown("vy", -1, 1)};     // of the mass centre
  const Vec2<T> xi = {source.unknown("xix", -1, 1), source.unknown("xiy", -1, 1)};  // by which all is moved
  const T m = bodies.m1 + bodies.m2;
  const auto place = [&](int i, const Vec2<T>& by) { return Vec2<T>{about[i].x.value, about[i].y.value} + by; };
  const auto lagrangian = [&](const Vec2<Dual<T>>& centre) {  // of all bodies, the mass centre moving so
    Dual<T> sum{bodies.I1 * bodies.w1 * bodies.w1 + bodies.I2 * bodies.w2 * bodies.w2, T(0)};
    for (int i = 0; i < 2; ++i) {
      const Vec2<Dual<T>> speed = Vec2<Dual<T>>{{about[i].x.slope, T(0)}, {about[i].y.slope, T(0)}} + centre;
      sum = sum + Dual<T>{i == 0 ? bodies.m1 : bodies.m2, T(0)} * dot(speed, speed);
    }
    return sum;
  };
  // (3.1): what is moved hangs together as before
  CHECK(
      agree(place(0, xi) + rotation(bodies.theta1) * bodies.d12, place(1, xi) + rotation(bodies.theta2) * bodies.d21));
  const Dual<T> L = lagrangian({{v.x, xi.x}, {v.y, xi.y}}), L0 = lagrangian({{T(0), T(0)}, {T(0), T(0)}});  // twice L
  CHECK(agree(L.value, m * dot(v, v) + L0.value));  // (2.15): p²/2m and the motion about the mass centre
  CHECK(agree(L.slope, T(2) * m * dot(v, xi)));  // (3.2)–(3.4): ∂L/∂q' along the generator is ⟨p, ξ⟩ with p = m r'
}

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (1.6): J = [I1~, eps lambda; eps lambda, I2~] with lambda of (2.22)", "",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const TwoBodies<T> bodies = two_bodies(source);
  const Matrix<T> J = pseudo_inertia(pair_constants(bodies.tree()), {bodies.theta1, bodies.theta2});
  CHECK(agree(J(0, 0), bodies.I1_augmented()));
  CHECK(agree(J(1, 1), bodies.I2_augmented()));
  CHECK(agree(J(0, 1), bodies.el()));
  CHECK(agree(J * std::vector<T>{bodies.w1, bodies.w2}, {bodies.mu1(), bodies.mu2()}));
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath et al. 1988, remark after (2.22): lambda = d1 d2 cos for opposite directions, -d1 d2 cos for equal ones",
    "", AllScalars) {
  using T = TestType;
  for (const int sign : {-1, 1}) {
    Draws<T> source(seed);
    TwoBodies<T> bodies = aligned_bodies(source, sign);
    bodies.theta2 = source.unknown("theta2", -3, 3);
    const T printed = bodies.d12.x * (T(sign) * bodies.d21.x) * cos(bodies.theta2);
    CHECK(agree(bodies.lambda(), T(-sign) * printed));
    CHECK_FALSE(agree(bodies.lambda(), T(sign) * printed));
  }
}

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (1.5): the equations of motion in theta, omega1, omega2", "",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const TwoBodies<T> bodies = two_bodies(source);
  const std::vector<T> theta = {bodies.theta1, bodies.theta2}, mu = {bodies.mu1(), bodies.mu2()},
                       omega = {bodies.w1, bodies.w2};
  const std::vector<T> mu_rate = motion(bodies.tree(), theta, mu).mu_rate;
  const T gamma = bodies.eps() * bodies.lambda_slope() / bodies.determinant();
  const std::vector<T> expected = {
      -(gamma * (bodies.I2_augmented() * bodies.w2 * bodies.w2 + bodies.el() * bodies.w1 * bodies.w1)),
      gamma * (bodies.I1_augmented() * bodies.w1 * bodies.w1 + bodies.el() * bodies.w2 * bodies.w2)};
  CHECK(agree(angular_accelerations(bodies.tree(), theta, mu, omega, mu_rate), expected));
  CHECK(agree(differences(bodies.tree(), omega), {bodies.w2 - bodies.w1}));
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath et al. 1988 (1.7): H = 1/2 w.Jw is the kinetic energy; without the 1/2 it is twice it", "", AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const TwoBodies<T> bodies = two_bodies(source);
  T kinetic = (bodies.I1 * bodies.w1 * bodies.w1 + bodies.I2 * bodies.w2 * bodies.w2) / T(2);
  const auto r =
      walk(lifted(bodies.bodies()), std::vector<Dual<T>>{{bodies.theta1, bodies.w1}, {bodies.theta2, bodies.w2}});
  for (int b = 0; b < 2; ++b) {
    const Vec2<T> v = {r[b].x.slope, r[b].y.slope};
    kinetic = kinetic + (b == 0 ? bodies.m1 : bodies.m2) * dot(v, v) / T(2);
  }
  const T wJw = bodies.mu1() * bodies.w1 + bodies.mu2() * bodies.w2;
  CHECK(agree(wJw / T(2), kinetic));
  CHECK(agree(reduced_energy(bodies.tree(), bodies.theta(), bodies.mu1(), bodies.mu2()), kinetic));
  CHECK_FALSE(agree(wJw, kinetic));
}

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (1.8): {F,H} = {F,H}_2 - {F,H}_1; the other reading reverses time", "",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const Matrix<int> tensor = poisson_tensor(numbered_topology({-1, 0}));
  const std::vector<T> F = unknowns(source, "F", 3, -1, 1), G = unknowns(source, "G", 3, -1, 1);
  const auto one = [](const std::vector<T>& f, const std::vector<T>& g, int i) { return f[0] * g[i] - g[0] * f[i]; };
  CHECK(agree(bracket(tensor, F, G), one(F, G, 2) - one(F, G, 1)));

  const TwoBodies<T> bodies = two_bodies(source);
  const std::vector<T> H = energy_slopes(bodies);
  const std::vector<T> theta = {T(1), T(0), T(0)};
  CHECK(agree(bracket(tensor, theta, H), bodies.w2 - bodies.w1));
  CHECK_FALSE(agree(one(theta, H, 1) - one(theta, H, 2), bodies.w2 - bodies.w1));
}

TEST_CASE("Sreenath et al. 1988 (1.9): functions of mu1 + mu2 are Casimirs") {
  const Matrix<int> tensor = poisson_tensor(numbered_topology({-1, 0}));
  const std::vector<int> total = {0, 1, 1};  // times any Φ'
  for (int i = 0; i < 3; ++i) {
    int sum = 0;
    for (int j = 0; j < 3; ++j) sum += tensor(i, j) * total[j];
    CHECK(sum == 0);
  }
}

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (1.10): (theta, nu) with nu = (mu2 - mu1)/2 are canonical on the leaves",
                        "", AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const Matrix<int> tensor = poisson_tensor(numbered_topology({-1, 0}));
  const std::vector<T> F = unknowns(source, "F", 3, -1, 1), G = unknowns(source, "G", 3, -1, 1);  // by θ, ν, μ
  const auto in_mu = [](const std::vector<T>& f) {
    return std::vector<T>{f[0], f[2] - f[1] / T(2), f[2] + f[1] / T(2)};
  };
  CHECK(agree(bracket(tensor, in_mu(F), in_mu(G)), F[0] * G[1] - F[1] * G[0]));
}

TEST_CASE("Sreenath et al. 1988, section 4: (-theta, mu1) and (theta, mu2) are canonical, (theta, mu1) is not") {
  const Matrix<int> tensor = poisson_tensor(numbered_topology({-1, 0}));
  CHECK(-tensor(0, 1) == 1);
  CHECK(tensor(0, 2) == 1);
  CHECK(tensor(0, 1) != 1);
}

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (4.4): the leaf energy has 1/4 on the whole last bracket", "",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const TwoBodies<T> bodies = two_bodies(source);
  const T I1 = bodies.I1_augmented(), I2 = bodies.I2_augmented();
  const T mu = bodies.mu1() + bodies.mu2(), nu = (bodies.mu2() - bodies.mu1()) / T(2);
  const T H = (bodies.mu1() * bodies.w1 + bodies.mu2() * bodies.w2) / T(2);
  CHECK(agree(leaf_energy(I1, I2, bodies.el(), mu, nu), H));
  const T printed = ((I1 + I2 + T(2) * bodies.el()) * nu * nu + (I1 - I2) * mu * nu +
                     mu * mu * (I1 / T(4) + I2 - T(2) * bodies.el())) /
                    (T(2) * bodies.determinant());
  CHECK_FALSE(agree(printed, H));
}

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (4.5), (5.5): mu1' = H_theta = -eps lambda' w1 w2 = -mu2'", "",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const TwoBodies<T> bodies = two_bodies(source);
  const std::vector<T> H = energy_slopes(bodies);
  CHECK(agree(H[0], -(bodies.eps() * bodies.lambda_slope() * bodies.w1 * bodies.w2)));
  CHECK(agree(H[1], bodies.w1));
  CHECK(agree(H[2], bodies.w2));
  const Motion<T> swept = motion(bodies.tree(), {bodies.theta1, bodies.theta2}, {bodies.mu1(), bodies.mu2()});
  CHECK(agree(swept.mu_rate, {H[0], -H[0]}));
}

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (4.6): theta' = H_nu and nu' = -H_theta on a leaf", "", AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const TwoBodies<T> bodies = two_bodies(source);
  const T mu = bodies.mu1() + bodies.mu2(), nu = (bodies.mu2() - bodies.mu1()) / T(2);
  const auto energy = [&](const Dual<T>& el, const Dual<T>& angle) {
    return leaf_energy<Dual<T>>({bodies.I1_augmented(), T(0)}, {bodies.I2_augmented(), T(0)}, el, {mu, T(0)}, angle);
  };
  const T H_nu = energy({bodies.el(), T(0)}, {nu, T(1)}).slope;
  const T H_theta = energy({bodies.el(), bodies.eps() * bodies.lambda_slope()}, {nu, T(0)}).slope;
  CHECK(agree(H_nu, bodies.w2 - bodies.w1));
  const Motion<T> swept = motion(bodies.tree(), {bodies.theta1, bodies.theta2}, {bodies.mu1(), bodies.mu2()});
  CHECK(agree((swept.mu_rate[1] - swept.mu_rate[0]) / T(2), -H_theta));
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath et al. 1988 (5.10): the completed square leaves V = mu^2/(2 s), the amended potential", "", AllScalars) {
  using T = TestType;
  Draws<T> source(seed);
  const TwoBodies<T> bodies = two_bodies(source);
  const T I1 = bodies.I1_augmented(), I2 = bodies.I2_augmented(), s = bodies.s();
  const T mu = bodies.mu1() + bodies.mu2(), rate = bodies.w2 - bodies.w1;
  const T V = mu * mu / (T(2) * bodies.determinant()) *
              ((I1 + I2 - T(2) * bodies.el()) / T(4) - (I1 - I2) * (I1 - I2) / (T(4) * s));
  CHECK(agree(V, mu * mu / (T(2) * s)));
  CHECK(agree(
      V, amended_potential(mu, locked_inertia(pseudo_inertia(pair_constants(bodies.tree()), {T(0), bodies.theta()})))));
  CHECK(agree((bodies.mu1() * bodies.w1 + bodies.mu2() * bodies.w2) / T(2),
              bodies.determinant() * rate * rate / (T(2) * s) + V));
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath et al. 1988 (5.9): the second variation of H + C is diag(+-eps d1 d2 w^2, J^-1 + Phi'' 1 1^T)", "",
    AllScalars) {
  using T = TestType;
  using Twice = Dual<Dual<T>>;
  for (const int sign : {-1, 1}) {  // stretched out, folded
    Draws<T> source(seed);
    const TwoBodies<T> bodies = aligned_bodies(source, sign);
    const PlanarTree<Twice> tree = constant_tree(constant_tree(bodies.tree()));
    const T curvature = source.unknown("Phi", -1, 1);  // Φ''; the slope Φ' = -w adds nothing to second derivatives
    const std::vector<Twice> Phi = lifted(lifted(std::vector<T>{curvature, bodies.mu1() + bodies.mu2()}));
    const Matrix<T> second = hessian(
        [&](const std::vector<Twice>& x) {
          const Twice away = x[1] + x[2] - Phi[1];
          return reduced_energy(tree, x[0], x[1], x[2]) + Phi[0] * away * away / Twice(2);
        },
        std::vector<T>{T(0), bodies.mu1(), bodies.mu2()});
    const T x = bodies.eps() * bodies.d12.x * bodies.d21.x;  // -+eps d1 d2
    const T determinant = bodies.I1_augmented() * bodies.I2_augmented() - x * x;
    Matrix<T> expected(3, 3);
    expected(0, 0) = -(x * bodies.w1 * bodies.w1);
    expected(1, 1) = bodies.I2_augmented() / determinant + curvature;
    expected(2, 2) = bodies.I1_augmented() / determinant + curvature;
    expected(1, 2) = expected(2, 1) = x / determinant + curvature;
    CHECK(agree(second, expected));
  }
}
