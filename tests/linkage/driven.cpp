// SPDX-License-Identifier: Apache-2.0
// Linkages with joints whose motion is prescribed: a driven crank is one more closure equation.
#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <tuple>

#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/phase.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/model/build.hpp"
#include "oopss/model/read.hpp"
#include "tests/linkage/golden_loops.hpp"
#include "tests/linkage/runs.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

/// Bodies in one ring, joint k between body k and the next, the last one closes it; joints lie beside the axes, so that
/// nothing is symmetric.
PinnedBodies ring(const std::vector<double>& lengths) {
  PinnedBodies out;
  const int n = static_cast<int>(lengths.size());
  for (int i = 0; i < n; ++i) {
    out.m.push_back(1 + 0.3 * i);
    out.I.push_back(0.2 + 0.1 * i);
  }
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    out.joints.push_back({i, next, {0.6 * lengths[i], 0.1}, {-0.4 * lengths[next], 0.1}});
  }
  return out;
}

const std::vector<double> crank_rocker = {3, 1, 2.6, 1.6}, rocker = {3, 2, 2.2, 2.1}, five = {2, 1.2, 1.5, 1.4, 1.1};

/// A ring whose joint follows a formula, with the momentum given.
Model driven(const std::vector<double>& lengths, int joint, const std::string& formula, double momentum = 0.7) {
  Model model = model_of(ring(lengths));
  model.joints[joint].motion = expression_number(formula);
  model.start.momentum = {number(momentum)};
  for (int k = 0; k < 3; ++k)
    if (k != joint) model.start.guess.push_back(named("j" + std::to_string(k), 1.0 + 0.1 * k));
  return model;
}

/// Where a joint is when j0 is at 1.1 rad, with all digits.
std::string angle_of(const std::vector<double>& lengths, int joint) {
  return fmt::format("{:.17g}", started(driven(lengths, 0, "1.1")).start.phi[joint]);
}

struct Ran {
  StartedLinkage linkage;
  Monitor monitor;
  Outcome outcome;
  std::vector<double> end;
  Phase phase;
};
Ran ran(const Model& model, RunSettings settings, bool slow = false) {
  Ran out{started(model), {}, {}, {}, {}};
  const System& system = out.linkage.derived.system;
  if (slow) out.linkage.flow.closure.slow_near_singular = true;
  out.monitor = monitor_of(system.casimirs);
  const RunRequest request{.settings = std::move(settings)};
  Run run(out.linkage.flow, system.layout, out.linkage.x, request);
  while (run.step())
    for (int i = 0; i < run.points().count(); ++i)
      observe(out.monitor, out.linkage.flow, system.layout, run.points().t[i], run.points().row(i));
  out.end = run.x();
  out.outcome = run.outcome();
  out.phase = phase_of(system, out.linkage.flow, out.linkage.x, request, run);
  return out;
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

int work_at(const Ran& run) { return run.linkage.derived.system.layout.offset(BlockKind::work); }

}  // namespace

