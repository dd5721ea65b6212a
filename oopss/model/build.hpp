// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "oopss/model/model.hpp"

namespace oopss {

/// A model is built in code from bodies, joints and laws, and is then what a file would be: `derive` and all that takes
/// a model check it by the same rules, and throw ModelError with the same words. Nothing is checked before.
///
///   Model model;
///   add_body(model, "hub", {.mass = 4, .inertia = 50});
///   add_body(model, "arm", {.mass = 5, .inertia = 50});
///   add_joint(model, "elbow", {"hub", {5, 0}}, {"arm", {-3, 0}}, {pd_law(20, 0.5)});
///   model.start.angles = {named("elbow", 0.4)};
///   model.start.momenta = {named("hub", 3), named("arm", 5)};

/// A number given by its value, and one given as in a file: "30deg", "2*l" with a parameter l.
Number number(double value);
Number expression_number(std::string text);

/// A number for the body or joint of this name, as [start] has them.
Named named(std::string name, double value);

/// A body in the plane.
struct BodyData {
  double mass = 0, inertia = 0;                  // kg; kg m² about the mass centre
  std::array<double, 2> centre = {0, 0};         // where the mass centre lies in the frame of the part
  std::vector<std::array<double, 2>> outline{};  // its corners, for pictures
  std::string label{};                           // free text
  std::string torque{};                          // from outside, an expression; empty: none
};
void add_body(Model& model, std::string name, const BodyData& data);

/// A place on a body, in its frame.
struct Attachment {
  std::string body;
  std::array<double, 2> place = {0, 0};
};

/// A pin between two bodies; its angle is that of the second as seen from the first. The laws add up.
void add_joint(Model& model, std::string name, Attachment first, Attachment second, std::vector<Law> laws = {});

/// A named number that formulas of laws may use, and that `Settings` and sliders change.
void add_parameter(Model& model, std::string name, double value);

/// The laws of docs/model-format.md. T acts + on the joint's first body and − on its second.
Law proportional_law(double kp, double bias = 0);
Law pd_law(double kp, double kd, double bias = 0);
Law sine_law(double kp, double kd = 0, double bias = 0);
Law linearise_law(double frequency, double damping = 1, const std::string& target = "");
Law expression_law(const std::string& formula, const std::string& energy = "");
Law drive_law(const std::string& formula);

/// Those of ball joints; kp of the last by rows. A kd that is an array is put into `kd_matrix`.
Law log_law(double kp, double kd = 0);
Law skew_law(double kp, double kd = 0);
Law matrix_law(const std::array<double, 9>& kp, double kd = 0);

/// T(t, φ, φ') by a function of the program; all that it does counts as work. In equations and generated code it is an
/// argument u_JOINT. It has no series, no energy and no text: the method taylor, equilibria, proofs and `write_model`
/// refuse it. Each Flow has a copy of it, so what it keeps is not shared.
Law function_law(LawFunction torque);

}  // namespace oopss
