// SPDX-License-Identifier: Apache-2.0
// The engine of bodies with loops.
#pragma once

#include "oopss/linkage/gauge.hpp"
#include "oopss/linkage/multiplier.hpp"
#include "oopss/scalar/range_inverse.hpp"
#include "oopss/system/linked_start.hpp"
#include "oopss/system/recursive.hpp"

namespace oopss {

/// The recursion of the tree cut open, and the forces λ that keep its loops closed: index 1, g'' = 0 (docs/math.md,
/// Linkages), or the torques that hold joints. After these come the joints whose motion is prescribed, a row each:
/// θ_second − θ_first − φ(t), and λ is the torque on the second body.
struct Linked {
  Recursive open;
  Linkage linkage;
  ClosingRows rows;
  bool slow = false;  // Flow::Closure::slow_near_singular

  Linked(const std::shared_ptr<const Derived>& derived, const std::vector<double>& p, Drive drive);

  int moved() const { return static_cast<int>(open.derived->moved.size()); }
  int count() const { return rows.count() + moved(); }
  int rank() const { return rows.rank + moved(); }
  void value(double t, const double* x, double* g);
  void jacobian(const double* x, double* out);
  void time_slopes(double t, double* out);
  void forces(double t, const double* x, double* out);
  void inertia(const double* x, double* response, double* schur);
  double gauge(const double* x, double* adds);
  double open_field(double t, const double* x, double* out);
  void field(double t, const double* x, double* out);
  void joint_torques(double t, const double* x, double* out);
  /// As Recursive::cross: what the blow of a jump of the rates does while the loops are closed.
  std::string cross(double before, double after, double* x);
  /// On the tree's joints by Newton's law along the tree, on the others λ.
  void joint_forces(double t, const double* x, double* out);

  /// λ and the torques T of exact linearisation at (t, x).
  void solve(double t, const double* x);
  /// The λ that undo an opening G ω' + (curvature) = g'', and the T with which φ'' is what is demanded after that; at
  /// the pose that was solved at. `w` is ω', and has its changes by λ afterwards.
  void undo(const std::vector<double>& opening, std::vector<double>& w, const std::vector<double>& demand);

  std::vector<double> lambda, torque;  // λ, T
  Matrix<double> G;                    // ∂g/∂θ in the root's axes
  /// φ, φ' and φ'' of the prescribed motions at t, one after another.
  const std::vector<double>& given(double t) { return open.motion({&t, open.p->data()}); }

 private:
  void place(const double* x);
  void sweep(const double* x);
  void write_columns();
  double gauge_squared_of_loops();
  double gauge_squared_with_motions();
  double with_rates(double t, const std::vector<double>& motion, double* x);
  void factor_inertia();
  void divide(std::vector<double>& right);
  void divide_torques();

  std::vector<double> theta_, no_momenta_, opening_, right_, divided_, w_, slope_;
  std::vector<Rotation<double>> R_;
  std::vector<std::vector<int>> moved_;  // the bodies of each equation
  Matrix<double> columns_, by_joint_;
  Sweep<Plane<double>> sweep_;
  ClosureInertia<double> inertia_;
  Matrix<double> slopes_, slopes_x_, slopes_y_;                      // K of what unit forces do
  Matrix<double> squares_, squares_x_, squares_y_, square_moments_;  // ω∘ω and K of it
  Ldlt<double> factors_;
  RangeInverse<Matrix<double>> on_range_, gauge_on_range_;  // of redundant loops
  LoopPattern pattern_;
  GaugeWorkspace<double> gauge_;
  MovedGauge<double> moved_gauge_;  // with prescribed motions instead of it
  Matrix<double> by_torque_, workspace_x_,
      workspace_y_;                  // ω' by unit torques at the joints of exact linearisation, loops closed
  Matrix<double> lambda_by_torque_;  // and the λ that close them, a row per joint
  Matrix<double> W_;                 // minus φ'' at these joints by such torques
  Ldlt<double> factors_of_W_;
};

/// Everything that a flow has of bodies with loops.
Flow linked_flow(const Linked& engine);

}  // namespace oopss
