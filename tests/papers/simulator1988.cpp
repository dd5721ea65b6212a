// SPDX-License-Identifier: Apache-2.0
// Sreenath, Krishnaprasad: Multibody simulation in an object oriented programming environment (1988); appendix.
#include <catch2/catch.hpp>
#include <numbers>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/potential.hpp"
#include "oopss/mechanics/torque.hpp"
#include "tests/papers/two_bodies.hpp"

using namespace oopss;

namespace {

/// Trees numbered as in the paper, every parent before its children: chains, stars and random ones.
std::vector<std::vector<int>> numbered_trees() {
  std::vector<std::vector<int>> all = {{-1}, {-1, 0}, {-1, 0, 1}, {-1, 0, 1, 2, 3}, {-1, 0, 0, 0, 0}};
  Draws<double> source(23);
  for (int trial = 0; trial < 10; ++trial) {
    all.push_back({-1});
    for (int i = 1; i < 3 + trial; ++i) all.back().push_back(source.below(i));
  }
  return all;
}

/// Rank by elimination without fractions: exact. (Minors of these tensors are 0 and ±1, so nothing overflows.)
int rank(Matrix<int> A) {
  int rank = 0;
  for (int column = 0; column < A.cols; ++column) {
    int pivot = rank;
    while (pivot < A.rows && A(pivot, column) == 0) ++pivot;
    if (pivot == A.rows) continue;
    for (int j = 0; j < A.cols; ++j) std::swap(A(pivot, j), A(rank, j));
    for (int i = rank + 1; i < A.rows; ++i) {
      const int a = A(rank, column), b = A(i, column);
      for (int j = 0; j < A.cols; ++j) A(i, j) = a * A(i, j) - b * A(rank, j);
    }
    ++rank;
  }
  return rank;
}

/// A function's gradient and second derivatives at a point, whole numbers.
struct Jet {
  std::vector<int> gradient;
  Matrix<int> second;
};
Jet random_jet(Draws<double>& source, int n) {
  Jet jet{{}, Matrix<int>(n, n)};
  for (int i = 0; i < n; ++i) {
    jet.gradient.push_back(source.below(19) - 9);
    for (int j = 0; j <= i; ++j) jet.second(i, j) = jet.second(j, i) = source.below(19) - 9;
  }
  return jet;
}

/// ∇{f, g} = (second of f) Π ∇g − (second of g) Π ∇f, for a constant tensor Π.
std::vector<int> bracket_gradient(const Matrix<int>& tensor, const Jet& f, const Jet& g) {
  const int n = tensor.rows;
  std::vector<int> out(f.gradient.size(), 0);
  for (int l = 0; l < n; ++l)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        out[l] += f.second(l, i) * tensor(i, j) * g.gradient[j] + f.gradient[i] * tensor(i, j) * g.second(j, l);
  return out;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Sreenath and Krishnaprasad 1988 Theorem A.1: the bracket formula", "", AllScalars) {
  using T = TestType;
  Draws<T> source(1);
  for (const std::vector<int>& parent : numbered_trees()) {
    const int N = static_cast<int>(parent.size());
    const std::vector<T> f = unknowns(source, "f", 2 * N - 1, -1, 1), g = unknowns(source, "g", 2 * N - 1, -1, 1);
    const auto mu = [N](int k) { return N - 1 + k; };
    T sum(0);
    for (int k = 1; k < N; ++k)
      sum = sum + (f[mu(parent[k])] - f[mu(k)]) * g[k - 1] - (g[mu(parent[k])] - g[mu(k)]) * f[k - 1];
    CHECK(agree(bracket(poisson_tensor(numbered_topology(parent)), f, g), sum));
  }
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath and Krishnaprasad 1988 Theorem A.1: the bracket is the canonical one of functions of theta_k - "
    "theta_J(k)",
    "", AllScalars) {
  using T = TestType;
  Draws<T> source(2);
  for (const Sample<T>& sample : samples<T>()) {
    const Bodies<T>& bodies = sample.bodies;
    const PlanarTree<T>& tree = sample.tree;
    const int N = tree.size(), joints = N - 1;
    const std::vector<T> f = unknowns(source, "f", N + joints, -1, 1), g = unknowns(source, "g", N + joints, -1, 1);
    const auto by_theta = [&](const std::vector<T>& slopes) {  // the chain rule through φ = θ_second − θ_first
      std::vector<T> out(bodies.m.size(), T(0));
      for (int k = 0; k < joints; ++k) {
        out[bodies.joints[k].first] = out[bodies.joints[k].first] - slopes[k];
        out[bodies.joints[k].second] = out[bodies.joints[k].second] + slopes[k];
      }
      return out;
    };
    const std::vector<T> f_theta = by_theta(f), g_theta = by_theta(g);
    T canonical(0);
    for (int i = 0; i < N; ++i) canonical = canonical + f_theta[i] * g[joints + i] - f[joints + i] * g_theta[i];
    CHECK(agree(bracket(poisson_tensor(tree), f, g), canonical));
  }
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath and Krishnaprasad 1988 Theorem A.1: mu_k' = {mu_k, H} and theta_k,J(k)' = {theta_k,J(k), H}", "",
    AllScalars) {
  using T = TestType;
  for (const Sample<T>& sample : samples<T>()) {
    const PlanarTree<T>& tree = sample.tree;
    const std::vector<T>&theta = sample.theta, &omega = sample.omega;
    const int joints = tree.size() - 1;
    const std::vector<T> mu = pseudo_inertia(pair_constants(tree), theta) * omega;
    const PlanarTree<Dual<T>> constant = constant_tree(tree);
    std::vector<T> moved = differences(tree, theta);
    moved.insert(moved.end(), mu.begin(), mu.end());
    const std::vector<T> H = gradient(
        [&](const std::vector<Dual<T>>& x) {
          const std::vector<Dual<T>> phi(x.begin(), x.begin() + joints), momenta(x.begin() + joints, x.end());
          const std::vector<Dual<T>> angles = absolute_angles<Dual<T>>(constant, phi, {theta[tree.root()], T(0)});
          return kinetic_energy(momenta, motion(constant, angles, momenta).omega);
        },
        moved);
    const Motion<T> swept = motion(tree, theta, mu);
    std::vector<T> expected = differences(tree, swept.omega), found;
    expected.insert(expected.end(), swept.mu_rate.begin(), swept.mu_rate.end());
    for (std::size_t i = 0; i < moved.size(); ++i) {
      std::vector<T> coordinate(moved.size(), T(0));
      coordinate[i] = T(1);
      found.push_back(bracket(poisson_tensor(tree), coordinate, H));
    }
    CHECK(agree(found, expected));
  }
}

TEST_CASE("Sreenath and Krishnaprasad 1988 Theorem A.1: the tensor is skew, of rank 2(N-1), with sum mu its Casimir") {
  for (const std::vector<int>& parent : numbered_trees()) {
    const Matrix<int> tensor = poisson_tensor(numbered_topology(parent));
    const int N = static_cast<int>(parent.size());
    CHECK(tensor.rows == 2 * N - 1);  // P is the torus of N − 1 angles times R^N; for two bodies S1 x R^2
    CHECK(rank(tensor) == 2 * (N - 1));
    for (int i = 0; i < tensor.rows; ++i) {
      int with_total = 0;
      for (int j = 0; j < tensor.rows; ++j) {
        CHECK(tensor(i, j) == -tensor(j, i));
        if (j >= N - 1) with_total += tensor(i, j);
      }
      CHECK(with_total == 0);
    }
  }
}

TEST_CASE("Sreenath and Krishnaprasad 1988 Theorem A.1: the Jacobi identity, exactly, on whole-number jets") {
  Draws<double> source(4);
  for (const std::vector<int>& parent : numbered_trees()) {
    const Matrix<int> tensor = poisson_tensor(numbered_topology(parent));
    const Jet f = random_jet(source, tensor.rows), g = random_jet(source, tensor.rows),
              h = random_jet(source, tensor.rows);
    const auto outer = [&](const Jet& a, const Jet& b, const Jet& c) {
      const std::vector<int> inner = bracket_gradient(tensor, b, c);
      int sum = 0;
      for (int i = 0; i < tensor.rows; ++i)
        for (int j = 0; j < tensor.rows; ++j) sum += a.gradient[i] * tensor(i, j) * inner[j];
      return sum;
    };
    CHECK(outer(f, g, h) + outer(g, h, f) + outer(h, f, g) == 0);
  }
}

TEST_CASE("Sreenath and Krishnaprasad 1988 Theorem A.1: Jacobi and Leibniz hold exactly for polynomials") {
  Draws<Expr> source(8);
  for (const std::vector<int>& parent : {std::vector<int>{-1, 0}, {-1, 0, 1}, {-1, 0, 0, 2}}) {
    const Matrix<int> tensor = poisson_tensor(numbered_topology(parent));
    const std::vector<Expr> x = unknowns(source, "x", tensor.rows, 0, 1);
    const auto polynomial = [&] {  // four terms of degree three
      Expr sum;
      for (int term = 0; term < 4; ++term) {
        Expr product = source.number(-2, 2);
        for (int factor = 0; factor < 3; ++factor) product = product * x[source.below(tensor.rows)];
        sum = sum + product;
      }
      return sum;
    };
    const auto brackets = [&](const Expr& f, const Expr& g) {
      std::vector<Expr> f_x, g_x;
      for (const Expr& x_i : x) {
        f_x.push_back(derivative(f, x_i));
        g_x.push_back(derivative(g, x_i));
      }
      return bracket(tensor, f_x, g_x);
    };
    const Expr f = polynomial(), g = polynomial(), h = polynomial();
    const Expr cyclic = brackets(f, brackets(g, h)) + brackets(g, brackets(h, f)) + brackets(h, brackets(f, g));
    CHECK(is_zero(expand(cyclic)));
    CHECK_FALSE(is_zero(expand(brackets(f, brackets(g, h)))));
    CHECK(is_zero(expand(brackets(f * g, h) - f * brackets(g, h) - g * brackets(f, h))));
  }
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath and Krishnaprasad 1988 Corollary A.1: sum mu is the angular momentum about the mass centre", "",
    AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const std::vector<Vec2<Dual<T>>> r = walk(lifted(bodies), moving(theta, omega));
    T angular_momentum(0);
    for (int b = 0; b < tree.size(); ++b) {
      const Vec2<T> position = {r[b].x.value, r[b].y.value}, v = {r[b].x.slope, r[b].y.slope};
      angular_momentum = angular_momentum + bodies.m[b] * cross(position, v) + bodies.I[b] * omega[b];
    }
    CHECK(agree(total_momentum(pseudo_inertia(pair_constants(tree), theta) * omega), angular_momentum));
  }
}

