// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/landscape_portrait.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/analysis/portrait.hpp"

namespace oopss {
namespace {

using std::numbers::pi;

/// The window of one angle of a map. On a circle it is a whole turn that begins at a multiple of a quarter turn and
/// keeps the equilibria off its ends, if one does.
std::array<double, 2> window_of(const ShapeRange& range, const std::vector<RelativeEquilibrium>& all, std::size_t k) {
  if (!range.circle) {
    double low = range.high, high = range.low;
    for (const RelativeEquilibrium& one : all) {
      low = std::min(low, one.phi[k]);
      high = std::max(high, one.phi[k]);
    }
    return {low - pi / 2, high + pi / 2};
  }
  for (const double from : {-pi, -pi / 2, 0.0, -3 * pi / 2})
    if (std::none_of(all.begin(), all.end(), [&](const RelativeEquilibrium& one) {
          return std::abs(std::remainder(one.phi[k] - from, 2 * pi)) < pi / 8;
        }))
      return {from, from + 2 * pi};
  return {-pi, pi};
}

}  // namespace

LandscapePortrait landscape_portrait(const ShapeEnergy& energy, const Equilibria& found,
                                     const std::vector<double>& levels) {
  LandscapePortrait done;
  if (found.every_shape)
    throw NoPortrait(found.momentum == 0
                         ? "at zero total momentum and without springs every shape at rest is an equilibrium"
                         : "the energy does not depend on the shape: every shape is an equilibrium");
  AngleWindow window;
  for (std::size_t k = 0; k < 2; ++k) {
    const auto [from, to] = window_of(found.space.ranges[k], found.all, k);
    window.from[k] = from;
    window.to[k] = to;
  }
  std::vector<MapSaddle> saddles;
  for (RelativeEquilibrium one : found.all) {
    for (std::size_t k = 0; k < 2; ++k)
      if (found.space.ranges[k].circle)
        one.phi[k] = window.from[k] + std::fmod(one.phi[k] - window.from[k] + 4 * pi, 2 * pi);
    one.energy = energy.energy(one.phi);
    if (one.stability.index == 1 && one.stability.nullity == 0)
      saddles.push_back({{one.phi[0], one.phi[1]}, one.energy});
    done.marks.push_back(std::move(one));
  }
  // Saddles that mirror each other have one level.
  for (MapSaddle& saddle : saddles)
    for (const MapSaddle& other : saddles)
      if (std::abs(saddle.level - other.level) <= 1e-12 * std::abs(other.level)) {
        saddle.level = other.level;
        break;
      }
  const auto height = [&](double x, double y) { return energy.energy({x, y}); };
  done.map = shape_map(height, window, levels, saddles);
  done.missed = !is_settled(found);
  return done;
}

}  // namespace oopss
