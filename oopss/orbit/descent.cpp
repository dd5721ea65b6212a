// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/descent.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/scalar/linear.hpp"

namespace oopss {
namespace {

constexpr int remembered = 16;  // steps

void add(std::vector<double>& y, double factor, const std::vector<double>& x) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += factor * x[i];
}

/// The last steps s with the changes y of the gradient along them.
struct Memory {
  std::vector<std::vector<double>> s, y;
  std::vector<double> weight;  // s·y
  int count = 0;               // ever

  explicit Memory(std::size_t size) : s(remembered, std::vector<double>(size)), y(s), weight(remembered) {}

  void keep(const std::vector<double>& step, const std::vector<double>& change) {
    const double product = dot(step, change);
    if (!(product > 1e-10 * std::sqrt(dot(step, step) * dot(change, change)))) return;  // no curvature to learn from
    const int place = count++ % remembered;
    s[place] = step;
    y[place] = change;
    weight[place] = product;
  }
  /// y·y / s·y of the last step: the curvature there.
  double scale() const {
    if (count == 0) return 1;
    const int last = (count - 1) % remembered;
    return dot(y[last], y[last]) / weight[last];
  }
  /// The slope times the inverse of the curvature that the steps have seen, in its place.
  void turn(std::vector<double>& slope) const {
    const int first = std::max(0, count - remembered);
    std::vector<double> share(remembered);
    for (int i = count - 1; i >= first; --i) {
      const int k = i % remembered;
      share[k] = dot(s[k], slope) / weight[k];
      add(slope, -share[k], y[k]);
    }
    const double by = 1 / scale();
    for (double& entry : slope) entry *= by;
    for (int i = first; i < count; ++i) {
      const int k = i % remembered;
      add(slope, share[k] - dot(y[k], slope) / weight[k], s[k]);
    }
  }
};

}  // namespace

Descent descend(const Slope& f, std::vector<double> x, const DescentLimits& limits) {
  Memory memory(x.size());
  std::vector<double> slope(x.size()), direction(x.size()), next(x.size()), next_slope(x.size()), step(x.size());
  Descent out{std::move(x), 0, 0, 0};
  out.value = f(out.x, slope);
  out.slope = std::sqrt(dot(slope, slope));
  bool fresh = true;  // the direction is that of steepest descent
  while (out.iterations < limits.iterations && out.slope > limits.slope * (1 + std::abs(out.value))) {
    ++out.iterations;
    direction = slope;
    memory.turn(direction);
    double down = -dot(direction, slope);
    if (!(down < 0)) {
      memory.count = 0;
      direction = slope;
      down = -out.slope * out.slope;
      fresh = true;
    }
    double length = memory.count == 0 ? std::min(1.0, 1 / out.slope) : 1, value = 0;
    bool lower = false;
    for (int tries = 0; tries < 30 && !lower; ++tries) {
      next = out.x;
      add(next, -length, direction);
      value = f(next, next_slope);
      lower = value <= out.value + 1e-4 * length * down;
      if (!lower) {  // the parabola through both values and the slope
        const double quadratic = value - out.value - length * down;
        const double lowest = std::isfinite(quadratic) && quadratic > 0 ? -down * length * length / (2 * quadratic) : 0;
        length = std::clamp(lowest, 0.1 * length, 0.5 * length);
      }
    }
    if (!lower) {
      if (fresh) break;  // rounding is all that is left
      memory.count = 0;
      fresh = true;
      continue;
    }
    fresh = false;
    for (std::size_t i = 0; i < step.size(); ++i) {
      step[i] = next[i] - out.x[i];
      slope[i] = next_slope[i] - slope[i];
    }
    memory.keep(step, slope);
    out.x.swap(next);
    slope.swap(next_slope);
    out.value = value;
    out.slope = std::sqrt(dot(slope, slope));
  }
  return out;
}

}  // namespace oopss
