// SPDX-License-Identifier: Apache-2.0
// Linkages against numbers that another program found in maximal coordinates.
#include <catch2/catch.hpp>

#include "oopss/linkage/assemble.hpp"
#include "oopss/linkage/reduce.hpp"
#include "tests/linkage/golden_loops.hpp"
#include "tests/linkage/runs.hpp"

using namespace oopss;

namespace {

bool close(double a, double b, double relative = 1e-12) { return std::abs(a - b) <= relative * (1 + std::abs(b)); }
bool close(const std::vector<double>& a, const std::vector<double>& b, double relative = 1e-12) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!close(a[i], b[i], relative)) return false;
  return true;
}

/// The turns of an angle are chosen by whoever assembles.
double turned(double angle, double near) { return angle - 2 * M_PI * std::round((angle - near) / (2 * M_PI)); }

}  // namespace

TEST_CASE("golden: Omega, reduced inertia, its slope, H and the reduced rates of four-bars") {
  for (const GoldenAlgebra& golden : golden_algebra()) {
    INFO(golden.id);
    Model model = model_of(golden_linkages().at(golden.system));
    model.start.angles = {named("j0", golden.theta10)};
    model.start.assembly = Text{golden.sigma > 0 ? "+" : "-", {}};
    const StartedLinkage linkage = started(model);
    std::vector<double> theta = angles_at(linkage, linkage.x);
    for (std::size_t k = 0; k < theta.size(); ++k) theta[k] = turned(theta[k], golden.theta[k]);
    CHECK(close(theta, golden.theta));
    const Linkage numbers = linkage_of(linkage.derived.spec, linkage.derived.p());
    const ReducedInertia<double> reduced = reduced_inertia(numbers.tree, numbers.loops[0], theta, 0, 1);
    const ReducedMotion<double> motion = reduced_motion(reduced, golden.mu);
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 2; ++b) {
        CHECK(close(reduced.N(2 + a, b), golden.Omega[a][b]));
        CHECK(close(reduced.J(a, b), golden.J[a][b]));
        CHECK(close(reduced.slope(a, b), golden.dJ[a][b]));
      }
    const double locked = reduced.J(0, 0) + 2 * reduced.J(0, 1) + reduced.J(1, 1);
    CHECK(close(locked, golden.locked_inertia));
    CHECK(close(motion.H, golden.H));
    CHECK(close(motion.H_slope, golden.dH));
    CHECK(close({motion.angle_rate, motion.H_slope, -motion.H_slope}, golden.rates));
  }
}

TEST_CASE("golden: linkages start with the energy, momentum, places and joint forces of maximal coordinates") {
  for (const GoldenLoopRun& golden : golden_loop_runs()) {
    INFO(golden.id);
    const StartedLinkage linkage = started(model_of(golden));
    const std::vector<double>& x = linkage.x;
    CHECK(close(angles_at(linkage, x), golden.samples[0].theta));
    CHECK(close(spins_at(linkage, x), golden.samples[0].omega));
    CHECK(close(linkage.flow.kinetic(0, x.data()), golden.energy));
    CHECK(close(linkage.derived.system.casimirs[0].value(x.data()), golden.momentum));
    std::vector<BodyPose> poses(golden.guess.size());
    linkage.flow.pose(x.data(), poses.data());
    for (std::size_t k = 0; k < poses.size(); ++k) {
      CHECK(close(poses[k].x, golden.samples[0].r[k].x));
      CHECK(close(poses[k].y, golden.samples[0].r[k].y));
    }
    std::vector<double> forces(2 * linkage.derived.spec.joints.size()), expected;
    linkage.flow.joint_forces(0, x.data(), forces.data());
    for (const Vec2<double>& force : golden.samples[0].hinge_force)  // theirs is on the first body
      expected.insert(expected.end(), {-force.x, -force.y});
    CHECK(close(forces, expected));
  }
}

TEST_CASE("golden: the index-1 equations lead to the samples up to t = 10") {
  for (const GoldenLoopRun& golden : golden_loop_runs()) {
    INFO(golden.id);
    const StartedLinkage linkage = started(model_of(golden));
    std::vector<double> x = linkage.x, rate(x.size()), g(linkage.flow.closure.count);
    const double step = golden.system == "near_change_point" ? 0.0125 : 0.025;
    int steps = 0;
    for (const GoldenSample& sample : golden.samples) {
      for (; steps * step < sample.t - step / 2; ++steps) x = extrapolated_step(linkage.flow, 0, step, x);
      // The error of the start grows by the sensitivity, and what rounding adds on the way likewise.
      const double bound = 1e-12 * (10 + golden.sensitivity) * (1 + sample.t);
      CHECK(close(angles_at(linkage, x), sample.theta, bound));
      CHECK(close(spins_at(linkage, x), sample.omega, 3 * bound));
      linkage.flow.closure.value(0, x.data(), g.data());
      for (const double gap : g) CHECK(std::abs(gap) < 1e-10);
    }
  }
}
