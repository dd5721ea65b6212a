// SPDX-License-Identifier: Apache-2.0
// The recursion in space, trees of balls and hinges, against Newton and Euler's laws and against the plane.
#include <algorithm>
#include <catch2/catch.hpp>

#include "oopss/mechanics/inertia.hpp"
#include "tests/mechanics/bodies.hpp"
#include "tests/mechanics/space_bodies.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

double size_of(const Vec3<double>& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

/// Largest difference relative to the largest entry.
double relative_difference(const std::vector<Vec3<double>>& a, const std::vector<Vec3<double>>& b) {
  double difference = 0, size = 1e-3;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, size_of(a[i] - b[i]));
    size = std::max(size, size_of(b[i]));
  }
  return difference / size;
}

template <Scalar T>
std::vector<Vec3<T>> times(const Matrix<Matrix3<T>>& J, const std::vector<Vec3<T>>& omega) {
  std::vector<Vec3<T>> out(omega.size());
  for (int i = 0; i < J.rows; ++i)
    for (int j = 0; j < J.cols; ++j) out[i] = out[i] + J(i, j) * omega[j];
  return out;
}

/// A planar tree in the plane z = 0 of space; the hinges, if asked for, turn about z.
template <Scalar T>
Tree<Space<T>> in_space(const PlanarTree<T>& tree, Joints joints) {
  Tree<Space<T>> out;
  static_cast<Topology&>(out) = tree;
  out.m = tree.m;
  out.mass = tree.mass;
  for (int i = 0; i < tree.size(); ++i) {
    out.I.push_back({T(1), T(0), T(0), T(2), T(0), tree.I[i]});
    out.d_parent.push_back({tree.d_parent[i].x, tree.d_parent[i].y, T(0)});
    out.d_child.push_back({tree.d_child[i].x, tree.d_child[i].y, T(0)});
    out.hinge.emplace_back();
    if (joints == Joints::hinges) out.hinge.back() = Vec3<T>{T(0), T(0), T(1)};
  }
  return out;
}

template <Scalar T>
std::vector<Vec3<T>> about_z(const std::vector<T>& x) {
  std::vector<Vec3<T>> out;
  for (const T& x_i : x) out.push_back({T(0), T(0), x_i});
  return out;
}

}  // namespace

TEST_CASE("300 random trees of balls and hinges with torques: every rate is the one of Newton and Euler's laws") {
  Draws<double> source(1750);
  // Both sides solve linear systems of moderate condition: 1e-13 was measured.
  constexpr double tolerance = 1e-11;
  double worst = 0;
  for (int trial = 0; trial < 300; trial += stride) {
    const int count = 1 + trial % 8;
    const SpaceSample<double> sample = random_space_motion(source, count, Joints(trial % 3));
    const auto& [tree, attitude, omega] = sample;
    std::vector<Vec3<double>> torque(tree.m.size()), tau(tree.m.size());
    for (int i = 0; i < count; ++i) {
      if (tree.parent[i] < 0) continue;
      torque[i] = random_vector(source, 1);
      if (tree.hinge[i]) torque[i] = source.number(-1, 1) * (attitude[i] * *tree.hinge[i]);
      tau[i] = tau[i] + torque[i];
      tau[tree.parent[i]] = tau[tree.parent[i]] - torque[i];
    }
    const SpaceNewton newton = space_newton(sample, torque);
    const auto check = [&](const std::vector<Vec3<double>>& found, const std::vector<Vec3<double>>& expected) {
      const double difference = relative_difference(found, expected);
      worst = std::max(worst, difference);
      CHECK(difference < tolerance);
    };
    check(momenta(tree, attitude, omega), newton.mu);
    std::vector<Vec3<double>> dense = times(inertia_blocks(tree, attitude), omega);
    project_on_hinges(tree, attitude, dense);
    check(dense, newton.mu);

    Motion<Vec3<double>> swept = motion(tree, attitude, newton.mu);
    check(swept.omega, omega);
    project_on_hinges(tree, attitude, tau);
    for (int i = 0; i < count; ++i) swept.mu_rate[i] = swept.mu_rate[i] + tau[i];
    check(swept.mu_rate, newton.mu_rate);

    const Accelerations<Space<double>> felt = accelerations(tree, attitude, newton.mu, omega, swept.mu_rate);
    check(felt.omega, newton.omega_rate);
    check(felt.force, newton.force);
  }
  INFO("largest relative difference " << worst);
  CHECK(worst < tolerance);
}

