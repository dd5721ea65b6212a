// SPDX-License-Identifier: Apache-2.0
// Amended potential, shape inertia, torque laws: what the mechanics room says about shapes, over every scalar.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/connection.hpp"
#include "oopss/mechanics/locked.hpp"
#include "oopss/mechanics/potential.hpp"
#include "oopss/mechanics/reduced_lagrangian.hpp"
#include "oopss/mechanics/small_motion.hpp"
#include "oopss/mechanics/torque.hpp"
#include "tests/mechanics/bodies.hpp"

using namespace oopss;

namespace {

template <Scalar T>
T quadratic(const Matrix<T>& M, const std::vector<T>& x) {
  return dot(x, M * x);
}

/// A random spring and damper at each joint.
template <Scalar T>
std::vector<Spring<T>> springs(Draws<T>& source, int joints) {
  std::vector<Spring<T>> all(static_cast<std::size_t>(joints));
  for (int k = 0; k < joints; ++k)
    all[k] = {source.below(2) == 0, source.number(0, 2), source.number(0, 1),
              source.unknown("bias" + std::to_string(k), -1, 1)};
  return all;
}

template <Scalar T>
TrigPolynomial<Dual<T>> lifted_terms(const TrigPolynomial<T>& polynomial) {
  TrigPolynomial<Dual<T>> out{{polynomial.constant, T(0)}, {}};
  for (const TrigTerm<T>& term : polynomial.terms) out.terms.push_back({term.winding, {term.c, T(0)}, {term.s, T(0)}});
  return out;
}

/// The determinant as a sum over permutations.
template <Scalar T>
T by_permutations(const Matrix<T>& A) {
  std::vector<int> order(static_cast<std::size_t>(A.rows));
  std::iota(order.begin(), order.end(), 0);
  T sum(0);
  do {
    T product(1);
    for (int i = 0; i < A.rows; ++i) {
      product = product * A(i, order[i]);
      for (int j = 0; j < i; ++j)
        if (order[j] > order[i]) product = -product;
    }
    sum = sum + product;
  } while (std::next_permutation(order.begin(), order.end()));
  return sum;
}

/// The reduced Lagrangian of angles, not of their cosines and sines.
template <Scalar T>
LagrangianParts<T> lagrangian_of(const PlanarTree<T>& tree, const T& mu_s, const std::vector<T>& theta,
                                 const std::vector<T>& rate) {
  std::vector<T> cosine, sine;
  for (const T& angle : theta) {
    cosine.push_back(cos(angle));
    sine.push_back(sin(angle));
  }
  LagrangianParts<T> out(tree.size());
  reduced_lagrangian(pair_constants(tree), mu_s, cosine, sine, rate, out);
  return out;
}

template <Scalar T>
Spring<Dual<T>> lifted_spring(const Spring<T>& spring) {
  return {spring.periodic, {spring.kp, T(0)}, {spring.kd, T(0)}, {spring.bias, T(0)}};
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the locked inertia is that of the frozen tree about its mass centre", "[potential]",
                        AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    T expected(0);
    const std::vector<Vec2<T>> r = walk(bodies, theta);
    for (int b = 0; b < tree.size(); ++b) expected = expected + tree.I[b] + tree.m[b] * dot(r[b], r[b]);
    CHECK(agree(locked_inertia(pseudo_inertia(pair_constants(tree), theta)), expected));
  }
}

