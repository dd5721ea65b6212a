// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/tree_inputs.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <unordered_set>

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

std::vector<double> put_inputs(const Model& model, InputNames names, TreeSpec& spec) {
  InputList list(model, names == InputNames::put);
  for (const Joint& joint : model.joints)
    for (const Law& law : joint.laws)
      if (law.kind == LawKind::function) list.keep_free(argument_name(joint.name.value));
  add_inputs(list, model, spec);
  if (names == InputNames::put) list.put_into(spec);
  return std::move(list.values);
}

}  // namespace oopss
