// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/mechanics/prescribed.hpp"
#include "oopss/mechanics/torque.hpp"
#include "oopss/symbolic/series.hpp"
#include "oopss/system/derivation.hpp"

namespace oopss {

/// The field's derivative applied to a vector, (∂f/∂x) v in O(N): the recursion on dual numbers whose slopes are v, and
/// beside it the laws as series of order one along it. On a kink it is the slope on the side of +v. Of bodies with
/// loops it is that of the tree cut open, with the laws of all joints but for exact linearisation.
struct Tangent {
  std::shared_ptr<const Derived> derived;
  std::vector<double> p;
  PlanarTree<Dual<double>> tree;
  Sweep<Plane<Dual<double>>> sweep;
  Linearisation<Plane<Dual<double>>> exact;
  std::optional<Prescribed<Plane<Dual<double>>>> prescribed;  // with prescribed motions alone
  Runner motion;
  ProgramSeries law;
  std::vector<Dual<double>> phi, theta, mu, omega, mu_rate, rate, demand;  // φ and φ' of the tree's joints
  std::vector<Dual<double>> all_phi, all_rate;                             // of all joints
  Dual<double> theta_root;
  std::vector<double> moving, laws;  // (t, φ, φ', …) and the results of the laws, with their slopes after them

  Tangent(std::shared_ptr<const Derived> derived_, std::vector<double> inputs);
  void operator()(double t, const double* x, const double* v, double* out);

 private:
  void apply_laws(double t, double* out);
};

}  // namespace oopss
