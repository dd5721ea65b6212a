// SPDX-License-Identifier: Apache-2.0
// What steps of the tree Moser-Veselov method keep: momentum, the way back, the bracket, energy, equilibria.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/sanitized.hpp"
#include "tests/spatial/veselov_bodies.hpp"

using namespace oopss;

namespace {

/// Springs and dampers that differ in all directions; no law that `fine` knows.
void stiff_laws(double t, const SpaceState& state, std::vector<JointTorque>& out) {
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = {1.5 * vector_part(state.rotation[k]) + Vec3<double>{std::sin(state.angle[k]) + t, 0.3, 0.1},
              {0.4, 0.1, 0, 0.3, -0.05, 0.6},
              k % 2 == 0};
}

double distance(const SpaceState& a, const SpaceState& b) {
  double worst = gap(a.root, b.root);
  for (std::size_t k = 0; k < a.angle.size(); ++k)
    worst = std::max({worst, std::abs(a.angle[k] - b.angle[k]), gap(a.rotation[k], b.rotation[k])});
  for (std::size_t i = 0; i < a.mu.size(); ++i)
    worst = std::max({worst, largest(a.mu[i] - b.mu[i]), std::abs(a.p[i] - b.p[i])});
  return worst;
}

/// A configuration as the attitudes of the root and of bodies on balls, and the angles of hinges: to each of these
/// belongs one momentum of the state, so the form is the canonical one.
struct Chart {
  std::vector<Quaternion<double>> attitude;  // per body
  SpaceState state;                          // angles and momenta
};

Chart chart_of(VeselovSample& sample) {
  begin_step(sample.by, sample.state);
  Chart out{{}, sample.state};
  for (const VeselovBody& b : sample.by.body) out.attitude.push_back(b.attitude);
  return out;
}

SpaceState state_of(const Veselov& by, const Chart& chart) {
  SpaceState out = chart.state;
  std::vector<Quaternion<double>> attitude = chart.attitude;
  out.root = attitude[by.tree.root()];
  for (const int i : by.tree.order) {
    const int p = by.tree.parent[i], k = by.tree.joint[i];
    if (p < 0) continue;
    const bool second = by.tree.sense[i] > 0;
    if (is_hinge(by.tree, i)) {
      const Quaternion<double> joint = exponential(out.angle[k] * by.axis[k]) * by.rest[k];
      attitude[i] = attitude[p] * (second ? joint : conjugate(joint));
    } else {
      const Quaternion<double> turned =
          second ? conjugate(attitude[p]) * attitude[i] : conjugate(attitude[i]) * attitude[p];
      out.rotation[k] = turned * conjugate(by.rest[k]);
    }
  }
  return out;
}

/// The coordinates of a place near another one: per root or ball ε and δμ, per hinge δq and δp; with the sense of the
/// hinge, so that p belongs to q.
std::vector<double> chart_numbers(const SpaceTree& tree, const Chart& place, const Chart& near) {
  std::vector<double> out;
  for (int i = 0; i < tree.size(); ++i) {
    if (is_hinge(tree, i)) {
      const int k = tree.joint[i];
      out.push_back(tree.sense[i] * (place.state.angle[k] - near.state.angle[k]));
      out.push_back(place.state.p[i] - near.state.p[i]);
      continue;
    }
    const Vec3<double> turned = rotation_vector(place.attitude[i] * conjugate(near.attitude[i]));
    const Vec3<double> change = place.state.mu[i] - near.state.mu[i];
    out.insert(out.end(), {turned.x, turned.y, turned.z, change.x, change.y, change.z});
  }
  return out;
}

Chart moved(const SpaceTree& tree, Chart place, const std::vector<double>& by) {
  const double* next = by.data();
  for (int i = 0; i < tree.size(); ++i) {
    if (is_hinge(tree, i)) {
      place.state.angle[tree.joint[i]] += tree.sense[i] * *next++;
      place.state.p[i] += *next++;
      continue;
    }
    place.attitude[i] = exponential({next[0], next[1], next[2]}) * place.attitude[i];
    place.state.mu[i] = place.state.mu[i] + Vec3<double>{next[3], next[4], next[5]};
    next += 6;
  }
  return place;
}

/// The canonical form at these momenta: δμ₁·ε₂ − δμ₂·ε₁ + μ·(ε₁ × ε₂), and δp₁ δq₂ − δp₂ δq₁.
double canonical_form(const SpaceTree& tree, const Chart& place, const std::vector<double>& one,
                      const std::vector<double>& other) {
  double sum = 0;
  const double *a = one.data(), *b = other.data();
  for (int i = 0; i < tree.size(); ++i) {
    if (is_hinge(tree, i)) {
      sum += a[1] * b[0] - b[1] * a[0];
      a += 2;
      b += 2;
      continue;
    }
    const Vec3<double> turned = {a[0], a[1], a[2]}, change = {a[3], a[4], a[5]};
    const Vec3<double> turned_b = {b[0], b[1], b[2]}, change_b = {b[3], b[4], b[5]};
    sum += dot(change, turned_b) - dot(change_b, turned) + dot(place.state.mu[i], cross(turned, turned_b));
    a += 6;
    b += 6;
  }
  return sum;
}

}  // namespace

