// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/tree_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <unordered_set>

#include "oopss/model/read.hpp"
#include "oopss/symbolic/program.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/tree_inputs.hpp"

namespace oopss {
namespace {

/// Parent, order, joint and sense by a walk over the tree from the first body; joints are taken in the order of the
/// file.
Topology walk(const Model& model, const std::vector<int>& tree_joints) {
  const int n = static_cast<int>(model.bodies.size());
  std::vector<std::vector<int>> joints_of(model.bodies.size());
  for (int k = 0; k < static_cast<int>(tree_joints.size()); ++k) {
    joints_of[model.joints[tree_joints[k]].first_body].push_back(k);
    joints_of[model.joints[tree_joints[k]].second_body].push_back(k);
  }
  Topology topology{std::vector<int>(n, -1), {0}, std::vector<int>(n, -1), std::vector<int>(n, 1)};
  for (std::size_t next = 0; next < topology.order.size(); ++next) {
    const int i = topology.order[next];
    for (const int k : joints_of[i]) {
      if (k == topology.joint[i]) continue;
      const Joint& joint = model.joints[tree_joints[k]];
      const bool forward = joint.first_body == i;
      const int child = forward ? joint.second_body : joint.first_body;
      topology.parent[child] = i;
      topology.joint[child] = k;
      topology.sense[child] = forward ? 1 : -1;
      topology.order.push_back(child);
    }
  }
  assert(static_cast<int>(topology.order.size()) == n);
  return topology;
}

/// φ_chord = θ_second − θ_first as a sum over the tree's joints on the way between the two.
void write_sum(const Topology& tree, const Joint& joint, ChordSlots& chord) {
  std::vector<int> signs(tree.parent.size(), 0);  // of each joint, twice opposite above the meeting point
  for (int i = joint.second_body; tree.parent[i] >= 0; i = tree.parent[i]) signs[tree.joint[i]] += tree.sense[i];
  for (int i = joint.first_body; tree.parent[i] >= 0; i = tree.parent[i]) signs[tree.joint[i]] -= tree.sense[i];
  for (int k = 0; k < static_cast<int>(signs.size()); ++k)
    if (signs[k] != 0) chord.sum.push_back({k, signs[k]});
}

/// Throws if a formula has a number that no double holds.
void check_numbers(const Expr& formula) {
  std::unordered_set<const Node*> seen;
  std::vector<Expr> stack = {formula};
  while (!stack.empty()) {
    const Expr e = std::move(stack.back());
    stack.pop_back();
    if (!seen.insert(e.node()).second) continue;
    if (kind(e) == Kind::number || kind(e) == Kind::pow) to_double(value(e));
    const auto below = operands(e);
    stack.insert(stack.end(), below.begin(), below.end());
  }
}

/// What only shows when a formula is worked out: a division by what is always zero, numbers beyond all bounds.
void check_formulas(const Model& model) {
  std::vector<Diagnostic> found;
  const auto check = [&](const std::optional<Number>& number, const Text& owner, const char* kind, const char* key) {
    if (!number) return;
    const auto refuse = [&](const char* why) {
      found.push_back({number->place, fmt::format("{} {}: {}: {}", kind, oopss::quoted(owner.value), key, why)});
    };
    try {
      check_numbers(to_expr(number->expression, [](const Step& step) { return symbol(step.text); }));
    } catch (const std::domain_error& problem) {
      refuse(problem.what());
    } catch (const std::overflow_error& problem) {
      refuse(problem.what());
    } catch (const ExpansionTooLarge& problem) {
      refuse(problem.what());
    }
  };
  for (const Joint& joint : model.joints) {
    for (const Law& law : joint.laws) {
      check(law.target, joint.name, "joint", "torque: target");
      check(law.formula, joint.name, "joint", "torque: formula");
      check(law.energy, joint.name, "joint", "torque: energy");
    }
    check(joint.motion, joint.name, "joint", "motion");
  }
  for (const Body& body : model.bodies) check(body.torque, body.name, "body", "torque");
  for (const Force& force : model.forces)
    for (const Number& part : force.value) check(part, force.name, "force", "value");
  if (!found.empty()) throw ModelError(model.source, std::move(found), model.settings);
}

}  // namespace

std::string exact_decimal(const Number& number) {
  const auto& steps = number.expression.steps;
  const bool negative = steps.size() == 2 && steps[1].token == Token::negate;
  if (steps.empty() || steps[0].token != Token::number || steps.size() > (negative ? 2 : 1)) return {};
  return (negative ? "-" : "") + steps[0].text;
}

TreeSpec tree_spec(const Model& model) {
  if (!model.checked) {
    const auto own = std::make_shared<const Model>(checked(model));
    TreeSpec spec = tree_spec(*own);
    spec.own = own;
    return spec;
  }
  check_formulas(model);
  TreeSpec spec;
  spec.model = &model;
  for (int k = 0; k < static_cast<int>(model.joints.size()); ++k)
    if (model.joints[k].closes_loop)
      spec.chords.push_back({k, {}});
    else
      spec.tree_joints.push_back(k);
  spec.topology = walk(model, spec.tree_joints);
  for (ChordSlots& chord : spec.chords) write_sum(spec.topology, model.joints[chord.joint], chord);
  std::vector<std::string> body_names, joint_names;
  for (const Body& body : model.bodies) body_names.push_back(body.name.value);
  for (const Joint& joint : model.joints) joint_names.push_back(joint.name.value);
  spec.body_names = std::move(body_names);
  spec.joint_names = std::move(joint_names);
  put_inputs(model, InputNames::put, spec);
  return spec;
}

SlotValues slot_values(const Model& model) {
  SlotValues out;
  out.slots.model = &model;
  out.values = put_inputs(model, InputNames::none, out.slots);
  return out;
}

TreeSpec without_laws(TreeSpec spec, const std::vector<int>& joints) {
  std::vector<JointSlots> all = spec.joints;
  for (const int k : joints) all[k].laws.clear();
  spec.joints = std::move(all);
  return spec;
}

Layout layout_of(const TreeSpec& spec, bool driven) {
  const bool outside = is_acted_on(spec);
  const bool laws = outside || std::any_of(spec.joints.begin(), spec.joints.end(),
                                           [](const JointSlots& joint) { return !joint.laws.empty() || joint.motion; });
  if (in_space(spec)) {
    std::vector<bool> hinge, on_hinge(spec.m.size(), false);
    for (const JointSlots& joint : spec.joints) hinge.push_back(joint.hinge);
    for (std::size_t i = 0; i < on_hinge.size(); ++i)
      if (const int k = spec.topology.joint[i]; k >= 0) on_hinge[i] = hinge[k];
    return space_layout(hinge, on_hinge, spec.topology.root(), laws || driven);
  }
  Layout out =
      planar_layout(spec.topology.size(), spec.tree_joints, static_cast<int>(spec.joints.size()), laws || driven);
  if (outside) add_block(out, BlockKind::impulse, -1);
  if (!spec.forces.empty()) {
    add_block(out, BlockKind::centre, -1, 2);
    add_block(out, BlockKind::drift, -1, 2);
  }
  return out;
}

std::vector<double> at_tree_joints(const TreeSpec& spec, const std::vector<double>& of_all) {
  std::vector<double> out;
  for (const int k : spec.tree_joints) out.push_back(of_all[k]);
  return out;
}

Linkage linkage_of(const TreeSpec& spec, const std::vector<double>& p) {
  Linkage out{planar_tree(spec, p), chords(spec, p), {}, {}};
  out.loops = loops_of(out.tree, out.chords);
  for (const JointSlots& joint : spec.joints) out.between.push_back({joint.first, joint.second});
  return out;
}

std::string argument_name(const std::string& joint) { return "u_" + joint; }

std::vector<int> function_joints(const TreeSpec& spec) {
  std::vector<int> out;
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k)
    if (std::any_of(spec.joints[k].laws.begin(), spec.joints[k].laws.end(),
                    [](const LawSlots& law) { return law.function != nullptr; }))
      out.push_back(k);
  return out;
}

std::vector<int> linearised_joints(const TreeSpec& spec) {
  std::vector<int> out;
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k)
    for (const LawSlots& law : spec.joints[k].laws)
      if (law.kind == LawKind::linearise) out.push_back(k);
  return out;
}

std::vector<int> moved_joints(const TreeSpec& spec) {
  std::vector<int> out;
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k)
    if (spec.joints[k].motion) out.push_back(k);
  return out;
}

std::vector<JointSpring> joint_springs(const TreeSpec& spec, const std::vector<double>& p) {
  std::vector<JointSpring> out;
  for (std::size_t k = 0; k < spec.joints.size(); ++k)
    for (const LawSlots& law : spec.joints[k].laws)
      if (is_spring(law.kind))
        out.push_back({static_cast<int>(k),
                       {law.kind == LawKind::sine, at_slot(p, law.kp), at_slot(p, law.kd), at_slot(p, law.bias)}});
  return out;
}

}  // namespace oopss
