// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>

#include "oopss/analysis/continuation.hpp"

namespace oopss {

/// The equations of a family in u = (φ, s), s from 0 to `span` as the parameter goes from one end to the other: the
/// unit of s makes a turn of an angle and the whole range comparable. Places u and tangents have a number per
/// coordinate of the shape and s, steps one per direction and s; on circles and lines these are the same.
struct BranchSystem {
  const EquilibriumFamily& family;
  static constexpr double span = 3;

  int freedom() const { return family.space.freedom; }
  int coordinates() const { return family.space.coordinates(); }  // s stands after these
  double value(double s) const { return family.from + (family.to - family.from) * s / span; }
  double s_of(double value) const { return (value - family.from) / (family.to - family.from) * span; }
  std::vector<double> shape(const Eigen::VectorXd& u) const { return {u.data(), u.data() + coordinates()}; }
  Eigen::VectorXd place(const std::vector<double>& phi, double value) const;

  /// How far u is from a shape where the space is not smooth; large if there is none.
  double clearance(const Eigen::VectorXd& u) const;

  /// A tangent at u as a step, and back.
  Eigen::VectorXd step_of(const Eigen::VectorXd& u, const Eigen::VectorXd& tangent) const;
  Eigen::VectorXd tangent_of(const Eigen::VectorXd& u, const Eigen::VectorXd& step) const;
  /// The place a step away; and along a tangent, or what is nearly one.
  Eigen::VectorXd stepped(const Eigen::VectorXd& u, const Eigen::VectorXd& step) const;
  Eigen::VectorXd moved(const Eigen::VectorXd& u, const Eigen::VectorXd& along) const;

  Eigen::VectorXd gradient(const Eigen::VectorXd& u) const;
  Eigen::MatrixXd hessian(const Eigen::VectorXd& u) const;
  /// The same along the directions at another place near by: two places may have bases that have nothing in common.
  Eigen::VectorXd gradient(const Eigen::VectorXd& u, const Eigen::VectorXd& basis) const;
  Eigen::MatrixXd hessian(const Eigen::VectorXd& u, const Eigen::VectorXd& basis) const;
  /// How c·u changes with a step from u.
  Eigen::VectorXd pull_back(const Eigen::VectorXd& u, const Eigen::VectorXd& c) const;
  /// ∂g/∂s by a difference of fourth order.
  Eigen::VectorXd slope(const Eigen::VectorXd& u) const;
  /// [H | ∂g/∂s]
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& u) const;
  /// A unit tangent along the branch through u, or one of the branches that cross there.
  Eigen::VectorXd tangent(const Eigen::VectorXd& u) const;
  /// Number of negative curvatures.
  int index(const Eigen::VectorXd& u) const;
};

struct Corrected {
  Eigen::VectorXd u;
  double residual = 0;  // of g
  int iterations = 0;
  bool converged = false;
};

/// Newton's method on g(u) = 0, c·u = `target` with a tangent c; without a target it is c·guess.
Corrected corrected(const BranchSystem& system, Eigen::VectorXd guess, const Eigen::VectorXd& c, double target);
Corrected corrected(const BranchSystem& system, Eigen::VectorXd guess, const Eigen::VectorXd& c);

/// A point at which a curvature vanishes, solved for to rounding.
struct DegeneratePoint {
  Eigen::VectorXd u, null;  // and the direction in which it is flat, along the directions there
  double residual = 0;
  bool converged = false;
};

/// A fold near u (Moore and Spence): g = 0, H v = 0, |v| = 1.
DegeneratePoint fold_near(const BranchSystem& system, const Eigen::VectorXd& u);

/// A crossing of branches near u (Moore): g + b v = 0, H v = 0, v·∂g/∂s = 0, |v| = 1; there is one only if b = 0, and
/// the residual contains it.
DegeneratePoint crossing_near(const BranchSystem& system, const Eigen::VectorXd& u);

/// Third derivative of the function along v: zero at a pitchfork, else the crossing is transcritical.
double third_derivative(const BranchSystem& system, const DegeneratePoint& point);

/// The tangent across `along` in which a second branch leaves a crossing.
Eigen::VectorXd across(const BranchSystem& system, const Eigen::VectorXd& u, const Eigen::VectorXd& along);

/// Discriminant of the two pairs of eigenvalues ±λ nearest to each other: min (λ_i² − λ_j²)², positive while both are
/// imaginary (or real), negative once they have left the axis. In units of the largest |λ|⁴.
double collision(const std::vector<std::complex<double>>& spectrum);

}  // namespace oopss
