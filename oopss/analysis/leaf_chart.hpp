// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "oopss/analysis/linear_model.hpp"
#include "oopss/scalar/linear3.hpp"

namespace oopss {

/// A state seen from its root: the inertial axes are those of the root at the moment, and momenta are along them. In
/// the plane nothing turns.
class SeenFromRoot {
 public:
  SeenFromRoot(const System& system, const Flow& flow, double t, std::vector<double> x);

  int root() const { return root_; }
  const std::vector<double>& x() const { return x_; }
  const Eigen::VectorXd& rates() const { return rates_; }

  /// The derivative of the rates along v, which has no part in the attitude: μ' seen from the root is μ' − Ω × μ.
  Eigen::VectorXd along(const Eigen::VectorXd& v) const;

 private:
  void turn_back();

  const Layout& layout_;
  const Flow& flow_;
  double t_;
  std::vector<double> x_;
  Eigen::VectorXd rates_;
  int root_ = 0, attitude_ = -1;
  Vec3<double> spin_;
};

/// Numbers of the state that are coordinates z of the leaf near a state: δx = E δz. The leaf has the states with its
/// momentum, in space of its size, whose loops are closed and stay so; attitude, work and dissipation, on which nothing
/// depends, are left out. Angles and turns come before momenta, and those of the root last.
struct LeafChart {
  std::vector<int> places;
  Eigen::MatrixXd E;
  Eigen::VectorXd units;  // what the numbers of the state are measured by: 1 of angles, the largest momentum of momenta
};
/// Throws NoLinearModel.
LeafChart leaf_chart(const System& system, const Flow& flow, const SeenFromRoot& seen);

}  // namespace oopss
