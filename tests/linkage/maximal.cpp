// SPDX-License-Identifier: Apache-2.0
// Linkages against brute force in maximal coordinates: positions and angles of all bodies, a force in every joint.
#include <catch2/catch.hpp>
#include <random>

#include "oopss/scalar/dense.hpp"
#include "tests/linkage/golden_loops.hpp"
#include "tests/linkage/runs.hpp"

using namespace oopss;

namespace {

/// A random graph closed at a random pose: bodies are laid down anywhere, and a joint is a point of the plane as each
/// of its bodies sees it. `pins` joints are put where one is already: triple pins.
struct Drawn {
  PinnedBodies bodies;
  std::vector<double> theta, omega;
};

Drawn draw(int count, int loops, int pins, unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  Drawn out;
  std::vector<Vec2<double>> r;
  for (int i = 0; i < count; ++i) {
    out.bodies.m.push_back(number(0.5, 2));
    out.bodies.I.push_back(number(0.2, 1));
    out.theta.push_back(number(-3, 3));
    r.push_back({number(-1, 1), number(-1, 1)});
  }
  std::vector<Vec2<double>> places;
  const auto add = [&](int first, int second, const Vec2<double>& place) {
    const auto seen = [&](int body) { return rotation(-out.theta[body]) * (place - r[body]); };
    out.bodies.joints.push_back({first, second, seen(first), seen(second)});
    places.push_back(place);
  };
  for (int i = 1; i < count; ++i) add(below(2) == 0 ? i - 1 : std::max(0, i - 2), i, {number(-1, 1), number(-1, 1)});
  const auto joined = [&](int a, int b) {
    return std::any_of(out.bodies.joints.begin(), out.bodies.joints.end(), [&](const PinnedBodies::Pin& joint) {
      return (joint.first == a && joint.second == b) || (joint.first == b && joint.second == a);
    });
  };
  for (int c = 0; c < loops; ++c) {
    int a = 0, b = 0;
    do {
      a = below(count);
      b = below(count);
    } while (std::abs(a - b) < 3 || joined(a, b));
    const PinnedBodies::Pin& other = out.bodies.joints[below(static_cast<int>(places.size()))];
    const bool pin = c < pins && other.first != a && other.second != b && other.first != b && other.second != a;
    add(a, b, pin ? places[&other - out.bodies.joints.data()] : Vec2<double>{number(-1, 1), number(-1, 1)});
  }
  // Joints in any order: those that close loops are not the last.
  std::shuffle(out.bodies.joints.begin(), out.bodies.joints.end(), random);
  // Velocities that keep all joints together: a random null vector of the joints' equations.
  const int joints = static_cast<int>(out.bodies.joints.size());
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(2 * joints, 3 * count);
  for (int k = 0; k < joints; ++k) {
    const PinnedBodies::Pin& joint = out.bodies.joints[k];
    const auto end = [&](int body, const Vec2<double>& arm, double sign) {
      const Vec2<double> swing = perp(rotation(out.theta[body]) * arm);
      C(2 * k, 3 * body) = C(2 * k + 1, 3 * body + 1) = sign;
      C(2 * k, 3 * body + 2) = sign * swing.x;
      C(2 * k + 1, 3 * body + 2) = sign * swing.y;
    };
    end(joint.first, joint.at_first, 1);
    end(joint.second, joint.at_second, -1);
  }
  const Eigen::MatrixXd null = null_space(C, 1e-12);
  Eigen::VectorXd weights(null.cols());
  for (double& w : weights) w = number(-1, 1);
  const Eigen::VectorXd v = null * weights;
  for (int i = 0; i < count; ++i) out.omega.push_back(v(3 * i + 2) / v.norm());
  return out;
}

Model model_with_laws(const Drawn& drawn) {
  Model model = model_of(drawn.bodies);
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const std::string name = model.joints[k].name.value;
    switch (k % 4) {
      case 0:
        model.joints[k].laws = {pd_law(0.7, 0.3, 0.2)};
        break;
      case 1:
        model.joints[k].laws = {sine_law(1.1, 0.2, -0.4)};
        break;
      case 2:
        model.joints[k].laws = {expression_law("0.4*phi_" + name + "^3 + 0.1*rate_" + name, "0.1*phi_" + name + "^4")};
        break;
      default:
        model.joints[k].laws = {drive_law("0.5*cos(t) - 0.2*rate_j0")};
    }
  }
  for (int i = 0; i < drawn.bodies.size(); ++i) {
    model.start.absolute.push_back(named("b" + std::to_string(i), drawn.theta[i]));
    model.start.spin.push_back(named("b" + std::to_string(i), drawn.omega[i]));
  }
  return model;
}

