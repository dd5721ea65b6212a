// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/orbit_system.hpp"

#include <algorithm>

#include "oopss/chain/threshold.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/orbit_demand.hpp"
#include "oopss/system/reduced_lagrangian.hpp"
#include "oopss/system/shape_laws.hpp"

namespace oopss {
namespace {

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

double energy_of(const OrbitSystem& model, const std::vector<double>& x) {
  return model.flow.kinetic(0, x.data()) + model.flow.stored(0, x.data());
}

namespace {

void refuse_winding(const TreeSpec& spec, const std::vector<double>& p, const std::vector<int>& winding) {
  std::vector<Diagnostic> found = without_orbits(spec, p);
  for (Diagnostic& problem : without_winding(spec, p, winding)) found.push_back(std::move(problem));
  sort_by_place(found);
  if (!found.empty()) refuse_orbits(spec, std::move(found));
}

OrbitSystem system_of(const DerivedModel& derived) {
  OrbitSystem out{derived.system, derived.p(), {}, {}};
  out.flow = out.system.with_inputs(out.p);
  if (!out.system.lagrangian) return out;
  out.threshold = [model = derived.model, p = out.p](double momentum) {
    return threshold_of(tree_spec(*model), p, momentum);
  };
  return out;
}

}  // namespace

OrbitSystem orbit_system(const Model& model) {
  const TreeSpec spec = tree_spec(model);
  if (std::vector<Diagnostic> found = without_orbits(spec, values_of(spec.inputs)); !found.empty())
    refuse_orbits(spec, std::move(found));
  return system_of(derived_model(model, Engine::recursive));
}

OrbitSystem orbit_system(const Model& model, const std::vector<int>& winding) {
  const TreeSpec spec = tree_spec(model);
  refuse_winding(spec, values_of(spec.inputs), winding);
  return system_of(derived_model(model, Engine::recursive));
}

OrbitSystem orbit_system(const DerivedModel& derived, const std::vector<int>& winding) {
  refuse_winding(derived.spec, derived.p(), winding);
  return system_of(derived);
}

}  // namespace oopss
