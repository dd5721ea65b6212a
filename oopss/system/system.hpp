// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace oopss {

/// An input p_k of the equations: a number of a body, joint or law. Changing it never derives anything again.
struct Input {
  std::string name;     // as in the printed equations: m_hub, d_elbow_hub_x, kp_elbow
  std::string meaning;  // in words
  double value = 0;     // as the model has it
};

/// Where things are in the flat state x.
struct Layout {
  int bodies = 0, joints = 0;
  int angles = 0;       // first joint angle φ
  int momenta = 0;      // first μ
  int root_angle = 0;   // θ of the root body
  int work = -1;        // work done by the laws without energy, but for Flow::released; −1 if there are no laws
  int dissipated = -1;  // what the dampers took
  int size = 0;
};

struct BodyPose {
  double x, y, angle;  // mass centre from the system's mass centre, absolute angle
};

/// A system with its inputs put in: functions of time and state. They keep scratch space, so one Flow serves one
/// thread; copies are independent.
struct Flow {
  using Rates = std::function<void(double t, const double* x, double* out)>;
  using Quantity = std::function<double(double t, const double* x)>;
  Rates field;                                               // x'
  Quantity kinetic, stored;                                  // H, U
  Rates joint_torques;                                       // T of every joint
  Rates joint_forces;                                        // x and y of the force on each joint's second body
  std::function<void(const double* x, BodyPose* out)> pose;  // of every body
  Quantity released;                                         // its change is work too; empty if it is zero
  /// Taylor coefficients x_0 … x_order of the solution through (t, x), x_k at coefficients[k · size]; empty if there is
  /// none. On a kink of the field they are those of the branch that the motion enters in the direction of time, ±1.
  std::function<void(double t, const double* x, int order, int direction, double* coefficients)> jet;
  /// Quantities whose changes of sign are kinks of the field (abs, sign, min, max, ramp, pulse, atan2 in laws), and
  /// after these the edges; may be none.
  Rates switches;
  int switch_count = 0;
  /// Where a formula of a law ends: a quantity that must not become negative, whose zero is a kink where it only
  /// touches it; or one whose changes of sign are poles.
  struct Edge {
    bool pole = false;
    std::string words;  // what happens there: "the argument of sqrt, phi_elbow, becomes negative"
  };
  std::vector<Edge> edges;
  int watched() const { return switch_count + static_cast<int>(edges.size()); }
  /// The series of the switches and edges along the motion with the given coefficients x_0 … x_order: orders 0 to
  /// order − 1, order k at out[k · watched()]; empty if there is none.
  std::function<void(double t, int order, int direction, const double* coefficients, double* out)> watched_series;
  bool by_formula = false;  // laws have formulas: what a series continues may not be what they say
};

/// What computes the numbers of a system.
struct EngineUsed {
  std::string name;    // recursive, interpreted, or compiled (interpreted until the code is there)
  std::string notice;  // why it is not the one asked for; empty if it is
  bool final = true;   // false while a compiler is at work; the numbers are the same before and after
};

/// The waist: what everything to the right needs of a mechanical system, whatever made it.
struct System {
  std::string model;
  std::vector<std::string> bodies, joints;
  Layout layout;
  std::vector<Input> inputs;
  std::function<Flow(const std::vector<double>& p)> with_inputs;
  std::function<EngineUsed()> engine;  // as it stands now
};

/// The inputs' values as the model has them.
inline std::vector<double> values_of(const std::vector<Input>& inputs) {
  std::vector<double> p;
  for (const Input& input : inputs) p.push_back(input.value);
  return p;
}
inline std::vector<double> default_inputs(const System& system) { return values_of(system.inputs); }

/// μ_s = Σ μ_i, the Casimir of a planar tree: the total angular momentum.
inline double total_momentum(const Layout& layout, const double* x) {
  double sum = 0;
  for (int i = 0; i < layout.bodies; ++i) sum += x[layout.momenta + i];
  return sum;
}

}  // namespace oopss