TEMPLATE_LIST_TEST_CASE(
    "Sreenath and Krishnaprasad 1988, appendix: a joint torque acts + on body 1 and - on body 2, and takes T theta' "
    "from H",
    "", AllScalars) {
  using T = TestType;
  Draws<T> source(5);
  const TwoBodies<T> bodies = two_bodies(source);
  const T T_joint = source.unknown("T", -1, 1);
  const std::vector<T> theta = {bodies.theta1, bodies.theta2}, mu = {bodies.mu1(), bodies.mu2()};
  const T H_theta = -(bodies.eps() * bodies.lambda_slope() * bodies.w1 * bodies.w2);
  const std::vector<T> rate = motion(bodies.tree(), theta, mu).mu_rate + body_torques<T>(bodies.tree(), {T_joint});
  CHECK(agree(rate, {H_theta + T_joint, -H_theta - T_joint}));
  const Dual<T> H = reduced_energy<Dual<T>>(constant_tree(bodies.tree()), {bodies.theta(), bodies.w2 - bodies.w1},
                                            {mu[0], rate[0]}, {mu[1], rate[1]});
  CHECK(agree(H.slope, -(T_joint * (bodies.w2 - bodies.w1))));
}

TEST_CASE(
    "Sreenath and Krishnaprasad 1988, section 5.1: K_d takes energy out, but not at the folded point nor at rest") {
  Draws<double> source(6);
  const Spring<double> damper{true, 0, 10, 0};
  const TwoBodies<double> swinging = two_bodies(source);
  const double rate = swinging.w2 - swinging.w1, T = torque(damper, swinging.theta(), rate);
  CHECK(-T * rate < 0);
  CHECK(agree(-T * rate, -10 * rate * rate));

  // "Always goes to the stable equilibrium" has exceptions: these states do not move, damper or not.
  const TwoBodies<double> folded = aligned_bodies(source, +1);
  const std::vector<double> mu = {folded.mu1(), folded.mu2()};
  const Motion<double> swept = motion(folded.tree(), {0, 0}, mu);
  CHECK(agree(swept.mu_rate, {0, 0}));
  CHECK(agree(torque(damper, 0., swept.omega[1] - swept.omega[0]), 0));
  const Motion<double> rest = motion(swinging.tree(), {swinging.theta1, swinging.theta2}, {0, 0});
  CHECK(rest.omega == std::vector<double>{0, 0});  // mu_s = 0: any shape
  CHECK(rest.mu_rate == std::vector<double>{0, 0});
}

