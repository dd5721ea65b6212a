// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/derived.hpp"

#include <algorithm>

#include "oopss/model/read.hpp"
#include "oopss/system/derivation.hpp"
#include "oopss/system/space_system.hpp"

namespace oopss {
namespace {

bool same_text(const Expression* a, const Expression* b) { return a && b ? a->text == b->text : a == b; }

bool same_law(const LawSlots& a, const LawSlots& b) {
  return a.kind == b.kind && a.kp == b.kp && a.kd == b.kd && a.bias == b.bias && a.frequency == b.frequency &&
         a.damping == b.damping && same_text(a.target, b.target) && same_text(a.formula, b.formula) &&
         same_text(a.energy, b.energy) && a.kp_matrix == b.kp_matrix && a.kd_matrix == b.kd_matrix &&
         a.kd_is_matrix == b.kd_is_matrix;
}

bool same_joint(const JointSlots& a, const JointSlots& b) {
  return a.first == b.first && a.second == b.second && a.d_first == b.d_first && a.d_second == b.d_second &&
         a.hinge == b.hinge && a.axis == b.axis && a.rests_turned == b.rests_turned && a.rest == b.rest &&
         std::equal(a.laws.begin(), a.laws.end(), b.laws.begin(), b.laws.end(), same_law) &&
         same_text(a.motion, b.motion);
}

bool same_torque(const OutsideSlots& a, const OutsideSlots& b) {
  return a.body == b.body && a.value == b.value && same_text(a.formula, b.formula);
}

bool same_force(const ForceSlots& a, const ForceSlots& b) {
  return a.body == b.body && a.place == b.place && a.value == b.value && same_text(a.formula[0], b.formula[0]) &&
         same_text(a.formula[1], b.formula[1]);
}

bool same_input(const Input& a, const Input& b) { return a.name == b.name; }

}  // namespace

bool same_slots(const TreeSpec& a, const TreeSpec& b) {
  return a.drift == b.drift &&
         std::equal(a.outside.begin(), a.outside.end(), b.outside.begin(), b.outside.end(), same_torque) &&
         std::equal(a.forces.begin(), a.forces.end(), b.forces.begin(), b.forces.end(), same_force) && a.m == b.m &&
         a.I == b.I && a.tensor == b.tensor && a.parameters == b.parameters &&
         std::equal(a.joints.begin(), a.joints.end(), b.joints.begin(), b.joints.end(), same_joint);
}

bool same_structure(const TreeSpec& a, const TreeSpec& b) {
  return a.body_names == b.body_names && a.joint_names == b.joint_names && same_slots(a, b) &&
         std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(), same_input);
}

DerivedModel derived_model(Model model, Engine engine) {
  return derive_checked(std::make_shared<const Model>(checked(std::move(model))), engine);
}

std::optional<DerivedModel> renumbered(const DerivedModel& known, Model model) {
  if (!model.checked) model = checked(std::move(model));
  DerivedModel out{std::make_shared<const Model>(std::move(model)), {}, known.system};
  out.spec = tree_spec(*out.model);
  if (!same_structure(known.spec, out.spec)) return {};
  out.system.model = out.model->name;
  out.system.inputs = out.spec.inputs;
  if (in_space(out.spec)) put_directions(out.system, out.spec, values_of(out.spec.inputs));
  return out;
}

}  // namespace oopss
