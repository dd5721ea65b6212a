// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/quadrature.hpp"

#include <cmath>
#include <numbers>

namespace oopss {
namespace {

constexpr double agreed = 1e-13;  // relative; the next sum would be better by far

/// Doubles n from 32 until two sums agree.
template <class Sum>
Quadrature refined(const Sum& sum, int most) {
  Quadrature out{sum(32), 0};
  for (int n = 64; n <= most; n *= 2) {
    const double next = sum(n);
    out = {next, std::abs(next - out.value)};
    if (out.error <= agreed * std::abs(next)) break;
  }
  return out;
}

}  // namespace

Quadrature midpoint_rule(const std::function<double(double)>& f, double from, double to) {
  const auto sum = [&](int n) {
    double all = 0;
    for (int i = 0; i < n; ++i) all += f(from + (to - from) * (i + 0.5) / n);
    return all * (to - from) / n;
  };
  return refined(sum, 1 << 18);
}

Quadrature fejer_rule(const std::function<double(double)>& f, double from, double to) {
  const auto sum = [&](int n) {
    double all = 0;
    for (int i = 0; i < n; ++i) {
      const double xi = (i + 0.5) * std::numbers::pi / n;
      double weight = 1;
      for (int k = 1; 2 * k < n; ++k) weight -= 2 * std::cos(2 * k * xi) / (4.0 * k * k - 1);
      all += weight * f((from + to) / 2 - (to - from) / 2 * std::cos(xi));
    }
    return all * (to - from) / n;
  };
  return refined(sum, 1 << 10);
}

}  // namespace oopss
