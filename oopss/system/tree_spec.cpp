// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/tree_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <set>
#include <unordered_set>

#include "oopss/model/read.hpp"
#include "oopss/symbolic/program.hpp"
#include "oopss/system/laws.hpp"

namespace oopss {
namespace {

/// Adds inputs. Names and what they mean are functions: where the numbers alone are asked for nobody calls these.
/// Names are kept apart: body "a_b" with joint "c" and body "a" with joint "b_c" meet in d_…_….
class InputList {
 public:
  InputList(const Model& model, bool named) : named_(named) {
    const std::size_t numbers = 2 * model.bodies.size() + 4 * model.joints.size();  // of a planar tree without laws
    values.reserve(numbers);
    if (!named) return;
    inputs_.reserve(numbers);
    exact_.reserve(numbers);
  }

  std::vector<double> values;

  void keep_free(const std::string& name) { taken_.insert(name); }
  template <class Name, class Meaning>
  Slot add(const Name& name, const Meaning& meaning, double value, const Number* exact = nullptr) {
    values.push_back(value);
    if (named_) {
      std::string own = name();
      while (!taken_.insert(own).second) own += "_";
      inputs_.push_back({std::move(own), meaning(), value});
      exact_.push_back(exact ? exact_decimal(*exact) : std::string());
    }
    return static_cast<Slot>(values.size()) - 1;
  }
  template <class Name, class Meaning>
  Slot add(const Name& name, const Meaning& meaning, const Number& number) {
    return add(name, meaning, number.value, &number);
  }
  template <class Name, class Meaning>
  Slot add_unless_zero(const Name& name, const Meaning& meaning, const Number& number) {
    return is_structural_zero(number) ? -1 : add(name, meaning, number);
  }
  void put_into(TreeSpec& spec) {
    spec.inputs = std::move(inputs_);
    spec.exact = std::move(exact_);
  }

