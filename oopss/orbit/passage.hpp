// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "oopss/orbit/orbit.hpp"

namespace oopss {

/// Where a state comes to, and what small differences of it become.
struct Passage {
  std::vector<double> end;
  Eigen::MatrixXd columns;  // the tangent map of the flow applied to those given
  double dynamic = 0;       // ∫ μ_s / I_lock dt, or of what else was to be added up
  std::string trouble;      // why the motion did not come to its end, in words; empty if it did
};

/// The motion of `span` from a state, with columns, each like a state, taken along: x' = f(x), v' = (∂f/∂x) v by
/// dop853, errors of a step at rounding level. Loops stay closed by their forces alone, and are closed at the end.
Passage passage(const OrbitSystem& model, const std::vector<double>& from, double span, const Eigen::MatrixXd& columns);

/// The same from a time on, its errors of another size, and with another quantity added up along it.
struct PassageDemand {
  double from = 0, span = 0;      // of time
  double tolerance = 2e-15;       // of a step
  Flow::Quantity integrand = {};  // empty: nothing is added up
};
Passage passage(const Flow& flow, const Layout& layout, const std::vector<double>& start,
                const Eigen::MatrixXd& columns, const PassageDemand& demand);

}  // namespace oopss
