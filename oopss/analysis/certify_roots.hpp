// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>

#include "oopss/analysis/certify_work.hpp"
#include "oopss/analysis/degenerate.hpp"

namespace oopss {

/// The box of a root is not made smaller than the units of its place.
inline int finest_shrink(const std::vector<std::int64_t>& unique) {
  if (unique.empty()) return turn_bits;  // nothing is free
  return std::bit_width(static_cast<std::uint64_t>(*std::min_element(unique.begin(), unique.end()))) - 1;
}

/// Collinear shapes with a second derivative that looks singular, and is.
template <int N>
void TorusSearch<N>::add_degenerate_roots() {
  for (int turned = 0; turned < 1 << F_.n; ++turned) {
    CertifiedRoot root;
    double c[N], s[N] = {}, Y[N][N];
    for (int k = 0; k < N; ++k) {
      c[k] = k < F_.n && (turned >> k & 1) == 1 ? -1 : 1;
      if (k < F_.n) root.at.push_back(c[k] < 0 ? whole_turn / 2 : 0);
    }
    if (invert(values_at(F_, c, s).H, F_.n, Y)) continue;
    const std::optional<DegenerateBounds> bounds = degenerate_bounds(of_, certificate_, root.at);
    if (!bounds) continue;
    const double radius = 0.999 * std::sqrt(bounds->radius_squared.get_d());
    root.unique.assign(root.at.size(), std::max<std::int64_t>(1, units_of(std::fmin(radius, 3))));
    root.shrink = turn_bits;
    root.index = bounds->index;
    root.nullity = 1;
    certificate_.roots.push_back(std::move(root));
  }
}

/// Newton's method from the centre of a box; true if it came to a root whose box of uniqueness is known now.
template <int N>
bool TorusSearch<N>::find_root(const TorusBox<N>& from) {
  const int n = F_.n;
  double theta[N] = {}, c[N], s[N], Y[N][N];
  for (int k = 0; k < n; ++k) theta[k] = radians_of(from.centre[k]);
  double last = 1;
  for (int iteration = 0; iteration < 25; ++iteration) {
    for (int k = 0; k < N; ++k) {
      c[k] = std::cos(theta[k]);
      s[k] = std::sin(theta[k]);
    }
    const CentreValues<N> at = values_at(F_, c, s);
    if (!invert(at.H, n, Y)) return false;
    double size = 0;
    for (int k = 0; k < n; ++k) {
      double step = 0;
      for (int j = 0; j < n; ++j) step += Y[k][j] * at.g[j];
      theta[k] -= step;
      size = std::fmax(size, std::abs(step));
    }
    if (!(size < 1)) return false;
    if (size < 1e-7 && size >= last / 2) break;  // at rounding
    last = size;
  }
  if (!(last < 1e-7)) return false;
  TorusBox<N> point{};
  for (int k = 0; k < n; ++k) {
    point.centre[k] = units_of(theta[k]);
    point.depth[k] = turn_bits - 1;
  }
  if (!inside_a_root_box(point)) add_root(theta);
  return true;
}

template <int N>
void TorusSearch<N>::add_root(const double* theta) {
  CertifiedRoot root;
  bool collinear = aligned_;
  for (int k = 0; k < F_.n; ++k) {
    root.at.push_back(units_of(theta[k]));
    collinear = collinear && distance_on_circle(2 * root.at[k], 0) < whole_turn >> 24;
  }
  if (collinear)
    for (std::int64_t& at : root.at) at = distance_on_circle(at, 0) < whole_turn / 4 ? 0 : whole_turn / 2;
  root.unique = shape_of_uniqueness(theta);
  if (std::find(refused_.begin(), refused_.end(), root.at) != refused_.end()) return;
  const std::optional<NewtonBounds> bounds = newton_bounds(of_, certificate_, root);
  if (bounds)
    for (root.shrink = finest_shrink(root.unique); root.shrink > 0 && !encloses_one(*bounds, root.shrink);)
      --root.shrink;
  const std::optional<int> index = root.shrink > 0 ? certified_index(of_, certificate_, root) : std::nullopt;
  if (!index) {
    refused_.push_back(root.at);
    return;
  }
  root.index = *index;
  certificate_.roots.push_back(root);
  if (!aligned_ || collinear) return;
  for (std::int64_t& at : root.at) at = (whole_turn - at) % whole_turn;
  certificate_.roots.push_back(std::move(root));
}

/// A large box around a root in which p(1) < 0 (verify.hpp): half widths v times 2/c, for v that make c even.
template <int N>
std::vector<std::int64_t> TorusSearch<N>::shape_of_uniqueness(const double* theta) const {
  const int n = F_.n;
  double c[N], s[N], Y[N][N], v[N] = {}, best[N] = {}, volume = 0;
  for (int k = 0; k < N; ++k) {
    c[k] = k < n ? std::cos(theta[k]) : 1;
    s[k] = k < n ? std::sin(theta[k]) : 0;
    v[k] = k < n ? 1 : 0;
  }
  const CentreValues<N> at = values_at(F_, c, s);
  std::vector<std::int64_t> out(static_cast<std::size_t>(n), 1);
  if (!invert(at.H, n, Y)) return out;
  for (int round = 0; round < 20; ++round) {
    double w[N] = {}, bend = 0, product = 1;
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < N; ++i)
        for (int j = 0; j < i; ++j)
          w[k] +=
              std::abs((i < n ? Y[k][i] : 0) - (j < n ? Y[k][j] : 0)) * F_.rho[i][j] * (v[i] + v[j]) * (v[i] + v[j]);
      bend = std::fmax(bend, w[k] / v[k]);
    }
    for (int k = 0; k < n; ++k) product *= v[k] / bend;
    if (product > volume) {
      volume = product;
      for (int k = 0; k < n; ++k) best[k] = v[k] * 2 / bend;
    }
    for (int k = 0; k < n; ++k) v[k] = std::sqrt(v[k] * w[k] / bend);
  }
  for (int k = 0; k < n; ++k) out[k] = std::max<std::int64_t>(1, units_of(std::fmin(0.999 * best[k], 3)));
  return out;
}

}  // namespace oopss
