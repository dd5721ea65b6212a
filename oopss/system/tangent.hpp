// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/mechanics/prescribed.hpp"
#include "oopss/mechanics/torque.hpp"
#include "oopss/symbolic/series.hpp"
#include "oopss/system/derivation.hpp"

namespace oopss {

/// Numbers with their slopes; no slopes are zeros.
std::vector<Dual<double>> with_slopes(const std::vector<double>& values, const std::vector<double>& slopes);

/// The field's derivative applied to a vector, (∂f/∂x) v in O(N): the recursion on dual numbers whose slopes are v, and
/// beside it the laws as series of order one along it. On a kink it is the slope on the side of +v. Of bodies with
/// loops it is that of the tree cut open, with the laws of all joints but for exact linearisation. With slopes p' of
/// the inputs it is (∂f/∂x) v + (∂f/∂p) p'.
struct Tangent {
  std::shared_ptr<const Derived> derived;
  std::vector<double> p, p_slopes;  // no slopes: the inputs stay as they are
  PlanarTree<Dual<double>> tree;
  Sweep<Plane<Dual<double>>> sweep;
  Linearisation<Plane<Dual<double>>> exact;
  std::optional<Prescribed<Plane<Dual<double>>>> prescribed;  // with prescribed motions alone
  ProgramSeries motion, law;
  std::vector<Dual<double>> phi, theta, mu, omega, mu_rate, rate, demand;  // φ and φ' of the tree's joints
  std::vector<Dual<double>> all_phi, all_rate;                             // of all joints
  Dual<double> theta_root;
  std::array<Dual<double>, 4> centre{};  // r and r', where forces act from outside
  /// (t, φ, φ', of the root θ and ω where torques act from outside, r and r' where forces do, and p if it moves) and
  /// the results of the laws, then their slopes.
  std::vector<double> moving, laws;

  Tangent(std::shared_ptr<const Derived> derived_, std::vector<double> inputs, std::vector<double> slopes = {});
  void operator()(double t, const double* x, const double* v, double* out);

 private:
  void apply_laws(double t, double* out);
  std::vector<Dual<double>> motions_at(double t);
};

}  // namespace oopss