TEST_CASE(
    "driven joints: the torques found give the motions by Newton's laws, at joints of the tree and closing ones") {
  for (const std::vector<double>& lengths : {crank_rocker, five})
    for (int joint = 0; joint < static_cast<int>(lengths.size()); ++joint) {
      INFO(lengths.size() << " bars, joint " << joint);
      const std::string from = angle_of(lengths, joint);
      Model model = driven(lengths, joint, from + " + 0.8*t + 0.3*t^2 + 0.2*sin(t)");
      model.joints[(joint + 1) % lengths.size()].laws = {pd_law(0.7, 0.3, 0.2)};
      model.joints[(joint + 2) % lengths.size()].laws = {drive_law("0.5*cos(t)")};
      const StartedLinkage linkage = started(model);
      const Layout& layout = linkage.derived.system.layout;
      const std::size_t joints = lengths.size();
      std::vector<double> T(joints), forces(2 * joints), rates(linkage.x.size());
      linkage.flow.joint_torques(0, linkage.x.data(), T.data());
      linkage.flow.joint_forces(0, linkage.x.data(), forces.data());
      linkage.flow.field(0, linkage.x.data(), rates.data());
      const std::vector<double> theta = angles_at(linkage, linkage.x), omega = spins_at(linkage, linkage.x);
      const PinnedBodies bodies = ring(lengths);
      const PinnedRates newton = pinned_rates(bodies, theta, omega, T);
      const auto across = [&](const std::vector<double>& values, int k) {
        return values[bodies.joints[k].second] - values[bodies.joints[k].first];
      };
      CHECK(std::remainder(across(theta, joint) - std::stod(from), 2 * M_PI) == Approx(0).margin(1e-12));
      CHECK(across(omega, joint) == Approx(1.0).epsilon(1e-12));
      CHECK(across(newton.omega_rate, joint) == Approx(0.6).epsilon(1e-10));
      double power = -T[joint] * across(omega, joint);  // of the motion and of the drive; the rest is a spring's
      const int other = (joint + 2) % static_cast<int>(joints);
      power -= T[other] * across(omega, other);
      CHECK(rates[layout.offset(BlockKind::work)] == Approx(power).epsilon(1e-10));
      for (std::size_t k = 0; k < joints; ++k) {
        CHECK(forces[2 * k] == Approx(-newton.joint_force[k].x).margin(1e-10));
        CHECK(forces[2 * k + 1] == Approx(-newton.joint_force[k].y).margin(1e-10));
      }
      std::vector<double> v(linkage.x.size());
      for (std::size_t i = 0; i < v.size(); ++i) v[i] = 0.3 * std::sin(1.0 + static_cast<double>(i));
      CHECK(tangent_error(linkage.flow, 0.3, linkage.x, v) < 1e-9);
    }
}

TEST_CASE("driven joints: what the closure knows of time is the slope of g, and its gauge has the driven rows") {
  for (const int joint : {1, 4}) {
    const StartedLinkage linkage = started(driven(five, joint, "1.1 + 0.8*t + 0.3*t^2"));
    const Flow::Closure& closure = linkage.flow.closure;
    const int size = linkage.derived.system.layout.size,
              momenta = linkage.derived.system.layout.offset(BlockKind::momentum);
    REQUIRE(closure.count == 3);
    std::vector<double> before(3), after(3), slope(3), F(3 * size), adds(size), unused(size);
    closure.value(0.5 - 1e-5, linkage.x.data(), before.data());
    closure.value(0.5 + 1e-5, linkage.x.data(), after.data());
    closure.time_slopes(0.5, linkage.x.data(), slope.data());
    closure.forces(0.5, linkage.x.data(), F.data());
    for (int c = 0; c < 3; ++c) {
      CHECK((after[c] - before[c]) / 2e-5 == Approx(slope[c]).margin(1e-9));
      CHECK(F[c * size + linkage.derived.system.layout.offset(BlockKind::work)] == -slope[c]);
    }
    const double kappa = closure.gauge(linkage.x.data(), adds.data());
    CHECK((kappa > 0 && kappa < 1));
    for (int k = 0; k + 1 < linkage.derived.system.layout.bodies; ++k) {  // body i hangs on joint i − 1
      std::vector<double> aside = linkage.x;
      aside[k] += 1e-6;
      const double up = closure.gauge(aside.data(), unused.data());
      aside[k] -= 2e-6;
      double along = 0;
      for (int i = 0; i < 5; ++i)
        for (int above = i; above >= 0; above = linkage.derived.spec.topology.parent[above])
          if (linkage.derived.spec.topology.joint[above] == k)
            along -= linkage.derived.spec.topology.sense[above] * adds[momenta + i];
      CHECK(along == Approx((up - closure.gauge(aside.data(), unused.data())) / 2e-6).margin(1e-8));
    }
  }
}

