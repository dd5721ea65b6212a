// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/pair_leaf.hpp"

#include <cassert>
#include <cmath>

#include "oopss/system/shape_laws.hpp"

namespace oopss {
namespace {

/// H + U = ½ M θ'² + W(θ) with M = Δ/s and W = V_μ + U.
struct Pair {
  PairLeaf pair;

  double J_12(double theta) const { return pair.alpha * std::cos(theta) + pair.beta * std::sin(theta); }
  double s(double theta) const { return pair.I_1 + pair.I_2 + 2 * J_12(theta); }
  double M(double theta) const { return (pair.I_1 * pair.I_2 - J_12(theta) * J_12(theta)) / s(theta); }
  std::array<double, 3> W(double theta) const {
    const double s1 = 2 * (pair.beta * std::cos(theta) - pair.alpha * std::sin(theta)), s0 = s(theta);
    const double V = pair.mu_s * pair.mu_s / (2 * s0);
    const std::array<double, 3> U = pair.stored ? pair.stored(theta) : std::array<double, 3>{};
    return {V + U[0], -pair.mu_s * pair.mu_s * s1 / (2 * s0 * s0) + U[1],
            V * (2 * J_12(theta) / s0 + 2 * s1 * s1 / (s0 * s0)) + U[2]};
  }
  /// U(end) − U(θ): of near angles by Gauss's rule on the slope, where the difference would be rounding.
  double stored_drop(double end, double theta) const {
    if (!pair.stored) return 0;
    if (std::abs(end - theta) > 0.05) return pair.stored(end)[0] - pair.stored(theta)[0];
    const double middle = (end + theta) / 2, off = std::sqrt(0.6) * (end - theta) / 2;
    return (end - theta) *
           (5 * pair.stored(middle - off)[1] + 8 * pair.stored(middle)[1] + 5 * pair.stored(middle + off)[1]) / 18;
  }
  /// W(end) − W(θ), without cancellation.
  double drop(double end, double theta) const {
    const double half = (end - theta) / 2, middle = (end + theta) / 2;
    const double rise = 4 * std::sin(half) * (pair.beta * std::cos(middle) - pair.alpha * std::sin(middle));
    return -pair.mu_s * pair.mu_s * rise / (2 * s(end) * s(theta)) + stored_drop(end, theta);
  }
  /// ν at rest in the frame of the shape, and the part of it that Mθ' adds to.
  double nu_at_rest(double theta) const { return -(pair.I_1 - pair.I_2) * pair.mu_s / (2 * s(theta)); }
};

}  // namespace

PairLeaf pair_leaf(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free) {
  assert(spec.topology.size() == 2);
  const PairConstants<double> constants = pair_constants(planar_tree(spec, p));
  const int first = spec.joints[0].first, second = spec.joints[0].second;
  const ShapeLandscape landscape = shape_landscape(spec, p, mu_s, free);
  PairLeaf leaf{constants.diagonal[first],
                constants.diagonal[second],
                constants.alpha(first, second),
                constants.beta(first, second),
                mu_s,
                {},
                angle_ranges(landscape)[0].circle};
  if (landscape.stores_energy())
    leaf.stored = [landscape](double theta) {
      Expansion<double> U{0, {0.0}, Matrix<double>(1, 1)};
      add_stored(landscape, {theta}, U);
      return std::array<double, 3>{U.value, U.gradient[0], U.hessian(0, 0)};
    };
  return leaf;
}

Leaf leaf_of(const PairLeaf& pair) {
  const Pair functions{pair};
  return {pair.mu_s,
          pair.circle,
          [functions](double theta) { return functions.M(theta); },
          [functions](double theta) { return functions.W(theta); },
          [functions](double theta) { return functions.nu_at_rest(theta); },
          [functions](double end, double theta) { return functions.drop(end, theta); }};
}

}  // namespace oopss