TEST_CASE("one Newton iteration, far from a solution, keeps the total momentum to rounding") {
  Draws<double> source(1788);
  for (int trial = 0; trial < 9; ++trial) {
    VeselovSample sample = random_veselov(source, 2 + trial % 6, Joints(trial % 3));
    const Vec3<double> before = total_momentum(sample);
    for (int step = 0; step < 100; ++step) {
      begin_step(sample.by, sample.state);
      take_momenta(sample.by, sample.state);
      stiff_laws(0, sample.state, sample.by.torque);
      kick(sample.by, 0.01);
      CHECK_FALSE(solve_turns(sample.by, 0.02, 1).solved);
      finish_step(sample.by, 0.02, sample.state);
      give_momenta(sample.by, sample.state);
    }
    double size = 0;
    for (const Vec3<double>& mu : sample.state.mu) size += largest(mu);
    CHECK(largest(total_momentum(sample) - before) < 1e-14 * size);
    for (const Quaternion<double>& q : sample.state.rotation) CHECK(std::abs(norm_squared(q) - 1) < 1e-15);
  }
}

TEST_CASE("a step and a step back lead to where it began, laws with dampers too") {
  Draws<double> source(1789);
  for (int trial = 0; trial < 24; ++trial) {
    VeselovSample sample = random_veselov(source, 1 + trial % 8, Joints(trial % 3));
    const JointLaws laws = trial % 2 == 0 ? JointLaws() : stiff_laws;
    const SpaceState start = sample.state;
    REQUIRE(veselov2(sample.by, laws, 1, 0.05, sample.state).solved);
    REQUIRE(veselov2(sample.by, laws, 1.05, -0.05, sample.state).solved);
    CHECK(distance(sample.state, start) < 2e-14);
  }
}

TEST_CASE("a step is a function of its state, whatever was stepped before, and the same on every kind of processor") {
  Draws<double> source(1793);
  for (int trial = 0; trial < 24; ++trial) {
    const VeselovSample start = random_veselov(source, 1 + trial % 8, Joints(trial % 3));
    const JointLaws laws = trial % 2 == 0 ? JointLaws() : stiff_laws;
    VeselovSample sample = start;
    REQUIRE(veselov2(sample.by, laws, 1, 0.05, sample.state).solved);
    const SpaceState once = sample.state;
    REQUIRE(veselov2(sample.by, laws, 2, -0.2, sample.state).solved);
    sample.state = start.state;
    REQUIRE(veselov2(sample.by, laws, 1, 0.05, sample.state).solved);
    CHECK(distance(sample.state, once) == 0);
    for (const VeselovKernel* kernel : usable_veselov_kernels()) {
      INFO(kernel->name);
      Veselov by = veselov(start.by.tree, start.by.rest, *kernel);
      SpaceState there = start.state;
      REQUIRE(veselov2(by, laws, 1, 0.05, there).solved);
      CHECK(distance(there, once) < 2e-14);
    }
  }
}

TEST_CASE("a step keeps the canonical form: balls, hinges and both, free and with springs") {
  Draws<double> source(1790);
  for (int trial = 0; trial < 6; ++trial) {
    VeselovSample sample = random_veselov(source, 3, Joints(trial % 3));
    const SpaceTree& tree = sample.by.tree;
    const JointLaws springs = [&tree](double, const SpaceState& state, std::vector<JointTorque>& out) {
      for (const int i : tree.order) {
        if (tree.parent[i] < 0) continue;
        const int k = tree.joint[i];  // U = 2 |v|² of a ball, with R_j = (w, v)
        out[k] = {2 * state.rotation[k].w * vector_part(state.rotation[k]), {}, false};
        if (is_hinge(tree, i)) out[k].T = {2 * std::sin(state.angle[k]), 0, 0};
      }
    };
    const JointLaws laws = trial < 3 ? JointLaws() : springs;
    const auto step = [&](const Chart& place) {
      VeselovSample at_place{sample.by, state_of(sample.by, place)};
      REQUIRE(veselov2(at_place.by, laws, 0, 0.1, at_place.state).solved);
      return chart_of(at_place);
    };
    const Chart begin = chart_of(sample), end = step(begin);
    const std::size_t size = chart_numbers(tree, begin, begin).size();
    constexpr double delta = 1e-5;
    std::vector<std::vector<double>> unit, image;
    for (std::size_t k = 0; k < size; ++k) {
      std::vector<double> there(size), back(size), slope;
      there[k] = delta;
      back[k] = -delta;
      const std::vector<double> a = chart_numbers(tree, step(moved(tree, begin, there)), end);
      const std::vector<double> b = chart_numbers(tree, step(moved(tree, begin, back)), end);
      for (std::size_t j = 0; j < size; ++j) slope.push_back((a[j] - b[j]) / (2 * delta));
      image.push_back(slope);
      unit.emplace_back(size);
      unit.back()[k] = 1;
    }
    double worst = 0;
    for (std::size_t k = 0; k < size; ++k)
      for (std::size_t j = 0; j < k; ++j)
        worst = std::max(worst, std::abs(canonical_form(tree, end, image[k], image[j]) -
                                         canonical_form(tree, begin, unit[k], unit[j])));
    CHECK(worst < 2e-9);  // 1e-10 of the differences was measured
  }
}

