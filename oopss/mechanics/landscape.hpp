// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "oopss/mechanics/locked.hpp"
#include "oopss/mechanics/torque.hpp"

namespace oopss {

/// The function of the shape whose critical points are the relative equilibria: V_μ + U at a total momentum μ_s. Where
/// nothing stores energy it is −I_lock, which has the critical points and indices of V_μ at every μ_s ≠ 0.
struct ShapeLandscape {
  TrigPolynomial<double> I_lock;
  double least_inertia = 0;  // I_lock is nowhere less: Σ I_i of the bodies
  double mu_s = 0;
  std::vector<JointSpring> springs;
  /// U of laws given by an energy formula, with its slopes added to the gradient and Hessian; empty if there are none.
  std::function<double(const std::vector<double>& phi, Expansion<double>& add)> formulas;
  std::vector<bool> formula_angle;  // per joint: the formulas are not 2π-periodic in it; empty with `formulas`
  int joints = 0;

  bool stores_energy() const;
  /// False if I_lock is the same at every shape but for rounding, and nothing stores energy.
  bool depends_on_shape() const;
};

/// Where the angle of a joint may be at an equilibrium.
struct AngleRange {
  bool circle = true;        // φ and φ + 2π are the same shape
  double low = 0, high = 0;  // the range that is searched
  bool justified = true;     // there is no equilibrium outside
  int growth = 1;            // on the line: the function goes to +∞ or −∞ at both ends
};

ShapeLandscape landscape(const PlanarTree<double>& tree, double mu_s, std::vector<JointSpring> springs);

/// U of the springs and formulas alone, added to `out`.
void add_stored(const ShapeLandscape& of, const std::vector<double>& phi, Expansion<double>& out);

/// The function at a shape; `inertia` receives I_lock there.
void evaluate(const ShapeLandscape& of, const std::vector<double>& phi, Expansion<double>& out,
              Expansion<double>& inertia);

/// Per joint. A joint with springs on the line of total constant k ≠ 0 has
///   |φ − b| ≤ (max |∂V_μ/∂φ| + Σ |k_p| of its sine springs) / |k|,   |∂V_μ/∂φ_k| ≤ μ_s²/(2 I_min²) Σ |w_k| √(c² + s²),
/// b where those springs balance, the sum over the terms of I_lock: outside, their slope wins.
std::vector<AngleRange> angle_ranges(const ShapeLandscape& of);

/// The size of the slopes of the function in each angle: what its gradient and curvatures are compared with. An angle
/// on which next to nothing depends has a billionth of the largest.
std::vector<double> slope_scales(const ShapeLandscape& of);

}  // namespace oopss