/// The laws of `model_with_laws` by hand, at t = 0.
std::vector<double> torques_by_hand(const Drawn& drawn) {
  std::vector<double> out;
  const auto rate = [&](std::size_t k) {
    const PinnedBodies::Pin& joint = drawn.bodies.joints[k];
    return drawn.omega[joint.second] - drawn.omega[joint.first];
  };
  for (std::size_t k = 0; k < drawn.bodies.joints.size(); ++k) {
    const PinnedBodies::Pin& joint = drawn.bodies.joints[k];
    const double phi = drawn.theta[joint.second] - drawn.theta[joint.first];
    out.push_back(k % 4 == 0   ? 0.7 * (phi - 0.2) + 0.3 * rate(k)
                  : k % 4 == 1 ? 1.1 * std::sin(phi + 0.4) + 0.2 * rate(k)
                  : k % 4 == 2 ? 0.4 * phi * phi * phi + 0.1 * rate(k)
                               : -(0.5 - 0.2 * rate(0)));
  }
  return out;
}

struct GraphSize {
  int bodies, loops, pins;
};
constexpr GraphSize sizes[] = {{4, 1, 0}, {5, 1, 1}, {6, 1, 0}, {7, 2, 0}, {7, 2, 1}, {9, 3, 0}, {9, 3, 2}};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = a.size() == b.size() ? 0 : 1e300;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    most = std::max(most, std::abs(a[i] - b[i]) / (1 + std::abs(b[i])));
  return most;
}

}  // namespace

TEST_CASE("random linkages with laws at all joints move as Newton's laws say, with the same joint forces") {
  unsigned seed = 1;
  for (const GraphSize& size : sizes)
    for (int trial = 0; trial < 4; ++trial) {
      const Drawn drawn = draw(size.bodies, size.loops, size.pins, ++seed);
      INFO(size.bodies << " bodies, " << size.loops << " loops, seed " << seed);
      const StartedLinkage linkage = started(model_with_laws(drawn));
      const std::vector<double> torque = torques_by_hand(drawn);
      const PinnedRates newton = pinned_rates(drawn.bodies, drawn.theta, drawn.omega, torque);
      const std::size_t joints = drawn.bodies.joints.size();
      std::vector<double> torques(joints), forces(2 * joints), rate(linkage.x.size()), expected;
      linkage.flow.joint_torques(0, linkage.x.data(), torques.data());
      CHECK(largest_difference(torques, torque) < 1e-12);
      // Poses drawn near a change point have forces that are large and lose digits.
      double size_of_forces = 1;
      for (const Vec2<double>& force : newton.joint_force) {
        expected.insert(expected.end(), {-force.x, -force.y});
        size_of_forces = std::max({size_of_forces, std::abs(force.x), std::abs(force.y)});
      }
      linkage.flow.joint_forces(0, linkage.x.data(), forces.data());
      if (linkage.start.notes.empty())  // of redundant loops the forces are not determined, the motion is
        CHECK(largest_difference(forces, expected) < 1e-10 * size_of_forces);
      // μ' is the rate of J ω with the accelerations of brute force.
      linkage.flow.field(0, linkage.x.data(), rate.data());
      const PlanarTree<double> tree = planar_tree(linkage.derived.spec, linkage.derived.p());
      std::vector<Dual<double>> theta, omega;
      for (int i = 0; i < size.bodies; ++i) {
        theta.push_back({drawn.theta[i], drawn.omega[i]});
        omega.push_back({drawn.omega[i], newton.omega_rate[i]});
      }
      const std::vector<Dual<double>> moved = momenta(constant_tree(tree), theta, omega);
      std::vector<double> mu_rate;
      for (const Dual<double>& mu : moved) mu_rate.push_back(mu.slope);
      CHECK(largest_difference(momenta_at(linkage, rate), mu_rate) < 1e-10 * size_of_forces);
    }
}

