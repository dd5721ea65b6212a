// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/splitting_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace oopss {
namespace {

constexpr double slowest = 0.5, fastest = 5;  // frequency of the phase over the growth of the saddle
constexpr double growth_between_nodes = 2;

/// How many nodes a periodic motion is given that grows by exp(growth · period).
int nodes_for(double growth, double period) {
  return std::max(4, static_cast<int>(std::ceil(growth * period / std::log(growth_between_nodes))));
}

void refuse_frequency(double frequency, double growth, const char* what) {
  const double part = std::abs(frequency) / growth;
  if (part >= slowest && part <= fastest) return;
  throw NoSplitting(fmt::format(
      "{} is {:.4g} of the growth rate {:.6g} 1/s of the saddle; it must be between {:.2g} and {:.2g} of it: {}", what,
      part, growth, slowest, fastest,
      part < slowest ? "below, the periodic motion grows too much in a period to be followed"
                     : "above, the splitting is exponentially small"));
}

std::vector<double> no_motion(const System& system) {
  return std::vector<double>(static_cast<std::size_t>(system.layout.size), 0.0);
}

ModelSplitting of_pair(const DrivenPair& family, const SplittingRequest& request) {
  const OrbitSystem& whole = family.motion;
  const double period = family.period;
  const std::vector<double>& start = family.start;
  if (!is_smooth(whole.flow))
    throw NoSplitting("the formula of the drive has kinks or edges: the integral is that of a smooth one");
  ModelSplitting out{.by = SplittingBy::drive, .coordinate = "nu", .phase_name = "t", .angle = whole.system.joints[0]};
  out.momentum = whole.system.casimirs.front().value(start.data());
  const PairInertia& pair = family.inertia;
  if (!(pair.x > 0)) throw NoSplitting("a body hangs at its own mass centre: no shape of the pair is a saddle");
  if (out.momentum == 0) throw NoSplitting("without total momentum no shape of the pair is a saddle");
  const PairLoop loop = pair_loop(pair, out.momentum, request.sense);
  out.stretched = loop.stretched;
  out.energy = loop.energy;
  const double frequency = 2 * std::numbers::pi / period;
  refuse_frequency(frequency, loop.growth, "the frequency of the drive");
  const auto g = [&](double t) {  // the torque of a drive is − formula
    double T = 0;
    whole.flow.joint_torques(t, start.data(), &T);
    return -T;
  };
  const auto [first, second] = whole.system.between[0];
  out.problem.gap = 1 / loop.rate * melnikov_of_drive(loop, g, period);
  out.problem.growth = loop.growth;
  out.problem.frequency = frequency;
  out.problem.member = [scaled = family.member, pair, loop, period, first = first, second = second](double size) {
    SplittingCase member;
    member.model = scaled(size);
    const Layout& layout = member.model.system.layout;
    std::vector<double> folded = no_motion(member.model.system);
    const int angle = layout.offset(BlockKind::joint_angle, 0), mu_1 = layout.offset(BlockKind::momentum, first),
              mu_2 = layout.offset(BlockKind::momentum, second);
    folded[angle] = loop.folded_phi;
    folded[mu_1] = (pair.I_1 - pair.x) * loop.folded_rate;
    folded[mu_2] = (pair.I_2 - pair.x) * loop.folded_rate;
    member.guess.nodes.assign(static_cast<std::size_t>(nodes_for(loop.growth, period)), folded);
    member.guess.period = period;
    member.section = {.place = angle,
                      .folded = loop.folded_phi,
                      .sense = loop.sense,
                      .period = period,
                      .phase = [](double t, const double*) { return t; },
                      .momentum = [mu_1, mu_2](const double* x) { return (x[mu_2] - x[mu_1]) / 2; }};
    return member;
  };
  return out;
}

/// The circle of periodic motions of the family that the rotor's momentum names.
struct RotorCircle {
  RotorFamily family;
  SplittingBy by{};
  double mu_s = 0, mu_3 = 0, omega_3 = 0;  // of the model