TEMPLATE_LIST_TEST_CASE("in space the recursion undoes momenta, over every scalar", "[space]", AllScalars) {
  using T = TestType;
  Draws<T> source(1758);
  for (int trial = 0; trial < 12; ++trial) {
    const auto [tree, attitude, omega] = random_space_motion(source, 1 + trial % 4, Joints(trial % 3));
    CHECK(agree(motion(tree, attitude, momenta(tree, attitude, omega)).omega, omega));
  }
}

TEMPLATE_LIST_TEST_CASE("a planar tree in space turns as in the plane, by balls and by hinges", "[space]", AllScalars) {
  using T = TestType;
  for (const auto& [bodies, tree, theta, omega] : samples<T>()) {
    const std::vector<T> mu = momenta(tree, theta, omega);
    const Motion<T> plane = motion(tree, theta, mu);
    std::vector<Matrix3<T>> attitude;
    for (const T& angle : theta) attitude.push_back(turn_about({T(0), T(0), T(1)}, angle));
    std::vector<Vec3<T>> expected_mu = about_z(mu), expected_rate = about_z(plane.mu_rate);
    for (const Joints joints : {Joints::balls, Joints::hinges}) {
      const Tree<Space<T>> spatial = in_space(tree, joints);
      project_on_hinges(spatial, attitude, expected_mu);
      project_on_hinges(spatial, attitude, expected_rate);
      CHECK(agree(momenta(spatial, attitude, about_z(omega)), expected_mu));
      const Motion<Vec3<T>> swept = motion(spatial, attitude, expected_mu);
      CHECK(agree(swept.omega, about_z(plane.omega)));
      CHECK(agree(swept.mu_rate, expected_rate));
      if constexpr (std::is_same_v<T, double>) {
        // 3e-15 was measured.
        CHECK(relative_difference(swept.omega, about_z(plane.omega)) < 1e-13);
        CHECK(relative_difference(swept.mu_rate, expected_rate) < 1e-13);
      }
    }
  }
}

TEST_CASE("positions in space are r_b = sum_k R_k a_bk, and joints close") {
  Draws<double> source(1765);
  for (int trial = 0; trial < 20; ++trial) {
    const int count = 1 + trial % 8;
    const Tree<Space<double>> tree = random_space_tree(source, count, Joints::mixed);
    std::vector<Matrix3<double>> relative;
    for (int k = 1; k < count; ++k) relative.push_back(random_attitude(source));
    const std::vector<Matrix3<double>> attitude = absolute_angles(tree, relative, random_attitude(source));
    const std::vector<Vec3<double>> r = centre_positions(tree, attitude);
    const Matrix<Vec3<double>> a = barycentric(tree);
    for (int b = 0; b < count; ++b) {
      Vec3<double> sum;
      for (int k = 0; k < count; ++k) sum = sum + attitude[k] * a(b, k);
      CHECK(agree(sum, r[b]));
      if (const int p = tree.parent[b]; p >= 0) {
        CHECK(agree(r[b] + attitude[b] * tree.d_child[b], r[p] + attitude[p] * tree.d_parent[b]));
        const Matrix3<double> perp = transposed(attitude[p]) * attitude[b];
        CHECK(agree(perp.x, relative[tree.joint[b]].x));
      }
    }
  }
}
