// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/orbit_demand.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/system/outside.hpp"
#include "oopss/system/shape_laws.hpp"

namespace oopss {
namespace {

bool has_damping(const LawSlots& law, const std::vector<double>& p) {
  const auto acts = [&](Slot slot) { return at_slot(p, slot) != 0; };
  return (is_spring(law.kind) || is_ball_law(law.kind)) &&
         (acts(law.kd) || std::any_of(law.kd_matrix.begin(), law.kd_matrix.end(), acts));
}

}  // namespace

std::vector<EnergyLeak> energy_leaks(const TreeSpec& spec, const std::vector<double>& p) {
  std::vector<EnergyLeak> found;
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k)
    for (int i = 0; i < static_cast<int>(spec.joints[k].laws.size()); ++i) {
      if (has_damping(spec.joints[k].laws[i], p))
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

}  // namespace oopss