TEST_CASE(
    "closing forces are what the closure says: x' = open + sum of lambda times forces, and forces are -bracket grad "
    "g") {
  for (const unsigned seed : {3U, 4U, 5U}) {
    const Drawn drawn = draw(7, 2, 0, seed);
    const StartedLinkage linkage = started(model_with_laws(drawn));
    const Flow::Closure& closure = linkage.flow.closure;
    const System& system = linkage.derived.system;
    const int size = system.layout.size, n = system.bracket.size;
    REQUIRE(closure.count == 4);
    std::vector<double> G(4 * size), F(4 * size), tensor(n * n), open(size), all(size);
    closure.jacobian(linkage.x.data(), G.data());
    closure.forces(0, linkage.x.data(), F.data());
    system.bracket.tensor(linkage.x.data(), tensor.data());
    for (int c = 0; c < 4; ++c)
      for (int i = 0; i < n; ++i) {
        double sum = 0;
        for (int j = 0; j < n; ++j) sum -= tensor[i * n + j] * G[c * size + j];
        CHECK(sum == Approx(F[c * size + i]).margin(1e-14));
      }
    // The Jacobian is the slope of the value.
    for (int k = 0; k < size; ++k) {
      std::vector<double> aside = linkage.x, plus(4), minus(4);
      aside[k] += 1e-6;
      closure.value(0, aside.data(), plus.data());
      aside[k] -= 2e-6;
      closure.value(0, aside.data(), minus.data());
      for (int c = 0; c < 4; ++c) CHECK((plus[c] - minus[c]) / 2e-6 == Approx(G[c * size + k]).margin(1e-9));
    }
    const double energy = closure.open(0, linkage.x.data(), open.data());
    const double released = linkage.flow.released ? linkage.flow.released(0, linkage.x.data()) : 0;
    CHECK(energy ==
          Approx(linkage.flow.kinetic(0, linkage.x.data()) + linkage.flow.stored(0, linkage.x.data()) - released));
    linkage.flow.field(0, linkage.x.data(), all.data());
    Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> rows(F.data(), 4, size);
    const Eigen::VectorXd rest = Eigen::VectorXd::Map(all.data(), size) - Eigen::VectorXd::Map(open.data(), size);
    const Eigen::VectorXd lambda = nearest_solution(rows.transpose(), rest);
    CHECK((rows.transpose() * lambda - rest).norm() < 1e-10 * (1 + rest.norm()));
    // Forces change the open rates of the angles by the response, and with these the equations by S.
    std::vector<double> response(4 * size), S(16), aside, pushed(size);
    closure.inertia(linkage.x.data(), response.data(), S.data());
    for (int c = 0; c < 4; ++c) {
      aside = linkage.x;
      for (int i = 0; i < size; ++i) aside[i] += F[c * size + i];
      closure.open(0, aside.data(), pushed.data());
      for (const auto& [begin, end] : system.layout.of_group(ErrorGroup::angle))
        for (int i = begin; i < end; ++i) CHECK(pushed[i] - open[i] == Approx(response[c * size + i]).margin(1e-10));
      for (int d = 0; d < 4; ++d) {
        double opening = 0;
        for (int i = 0; i < size; ++i) opening += G[d * size + i] * (pushed[i] - open[i]);
        CHECK(opening == Approx(S[4 * d + c]).margin(1e-10));
      }
    }
    // What the gauge adds, as an energy, is −∂κ/∂θ on the momenta.
    std::vector<double> adds(size), unused(size);
    const double kappa = closure.gauge(linkage.x.data(), adds.data());
    CHECK((kappa > 0 && kappa <= 1));
    for (int k = 0; k < system.layout.bodies - 1; ++k) {
      aside = linkage.x;
      aside[k] += 1e-6;
      const double up = closure.gauge(aside.data(), unused.data());
      aside[k] -= 2e-6;
      const double slope = (up - closure.gauge(aside.data(), unused.data())) / 2e-6;
      const int joint = linkage.derived.spec.tree_joints[k];
      double along = 0;  // the bodies beyond the joint turn: −Σ of what they gain
      for (int i = 0; i < system.layout.bodies; ++i) {
        int above = i;
        while (above >= 0 && linkage.derived.spec.topology.joint[above] != k)
          above = linkage.derived.spec.topology.parent[above];
        if (above >= 0)
          along -= linkage.derived.spec.topology.sense[above] * adds[system.layout.offset(BlockKind::momentum) + i];
      }
      INFO("joint " << joint);
      CHECK(along == Approx(slope).margin(1e-8));
    }
  }
}

