// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/splitting_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/system/derive.hpp"
#include "oopss/system/law_time.hpp"
#include "oopss/system/outside.hpp"
#include "oopss/system/scaled_drive.hpp"

namespace oopss {
namespace {

constexpr double slowest = 0.5, fastest = 5;  // frequency of the phase over the growth of the saddle
constexpr double growth_between_nodes = 2;

void add_law_problems(const TreeSpec& spec, const std::vector<double>& p, std::vector<Diagnostic>& found) {
  const bool pair = spec.topology.size() == 2;
  int drives = 0;
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k)
    for (std::size_t i = 0; i < spec.joints[k].laws.size(); ++i) {
      const LawSlots& law = spec.joints[k].laws[i];
      const Place place = spec.model->joints[k].laws[i].place;
      const std::string& name = spec.joint_names[k];
      if (!pair || law.kind != LawKind::drive) {
        found.push_back({place, fmt::format("joint '{}': {}", name,
                                            pair ? "the manifolds of two bodies are split by one law drive; this one "
                                                   "is another"
                                                 : "the manifolds of three bodies are split by the third alone: they "
                                                   "have no laws")});
        continue;
      }
      for (const std::string& word : names(*law.formula))
        if (word.starts_with("phi_") || word.starts_with("rate_"))
          found.push_back({place, fmt::format("joint '{}': the formula of its drive has {}: it is to depend on t alone",
                                              name, word)});
      ++drives;
    }
  if (!pair) return;
  const Place joint = spec.model->joints[0].name.place;
  if (drives == 0 && found.empty())
    found.push_back({joint,
                     fmt::format("joint '{}': two bodies without a drive have no splitting: their motion is integrable",
                                 spec.joint_names[0]),
                     "torque = { law = \"drive\", formula = \"cos(t)\" } splits their manifolds"});
  if (drives > 1)
    found.push_back({joint, fmt::format("joint '{}': the manifolds are split by one law drive; it has {}",
                                        spec.joint_names[0], drives)});
  if (drives != 1 || !found.empty()) return;
  if (const LawTime time = law_time(spec, p); !time.period)
    found.push_back({spec.model->joints[0].laws[0].place,
                     fmt::format("joint '{}': its drive has no period{}{}", spec.joint_names[0],
                                 time.why.empty() ? "" : ": ", time.why)});
}

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

OrbitSystem system_of(const Model& model) {
  OrbitSystem out;
  out.system = derive(model, Engine::recursive);
  out.p = default_inputs(out.system);
  out.flow = out.system.with_inputs(out.p);
  return out;
}

ModelSplitting of_pair(const Model& model, const TreeSpec& spec, const std::vector<double>& p,
                       const SplittingRequest& request) {
  const double period = *law_time(spec, p).period;
  const OrbitSystem whole = system_of(model);
  if (whole.flow.watched() > 0)
    throw NoSplitting("the formula of the drive has kinks or edges: the integral is that of a smooth one");
  const std::vector<double> start = start_state(model);
  ModelSplitting out{.by = SplittingBy::drive, .coordinate = "nu", .phase_name = "t", .angle = spec.joint_names[0]};
  out.momentum = whole.system.casimirs.front().value(start.data());
  const PairInertia pair = pair_inertia(spec, p);
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
  const int second = spec.joints[0].second, first = spec.joints[0].first;
  out.problem.gap = 1 / loop.rate * melnikov_of_drive(loop, g, period);
  out.problem.growth = loop.growth;
  out.problem.frequency = frequency;
  out.problem.member = [model, pair, loop, period, first, second](double size) {
    SplittingCase member;
    member.model = system_of(with_scaled_drive(model, 0, 0, size));
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

/// Inputs p and slopes of the family of systems that one of three bodies is a member of.
struct RotorFamily {
  TreeSpec spec;
  ThirdBody third;
  SplittingBy by{};
  double lever = 0;           // |d_32| of the model
  double mu_s = 0, mu_3 = 0;  // of the model
  double omega_3 = 0, I_over_m = 0;

  std::vector<double> with_lever(std::vector<double> p, double length) const {
    for (const Slot slot : third.lever)
      if (slot >= 0) p[slot] *= length / lever;
    return p;
  }
  std::vector<double> inputs(const std::vector<double>& p, double size) const {
    if (by == SplittingBy::lever) return with_lever(p, size);
    std::vector<double> out = p;
    out[spec.m[third.body]] = size;
    if (by == SplittingBy::light) out[spec.I[third.body]] = I_over_m * size;
    return out;
  }
  /// μ_3 of the circle.
  double circle(double size) const { return by == SplittingBy::light ? omega_3 * I_over_m * size : mu_3; }

  /// The rotor at size zero, and how it begins to be coupled.
  RotorPair limit(const std::vector<double>& p) const {
    std::vector<double> start = by == SplittingBy::lever ? with_lever(p, 0) : p, slopes(p.size(), 0.0);
    if (by == SplittingBy::lever) {
      for (const Slot slot : third.lever)
        if (slot >= 0) slopes[slot] = p[slot] / lever;
    } else {
      start[spec.m[third.body]] = 0;
      slopes[spec.m[third.body]] = 1;
    }
    return rotor_pair(spec, third, start, slopes);
  }
};

/// The state with given φ and ψ in which the pair turns as one in its folded shape and the rotor carries μ_3.
std::vector<double> circle_state(const RotorFamily& family, const Layout& layout, const RotorPair& rotor, double L,
                                 double mu_3, double phi, double psi) {
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

SplittingCase rotor_case(const RotorFamily& family, const System& system, const std::vector<double>& p, int sense,
                         double size) {
  SplittingCase member;
  member.model.system = system;
  member.model.p = family.inputs(p, size);
  member.model.flow = system.with_inputs(member.model.p);
  const std::vector<double> none(p.size(), 0.0);
  const RotorPair rotor = rotor_pair(family.spec, family.third, family.with_lever(member.model.p, 0), none);
  const double mu_3 = family.circle(size), L = family.mu_s - mu_3;
  const PairLoop loop = pair_loop(rotor.pair, L, sense);
  const double omega_3 = mu_3 / rotor.I_3, frequency = omega_3 - loop.folded_rate;
  const int turn = frequency > 0 ? 1 : -1, count = nodes_for(loop.growth, 2 * std::numbers::pi / std::abs(frequency));
  for (int i = 0; i < count; ++i)
    member.guess.nodes.push_back(
        circle_state(family, system.layout, rotor, L, mu_3, loop.folded_phi, turn * 2 * std::numbers::pi * i / count));
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

ModelSplitting of_three(const Model& model, const std::vector<double>& p, const SplittingRequest& request) {
  const auto kept = std::make_shared<const Model>(model);
  RotorFamily family;
  family.spec = tree_spec(*kept);
  family.spec.own = kept;
  family.third = third_body(family.spec);
  family.by = request.by;
  const TreeSpec& spec = family.spec;
  const std::string& third = spec.body_names[family.third.body];
  family.lever = std::hypot(at_slot(p, family.third.lever[0]), at_slot(p, family.third.lever[1]));
  if (family.lever == 0)
    throw NoSplitting(
        fmt::format("body '{}' hangs at its own mass centre: it is a free rotor, and nothing splits. The "
                    "sizes are lengths of its lever, whose direction the model gives",
                    third));
  const System system = derive(model, Engine::recursive);
  const std::vector<double> start = start_state(model);
  family.mu_s = system.casimirs.front().value(start.data());
  family.mu_3 = request.circle ? *request.circle : start[system.layout.offset(BlockKind::momentum, family.third.body)];
  if (family.mu_3 == 0)
    throw NoSplitting(
        fmt::format("the momentum mu_{} of the third body is 0: a rotor at rest couples to nothing, and "
                    "the integral vanishes; --circle gives another",
                    third));
  family.omega_3 = family.mu_3 / at_slot(p, spec.I[family.third.body]);
  family.I_over_m = at_slot(p, spec.I[family.third.body]) / at_slot(p, spec.m[family.third.body]);
  const RotorPair limit = family.limit(p);
  const double L = family.mu_s - family.circle(0);
  if (!(limit.pair.x > 0)) throw NoSplitting("the other two bodies have no folded shape that is a saddle");
  if (L == 0) throw NoSplitting("the third body carries all the momentum: no shape of the other two is a saddle");
  const PairLoop loop = pair_loop(limit.pair, L, request.sense);
  const RotorIntegral integral = melnikov_of_rotor(loop, limit, family.omega_3);
  refuse_frequency(integral.frequency, loop.growth, "the frequency of the rotor as seen from the folded pair");
  ModelSplitting out{.by = request.by,
                     .coordinate = "mu_" + third,
                     .phase_name = "psi",
                     .angle = spec.joint_names[family.third.pair_joint],
                     .stretched = loop.stretched,
                     .momentum = family.mu_s,
                     .circle = family.mu_3,
                     .energy = loop.energy + family.mu_3 * family.omega_3 / 2,
                     .lever = family.lever,
                     .third = third};
  out.problem.gap = -1 / integral.frequency * integral.M;
  out.problem.claimed = request.by != SplittingBy::light;
  out.problem.growth = loop.growth;
  out.problem.frequency = integral.frequency;
  out.problem.member = [family, system, p, sense = request.sense](double size) {
    return rotor_case(family, system, p, sense, size);
  };
  return out;
}

}  // namespace

std::vector<Diagnostic> without_splitting(const TreeSpec& spec, const std::vector<double>& p) {
  const Model& model = *spec.model;
  std::vector<Diagnostic> found;
  const Place first = model.bodies[0].name.place;
  if (in_space(spec))
    found.push_back({first, fmt::format("body {} is in space: manifolds are split on leaves of bodies in the plane",
                                        oopss::quoted(model.bodies[0].name.value))});
  const int bodies = spec.topology.size();
  if (bodies != 2 && bodies != 3)
    found.push_back({first, fmt::format("the model has {} bod{}: splitting is that of two with a drive, or of three",
                                        bodies, bodies == 1 ? "y" : "ies")});
  for (const ChordSlots& chord : spec.chords)
    found.push_back(
        {model.joints[chord.joint].name.place,
         fmt::format("joint '{}' closes a loop: splitting is that of trees", spec.joint_names[chord.joint])});
  for (const int k : moved_joints(spec))
    found.push_back({model.joints[k].motion->place,
                     fmt::format("joint '{}': its motion is prescribed: splitting is that of joints that move by "
                                 "themselves",
                                 spec.joint_names[k])});
  for (Diagnostic& problem : outside_without_equilibria(spec)) found.push_back(std::move(problem));
  if (bodies == 2 || bodies == 3) add_law_problems(spec, p, found);
  sort_by_place(found);
  return found;
}

ModelSplitting splitting_of(const Model& model, const SplittingRequest& request) {
  const TreeSpec spec = tree_spec(model);
  const std::vector<double> p = values_of(spec.inputs);
  if (std::vector<Diagnostic> found = without_splitting(spec, p); !found.empty())
    throw ModelError(spec.model->source, std::move(found), spec.model->settings);
  return spec.topology.size() == 2 ? of_pair(model, spec, p, request) : of_three(model, p, request);
}

}  // namespace oopss
