// SPDX-License-Identifier: Apache-2.0
// How a start is led to a critical point: the two iterations of critical.hpp.
#pragma once

#include <algorithm>
#include <cmath>

#include "oopss/analysis/critical.hpp"
#include "oopss/scalar/dense.hpp"
#include "oopss/scalar/linear.hpp"

namespace oopss {

inline double largest(const std::vector<double>& values) {
  double out = 0;
  for (const double x : values) out = std::abs(x) <= out ? out : std::abs(x);  // NaN stays
  return out;
}

/// One iteration's workspace: the function, with every direction counted in units of 1/√scale.
struct Iteration {
  const ShapeEnergy& energy;
  const ShapeSpace& space;
  const std::vector<double>& scales;
  int n;         // directions
  double scale;  // the largest
  ShapeValue value, next;
  Ldlt<double> normal;
  Matrix<double> A, H;
  std::vector<double> step, trial;
  long evaluations = 0;

  explicit Iteration(const ShapeEnergy& shape_energy)
      : energy(shape_energy),
        space(energy.space),
        scales(energy.scales),
        n(space.freedom),
        scale(largest(scales)),
        normal{Matrix<double>(n, n), std::vector<double>(n)},
        A(n, n),
        H(n, n),
        step(n),
        trial(space.ranges.size()) {}

  double slope(const ShapeValue& here) const {
    double out = 0;
    for (int k = 0; k < n; ++k) {
      const double part = std::abs(here.gradient[k]) / scales[k];
      out = part <= out ? out : part;  // NaN stays
    }
    return out;
  }

  void expand(const std::vector<double>& phi, ShapeValue& out) {
    energy.landscape(phi, out);
    ++evaluations;
  }

  /// Hessian and gradient in these units.
  double curvature(const ShapeValue& here, int k, int l) const {
    return here.hessian[k * n + l] / std::sqrt(scales[k] * scales[l]);
  }
  double pull(const ShapeValue& here, int k) const { return here.gradient[k] / std::sqrt(scales[k]); }

  /// (H² + λ) s = −H g: of all steps the shortest where H is singular.
  void solve(double lambda) {
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l) H(k, l) = curvature(value, k, l);
    for (int k = 0; k < n; ++k) {
      step[k] = 0;
      for (int l = 0; l <= k; ++l) {
        A(k, l) = k == l ? lambda : 0;
        for (int j = 0; j < n; ++j) A(k, l) += H(k, j) * H(j, l);
      }
      for (int j = 0; j < n; ++j) step[k] -= H(k, j) * pull(value, j);
    }
    factor(A, normal);
    solve_in_place(normal, step);
    for (int k = 0; k < n; ++k) step[k] /= std::sqrt(scales[k]);
  }

  /// Lets φ go down |g| until it rests; the slope that is left.
  double run(std::vector<double>& phi) {
    expand(phi, value);
    double left = slope(value), damping = 1;
    for (int repeat = 0; repeat < 200 && left > 0; ++repeat) {
      const double lambda = damping * (left * left + 1e-18);
      solve(lambda);
      retract(space, phi, step, trial);
      expand(trial, next);
      const double then = slope(next);
      if (std::isfinite(then) && then < left) {
        const bool slow = then > 0.5 * left && left < 1e-13;
        phi = trial;
        std::swap(value, next);
        left = then;
        damping = std::max(damping / 4, 1e-6);
        if (slow) break;
      } else {
        if (left < settled_residual || damping > 1e8) break;
        damping *= 8;
      }
    }
    return left;
  }

  /// Newton's own steps, wherever they lead, none longer than half a radian; near a root it is left to `run`.
  double leap(std::vector<double>& phi) {
    for (int repeat = 0; repeat < 60; ++repeat) {
      expand(phi, value);
      const double left = slope(value);
      if (!(left > 1e-6)) break;
      solve(1e-12);
      const double longest = largest(step);
      if (!std::isfinite(longest)) break;
      for (double& part : step) part *= std::min(1.0, 0.5 / longest);
      retract(space, phi, step, trial);
      phi = trial;
    }
    return run(phi);
  }

  CriticalShape settle(std::vector<double> phi, bool leaping = false) {
    const double left = leaping ? leap(phi) : run(phi);
    bring_to_normal_form(space, phi);
    CriticalShape out;
    out.phi = std::move(phi);
    out.residual = left;
    if (!(left <= settled_residual)) return out;
    expand(out.phi, value);
    out.value = value.value;
    out.I_lock = value.inertia;
    out.energy = value.energy;
    Eigen::MatrixXd curved(n, n);
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l) curved(k, l) = curvature(value, k, l);
    const EigenPairs eigen = eigenpairs(curved);
    out.curvatures.assign(eigen.values.begin(), eigen.values.end());
    for (const double curvature : out.curvatures) {
      if (std::abs(curvature) <= flat_curvature) ++out.nullity;
      if (curvature < -flat_curvature) ++out.index;
    }
    directions = eigen.vectors;
    return out;
  }
  Eigen::MatrixXd directions;  // of the last point's curvatures

  /// Whether critical points go on along a flat direction: a step along it settles at another one, as flat and as high.
  bool goes_on(const CriticalShape& from) {
    constexpr double stride = 0.1;
    const Eigen::MatrixXd all = directions;
    for (int c = 0; c < n; ++c) {
      if (std::abs(from.curvatures[c]) > flat_curvature) continue;
      double longest = 0;  // component of the direction
      for (int k = 0; k < n; ++k) longest = std::max(longest, std::abs(all(k, c)) / std::sqrt(scales[k]));
      for (const double side : {-stride, stride}) {
        for (int k = 0; k < n; ++k) step[k] = side * all(k, c) / std::sqrt(scales[k]) / longest;
        std::vector<double> beside;
        retract(space, from.phi, step, beside);
        const CriticalShape there = settle(std::move(beside));
        if (there.residual <= settled_residual && there.nullity > 0 &&
            std::abs(there.value - from.value) <= 1e-9 * scale &&
            shape_distance(space, there.phi, from.phi) > stride / 4)
          return true;
      }
    }
    return false;
  }
};

}  // namespace oopss
