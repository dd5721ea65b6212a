// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/ticks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/figure/drawing.hpp"
#include "oopss/figure/text.hpp"

namespace oopss {
namespace {

/// The exponent that ticks are divided by, a multiple of three: none from 0.001 to 100 000.
int common_exponent(double largest) {
  if (largest == 0 || (largest >= 1e-3 && largest < 1e5)) return 0;
  return 3 * static_cast<int>(std::floor(std::log10(largest) / 3));
}

/// k π/4 in words.
std::string quarter_text(int k) {
  if (k == 0) return "0";
  const int below = k % 4 == 0 ? 1 : k % 2 == 0 ? 2 : 4, above = std::abs(k) * below / 4;
  return (k < 0 ? "\u2212" : "") + (above == 1 ? "" : std::to_string(above)) + "\u03c0" +
         (below == 1 ? "" : "/" + std::to_string(below));
}

}  // namespace

double round_up(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= value * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

Axis axis_over(double low, double high, double count, const std::string& quantity, const std::string& unit) {
  if (!std::isfinite(high - low)) throw NotFinite("an axis with an end that is not finite");
  const double largest = std::max(std::abs(low), std::abs(high));
  if (high - low <= 1e-9 * largest || high - low < 1e-300) {
    const double middle = (low + high) / 2, margin = largest > 0 ? largest / 20 : 1;
    low = middle - margin;
    high = middle + margin;
  }
  double step = round_up((high - low) / std::max(count, 1.0));
  while (std::floor(high / step + 1e-9) - std::ceil(low / step - 1e-9) < 1) step = round_up(0.4 * step);
  const int exponent = common_exponent(std::max(std::abs(low), std::abs(high)));
  const double scale = std::pow(10, exponent);
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step / scale) - 1e-9)), 0, 15);
  Axis axis{low, high, {}, {}};
  for (double k = std::ceil(low / step - 1e-9); k <= high / step + 1e-9; ++k)
    axis.ticks.push_back({k * step, number_text(k * step / scale, digits)});
  const std::string unit_text = exponent == 0 ? unit : power_of_ten(exponent) + (unit.empty() ? "" : " ") + unit;
  axis.label = unit_text.empty() ? quantity : quantity + " (" + unit_text + ")";
  return axis;
}

Axis angle_axis(double from, double to, const std::string& label) {
  const double quarter = std::numbers::pi / 4;
  int step = 1;  // quarters of π
  while ((to - from) / (step * quarter) > 9) step *= 2;
  Axis axis{from, to, {}, label};
  for (int k = static_cast<int>(std::ceil(from / (step * quarter) - 1e-6)); k * step * quarter <= to + 1e-6; ++k)
    axis.ticks.push_back({std::clamp(k * step * quarter, from, to), quarter_text(k * step)});
  return axis;
}

}  // namespace oopss