TEST_CASE("what dampers take at a standing attitude is the energy that is lost, to rounding") {
  Draws<double> source(1792);
  for (int trial = 0; trial < 9; ++trial) {
    VeselovSample sample = random_veselov(source, 2 + trial % 7, Joints(trial % 3));
    const double before = kinetic_energy(sample);
    take_momenta(sample.by, sample.state);
    for (JointTorque& law : sample.by.torque) law = {{}, {3, 0.5, 0.2, 2, 0.1, 4}, true};
    const double taken = kick(sample.by, 0.3);
    give_momenta(sample.by, sample.state);
    CHECK(taken > 0);
    CHECK(std::abs(before - taken - kinetic_energy(sample)) < 1e-13 * before);
  }
}

TEST_CASE("the energy of 10^4 steps has no trend, the momentum stays to rounding, the turns orthogonal") {
  Draws<double> source(1791);
  for (const Joints joints : {Joints::balls, Joints::hinges, Joints::mixed}) {
    VeselovSample sample = random_veselov(source, 3, joints);
    const double H = kinetic_energy(sample);
    const Vec3<double> before = total_momentum(sample);
    constexpr int count = sanitized ? 1000 : 10000, blocks = 10;
    double worst = 0;
    std::vector<double> mean(blocks);
    for (int step = 0; step < count; ++step) {
      REQUIRE(veselov2(sample.by, {}, 0, 0.02, sample.state).solved);
      if (step % 10 != 0) continue;
      const double error = kinetic_energy(sample) / H - 1;
      worst = std::max(worst, std::abs(error));
      mean[step / (count / blocks)] += error * blocks * 10 / count;
    }
    CHECK(worst < 2e-3);
    CHECK(std::abs(mean.back() - mean.front()) < 0.5 * worst);
    CHECK(largest(total_momentum(sample) - before) < 1e-12 * largest(before));
    for (const Matrix3<double>& R : attitudes(sample)) CHECK(gap(R * transposed(R), identity3<double>()) < 1e-14);
  }
}

TEST_CASE("the relative equilibria of pairs turn as they are") {
  for (const GoldenSpacePair& pair : golden_space_pairs())
    for (const GoldenSpaceEquilibrium& found : pair.equilibria) {
      const std::vector<Matrix3<double>> attitude = {identity3<double>(), found.A};
      const std::vector<Vec3<double>> mu = momenta(pair.tree, attitude, {found.axis, found.axis});
      VeselovSample sample = veselov_sample(pair.tree, attitude, {0}, {{}}, mu);
      const SpaceState start = sample.state;
      REQUIRE(steps(sample, {}, 2, 0.5, 5));
      CHECK(gap(sample.state.rotation[0], start.rotation[0]) < 1e-13);
      CHECK(largest(sample.state.mu[0] - start.mu[0]) < 1e-13);
    }
}

TEST_CASE("a step that is too long is answered in words, and leaves the state as it was") {
  for (const std::string name : {"two_free", "chain3_free", "hinge2_free"}) {
    const GoldenSpaceRun& run = golden_space(name);
    VeselovSample sample = golden_start(run, run.samples[0]);
    const SpaceState start = sample.state;
    const VeselovOutcome made = veselov2(sample.by, {}, 0, 3, sample.state);
    REQUIRE_FALSE(made.solved);
    CHECK(gap(sample.state.root, start.root) == 0);
    CHECK(largest(sample.state.mu[0] - start.mu[0]) == 0);
    const std::string words = no_solution(made, 3);
    CHECK(words.find("a step of 3 has no solution near: after ") == 0);
    const double smaller = std::stod(words.substr(words.rfind("a step of ") + 10));
    CHECK(veselov2(sample.by, {}, 0, smaller, sample.state).solved);
  }
}
