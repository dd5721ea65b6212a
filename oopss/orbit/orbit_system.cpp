// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/orbit_system.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/chain/threshold.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/outside.hpp"
#include "oopss/system/reduced_lagrangian.hpp"
#include "oopss/system/shape_laws.hpp"

namespace oopss {
namespace {

bool is_damped(const LawSlots& law, const std::vector<double>& p) {
  const auto acts = [&](Slot slot) { return at_slot(p, slot) != 0; };
  return (is_spring(law.kind) || is_ball_law(law.kind)) &&
         (acts(law.kd) || std::any_of(law.kd_matrix.begin(), law.kd_matrix.end(), acts));
}

[[noreturn]] void refuse_orbits(const TreeSpec& spec, std::vector<Diagnostic> found) {
  throw ModelError(spec.model->source, std::move(found), spec.model->settings);
}

/// The most that the laws can store; false if that is not known.
bool most_stored(const TreeSpec& spec, const std::vector<double>& p, double& out) {
  out = 0;
  for (const JointSlots& joint : spec.joints)
    for (const LawSlots& law : joint.laws) {
      if (law.kind != LawKind::sine && at_slot(p, law.kp) != 0) return false;
      if (!is_spring(law.kind)) return false;
      out += std::max(0.0, 2 * at_slot(p, law.kp));
    }
  return true;
}

/// Of beads as their chain has it; of other trees from the moments of inertia alone: ωᵀJω ≥ Σ I_i ω_i², so that with
/// the angle Σ w_i θ_i of the whole the threshold is at most (μ²/2) Σ w_i²/I_i, which is least for w_i = I_i / Σ I.
EnergyThreshold threshold_of(const TreeSpec& spec, const std::vector<double>& p, double momentum) {
  EnergyThreshold out;
  out.known = most_stored(spec, p, out.stored);
  if (!out.known) return out;
  if (const auto& chain = spec.model->chain; chain && !chain->uniform) {
    Beads<double> beads;
    for (const Number& mass : chain->masses) beads.m.push_back(mass.value);
    for (const Number& length : chain->lengths) beads.l.push_back(length.value);
    const Thresholds found = energy_thresholds(beads, momentum);
    out.literal = found.literal + out.stored;
    out.best = found.best + out.stored;
    out.gauge = found.gauge;
    return out;
  }
  double sum = 0;
  for (const Slot slot : spec.I) sum += at_slot(p, slot);
  const double of_root = at_slot(p, spec.I[spec.topology.root()]), half = momentum * momentum / 2;
  for (const Slot slot : spec.I) out.gauge.push_back(at_slot(p, slot) / sum);
  out.best = half / sum + out.stored;
  out.literal = of_root > 0 ? half / of_root + out.stored : out.best;
  return out;
}

}  // namespace

std::vector<EnergyLeak> energy_leaks(const TreeSpec& spec, const std::vector<double>& p) {
  std::vector<EnergyLeak> found;
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k)
    for (int i = 0; i < static_cast<int>(spec.joints[k].laws.size()); ++i) {
      if (is_damped(spec.joints[k].laws[i], p))
        found.push_back({k, i, true});
      else if (const std::string why = no_potential(spec, p, k, i); !why.empty())
        found.push_back({k, i, false, why});
    }
  return found;
}

std::vector<Diagnostic> without_orbits(const TreeSpec& spec, const std::vector<double>& p) {
  std::vector<Diagnostic> found = motions_without_equilibria(spec);
  for (const EnergyLeak& leak : energy_leaks(spec, p)) {
    const Place place = spec.model->joints[leak.joint].laws[leak.law].place;
    const std::string& name = spec.joint_names[leak.joint];
    if (leak.damper)
      found.push_back({place,
                       fmt::format("joint '{}': its damper takes energy out of every motion, so that none but rest "
                                   "is periodic",
                                   name),
                       fmt::format("--set joint.{}.torque.kd=0 leaves the damper out", name)});
    else
      found.push_back({place, fmt::format("joint '{}': its law {}: periodic motions are looked for where energy is "
                                          "kept",
                                          name, leak.why)});
  }
  for (Diagnostic& problem : outside_without_equilibria(spec)) found.push_back(std::move(problem));
  return found;
}

std::vector<Diagnostic> without_winding(const TreeSpec& spec, const std::vector<double>& p,
                                        const std::vector<int>& winding) {
  const Model& model = *spec.model;
  std::vector<Diagnostic> found;
  if (in_space(spec))
    found.push_back(
        {model.bodies[0].name.place, fmt::format("body {} is in space: windings count whole turns of pins in the plane",
                                                 oopss::quoted(model.bodies[0].name.value))});
  for (const ChordSlots& chord : spec.chords)
    found.push_back({model.joints[chord.joint].name.place,
                     fmt::format("joint '{}' closes a loop: windings are for trees, whose joints turn independently",
                                 spec.joint_names[chord.joint])});
  if (spec.joints.size() > most_landscape_joints)
    found.push_back(
        {model.bodies[0].name.place, fmt::format("the model has {} joints: windings are looked for with at most {}",
                                                 spec.joints.size(), most_landscape_joints)});
  if (!found.empty() || !laws_without_potential(spec, p).empty()) return found;
  const std::vector<AngleRange> ranges = angle_ranges(shape_landscape(spec, p, 0, false));
  for (std::size_t k = 0; k < spec.joints.size() && k < winding.size(); ++k) {
    if (winding[k] == 0 || ranges[k].circle) continue;
    const Joint& joint = model.joints[k];
    found.push_back({joint.laws.empty() ? joint.name.place : joint.laws.front().place,
                     fmt::format("joint '{}': what is stored is not periodic in its angle, so that it cannot turn {} "
                                 "time{} and be as before",
                                 spec.joint_names[k], winding[k], std::abs(winding[k]) == 1 ? "" : "s"),
                     "a spring with the law sine is periodic"});
  }
  return found;
}

OrbitSystem orbit_system(const Model& model) {
  const auto spec = std::make_shared<const TreeSpec>(tree_spec(model));
  const std::vector<double> values = values_of(spec->inputs);
  if (std::vector<Diagnostic> found = without_orbits(*spec, values); !found.empty()) refuse_orbits(*spec, found);
  System system = derive(model, Engine::recursive);
  std::vector<double> p = default_inputs(system);
  Flow flow = system.with_inputs(p);
  OrbitSystem out{std::move(system), std::move(p), std::move(flow), {}};
  if (!out.system.lagrangian) return out;
  out.threshold = [kept = std::make_shared<const Model>(model), values](double momentum) {
    return threshold_of(tree_spec(*kept), values, momentum);
  };
  return out;
}

OrbitSystem orbit_system(const Model& model, const std::vector<int>& winding) {
  const TreeSpec spec = tree_spec(model);
  const std::vector<double> p = values_of(spec.inputs);
  std::vector<Diagnostic> found = without_orbits(spec, p);
  for (Diagnostic& problem : without_winding(spec, p, winding)) found.push_back(std::move(problem));
  sort_by_place(found);
  if (!found.empty()) refuse_orbits(spec, std::move(found));
  return orbit_system(model);
}

}  // namespace oopss