TEST_CASE("the laws of closing joints count in the energy balance, exact linearisation too") {
  for (const bool linearised : {false, true}) {
    const Drawn drawn = draw(6, 1, 0, 12);
    Model model = model_with_laws(drawn);
    INFO("linearised: " << linearised);
    const TreeSpec spec = tree_spec(model);
    const int closing = spec.chords[0].joint;
    if (linearised) model.joints[closing].laws = {linearise_law(1.5, 0.7, "0.3*sin(t)")};
    const StartedLinkage linkage = started(model);
    const Layout& layout = linkage.derived.system.layout;
    const int work = layout.offset(BlockKind::work), dissipated = layout.offset(BlockKind::dissipated);
    const auto energy = [&](double t, const std::vector<double>& x) {
      return linkage.flow.kinetic(t, x.data()) + linkage.flow.stored(t, x.data());
    };
    const auto balance = [&](double t, const std::vector<double>& x) {
      return energy(t, x) - x[work] + x[dissipated] - (linkage.flow.released ? linkage.flow.released(t, x.data()) : 0);
    };
    std::vector<double> x = linkage.x, v(x.size());
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = 0.3 * std::sin(1.0 + static_cast<double>(i));
    CHECK(tangent_error(linkage.flow, 0.3, x, v) < 1e-9);
    const double before = balance(0, x);
    for (int step = 0; step < 10; ++step) x = extrapolated_step(linkage.flow, 0.05 * step, 0.05, x);
    CHECK(balance(0.5, x) == Approx(before).epsilon(1e-9));
    CHECK(std::abs(x[work]) > 1e-3);
    CHECK(x[dissipated] > 1e-3);
    std::vector<double> g(2);
    linkage.flow.closure.value(0, x.data(), g.data());
    CHECK(std::hypot(g[0], g[1]) < 1e-9);
  }
}

TEST_CASE("exact linearisation in a loop gives the acceleration asked for") {
  const Drawn drawn = draw(6, 1, 0, 12);
  Model model = model_of(drawn.bodies);
  for (int i = 0; i < drawn.bodies.size(); ++i) {
    model.start.absolute.push_back(named("b" + std::to_string(i), drawn.theta[i]));
    model.start.spin.push_back(named("b" + std::to_string(i), drawn.omega[i]));
  }
  const int closing = tree_spec(model).chords[0].joint;
  model.joints[closing].laws = {linearise_law(2, 0.5)};
  const StartedLinkage linkage = started(model);
  const PinnedBodies::Pin& joint = drawn.bodies.joints[closing];
  std::vector<double> torques(drawn.bodies.joints.size());
  linkage.flow.joint_torques(0, linkage.x.data(), torques.data());
  const PinnedRates newton = pinned_rates(drawn.bodies, drawn.theta, drawn.omega, torques);
  const double phi = drawn.theta[joint.second] - drawn.theta[joint.first],
               rate = drawn.omega[joint.second] - drawn.omega[joint.first];
  CHECK(newton.omega_rate[joint.second] - newton.omega_rate[joint.first] == Approx(-2 * rate - 4 * phi));
}
