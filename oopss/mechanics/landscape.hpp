// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
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

/// U of springs, with its slopes, added to `out`.
template <Scalar T>
void add_stored(const std::vector<SpringAt<T>>& springs, const std::vector<T>& phi, Expansion<T>& out) {
  for (const auto& [k, law] : springs) {
    out.value = out.value + stored_energy(law, phi[k]);
    out.gradient[k] = out.gradient[k] + torque(law, phi[k], T(0));
    out.hessian(k, k) = out.hessian(k, k) + stiffness(law, phi[k]);
  }
}

/// U of the springs and formulas alone, added to `out`.
void add_stored(const ShapeLandscape& landscape, const std::vector<double>& phi, Expansion<double>& out);

/// The function at a shape; `inertia` receives I_lock there.
void evaluate(const ShapeLandscape& landscape, const std::vector<double>& phi, Expansion<double>& out,
              Expansion<double>& inertia);

/// Two bounds of |∂I_lock/∂φ| / I_lock² of a joint. With the others frozen I_lock is D + x cos(φ − φ₀), where x ≤ S,
/// the sum of the amplitudes of the terms that the joint moves, and D ≥ L + x if I_lock ≥ L. Hence it is at most S/L²,
/// and with u = |sin| of half the angle to the minimum at most 2xu/(L + 2xu²)² ≤ (9/8) √(S/(6L))/L.
template <Scalar T>
std::array<T, 2> steepest_ratios(const T& S, const T& L) {
  using std::sqrt;
  return {S / (L * L), T(9) * sqrt(S / (T(6) * L)) / (T(8) * L)};
}

/// Per joint. A joint with springs on the line of total constant k ≠ 0 has
///   |φ − b| ≤ (max |∂V_μ/∂φ| + Σ |k_p| of its sine springs) / |k|,   |∂V_μ/∂φ| ≤ μ_s²/2 · `steepest_ratios`,
/// b where those springs balance: outside, their slope wins.
std::vector<AngleRange> angle_ranges(const ShapeLandscape& landscape);

/// The size of the slopes of the function in each angle: what its gradient and curvatures are compared with. An angle
/// on which next to nothing depends has a billionth of the largest.
std::vector<double> slope_scales(const ShapeLandscape& landscape);

}  // namespace oopss
