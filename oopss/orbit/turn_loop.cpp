// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/turn_loop.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace oopss {
namespace {}  // namespace

std::vector<double> shape_on(const TurnLoop& loop, double u) {
  std::vector<double> phi(loop.cosines.size(), 0.0);
  for (std::size_t k = 0; k < phi.size(); ++k)
    for (int j = 0; j <= loop.modes(); ++j)
      phi[k] += loop.cosines[k][j] * std::cos(j * u) + (loop.corner ? 0 : loop.sines[k][j] * std::sin(j * u));
  return phi;
}

double last_place(const TurnLoop& loop) { return loop.corner ? std::numbers::pi : 2 * std::numbers::pi; }

AngleWindow window_of(const TurnLoop& loop) {
  constexpr int places = 360;
  AngleWindow out;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    double low = 1e300, high = -1e300;
    for (int q = 0; q <= places; ++q) {
      const double angle = shape_on(loop, last_place(loop) * q / places)[axis];
      low = std::min(low, angle);
      high = std::max(high, angle);
    }
    const double middle = (low + high) / 2, half = std::max(std::numbers::pi, 0.6 * (high - low));
    out.from[axis] = middle - half;
    out.to[axis] = middle + half;
  }
  return out;
}

double tail(const TurnLoop& loop) {
  double last = 0, most = 1e-300;
  for (std::size_t k = 0; k < loop.cosines.size(); ++k)
    for (int j = 1; j <= loop.modes(); ++j) {
      const double size = std::hypot(loop.cosines[k][j], loop.sines[k][j]);
      most = std::max(most, size);
      if (3 * j > 2 * loop.modes()) last = std::max(last, size);
    }
  return last / most;
}

}  // namespace oopss
