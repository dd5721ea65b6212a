// SPDX-License-Identifier: Apache-2.0
// Positions, inertia and the recursion on random branching trees, over every scalar.
#include <catch2/catch.hpp>

#include "oopss/mechanics/at_pose.hpp"
#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/inertia.hpp"
#include "oopss/mechanics/potential.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "tests/mechanics/bodies.hpp"

using namespace oopss;

namespace {

template <Scalar T>
Matrix<T> inertia_of(const PlanarTree<T>& tree, const std::vector<T>& theta) {
  return pseudo_inertia(pair_constants(tree), theta);
}

/// H(θ, μ) through the recursion.
template <Scalar T>
T energy(const PlanarTree<T>& tree, const std::vector<T>& theta, const std::vector<T>& mu) {
  return kinetic_energy(mu, motion(tree, theta, mu).omega);
}

/// Whether body i hangs beyond joint k, seen from the root.
bool beyond(const Topology& topology, int i, int k) {
  for (; topology.parent[i] >= 0; i = topology.parent[i])
    if (topology.joint[i] == k) return true;
  return false;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("loaded bodies balance: sum_b m_b a_bk = 0", "[tree]", AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const Matrix<Vec2<T>> a = barycentric(tree);
    for (int k = 0; k < tree.size(); ++k) {
      Vec2<T> sum;
      for (int b = 0; b < tree.size(); ++b) sum = sum + tree.m[b] * a(b, k);
      CHECK(agree(sum, Vec2<T>{}));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("r_b = sum_k R(theta_k) a_bk are the positions that a walk over the joints finds", "[tree]",
                        AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const Matrix<Vec2<T>> a = barycentric(tree);
    std::vector<Vec2<T>> r(tree.m.size());
    for (int b = 0; b < tree.size(); ++b)
      for (int k = 0; k < tree.size(); ++k) r[b] = r[b] + rotation(theta[k]) * a(b, k);
    const std::vector<Vec2<T>> expected = walk(bodies, theta);
    CHECK(agree(r, expected));
    CHECK(agree(centre_positions(tree, theta), expected));
  }
}

TEMPLATE_LIST_TEST_CASE("joint angles, body angles and torques fit together in any order and sense", "[tree]",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(7);
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const std::vector<T> phi = differences(tree, theta);
    for (int k = 0; k < tree.size() - 1; ++k)
      CHECK(agree(phi[k], theta[bodies.joints[k].second] - theta[bodies.joints[k].first]));
    CHECK(agree(absolute_angles(tree, phi, theta[tree.root()]), theta));

    const Matrix<int> P = path_matrix(tree);
    for (int i = 0; i < tree.size(); ++i) {
      T angle = theta[tree.root()];
      for (int k = 0; k < P.cols; ++k) angle = angle + T(P(i, k)) * phi[k];
      CHECK(agree(angle, theta[i]));
    }

    const std::vector<T> torque = unknowns(source, "T", tree.size() - 1, -1, 1);
    std::vector<T> tau(tree.m.size(), T(0));
    for (int k = 0; k < tree.size() - 1; ++k) {  // + on the first body, − on the second
      tau[bodies.joints[k].first] = tau[bodies.joints[k].first] + torque[k];
      tau[bodies.joints[k].second] = tau[bodies.joints[k].second] - torque[k];
    }
    CHECK(agree(body_torques(tree, torque), tau));
  }
}

TEMPLATE_LIST_TEST_CASE("J is the Gram matrix of the velocities of all bodies", "[inertia]", AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const int n = tree.size();
    Matrix<Vec2<T>> velocity(n, n);  // of mass centre b as body i alone turns at unit speed
    for (int i = 0; i < n; ++i) {
      const std::vector<Vec2<Dual<T>>> r = walk(lifted(bodies), lifted(theta, i));
      for (int b = 0; b < n; ++b) velocity(b, i) = {r[b].x.slope, r[b].y.slope};
    }
    Matrix<T> gram(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (i == j) gram(i, i) = tree.I[i];
        for (int b = 0; b < n; ++b) gram(i, j) = gram(i, j) + tree.m[b] * dot(velocity(b, i), velocity(b, j));
      }
    CHECK(agree(inertia_of(tree, theta), gram));
  }
}

TEMPLATE_LIST_TEST_CASE("K_ij = dJ_ij/d(theta_j - theta_i), and K is skew", "[inertia]", AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const int n = tree.size();
    const Matrix<T> K = slope_matrix(pair_constants(tree), theta);
    for (int j = 0; j < n; ++j) {
      const Matrix<Dual<T>> J = inertia_of(constant_tree(tree), lifted(theta, j));
      for (int i = 0; i < n; ++i) {
        CHECK(agree(K(i, j), J(i, j).slope));
        CHECK(agree(K(i, j), -K(j, i)));
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("the recursion finds omega = J^-1 mu", "[recursion]", AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const Matrix<T> J = inertia_of(tree, theta);
    const std::vector<T> mu = J * omega;
    CHECK(agree(motion(tree, theta, mu).omega, omega));
    CHECK(agree(solve(ldlt(J), mu), omega));
  }
}

TEMPLATE_LIST_TEST_CASE("the recursion finds mu' = -omega (K omega), which adds up to zero", "[recursion]",
                        AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const PairConstants<T> pairs = pair_constants(tree);
    const std::vector<T> dense = momentum_rates(slope_matrix(pairs, theta), omega);
    const Motion<T> swept = motion(tree, theta, pseudo_inertia(pairs, theta) * omega);
    CHECK(agree(swept.mu_rate, dense));
    CHECK(agree(total_momentum(dense), T(0)));
    CHECK(agree(total_momentum(swept.mu_rate), T(0)));
  }
}

TEMPLATE_LIST_TEST_CASE("Hamilton's equations: mu' = -dH/dtheta and omega = dH/dmu", "[recursion]", AllScalars) {
  using T = TestType;
  for (const Sample<T>& sample : samples<T>()) {
    const PlanarTree<T>& tree = sample.tree;
    const std::vector<T>&theta = sample.theta, &omega = sample.omega;
    const PlanarTree<Dual<T>> constant = constant_tree(tree);
    const std::vector<T> mu = inertia_of(tree, theta) * omega;
    const std::vector<T> by_theta =
        gradient([&](const std::vector<Dual<T>>& x) { return energy(constant, x, lifted(mu)); }, theta);
    const std::vector<T> by_mu =
        gradient([&](const std::vector<Dual<T>>& x) { return energy(constant, lifted(theta), x); }, mu);
    const Motion<T> swept = motion(tree, theta, mu);
    for (int i = 0; i < tree.size(); ++i) {
      CHECK(agree(swept.mu_rate[i], -by_theta[i]));
      CHECK(agree(swept.omega[i], by_mu[i]));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("dH/dphi_k = sum of omega_i K_ij omega_j over i beyond joint k and j before it", "[inertia]",
                        AllScalars) {
  using T = TestType;
  for (const Sample<T>& sample : samples<T>()) {
    const PlanarTree<T>& tree = sample.tree;
    const std::vector<T>&theta = sample.theta, &omega = sample.omega;
    const int n = tree.size();
    const PairConstants<T> pairs = pair_constants(tree);
    const Matrix<T> K = slope_matrix(pairs, theta);
    const std::vector<T> mu = pseudo_inertia(pairs, theta) * omega;
    const PlanarTree<Dual<T>> constant = constant_tree(tree);
    const std::vector<T> by_phi = gradient(
        [&](const std::vector<Dual<T>>& phi) {
          const std::vector<Dual<T>> angles = absolute_angles<Dual<T>>(constant, phi, {theta[tree.root()], T(0)});
          return energy(constant, angles, lifted(mu));
        },
        differences(tree, theta));
    for (int c = 0; c < n; ++c) {
      if (tree.parent[c] < 0) continue;
      const int k = tree.joint[c];
      T sum(0);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          if (beyond(tree, i, k) && !beyond(tree, j, k)) sum = sum + omega[i] * K(i, j) * omega[j];
      CHECK(agree(by_phi[k], tree.sense[c] > 0 ? sum : -sum));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("momenta in O(N) are J omega", "[recursion]", AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>())
    CHECK(agree(momenta(tree, theta, omega), inertia_of(tree, theta) * omega));
}

TEMPLATE_LIST_TEST_CASE("velocities and rates do not depend on which body is the root", "[recursion]", AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const std::vector<T> mu = inertia_of(tree, theta) * omega;
    const Motion<T> here = motion(tree, theta, mu);
    for (int root = 0; root < tree.size(); ++root) {
      const PlanarTree<T> other = rooted(bodies, root);
      const Motion<T> there = motion(other, theta, mu);
      CHECK(agree(there.omega, here.omega));
      CHECK(agree(there.mu_rate, here.mu_rate));
      CHECK(agree(inertia_of(other, theta), inertia_of(tree, theta)));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("accelerations obey J omega' + K (omega omega) = tau", "[recursion]", AllScalars) {
  using T = TestType;
  Draws<T> source(3);
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const PairConstants<T> pairs = pair_constants(tree);
    const Matrix<T> J = pseudo_inertia(pairs, theta), K = slope_matrix(pairs, theta);
    const std::vector<T> mu = J * omega;
    const std::vector<T> tau = body_torques(tree, unknowns(source, "T", tree.size() - 1, -1, 1));
    const std::vector<T> rate = angular_accelerations(tree, theta, mu, omega, momentum_rates(K, omega) + tau);
    std::vector<T> squares = omega;
    for (T& w : squares) w = w * w;
    CHECK(agree(J * rate + K * squares, tau));
    // The same by what is found once at the pose, for many vectors at once.
    Sweep<Plane<T>> sweep(tree.size());
    sweep_inward(tree, theta, tau, sweep);
    Matrix<T> V(tree.size(), 2), x(tree.size() + 1, 2), y = x, moments = V;
    for (int i = 0; i < tree.size(); ++i) {
      V(i, 0) = omega[i];
      V(i, 1) = squares[i];
    }
    apply_slopes(tree, sweep, V, x, y, moments);
    for (int i = 0; i < tree.size(); ++i) {
      CHECK(agree(moments(i, 0), (K * omega)[i]));
      CHECK(agree(moments(i, 1), (K * squares)[i]));
      V(i, 0) = mu[i];
      V(i, 1) = tau[i] - moments(i, 1);
    }
    divide_by_inertia(tree, sweep, V, x, y);
    for (int i = 0; i < tree.size(); ++i) {
      CHECK(agree(V(i, 0), omega[i]));
      CHECK(agree(V(i, 1), rate[i]));
    }
  }
}

TEST_CASE("bodies without inertia are fine while one body has some and the others swing about their joints") {
  Draws<double> source(5);
  for (int trial = 0; trial < 20; ++trial) {
    const int count = 2 + trial % 6;
    Bodies<double> bodies = random_bodies(source, count);
    const int heavy = source.below(count);
    for (int i = 0; i < count; ++i)
      if (i != heavy) bodies.I[i] = 0;
    const PlanarTree<double> tree = rooted(bodies, source.below(count));
    const std::vector<double> theta = unknowns(source, "theta", count, -3, 3);
    const std::vector<double> omega = unknowns(source, "w", count, -1, 1);
    const Matrix<double> J = inertia_of(tree, theta);
    const Ldlt<double> factors = ldlt(J);
    for (const double pivot : factors.D) CHECK(pivot > 0);
    const std::vector<double> found = motion(tree, theta, J * omega).omega;
    // Without inertia J may come close to singular: ask that mu is met, which elimination grants at any condition.
    CHECK(agree(J * found, J * omega));
  }
}
