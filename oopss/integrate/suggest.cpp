// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/suggest.hpp"

#include <algorithm>
#include <cmath>

namespace oopss {
namespace {

/// Length with each momentum in units of the largest, so that angles and momenta weigh alike.
double length(const Layout& at, const std::vector<double>& v, double momentum) {
  double sum = 0;
  for (int k = 0; k < at.joints; ++k) sum += v[at.angles + k] * v[at.angles + k];
  for (int i = 0; i < at.bodies; ++i) sum += v[at.momenta + i] / momentum * (v[at.momenta + i] / momentum);
  return std::sqrt(sum);
}

}  // namespace

double suggested_step(const Flow& flow, const Layout& at, double t, const std::vector<double>& x, double span) {
  double momentum = 1e-300, fastest = 0;
  for (int i = 0; i < at.bodies; ++i) momentum = std::max(momentum, std::abs(x[at.momenta + i]));
  std::vector<double> rate(x.size()), moved(x.size()), y(x.size()), v(x.size(), 0.0);
  flow.field(t, x.data(), rate.data());
  for (int k = 0; k < at.joints; ++k) {
    fastest = std::max(fastest, std::abs(rate[at.angles + k]));
    v[at.angles + k] = k % 2 == 0 ? 1 : -0.7;
  }
  for (int i = 0; i < at.bodies; ++i) v[at.momenta + i] = (i % 2 == 0 ? 0.8 : -0.6) * momentum;
  fastest = std::max(fastest, std::abs(rate[at.root_angle]));
  double growth = 0;
  for (int repeat = 0; repeat < 12; ++repeat) {
    const double scale = 1e-6 / std::max(length(at, v, momentum), 1e-300);
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] + scale * v[i];
    flow.field(t, y.data(), moved.data());
    for (std::size_t i = 0; i < x.size(); ++i) v[i] = (moved[i] - rate[i]) / 1e-6;
    growth = std::max(growth, length(at, v, momentum));
  }
  const double scale = std::max(growth, fastest);
  const double longest = std::abs(span) / 100;
  return std::isfinite(scale) && scale > 0 ? std::min(0.05 / scale, longest) : longest;
}

}  // namespace oopss