TEMPLATE_LIST_TEST_CASE("the locked inertia as a trigonometric polynomial has its value, slope and curvature",
                        "[potential]", AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const std::vector<T> phi = differences(tree, theta);
    const TrigPolynomial<T> terms = locked_polynomial(tree, pair_constants(tree));
    CHECK(agree(value(terms, phi), locked_inertia(pseudo_inertia(pair_constants(tree), theta))));
    const TrigPolynomial<Dual<T>> moved = lifted_terms(terms);
    using Angles = std::vector<Dual<T>>;
    CHECK(agree(gradient(terms, phi), gradient([&](const Angles& angles) { return value(moved, angles); }, phi)));
    const Matrix<T> H = hessian(terms, phi);
    Expansion<T> at_once;
    expand(terms, phi, at_once);
    CHECK(agree(at_once.value, value(terms, phi)));
    CHECK(agree(at_once.gradient, gradient(terms, phi)));
    CHECK(agree(at_once.hessian.entries, H.entries));
    for (int k = 0; k < H.rows; ++k) {
      std::vector<T> row;
      for (int l = 0; l < H.cols; ++l) row.push_back(H(k, l));
      CHECK(agree(row, gradient([&](const Angles& angles) { return gradient(moved, angles)[k]; }, phi)));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("H = 1/2 phi' M_s phi' + V_mu, and mu_s with phi' gives the velocities back", "[potential]",
                        AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const Matrix<T> J = pseudo_inertia(pair_constants(tree), theta);
    const std::vector<T> mu = J * omega, phi_rate = differences(tree, omega);
    const T mu_s = total_momentum(mu);
    const ShapeInertia<T> shape = shape_inertia(tree, J);
    CHECK(agree(kinetic_energy(mu, omega),
                quadratic(shape.M_s, phi_rate) / T(2) + amended_potential(mu_s, shape.I_lock)));
    CHECK(agree(velocities(tree, shape, mu_s, phi_rate), omega));
  }
}

TEMPLATE_LIST_TEST_CASE("V_mu = mu_s^2/(2 I_lock) has the slope and curvature of its expansion", "[potential]",
                        AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const std::vector<T> phi = differences(tree, theta);
    const TrigPolynomial<T> I_lock = locked_polynomial(tree, pair_constants(tree));
    const auto amended = [](const auto& polynomial, const auto& values) {
      using S = std::decay_t<decltype(values[0])>;
      Expansion<S> V;
      expand(polynomial, values, V);
      amend(S(3), V);
      return V;
    };
    const Expansion<T> V = amended(I_lock, phi);
    CHECK(agree(V.value, amended_potential(T(3), value(I_lock, phi))));
    const TrigPolynomial<Dual<T>> moved = lifted_terms(I_lock);
    for (int l = 0; l < V.hessian.cols; ++l) {
      const Expansion<Dual<T>> along = amended(moved, lifted(phi, l));
      CHECK(agree(V.gradient[l], along.value.slope));
      for (int k = 0; k < V.hessian.rows; ++k) CHECK(agree(V.hessian(k, l), along.gradient[k].slope));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("det(M x^2 + G x + V) is even in x for skew G, and its coefficients are those in x^2",
                        "[potential]", AllScalars) {
  using T = TestType;
  Draws<T> source(4);
  for (int n = 1; n <= (std::is_same_v<T, Expr> ? 3 : 5); ++n) {
    Matrix<T> M(n, n), G(n, n), V(n, n), moved(n, n);
    const T x = source.unknown("x", -2, 2);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        M(i, j) = M(j, i) = source.number(-1, 1);
        V(i, j) = V(j, i) = source.number(-1, 1);
        if (j < i) G(i, j) = source.number(-1, 1);
        if (j < i) G(j, i) = -G(i, j);
      }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) moved(i, j) = M(i, j) * x * x + G(i, j) * x + V(i, j);
    const std::vector<T> q = characteristic_polynomial(M, G, V);
    REQUIRE(q.size() == static_cast<std::size_t>(n) + 1);
    CHECK(agree(q.front(), by_permutations(V)));
    CHECK(agree(q.back(), by_permutations(M)));
    T sum(0);
    for (auto c = q.rbegin(); c != q.rend(); ++c) sum = sum * x * x + *c;
    CHECK(agree(sum, by_permutations(moved)));
    if (n != 2) continue;  // the planar theory, section 4.4
    const T middle = M(0, 0) * V(1, 1) + M(1, 1) * V(0, 0) - T(2) * M(0, 1) * V(0, 1) + G(0, 1) * G(0, 1);
    CHECK(agree(q[1], middle));
  }
}

TEST_CASE("the gyroscopic matrix is the curl of the connection 1'JP/I_lock") {
  for (const auto& [bodies, tree, theta, omega] : samples<double>()) {
    const int joints = tree.size() - 1;
    const std::vector<double> phi = differences(tree, theta);
    const PlanarTree<Dual<double>> moved = constant_tree(tree);
    Matrix<double> slope(joints, joints);  // of A_k along φ_l
    for (int l = 0; l < joints; ++l) {
      std::vector<Dual<double>> along;
      for (int k = 0; k < joints; ++k) along.push_back({phi[k], k == l ? 1.0 : 0.0});
      const std::vector<Dual<double>> angles = absolute_angles(moved, along, Dual<double>(0));
      const ShapeInertia<Dual<double>> shape = shape_inertia(moved, pseudo_inertia(pair_constants(moved), angles));
      for (int k = 0; k < joints; ++k) slope(k, l) = (shape.coupling[k] / shape.I_lock).slope;
    }
    const PairConstants<double> pairs = pair_constants(tree);
    const Matrix<double> G =
        gyroscopic_matrix(tree, shape_inertia(tree, pseudo_inertia(pairs, theta)), slope_matrix(pairs, theta));
    for (int k = 0; k < joints; ++k)
      for (int l = 0; l < joints; ++l) CHECK(agree(G(k, l), slope(k, l) - slope(l, k)));
  }
}

TEMPLATE_LIST_TEST_CASE("three bodies: F = -(2/I^2)(b_1 K_23 + b_2 K_31 + b_3 K_12), chain or star", "[potential]",
                        AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    if (tree.size() != 3) continue;
    const PairConstants<T> pairs = pair_constants(tree);
    const Matrix<T> J = pseudo_inertia(pairs, theta), K = slope_matrix(pairs, theta);
    const ShapeInertia<T> shape = shape_inertia(tree, J);
    const std::vector<T> b = J * std::vector<T>(3, T(1));
    const Matrix<T> F = curvature(tree, shape, K);
    T expected = T(2) * (b[0] * K(1, 2) + b[1] * K(2, 0) + b[2] * K(0, 1));
    int turns = 1;  // an even or odd order of the bodies and senses of the joints
    for (const int i : tree.order)
      if (tree.parent[i] >= 0) turns *= tree.sense[i];
    std::vector<int> order = {tree.root()};
    for (int k = 0; k < 2; ++k)
      for (int i = 0; i < 3; ++i)
        if (tree.joint[i] == k) order.push_back(i);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j)
        if (order[j] > order[i]) turns = -turns;
    CHECK(agree(F(0, 1) * shape.I_lock * shape.I_lock, turns > 0 ? -expected : expected));
    CHECK(agree(F(1, 0), -F(0, 1)));
  }
}