 private:
  bool named_;
  std::vector<Input> inputs_;
  std::vector<std::string> exact_;
  std::unordered_set<std::string> taken_;
};

constexpr std::array<const char*, 3> axis_letters = {"x", "y", "z"};

/// A place as seen from the mass centre of a body: `point` minus `centre`; `what` is there, `suffix` ends its name.
template <class What, class Suffix>
Slot coordinate(InputList& list, const What& what, const Suffix& suffix, const Body& body,
                const std::vector<Number>& point, int axis) {
  const char* const letter = axis_letters[axis];
  const auto name = [&] { return fmt::format("d_{}_{}", suffix(), letter); };
  const auto meaning = [&] {
    return fmt::format("{} of {} from the mass centre of {}", letter, what(), body.name.value);
  };
  if (body.centre.empty() || is_structural_zero(body.centre[axis]))
    return list.add_unless_zero(name, meaning, point[axis]);
  return list.add(name, meaning, from_centre(body, point, axis));
}

Slot joint_coordinate(InputList& list, const Joint& joint, const Body& body, const std::vector<Number>& point,
                      int axis) {
  return coordinate(
      list, [&] { return "joint " + joint.name.value; },
      [&] { return fmt::format("{}_{}", joint.name.value, body.name.value); }, body, point, axis);
}

/// Where xx, xy, xz, yy, yz, zz of a symmetric matrix stand in it.
constexpr std::array<std::pair<int, int>, 6> matrix_entries = {{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}};

std::string entry_letters(int row, int column) { return std::string(axis_letters[row]) + axis_letters[column]; }

/// xx, xy, xz, yy, yz, zz of a body's inertia about its mass centre: given by three principal moments, or all nine.
std::array<Slot, 6> tensor_slots(InputList& list, const Body& body) {
  std::array<Slot, 6> out{};
  for (std::size_t k = 0; k < out.size(); ++k) {
    const int row = matrix_entries[k].first, column = matrix_entries[k].second;
    const bool principal = body.inertia.size() == 3;
    if (principal && row != column) {
      out[k] = -1;
      continue;
    }
    out[k] = list.add_unless_zero([&] { return fmt::format("I_{}_{}", body.name.value, entry_letters(row, column)); },
                                  [&] {
                                    return fmt::format("inertia {} of {} about its mass centre",
                                                       entry_letters(row, column), body.name.value);
                                  },
                                  body.inertia[principal ? row : 3 * row + column]);
  }
  return out;
}

/// The numbers of a direction or a quaternion of a joint, made of length one.
template <std::size_t N>
void add_unit(InputList& list, const std::vector<Number>& numbers, const char* key, const char* meaning,
              const std::string& joint, const std::array<const char*, N>& letters, std::array<Slot, N>& out) {
  double square = 0;
  for (const Number& number : numbers) square += number.value * number.value;
  for (std::size_t k = 0; k < N; ++k)
    if (!is_structural_zero(numbers[k]))
      out[k] = list.add([&] { return fmt::format("{}_{}_{}", key, joint, letters[k]); },
                        [&] { return fmt::format("{} of {} {}", letters[k], meaning, joint); },
                        numbers[k].value / std::sqrt(square));
}

/// The axis of a hinge and the attitude at rest, in space.
void add_attitude(InputList& list, const Joint& joint, JointSlots& slots) {
  const std::string& name = joint.name.value;
  slots.hinge = joint.kind == JointKind::hinge;
  if (slots.hinge) add_unit(list, joint.axis, "n", "the axis of hinge", name, axis_letters, slots.axis);
  slots.rests_turned = !joint.rest.empty();
  if (!slots.rests_turned) return;
  constexpr std::array<const char*, 4> letters = {"w", "x", "y", "z"};
  add_unit(list, joint.rest, "rest", "the attitude at rest of joint", name, letters, slots.rest);
}

/// The entries of a symmetric matrix of a law, given by rows; none: zero.
std::array<Slot, 6> law_matrix(InputList& list, const char* key, const std::string& joint, const std::string& suffix,
                               const char* meaning, const std::vector<Number>& by_rows) {
  std::array<Slot, 6> out{-1, -1, -1, -1, -1, -1};
  for (std::size_t k = 0; k < out.size() && !by_rows.empty(); ++k) {
    const int row = matrix_entries[k].first, column = matrix_entries[k].second;
    out[k] = list.add_unless_zero(
        [&] { return fmt::format("{}_{}{}_{}", key, joint, suffix, entry_letters(row, column)); },
        [&] { return fmt::format("{} of the law at {} {}", meaning, joint, entry_letters(row, column)); },
        by_rows[3 * row + column]);
  }
  return out;
}

LawSlots law_slots(InputList& list, const std::string& joint, const std::string& suffix, const Law& law) {
  LawSlots slots{.kind = law.kind};
  const auto slot = [&](const char* key, const Number& number, const char* meaning) {
    return list.add_unless_zero([&] { return fmt::format("{}_{}{}", key, joint, suffix); },
                                [&] { return fmt::format("{} of the law at {}", meaning, joint); }, number);
  };
  switch (law.kind) {
    case LawKind::proportional:
    case LawKind::pd:
    case LawKind::sine:
      slots.kp = slot("kp", law.kp, "spring constant");
      slots.kd = slot("kd", law.kd, "damping constant");
      slots.bias = slot("bias", law.bias, "rest angle");
      break;
    case LawKind::linearise:
      slots.frequency = slot("frequency", law.frequency, "frequency");
      slots.damping = slot("damping", law.damping, "damping ratio");
      slots.target = law.target ? &law.target->expression : nullptr;
      break;
    case LawKind::expression:
    case LawKind::drive:
      slots.formula = &law.formula->expression;
      slots.energy = law.energy ? &law.energy->expression : nullptr;
      break;
    case LawKind::log:
    case LawKind::skew:
    case LawKind::matrix: {
      slots.kd_is_matrix = !law.kd_matrix.empty();
      if (law.kind == LawKind::matrix)
        slots.kp_matrix = law_matrix(list, "kp", joint, suffix, "stiffness", law.kp_matrix);
      else
        slots.kp = slot("kp", law.kp, "spring constant");
      if (slots.kd_is_matrix)
        slots.kd_matrix = law_matrix(list, "kd", joint, suffix, "damping", law.kd_matrix);
      else
        slots.kd = slot("kd", law.kd, "damping constant");
      break;
    }
    case LawKind::function:
      slots.function = &law.function;
      break;
  }
  return slots;
}

ForceSlots force_slots(InputList& list, const Force& force, const Body& body) {
  ForceSlots slots{.body = force.body};
  const std::string& name = force.name.value;
  for (int axis = 0; axis < 2; ++axis) {
    slots.place[axis] = coordinate(
        list, [&] { return "force " + name; }, [&] { return name; }, body, force.position, axis);
    const Number& value = force.value[axis];
    if (exact_decimal(value).empty())
      slots.formula[axis] = &value.expression;
    else
      slots.value[axis] =
          list.add_unless_zero([&] { return fmt::format("F_{}_{}", name, axis_letters[axis]); },
                               [&] { return fmt::format("{} of force {}", axis_letters[axis], name); }, value);
  }
  return slots;
}

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

/// The slots of the inputs, in the order in which they are listed.
void add_inputs(InputList& list, const Model& model, TreeSpec& spec) {
  std::vector<JointSlots> joints;
  joints.reserve(model.joints.size());
  for (const Body& body : model.bodies) {
    const std::string& name = body.name.value;
    spec.m.push_back(list.add([&] { return "m_" + name; }, [&] { return "mass of " + name; }, body.mass));
    if (is_planar(model))
      spec.I.push_back(list.add([&] { return "I_" + name; },
                                [&] { return "moment of inertia of " + name + " about its mass centre"; },
                                body.inertia[0]));
    else
      spec.tensor.push_back(tensor_slots(list, body));
  }
  for (const Joint& joint : model.joints) {
    JointSlots slots;
    slots.first = joint.first_body;
    slots.second = joint.second_body;
    slots.motion = joint.motion ? &joint.motion->expression : nullptr;
    const int axes = is_planar(model) ? 2 : 3;
    for (int axis = 0; axis < axes; ++axis)
      slots.d_first[axis] = joint_coordinate(list, joint, model.bodies[slots.first], joint.at_first, axis);
    for (int axis = 0; axis < axes; ++axis)
      slots.d_second[axis] = joint_coordinate(list, joint, model.bodies[slots.second], joint.at_second, axis);
    add_attitude(list, joint, slots);
    for (const Law& law : joint.laws) {
      const std::string suffix = slots.laws.empty() ? "" : fmt::format("_{}", slots.laws.size() + 1);
      slots.laws.push_back(law_slots(list, joint.name.value, suffix, law));
    }
    joints.push_back(std::move(slots));
  }
  spec.joints = std::move(joints);
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (!has_torque(body)) continue;
    OutsideSlots slots{.body = i};
    if (exact_decimal(*body.torque).empty())
      slots.formula = &body.torque->expression;
    else
      slots.value = list.add([&] { return "tau_" + body.name.value; },
                             [&] { return "torque from outside on " + body.name.value; }, *body.torque);
    spec.outside.push_back(slots);
  }
  for (const Force& force : model.forces) spec.forces.push_back(force_slots(list, force, model.bodies[force.body]));
  for (std::size_t axis = 0; axis < model.start.drift.size(); ++axis)
    spec.drift[axis] =
        list.add_unless_zero([&] { return fmt::format("drift_{}", axis_letters[axis]); },
                             [&] { return fmt::format("{} of the velocity of the mass centre", axis_letters[axis]); },
                             model.start.drift[axis]);
  std::set<std::string> used;
  const auto use = [&](const Expression* expression) {
    if (expression)
      for (const std::string& name : names(*expression)) used.insert(name);
  };
  for (const JointSlots& joint : spec.joints) {
    for (const LawSlots& law : joint.laws)
      for (const Expression* expression : {law.target, law.formula, law.energy}) use(expression);
    use(joint.motion);
  }
  for (const OutsideSlots& slots : spec.outside) use(slots.formula);
  for (const ForceSlots& slots : spec.forces)
    for (const Expression* formula : slots.formula) use(formula);
  for (const Parameter& parameter : model.parameters)
    if (used.contains(parameter.name.value))
      spec.parameters[parameter.name.value] =
          list.add([&] { return parameter.name.value; },
                   [&] { return parameter.label.empty() ? "parameter" : parameter.label; }, parameter.value);
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
  InputList list(model, true);
  for (const Joint& joint : model.joints)
    for (const Law& law : joint.laws)
      if (law.kind == LawKind::function) list.keep_free(argument_name(joint.name.value));
  add_inputs(list, model, spec);
  list.put_into(spec);
  return spec;
}

SlotValues slot_values(const Model& model) {
  SlotValues out;
  out.slots.model = &model;
  InputList list(model, false);
  add_inputs(list, model, out.slots);
  out.values = std::move(list.values);
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