TEST_CASE("a driven four-bar turns as kinematics and a quadrature say, and its work is what the energy gains") {
  // All in complex numbers: bars e_k exp(iθ_k) add up to zero, and mass centres follow from joint to joint.
  using Complex = std::complex<double>;
  const PinnedBodies bodies = ring(crank_rocker);
  std::array<Complex, 4> bar, out, in;
  for (int k = 0; k < 4; ++k) {
    out[k] = {bodies.joints[k].at_first.x, bodies.joints[k].at_first.y};
    in[(k + 1) % 4] = {bodies.joints[k].at_second.x, bodies.joints[k].at_second.y};
  }
  for (int k = 0; k < 4; ++k) bar[k] = out[k] - in[k];
  struct Shape {
    std::array<double, 4> theta, rate;  // body 0 at rest
    double I = 0, b = 0, c = 0;         // 1ᵀJ1, 1ᵀJx', x'ᵀJx'
  };
  // The directions of bars 2 and 3 from D = −(e_0 + e_1 exp(iφ)), on the branch of the angle `near`.
  const auto shape_at = [&](double phi, double rate, double near) {
    Shape shape{{0, phi, 0, 0}, {0, rate, 0, 0}};
    const Complex D = -(bar[0] + bar[1] * std::polar(1.0, phi));
    const double l2 = std::abs(bar[2]), l3 = std::abs(bar[3]), d = std::abs(D);
    const double corner = std::acos((d * d + l2 * l2 - l3 * l3) / (2 * d * l2));
    double best = 10;
    for (const double side : {-1.0, 1.0}) {
      const double theta2 = std::arg(D) + side * corner - std::arg(bar[2]);
      if (const double off = std::abs(std::remainder(theta2 - near, 2 * M_PI)); off < best) {
        best = off;
        shape.theta[2] = theta2;
        shape.theta[3] = std::arg((D - bar[2] * std::polar(1.0, theta2)) / bar[3]);
      }
    }
    std::array<Complex, 4> z;
    for (int k = 0; k < 4; ++k) z[k] = bar[k] * std::polar(1.0, shape.theta[k]);
    const double det = std::imag(std::conj(z[2]) * z[3]);  // z_2 θ_2' + z_3 θ_3' = −z_1 φ'
    shape.rate[2] = -std::imag(std::conj(z[1]) * z[3]) * rate / det;
    shape.rate[3] = -std::imag(std::conj(z[2]) * z[1]) * rate / det;
    std::array<Complex, 4> r, v;
    Complex place = 0, speed = 0, centre = 0, drift = 0;
    double mass = 0;
    for (int k = 0; k < 4; ++k) {
      const Complex turn = std::polar(1.0, shape.theta[k]), spin = Complex(0, shape.rate[k]) * turn;
      r[k] = place - in[k] * turn;
      v[k] = speed - in[k] * spin;
      place = r[k] + out[k] * turn;
      speed = v[k] + out[k] * spin;
      centre += bodies.m[k] * r[k];
      drift += bodies.m[k] * v[k];
      mass += bodies.m[k];
    }
    for (int k = 0; k < 4; ++k) {
      const Complex from = r[k] - centre / mass, along = v[k] - drift / mass;
      shape.I += bodies.m[k] * std::norm(from) + bodies.I[k];
      shape.b += bodies.m[k] * std::imag(std::conj(from) * along) + bodies.I[k] * shape.rate[k];
      shape.c += bodies.m[k] * std::norm(along) + bodies.I[k] * shape.rate[k] * shape.rate[k];
    }
    return shape;
  };
  const auto phi = [](double t) { return 0.8 + 2 * t + 0.4 * std::sin(3 * t); };
  const auto phi_rate = [](double t) { return 2 + 1.2 * std::cos(3 * t); };
  const double momentum = 0.7, until = 2 * M_PI;
  for (const auto& [method, step] : {std::pair{"gauss6", 0.01}, std::pair{"dop853", 1e-13}}) {
    INFO(method);
    RunSettings settings{.method = method, .until = until};
    (std::string(method) == "dop853" ? settings.tolerance : settings.step) = step;
    const Ran run = ran(driven(crank_rocker, 0, "0.8 + 2*t + 0.4*sin(3*t)", momentum), settings);
    REQUIRE(run.outcome.status == Status::complete);
    const std::vector<double> first = angles_at(run.linkage, run.linkage.x), last = angles_at(run.linkage, run.end);
    const auto energy = [&](const Shape& shape) {
      return momentum * momentum / (2 * shape.I) + (shape.c - shape.b * shape.b / shape.I) / 2;
    };
    const Shape start = shape_at(phi(0), phi_rate(0), first[2] - first[0]);
    double turned = 0, near = start.theta[2];
    const int parts = 4000;  // Simpson's rule: its error is below 1e-12 here
    for (int k = 0; k <= parts; ++k) {
      const double t = until * k / parts;
      const Shape shape = shape_at(phi(t), phi_rate(t), near);
      near = shape.theta[2];
      turned += (momentum - shape.b) / shape.I * (k == 0 || k == parts ? 1 : k % 2 == 1 ? 4 : 2) * until / (3 * parts);
    }
    const Shape end = shape_at(phi(until), phi_rate(until), near);
    CHECK(last[0] - first[0] == Approx(turned).epsilon(1e-9));
    for (int k = 1; k < 4; ++k)
      CHECK(std::remainder(last[k] - last[0] - end.theta[k], 2 * M_PI) == Approx(0).margin(1e-9));
    CHECK(last[1] - last[0] == Approx(phi(until)).epsilon(1e-14));  // two turns and more
    CHECK(run.end[work_at(run)] == Approx(energy(end) - energy(start)).margin(1e-9));
    CHECK(run.monitor.closure < 1e-12);
    CHECK(run.monitor.momentum().max_drift < 1e-13);
    CHECK(run.phase.reason == "");  // φ(2π) = φ(0) + 4π: shape, rates and momentum are those of the start
    CHECK(run.phase.total == Approx(turned).epsilon(1e-9));
  }
}

