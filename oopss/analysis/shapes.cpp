// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace oopss {

using std::numbers::pi;

double wrapped(double angle) {
  const double out = std::remainder(angle, 2 * pi);
  return out <= -pi + 1e-13 ? std::min(out + 2 * pi, pi) : out;  // −π but for rounding is π
}

void bring_to_normal_form(const ShapeSpace& space, std::vector<double>& q) {
  for (std::size_t k = 0; k < q.size(); ++k)
    if (space.ranges[k].circle) q[k] = wrapped(q[k]);
  if (space.normal_form) space.normal_form(q);
}

double shape_distance(const ShapeSpace& space, const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> other = space.difference ? space.difference(a, b) : std::vector<double>();
  double apart = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double d = other.empty() ? a[k] - b[k] : other[k];
    apart = std::max(apart, std::abs(space.ranges[k].circle ? wrapped(d) : d));
  }
  return apart;
}

void retract(const ShapeSpace& space, const std::vector<double>& q, const std::vector<double>& step,
             std::vector<double>& out) {
  if (space.retract) return space.retract(q, step, out);
  out.resize(q.size());
  for (std::size_t k = 0; k < q.size(); ++k) out[k] = q[k] + step[k];
}

std::vector<double> spread(const ShapeSpace& space, const std::vector<double>& place) {
  if (space.spread) return space.spread(place);
  std::vector<double> q;
  for (std::size_t k = 0; k < place.size(); ++k)
    q.push_back(space.ranges[k].low + place[k] * (space.ranges[k].high - space.ranges[k].low));
  return q;
}

}  // namespace oopss
