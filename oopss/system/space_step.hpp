// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/spatial/veselov.hpp"
#include "oopss/system/space_flow.hpp"

namespace oopss {

/// The tree Moser-Veselov method on the flat state. The laws must be springs, dampers, and formulas without rates:
/// `steps_of_its_own` says whether they are.
class SpaceStep {
 public:
  explicit SpaceStep(const SpaceRecursive& engine);
  Flow::OwnStep::Left operator()(double t, double h, const double* x, double* out);

 private:
  void read(const double* x);
  void write(double* out) const;
  void torques_at(double t, const SpaceState& state, std::vector<JointTorque>& out);

  SpaceRecursive engine_;
  Veselov by_;
  SpaceState state_;
  std::vector<double> rates_;
};

bool steps_of_its_own(const Derived& derived);

/// `veselov2` of a flow in space.
Flow::OwnStep veselov_step(const SpaceRecursive& engine);

}  // namespace oopss