TEST_CASE("driven joints: the methods have their orders, with slowed time too, and the balance of energy holds") {
  for (const int joint : {1, 4}) {
    if (sanitized && joint == 1) continue;
    Model model = driven(five, joint, "1.1 + 0.5*sin(2*t)");
    model.joints[2].laws = {pd_law(0.4, 0.1, 0.2)};
    model.start.rates = {named("j2", 0.3)};
    const double until = 1;
    std::vector<double> best = started(model).x;
    const StartedLinkage linkage = started(model);
    for (int step = 0; step < 20; ++step) best = extrapolated_step(linkage.flow, until * step / 20, until / 20, best);
    const Ran check = ran(model, {.method = "dop853", .tolerance = 1e-13, .until = until});
    CHECK(difference(check.end, best) < 1e-10);
    CHECK(check.monitor.max_error < 1e-11);
    for (const bool slow : {false, true})
      for (const auto& [method, order, step] :
           {std::tuple{"gauss2", 2.0, 0.01}, std::tuple{"gauss4", 4.0, 0.02}, std::tuple{"gauss6", 6.0, 0.05}}) {
        INFO(method << " at joint " << joint << ", slowed: " << slow);
        const Ran wide = ran(model, {.method = method, .step = 2 * step, .until = until}, slow),
                  fine = ran(model, {.method = method, .step = step, .until = until}, slow);
        REQUIRE(wide.outcome.status == Status::complete);
        REQUIRE(fine.outcome.status == Status::complete);
        const double measured = std::log2(difference(wide.end, best) / difference(fine.end, best));
        CHECK(measured > order - 0.3);
        CHECK(measured < order + 0.8);
        CHECK(fine.monitor.max_error < 2 * difference(fine.end, best));
        CHECK(fine.monitor.closure < 1e-12);
        CHECK(fine.monitor.momentum().max_drift < 1e-13);
      }
  }
}

TEST_CASE("a crank driven through a hundred turns keeps closure and momentum, and its energy has no trend") {
  const int turns = sanitized ? 5 : 100;
  const Model model = driven(crank_rocker, 0, "0.8 + 2*pi*t");
  const Ran run = ran(model, {.method = "gauss4", .step = 0.01, .until = static_cast<double>(turns), .every = 0.37});
  REQUIRE(run.outcome.status == Status::complete);
  CHECK(run.monitor.closure < 1e-12 * turns);  // φ(t) itself is known to the rounding of its turns
  CHECK(run.monitor.momentum().max_drift < 1e-12);
  CHECK(run.end[0] == Approx(0.8 + 2 * M_PI * turns).epsilon(1e-14));
  // the shape comes back after each turn, so what the crank did in it is what is left of the work: nothing
  CHECK(std::abs(run.end[work_at(run)]) < 1e-6 * run.monitor.most_work);
}

