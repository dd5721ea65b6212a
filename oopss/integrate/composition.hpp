// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>

namespace oopss {

/// Substeps γ of a symmetric composition, in parts of the step: they read the same both ways and add up to 1, so that a
/// symmetric step of order 2 gives one of this order. Order 4: M. Suzuki, five of g, g, 1 − 4g, g, g with
/// g = 1/(4 − ∛4); order 6: W. Kahan and R.-C. Li, nine. For other orders there is none.
inline std::span<const double> composition(int order) {
  static constexpr double g = 0.41449077179437573714, inner = -0.65796308717750294857;
  static constexpr std::array<double, 5> four = {g, g, inner, g, g};
  static constexpr double a = 0.39216144400731413928, b = 0.33259913678935943860, c = -0.70624617255763935981,
                          d = 0.08221359629355080023, e = 0.79854399093482996340;
  static constexpr std::array<double, 9> six = {a, b, c, d, e, d, c, b, a};
  static constexpr std::array<double, 1> two = {1};
  if (order == 2) return two;
  if (order == 4) return four;
  if (order == 6) return six;
  return {};
}

/// The composition of this order of a step that is called with (time, length) and says whether it was made; ends with
/// the first that was not. False then.
template <class Step>
bool compose(int order, double t, double h, const Step& step) {
  double passed = 0;
  for (const double gamma : composition(order)) {
    if (!step(t + passed * h, gamma * h)) return false;
    passed += gamma;
  }
  return true;
}

}  // namespace oopss