  double momentum(double size) const {
    return by == SplittingBy::light ? omega_3 * (family.I_3 / family.m_3) * size : mu_3;
  }
};

/// The state with given φ and ψ in which the pair turns as one in its folded shape and the rotor carries μ_3.
std::vector<double> circle_state(const RotorFamily& family, const RotorPair& rotor, double L, double mu_3, double phi,
                                 double psi) {
  const Layout& layout = family.motion.system.layout;
  std::vector<double> x(static_cast<std::size_t>(layout.size), 0.0);
  const ThirdBody& third = family.third;
  const double rate = L / (rotor.pair.I_1 + rotor.pair.I_2 - 2 * rotor.pair.x);
  x[layout.offset(BlockKind::joint_angle, third.pair_joint)] = phi;
  x[layout.offset(BlockKind::joint_angle, third.joint)] = third.sense * (psi - (third.on_second ? phi : 0));
  x[layout.offset(BlockKind::momentum, third.first)] = (rotor.pair.I_1 - rotor.pair.x) * rate;
  x[layout.offset(BlockKind::momentum, third.second)] = (rotor.pair.I_2 - rotor.pair.x) * rate;
  x[layout.offset(BlockKind::momentum, third.body)] = mu_3;
  return x;
}

SplittingCase rotor_case(const RotorCircle& circle, int sense, double size) {
  const RotorFamily& family = circle.family;
  const System& system = family.motion.system;
  SplittingCase member;
  member.model.system = system;
  member.model.p = family.inputs(size);
  member.model.flow = system.with_inputs(member.model.p);
  const RotorPair rotor = family.rotor(member.model.p);
  const double mu_3 = circle.momentum(size), L = circle.mu_s - mu_3;
  const PairLoop loop = pair_loop(rotor.pair, L, sense);
  const double omega_3 = mu_3 / rotor.I_3, frequency = omega_3 - loop.folded_rate;
  const int turn = frequency > 0 ? 1 : -1, count = nodes_for(loop.growth, 2 * std::numbers::pi / std::abs(frequency));
  for (int i = 0; i < count; ++i)
    member.guess.nodes.push_back(
        circle_state(family, rotor, L, mu_3, loop.folded_phi, turn * 2 * std::numbers::pi * i / count));
  member.guess.period = 2 * std::numbers::pi / std::abs(frequency);
  member.guess.winding.assign(2, 0);
  member.guess.winding[static_cast<std::size_t>(family.third.joint)] = family.third.sense * turn;
  member.guess.energy = loop.energy + mu_3 * omega_3 / 2;
  const int angle = system.layout.offset(BlockKind::joint_angle, family.third.pair_joint),
            other = system.layout.offset(BlockKind::joint_angle, family.third.joint),
            momentum = system.layout.offset(BlockKind::momentum, family.third.body);
  member.section = {
      .place = angle,
      .folded = loop.folded_phi,
      .sense = sense,
      .period = 2 * std::numbers::pi,
      .phase_sense = turn,
      .phase = [third = family.third, angle, other](
                   double, const double* x) { return third.sense * x[other] + (third.on_second ? x[angle] : 0); },
      .momentum = [momentum](const double* x) { return x[momentum]; }};
  return member;
}

ModelSplitting of_three(const RotorFamily& family, const SplittingRequest& request) {
  const System& system = family.motion.system;
  const std::string& third = system.bodies[family.third.body];
  if (family.lever == 0)
    throw NoSplitting(
        fmt::format("body '{}' hangs at its own mass centre: it is a free rotor, and nothing splits. The "
                    "sizes are lengths of its lever, whose direction the model gives",
                    third));
  const std::vector<double>& start = family.start;
  RotorCircle circle{.family = family, .by = request.by};
  circle.mu_s = system.casimirs.front().value(start.data());
  circle.mu_3 = request.circle ? *request.circle : start[system.layout.offset(BlockKind::momentum, family.third.body)];
  if (circle.mu_3 == 0)
    throw NoSplitting(
        fmt::format("the momentum mu_{} of the third body is 0: a rotor at rest couples to nothing, and "
                    "the integral vanishes; --circle gives another",
                    third));
  circle.omega_3 = circle.mu_3 / family.I_3;
  const RotorPair limit = family.limit();
  const double L = circle.mu_s - circle.momentum(0);
  if (!(limit.pair.x > 0)) throw NoSplitting("the other two bodies have no folded shape that is a saddle");
  if (L == 0) throw NoSplitting("the third body carries all the momentum: no shape of the other two is a saddle");
  const PairLoop loop = pair_loop(limit.pair, L, request.sense);
  const RotorIntegral integral = melnikov_of_rotor(loop, limit, circle.omega_3);
  refuse_frequency(integral.frequency, loop.growth, "the frequency of the rotor as seen from the folded pair");
  ModelSplitting out{.by = request.by,
                     .coordinate = "mu_" + third,
                     .phase_name = "psi",
                     .angle = system.joints[family.third.pair_joint],
                     .stretched = loop.stretched,
                     .momentum = circle.mu_s,
                     .circle = circle.mu_3,
                     .energy = loop.energy + circle.mu_3 * circle.omega_3 / 2,
                     .lever = family.lever,
                     .third = third};
  out.problem.gap = -1 / integral.frequency * integral.M;
  out.problem.claimed = request.by != SplittingBy::light;
  out.problem.growth = loop.growth;
  out.problem.frequency = integral.frequency;
  out.problem.member = [circle, sense = request.sense](double size) { return rotor_case(circle, sense, size); };
  return out;
}

}  // namespace

ModelSplitting splitting_of(const Model& model, const SplittingRequest& request) {
  const std::variant<DrivenPair, RotorFamily> family = splitting_family(model, request.by);
  if (const DrivenPair* pair = std::get_if<DrivenPair>(&family)) return of_pair(*pair, request);
  return of_three(std::get<RotorFamily>(family), request);
}

}  // namespace oopss
