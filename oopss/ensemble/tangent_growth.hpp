// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/system.hpp"

namespace oopss {

/// How one tangent vector grows along a motion that is given at times 0, δ/2, δ, 3δ/2, …: v' = (∂f/∂x)(t, x(t)) v by
/// the classical method of order 4 with step δ. The vector is made of length one after each step and the logarithms
/// add up, so that nothing overflows: the largest finite-time exponent is their sum over the time.
class TangentGrowth {
 public:
  /// The first vector lies in the leaf of the bracket, where there is one: tensor · w, with weights w that no symmetry
  /// shares. Length is Euclid's, each momentum in units of the start's largest.
  TangentGrowth(const System& system, const Flow& flow, double t, const double* x);

  /// The next state of the motion, half a step after the last.
  void take(double t, const double* x);
  /// The vector, of length one at the last whole step.
  const std::vector<double>& vector() const { return v_; }
  /// What became of the vector at t, carried there by others, who have made it of length one on their way and tell the
  /// logarithm of that; it is made of length one again.
  void carried(double t, const std::vector<double>& v, double logarithm = 0);
  /// Per number of the state: what one of it counts in the length; 0: nothing.
  const std::vector<double>& units() const { return unit_; }
  /// ln(|v| / |v(0)|) at the last whole step.
  double logarithm() const { return logarithm_; }
  double begun() const { return begun_; }
  double reached() const { return t_; }  // the last whole step
  bool finite() const { return finite_; }

 private:
  double length(const std::vector<double>& v) const;
  void normalise();

  std::function<void(double t, const double* x, const double* v, double* out)> tangent_;
  std::vector<double> unit_;  // per number of the state: what one of it counts; 0: nothing
  std::vector<double> v_, moved_, k_[4];
  std::vector<double> x_, middle_;
  double begun_ = 0, t_ = 0, t_middle_ = 0, logarithm_ = 0;
  bool half_ = false, finite_ = true;
};

}  // namespace oopss