TEST_CASE("any tree: p = pi - mu_s A has {phi_k, p_l} = delta_kl and {p_k, p_l} = mu_s F_kl") {
  for (const auto& [bodies, tree, theta, omega] : samples<double>()) {
    const int joints = tree.size() - 1, n = tree.size();
    const std::vector<double> phi = differences(tree, theta), mu = momenta(tree, theta, omega);
    const PlanarTree<Dual<double>> moved = constant_tree(tree);
    const Matrix<int> P = path_matrix(tree);
    // slopes of p by the state (φ, μ), with dual numbers
    std::vector<std::vector<double>> slopes(static_cast<std::size_t>(joints));
    for (int place = 0; place < joints + n; ++place) {
      std::vector<Dual<double>> along, momentum;
      for (int k = 0; k < joints; ++k) along.push_back({phi[k], k == place ? 1.0 : 0.0});
      for (int i = 0; i < n; ++i) momentum.push_back({mu[i], joints + i == place ? 1.0 : 0.0});
      const std::vector<Dual<double>> angles = absolute_angles(moved, along, Dual<double>(0));
      const std::vector<Dual<double>> A =
          connection(shape_inertia(moved, pseudo_inertia(pair_constants(moved), angles)));
      for (int k = 0; k < joints; ++k) {
        Dual<double> pi(0);
        for (int i = 0; i < n; ++i) pi = pi + Dual<double>(P(i, k)) * momentum[i];
        slopes[k].push_back((pi - total_momentum(momentum) * A[k]).slope);
      }
    }
    const PairConstants<double> pairs = pair_constants(tree);
    const Matrix<double> F =
        curvature(tree, shape_inertia(tree, pseudo_inertia(pairs, theta)), slope_matrix(pairs, theta));
    const Matrix<int> tensor = poisson_tensor(tree);
    for (int k = 0; k < joints; ++k)
      for (int l = 0; l < joints; ++l) {
        std::vector<double> unit(static_cast<std::size_t>(joints + n), 0.0);
        unit[k] = 1;
        CHECK(agree(bracket(tensor, unit, slopes[l]), k == l ? 1.0 : 0.0));
        CHECK(agree(bracket(tensor, slopes[k], slopes[l]), total_momentum(mu) * F(k, l)));
      }
  }
}

