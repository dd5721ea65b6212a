// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "oopss/orbit/leaf_frame.hpp"
#include "oopss/system/chaos_system.hpp"

namespace oopss {

/// How small differences along the leaf grow on one motion: as many columns as the leaf has directions are carried by
/// the tangent flow and made orthonormal again and again (G. Benettin, L. Galgani, A. Giorgilli, J.-M. Strelcyn,
/// Meccanica 15, 1980). Lengths are Euclid's, angles in radians, momenta in units of the start's largest.
/// Kept true: the columns are orthonormal, along the leaf, at `t`.
class TangentRun {
 public:
  TangentRun(const ChaosSystem& model, const std::vector<double>& start, double tolerance = 1e-10);

  /// Goes on by a span of time, in as many parts as the growth asks for; false if the motion came to an end, `trouble`,
  /// or the caller wants no more of it.
  bool advance(double span, const std::atomic<bool>& stop = false);

  double t() const { return t_; }
  const std::vector<double>& x() const { return x_; }
  int dimension() const { return static_cast<int>(logarithms_.size()); }
  /// The finite-time exponents, falling: the logarithms of the growth over the time. There are none at t = 0.
  std::vector<double> exponents() const;
  /// The mean of the divergence of the rates on the leaf along the motion, which the exponents add up to; zero without
  /// laws, where volumes are kept. Not had with loops.
  double mean_divergence() const { return t_ > 0 ? divergence_ / t_ : 0; }
  const std::string& trouble() const { return trouble_; }

 private:
  bool pass(double span);
  const ChaosSystem* model_;
  LeafGeometry geometry_;
  LeafFrame frame_;                 // at x
  Eigen::MatrixXd Q_;               // the columns, in the frame: what leaves the leaf by rounding does not come back
  Flow::Quantity divergence_rate_;  // empty: zero, or not had
  std::vector<double> x_, logarithms_;
  double t_ = 0, divergence_ = 0, tolerance_;
  double part_;  // the longest time between two times of making them orthonormal
  std::string trouble_;
};

/// Whether a run knows the divergence of the rates: a tree with laws, which may take or put in energy.
bool has_divergence(const ChaosSystem& model);

}  // namespace oopss