TEST_CASE("a motion beyond the reach of the loops ends the run where they stop, the same for every step") {
  // Joint j0 of the triple rocker turns until bars 2 and 3 are in line.
  const PinnedBodies bodies = ring(rocker);
  std::array<std::complex<double>, 4> bar;
  for (int k = 0; k < 4; ++k) {
    const Vec2<double> to = bodies.joints[k].at_first, from = bodies.joints[(k + 3) % 4].at_second;
    bar[k] = {to.x - from.x, to.y - from.y};
  }
  const auto length = [&](int k) { return std::abs(bar[k]); };
  const double far = length(2) + length(3),
               between = std::acos((far * far - std::norm(bar[0]) - std::norm(bar[1])) / (2 * length(0) * length(1)));
  const double limit = between + std::arg(bar[0]) - std::arg(bar[1]);  // the crank comes down to it
  const std::string formula = "2.2 - t";
  for (const auto& [method, step] :
       {std::pair{"gauss4", 0.02}, std::pair{"gauss6", 0.05}, std::pair{"dop853", 1e-10}}) {
    RunSettings settings{.method = method, .until = 4};
    (std::string(method) == "dop853" ? settings.tolerance : settings.step) = step;
    const Ran run = ran(driven(rocker, 0, formula), settings);
    INFO(method << ": " << run.outcome.words);
    CHECK(run.outcome.status == Status::singular);
    CHECK(run.outcome.words.find("cannot follow the motion of joint 'j0' any further") != std::string::npos);
    const std::string words = "at t = ";
    REQUIRE(run.outcome.words.starts_with(words));
    CHECK(std::stod(run.outcome.words.substr(words.size())) == Approx(2.2 - limit).margin(1e-7));
    CHECK(run.monitor.closure < 1e-12);
  }
}

TEST_CASE("a corner of a driven crank's motion is a blow whose work counts; a jump ends the run in words") {
  for (const RunSettings& settings : {RunSettings{.method = "gauss6", .step = 0.01, .until = 2, .every = 0.1},
                                      RunSettings{.method = "dop853", .tolerance = 1e-12, .until = 2, .every = 0.1}})
    for (const int joint : {0, 3}) {
      INFO(settings.method << ", joint " << joint);
      const Ran run = ran(driven(crank_rocker, joint, angle_of(crank_rocker, joint) + " + 0.3*abs(t - 1)"), settings);
      INFO(run.outcome.words);
      REQUIRE(run.outcome.status == Status::complete);
      CHECK(run.monitor.max_error < 1e-9);
      CHECK(run.monitor.closure < 1e-12);
      CHECK(run.monitor.momentum().max_drift < 1e-13);
      CHECK(run.monitor.energy.end == Approx(run.monitor.energy.start + run.monitor.work).epsilon(1e-9));
    }
  const Ran jump =
      ran(driven(crank_rocker, 0, "0.8 + pulse(t, 0.5, 3)"), {.method = "gauss4", .step = 0.01, .until = 2});
  CHECK(jump.outcome.status == Status::failed);
  CHECK(jump.outcome.words == "the motion of joint 'j0' jumps by 1 rad at t = 0.5");
}

TEST_CASE(
    "a run may begin, end and give a point on a corner of a driven crank's motion, and its balance has the blow") {
  const std::string angle = angle_of(crank_rocker, 0);
  for (const auto& [corner, until] :
       {std::pair{" + max(0, t)", 0.3}, std::pair{" + abs(t)", -0.2}, std::pair{" + 0.3*t + max(0, t - 0.2)", 0.2},
        std::pair{" + 0.3*t + max(0, t - 0.2)", 0.3}, std::pair{" + ramp(t, 0, 0.2)", 0.2}})
    for (RunSettings settings :
         {RunSettings{.method = "gauss6", .step = 0.01}, RunSettings{.method = "dop853", .tolerance = 1e-12}}) {
      settings.until = until;
      settings.every = 0.1;
      INFO(settings.method << ", " << corner << " until " << until);
      const Ran run = ran(driven(crank_rocker, 0, angle + corner), settings);
      INFO(run.outcome.words);
      REQUIRE(run.outcome.status == Status::complete);
      CHECK(run.monitor.end == until);
      CHECK(std::abs(run.monitor.work) > 0.01);
      CHECK(run.monitor.max_error < 1e-10);
      CHECK(run.monitor.closure < 1e-12);
    }
}