TEMPLATE_LIST_TEST_CASE("M_s is the inverse of W = B J^-1 B^T, the joints' response to torques", "[potential]",
                        AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const int joints = tree.size() - 1;
    const Matrix<T> M_s = shape_inertia(tree, pseudo_inertia(pair_constants(tree), theta)).M_s;
    for (int k = 0; k < joints; ++k) {
      std::vector<T> torque(tree.m.size() - 1, T(0)), unit = torque;
      torque[k] = T(-1);  // turns the second body of joint k up
      unit[k] = T(1);
      const std::vector<T> response = differences(tree, motion(tree, theta, body_torques(tree, torque)).omega);
      CHECK(agree(M_s * response, unit));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("a spring's torque is the slope of its energy, which is zero at the bias", "[torque]",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(11);
  for (const Spring<T>& spring : springs(source, 8)) {
    const T phi = source.unknown("phi", -3, 3), rate = source.unknown("rate", -1, 1);
    const T slope = stored_energy<Dual<T>>(lifted_spring(spring), {phi, T(1)}).slope;
    CHECK(agree(torque(spring, phi, T(0)), slope));
    CHECK(agree(torque(spring, phi, rate), slope + spring.kd * rate));
    CHECK(agree(stored_energy(spring, spring.bias), T(0)));
  }
}

TEMPLATE_LIST_TEST_CASE("springs and dampers: (H + U)' = -sum k_d phi'^2, and mu_s stays", "[torque]", AllScalars) {
  using T = TestType;
  Draws<T> source(13);
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const int joints = tree.size() - 1;
    const std::vector<Spring<T>> all = springs(source, joints);
    const std::vector<T> mu = pseudo_inertia(pair_constants(tree), theta) * omega;
    const std::vector<T> phi = differences(tree, theta), phi_rate = differences(tree, omega);
    std::vector<T> T_joint;
    T U_rate(0), dissipated(0);
    for (int k = 0; k < joints; ++k) {
      T_joint.push_back(torque(all[k], phi[k], phi_rate[k]));
      U_rate = U_rate + stored_energy<Dual<T>>(lifted_spring(all[k]), {phi[k], phi_rate[k]}).slope;
      dissipated = dissipated + all[k].kd * phi_rate[k] * phi_rate[k];
    }
    const std::vector<T> mu_rate = motion(tree, theta, mu).mu_rate + body_torques(tree, T_joint);
    const std::vector<Dual<T>> moving_mu = moving(mu, mu_rate);
    const Dual<T> H = kinetic_energy(moving_mu, motion(constant_tree(tree), moving(theta, omega), moving_mu).omega);
    CHECK(agree(H.slope + U_rate, -dissipated));
    CHECK(agree(total_momentum(mu_rate), T(0)));
  }
}

TEMPLATE_LIST_TEST_CASE("exact linearisation gives phi'' = v at its joints, whatever the others do", "[torque]",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(17);
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const int joints = tree.size() - 1;
    const std::vector<T> mu = pseudo_inertia(pair_constants(tree), theta) * omega;
    std::vector<int> held;
    std::vector<T> all(mu.size() - 1, T(0)), v;
    for (int k = 0; k < joints; ++k) {
      if (source.below(3) > 0) {
        held.push_back(k);
        v.push_back(source.unknown("v" + std::to_string(k), -1, 1));
      } else {
        all[k] = source.unknown("T" + std::to_string(k), -1, 1);
      }
    }
    const std::vector<T> free_rate = motion(tree, theta, mu).mu_rate;
    const std::vector<T> T_held =
        linearising_torques(tree, theta, mu, omega, free_rate + body_torques(tree, all), held, v);
    for (std::size_t k = 0; k < held.size(); ++k) all[held[k]] = T_held[k];
    const std::vector<T> acceleration =
        differences(tree, angular_accelerations(tree, theta, mu, omega, free_rate + body_torques(tree, all)));
    for (std::size_t k = 0; k < held.size(); ++k) CHECK(agree(acceleration[held[k]], v[k]));
  }
}