TEST_CASE(
    "Sreenath and Krishnaprasad 1988 Figure 10: with K_p = 50 and bias 90 degrees the bodies rest at 87.02 degrees") {
  const TwoBodies<double> bodies{4, 5, 50, 50, {5, 0}, {-3, 0}, 0, 0, 0, 0};
  const Spring<double> spring{true, 50, 10, std::numbers::pi / 2};
  // (V_μ + U)' at μ_s = 50; its zero is where V_μ + U, convex between 80 and 90 degrees, has its minimum.
  const auto slope = [&](double phi) {
    const PlanarTree<Dual<double>> tree = constant_tree(bodies.tree());
    const Dual<double> I_lock = locked_inertia(pseudo_inertia(pair_constants(tree), {Dual<double>(0), {phi, 1}}));
    return amended_potential(Dual<double>(50), I_lock).slope + torque(spring, phi, 0.);
  };
  double low = 80 * std::numbers::pi / 180, high = std::numbers::pi / 2;
  for (int halving = 0; halving < 60; ++halving) (slope((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
  CHECK(low * 180 / std::numbers::pi == Approx(87.02).margin(0.005));  // two decimals are given

  const Matrix<double> J = pseudo_inertia(pair_constants(bodies.tree()), {0, low});
  const std::vector<double> mu = J * std::vector<double>(2, 50 / locked_inertia(J));
  const std::vector<double> rate =
      motion(bodies.tree(), {0, low}, mu).mu_rate + body_torques<double>(bodies.tree(), {torque(spring, low, 0.)});
  CHECK(agree(rate, {0, 0}));
}
