// SPDX-License-Identifier: Apache-2.0
// The tree Moser-Veselov method and its compositions: the order they have, against the golden numbers and against
// Runge-Kutta steps of the recursion.
#include "oopss/spatial/veselov.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "tests/sanitized.hpp"
#include "tests/spatial/veselov_bodies.hpp"

using namespace oopss;

namespace {

/// The bodies by themselves: attitudes, and momenta as the recursion takes them.
struct FineMotion {
  std::vector<Quaternion<double>> attitude;
  std::vector<Vec3<double>> mu;
};

FineMotion fine_motion(VeselovSample& sample) {
  const std::vector<Matrix3<double>> R = attitudes(sample);
  FineMotion out{{}, recursion_momenta(sample, R)};
  for (const VeselovBody& b : sample.by.body) out.attitude.push_back(b.attitude);
  return out;
}

/// How far attitudes and momenta are from these.
double error_of(VeselovSample& sample, const FineMotion& expected) {
  const std::vector<Matrix3<double>> found = attitudes(sample);
  const std::vector<Vec3<double>> momentum = recursion_momenta(sample, found);
  double worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    worst = std::max(
        {worst, gap(found[i], rotation_of(normalised(expected.attitude[i]))), largest(momentum[i] - expected.mu[i])});
  return worst;
}

/// Springs kp φ, φ = vee log R_j, and dampers at every joint; of hinges kp q and C.xx.
struct Springs {
  double kp = 0;
  Symmetric3<double> C;
};

JointLaws laws_of(const SpaceTree& tree, const Springs& springs) {
  return [&tree, springs](double, const SpaceState& state, std::vector<JointTorque>& out) {
    for (const int i : tree.order) {
      if (tree.parent[i] < 0) continue;
      const int k = tree.joint[i];
      out[k] = {springs.kp * rotation_vector(state.rotation[k]), springs.C, true};
      if (is_hinge(tree, i)) out[k].T = {springs.kp * state.angle[k], 0, 0};
    }
  };
}

/// y + h k for each of the numbers.
FineMotion moved(const FineMotion& y, double h, const FineMotion& k) {
  FineMotion out = y;
  for (std::size_t i = 0; i < y.mu.size(); ++i) {
    const Quaternion<double>& rate = k.attitude[i];
    Quaternion<double>& q = out.attitude[i];
    q = {q.w + h * rate.w, q.x + h * rate.x, q.y + h * rate.y, q.z + h * rate.z};
    out.mu[i] = out.mu[i] + h * k.mu[i];
  }
  return out;
}

FineMotion fine_rates(const Veselov& by, const Springs& springs, const FineMotion& y) {
  const SpaceTree& tree = by.tree;
  std::vector<Matrix3<double>> R;
  for (const Quaternion<double>& q : y.attitude) R.push_back(rotation_of(normalised(q)));
  Motion<Vec3<double>> swept = motion(tree, R, y.mu);
  std::vector<Vec3<double>> tau(y.mu.size());
  for (const int i : tree.order) {
    const int p = tree.parent[i], k = tree.joint[i];
    if (p < 0) continue;
    const int first = tree.sense[i] > 0 ? p : i, second = tree.sense[i] > 0 ? i : p;
    const Matrix3<double> R_j = transposed(R[first]) * R[second] * transposed(rotation_of(by.rest[k]));
    const Vec3<double> rate = transposed(R[first]) * (swept.omega[second] - swept.omega[first]);
    Vec3<double> T = springs.kp * rotation_vector(quaternion_of(R_j)) + springs.C * rate;
    if (is_hinge(tree, i)) T = springs.kp * rotation_vector(quaternion_of(R_j)) + springs.C.xx * rate;
    tau[first] = tau[first] + R[first] * T;
    tau[second] = tau[second] - R[first] * T;
  }
  project_on_hinges(tree, R, tau);
  FineMotion out;
  for (int i = 0; i < tree.size(); ++i) {
    out.attitude.push_back(quaternion_rate(swept.omega[i], y.attitude[i]));
    out.mu.push_back(swept.mu_rate[i] + tau[i]);
  }
  return out;
}

/// Attitudes and momenta at time t by so many steps of the classical method of Runge and Kutta.
FineMotion fine(VeselovSample start, const Springs& springs, double t, int count) {
  FineMotion y = fine_motion(start);
  const double h = t / count;
  for (int step = 0; step < count; ++step) {
    const FineMotion a = fine_rates(start.by, springs, y), b = fine_rates(start.by, springs, moved(y, h / 2, a));
    const FineMotion c = fine_rates(start.by, springs, moved(y, h / 2, b));
    const FineMotion d = fine_rates(start.by, springs, moved(y, h, c));
    y = moved(moved(moved(moved(y, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
  }
  return y;
}

/// The order between two numbers of steps.
template <class Judge>
double measured_order(const VeselovSample& start, const JointLaws& laws, int order, double t, int count,
                      const Judge& error) {
  VeselovSample coarse = start, twice = start;
  REQUIRE(steps(coarse, laws, order, t, count));
  REQUIRE(steps(twice, laws, order, t, 2 * count));
  const double e = error(coarse), f = error(twice);
  UNSCOPED_INFO("errors " << e << " and " << f);
  return std::log2(e / f);
}

}  // namespace

TEST_CASE("substeps of compositions read the same both ways, add up to one, and cancel what they should") {
  for (const int order : {2, 4, 6}) {
    const auto gamma = composition(order);
    double sum = 0, cubes = 0, fifths = 0;
    for (std::size_t k = 0; k < gamma.size(); ++k) {
      CHECK(gamma[k] == gamma[gamma.size() - 1 - k]);
      sum += gamma[k];
      cubes += std::pow(gamma[k], 3);
      fifths += std::pow(gamma[k], 5);
    }
    CHECK(std::abs(sum - 1) < 1e-15);
    if (order >= 4) CHECK(std::abs(cubes) < 1e-15);
    if (order >= 6) CHECK(std::abs(fifths) < 1e-15);
  }
  CHECK(composition(3).empty());
}

TEST_CASE("veselov2, 4 and 6 converge to the golden motions of free bodies with these orders") {
  for (const std::string name : {"two_free", "chain3_free", "hinge2_free", "planar3"}) {
    const GoldenSpaceRun& run = golden_space(name);
    const VeselovSample start = golden_start(run, run.samples[0]);
    VeselovSample end = golden_start(run, run.samples[1]);
    const FineMotion expected = fine_motion(end);
    for (const auto& [order, count] : {std::pair(2, 80), {4, 24}, {6, 12}}) {
      INFO(name);
      const double measured = measured_order(start, {}, order, run.samples[1].t, count,
                                             [&](VeselovSample& sample) { return error_of(sample, expected); });
      CHECK(measured == Approx(order).margin(0.15));
    }
  }
}

TEST_CASE("veselov2 with a log spring and a damper converges to the golden motion with order 2") {
  const GoldenSpaceRun& run = golden_space("two_spring_damper");
  const GoldenSpaceLaw& law = run.laws[0];
  const JointLaws laws = [&](double, const SpaceState& state, std::vector<JointTorque>& out) {
    const Matrix3<double> R = rotation_of(state.rotation[0]);  // there the torque is in the child's axes
    out[0] = {law.kp * rotation_vector(state.rotation[0]), inertia_at(symmetric(law.kd), R), true};
  };
  VeselovSample end = golden_start(run, run.samples[1]);
  const FineMotion expected = fine_motion(end);
  const double measured = measured_order(golden_start(run, run.samples[0]), laws, 2, run.samples[1].t, 80,
                                         [&](VeselovSample& sample) { return error_of(sample, expected); });
  CHECK(measured == Approx(2).margin(0.1));
}

TEST_CASE("on trees of balls, of hinges and of both the orders are 2, 4 and 6, with springs and dampers 2") {
  Draws<double> source(1991);
  for (const Joints joints : {Joints::balls, Joints::hinges, Joints::mixed}) {
    const VeselovSample start = random_veselov(source, 4, joints);
    const double t = 0.5;
    const FineMotion expected = fine(start, {}, t, sanitized ? 400 : 2000);
    const auto error = [&](VeselovSample& sample) { return error_of(sample, expected); };
    for (const auto& [order, count] : {std::pair(2, 40), {4, 10}, {6, 5}}) {
      INFO("joints " << int(joints));
      CHECK(measured_order(start, {}, order, t, count, error) == Approx(order).margin(0.15));
    }
    const Springs springs = {1.5, {0.2, 0.02, 0, 0.3, 0.01, 0.1}};
    const FineMotion sprung = fine(start, springs, t, 400);
    CHECK(measured_order(start, laws_of(start.by.tree, springs), 2, t, 40,
                         [&](VeselovSample& sample) { return error_of(sample, sprung); }) == Approx(2).margin(0.1));
  }
}

TEST_CASE("random branching trees of up to eight bodies move as Runge-Kutta steps of the recursion say") {
  Draws<double> source(1829);
  for (int trial = 0; trial < (sanitized ? 6 : 24); ++trial) {
    VeselovSample sample = random_veselov(source, 1 + trial % 8, Joints(trial % 3));
    const FineMotion expected = fine(sample, {}, 0.25, 100);
    REQUIRE(steps(sample, {}, 6, 0.25, 5));
    CHECK(error_of(sample, expected) < 1e-7);
  }
}