TEMPLATE_LIST_TEST_CASE(
    "Theorem 2.1 of Laederich and Levi: L2 + L1 + L0 are those of J without its rotation, and the energy is H",
    "[potential]", AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, rate] : samples<T>()) {
    const std::vector<T> one(rate.size(), T(1));
    const Matrix<T> J = pseudo_inertia(pair_constants(tree), theta);
    const T mu_s = T(3) / T(2), I = locked_inertia(J), moment = dot(one, J * rate);
    const LagrangianParts<T> L = lagrangian_of(tree, mu_s, theta, rate);
    CHECK(agree(L.I_lock, I));
    CHECK(agree(L.L2, (quadratic(J, rate) - moment * moment / I) / T(2)));
    CHECK(agree(L.L1, mu_s * moment / I));
    CHECK(agree(L.L0, -amended_potential(mu_s, I)));
    std::vector<T> omega;  // of all bodies when the total momentum is μ_s
    for (const T& own : rate) omega.push_back(own + (mu_s - moment) / I);
    const std::vector<T> mu = J * omega;
    for (int i = 0; i < tree.size(); ++i) CHECK(agree(L.L2_rate[i] + L.L1_rate[i], mu[i]));
    CHECK(agree(L.L2 - L.L0, kinetic_energy(mu, omega)));
  }
}

TEMPLATE_LIST_TEST_CASE("the slopes of the reduced Lagrangian are its derivatives", "[potential]", AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, rate] : samples<T>()) {
    if (std::is_same_v<T, Expr> && tree.size() > 3) continue;  // the proof of four takes a minute
    const T mu_s = T(3) / T(2);
    const LagrangianParts<T> L = lagrangian_of(tree, mu_s, theta, rate);
    const PlanarTree<Dual<T>> same = rooted(lifted(bodies), tree.root());
    for (int i = 0; i < tree.size(); ++i) {
      const auto along = lagrangian_of<Dual<T>>(same, {mu_s, T(0)}, lifted(theta, i), lifted(rate));
      CHECK(agree(L.L2_theta[i], along.L2.slope));
      CHECK(agree(L.L1_theta[i], along.L1.slope));
      CHECK(agree(L.L0_theta[i], along.L0.slope));
      const auto faster = lagrangian_of<Dual<T>>(same, {mu_s, T(0)}, lifted(theta), lifted(rate, i));
      CHECK(agree(L.L2_rate[i], faster.L2.slope));
      CHECK(agree(L.L1_rate[i], faster.L1.slope));
    }
  }
}
