// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>

#include "oopss/integrate/roots.hpp"

namespace oopss {

/// A polynomial Σ a_k h^k of a step by series, with bounds of its values and slopes on the step.
struct StepSeries {
  static constexpr int most = 41;
  std::array<double, most> a{};
  int order = 0;
  double length = 0;
  double reach = 0, slope = 0, curvature = 0;  // of |p − a_0|, |p'| and |p''| on [−length, length]
};

/// How far the polynomial whose coefficients stand `stride` apart can be from the first of them within a length.
inline double reach_of(const double* coefficients, int stride, int order, double length) {
  double reach = 0;
  const double* c = coefficients + static_cast<std::ptrdiff_t>(order) * stride;
  for (int k = order; k >= 1; --k, c -= stride) reach = (reach + std::abs(*c)) * length;
  return reach;
}

/// Of one number of the state, likewise.
inline void take_series(StepSeries& series, const double* coefficients, int stride, int order, double length) {
  series.order = order;
  series.length = length;
  series.slope = series.curvature = 0;
  for (int k = order; k >= 0; --k) series.a[k] = coefficients[static_cast<std::ptrdiff_t>(k) * stride];
  series.reach = reach_of(coefficients, stride, order, length);
}

/// The bounds that only a step near a root needs.
inline void bound_slopes(StepSeries& series) {
  for (int k = series.order; k >= 1; --k) series.slope = series.slope * series.length + k * std::abs(series.a[k]);
  for (int k = series.order; k >= 2; --k)
    series.curvature = series.curvature * series.length + k * (k - 1) * std::abs(series.a[k]);
}

/// p(h) − level.
inline double value_at(const StepSeries& series, double level, double h) {
  double sum = 0;
  for (int k = series.order; k >= 1; --k) sum = (sum + series.a[k]) * h;
  return sum + (series.a[0] - level);
}
inline double slope_at(const StepSeries& series, double h) {
  double sum = 0;
  for (int k = series.order; k >= 1; --k) sum = sum * h + k * series.a[k];
  return sum;
}

/// Calls found(h, sign of the slope) for every h from `from` to `to`, rising, at which p passes a level: intervals are
/// halved until the bounds say that p does not reach it there, or that it rises or falls all along. Where it only
/// touches the level there is none.
template <class Found>
void for_each_root(const StepSeries& series, double level, double from, double to, const Found& found) {
  const double middle = (from + to) / 2, half = (to - from) / 2;
  if (std::abs(value_at(series, level, middle)) > series.slope * half || !(half > 0x1p-40 * series.length)) return;
  const double slope = slope_at(series, middle);
  if (std::abs(slope) <= series.curvature * half) {
    for_each_root(series, level, from, middle, found);
    for_each_root(series, level, middle, to, found);
    return;
  }
  const double low = value_at(series, level, from), high = value_at(series, level, to);
  if ((low < 0) == (high < 0)) return;  // on the level counts as above it, so that neighbours agree
  const auto f = [&](double h) { return value_at(series, level, h); };
  found(low == 0 ? from : high == 0 ? to : find_root(from, low, to, high, f).after, sign(slope));
}

}  // namespace oopss
