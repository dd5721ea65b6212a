// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/build.hpp"

namespace oopss {
namespace {

std::vector<Number> numbers(const std::array<double, 2>& pair) { return {number(pair[0]), number(pair[1])}; }

std::optional<Number> if_given(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(expression_number(text));
}

Law spring(LawKind kind, double kp, double kd, double bias) {
  Law law{kind};
  law.kp = number(kp);
  law.kd = number(kd);
  law.bias = number(bias);
  return law;
}

}  // namespace

Number number(double value) {
  Number out;
  out.value = value;
  return out;
}

Number expression_number(std::string text) {
  Number out;
  out.expression.text = std::move(text);
  return out;
}

Named named(std::string name, double value) { return {{std::move(name), {}}, {number(value)}}; }

void add_body(Model& model, std::string name, const BodyData& data) {
  Body body;
  body.name.value = std::move(name);
  body.label = data.label;
  body.mass = number(data.mass);
  body.inertia = {number(data.inertia)};
  if (data.centre != std::array<double, 2>{0, 0}) body.centre = numbers(data.centre);
  for (const std::array<double, 2>& corner : data.outline) body.outline.push_back(numbers(corner));
  if (!data.torque.empty()) body.torque = expression_number(data.torque);
  model.checked = false;
  model.bodies.push_back(std::move(body));
}

void add_joint(Model& model, std::string name, Attachment first, Attachment second, std::vector<Law> laws) {
  Joint joint;
  joint.name.value = std::move(name);
  joint.first.value = std::move(first.body);
  joint.second.value = std::move(second.body);
  joint.at_first = numbers(first.place);
  joint.at_second = numbers(second.place);
  joint.laws = std::move(laws);
  model.checked = false;
  model.joints.push_back(std::move(joint));
}

void add_parameter(Model& model, std::string name, double value) {
  Parameter parameter;
  parameter.name.value = std::move(name);
  parameter.value = number(value);
  model.checked = false;
  model.parameters.push_back(std::move(parameter));
}

Law proportional_law(double kp, double bias) { return spring(LawKind::proportional, kp, 0, bias); }
Law pd_law(double kp, double kd, double bias) { return spring(LawKind::pd, kp, kd, bias); }
Law sine_law(double kp, double kd, double bias) { return spring(LawKind::sine, kp, kd, bias); }

Law linearise_law(double frequency, double damping, const std::string& target) {
  Law law{LawKind::linearise};
  law.frequency = number(frequency);
  law.damping = number(damping);
  law.target = if_given(target);
  return law;
}

Law expression_law(const std::string& formula, const std::string& energy) {
  Law law{LawKind::expression};
  law.formula = if_given(formula);
  law.energy = if_given(energy);
  return law;
}

Law drive_law(const std::string& formula) {
  Law law{LawKind::drive};
  law.formula = if_given(formula);
  return law;
}

Law log_law(double kp, double kd) { return spring(LawKind::log, kp, kd, 0); }
Law skew_law(double kp, double kd) { return spring(LawKind::skew, kp, kd, 0); }

Law matrix_law(const std::array<double, 9>& kp, double kd) {
  Law law = spring(LawKind::matrix, 0, kd, 0);
  for (const double entry : kp) law.kp_matrix.push_back(number(entry));
  return law;
}

Law function_law(LawFunction torque) {
  Law law{LawKind::function};
  law.function = std::move(torque);
  return law;
}

}  // namespace oopss
