// SPDX-License-Identifier: Apache-2.0
// The engine of bodies with loops.
#pragma once

#include "oopss/linkage/multiplier.hpp"
#include "oopss/system/linked_start.hpp"
#include "oopss/system/recursive.hpp"

namespace oopss {

/// The recursion of the tree cut open, and the forces λ that keep its loops closed: index 1, g'' = 0 (docs/math.md,
/// Linkages). Where loops cannot move though their equations do not say so, bars that can only be in line, joints are
/// held as they are, by torques: equations after those of the loops, or if nothing moves instead of them.
struct Linked {
  Recursive open;
  Linkage linkage;
  int rank = 0;   // of all equations; less than their number if loops are redundant
  int loops = 0;  // how many of them are of loops
  struct HeldJoint {
    int first = 0, second = 0;
    double angle = 0;
  };
  std::vector<HeldJoint> held;
  bool slow = false;  // Flow::Closure::slow_near_singular

  Linked(std::shared_ptr<const Derived> derived, const std::vector<double>& p, Drive drive);

  int count() const { return G.rows; }
  void value(const double* x, double* g);
  void jacobian(const double* x, double* out);
  void forces(const double* x, double* out);
  double gauge(const double* x, double* adds);
  void open_field(double t, const double* x, double* out);
  void field(double t, const double* x, double* out);
  void joint_torques(double t, const double* x, double* out);
  /// On the tree's joints by Newton's law along the tree, on the others λ.
  void joint_forces(double t, const double* x, double* out);

 private:
  void place(const double* x);
  void hold(const StartPose& pose);
  void write_columns();
  void solve(double t, const double* x);
  void apply(const std::vector<double>& v, std::vector<double>& w);
  void divide(std::vector<double>& right);
  void linearise();

  int rank_of_loops_ = 0;
  FastTree solver_;  // J⁻¹ v
  std::vector<double> theta_, lambda_, right_, curvature_, v_, w_, slope_, unused_rate_, unused_mu_;
  std::vector<Rotation<double>> R_;
  Matrix<double> G, A_, by_joint_;
  ClosureInertia<double> inertia_;
  Ldlt<double> factors_;
  Matrix<double> on_range_;  // inverse, of redundant loops
};

/// Everything that a flow has of bodies with loops.
Flow linked_flow(const Linked& engine);

}  // namespace oopss
