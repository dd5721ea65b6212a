// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <limits>

#include "oopss/proof/certify_work.hpp"
#include "oopss/proof/degenerate.hpp"

namespace oopss {

/// Of a root in rational arithmetic, in boxes: about a millisecond.
constexpr long work_of_root = 1000;

/// The box of a root is not made smaller than the units of its place.
inline int finest_shrink(const std::vector<std::int64_t>& unique) {
  if (unique.empty()) return turn_bits;  // nothing is free
  return std::bit_width(static_cast<std::uint64_t>(*std::min_element(unique.begin(), unique.end()))) - 1;
}

/// A point, with nothing cut away.
template <class Kernel>
auto BoxSearch<Kernel>::box_around(const double* theta) const -> Box {
  Box out{};
  for (int k = 0; k < N; ++k) {
    out.c[k] = k < n_ ? std::cos(theta[k]) : 1;
    out.s[k] = k < n_ ? std::sin(theta[k]) : 0;
    if (k < n_) out.centre[k] = units_of(theta[k]);
  }
  return out;
}

/// Collinear shapes with a second derivative that looks singular, and is.
template <class Kernel>
void BoxSearch<Kernel>::add_degenerate_roots() {
  double nothing[N] = {};
  for (int flipped = 0; flipped < 1 << n_; ++flipped) {
    CertifiedRoot root;
    Box box{};
    double Y[N][N];
    for (int k = 0; k < N; ++k) {
      box.c[k] = k < n_ && (flipped >> k & 1) == 1 ? -1 : 1;
      if (k < n_) root.centre.push_back(box.c[k] < 0 ? whole_turn / 2 : 0);
    }
    if (invert(kernel_.values(box, nothing).H, n_, Y)) continue;
    const std::optional<DegenerateBounds> bounds = degenerate_bounds(function_, root.centre);
    if (!bounds) continue;
    const double radius = 0.999 * std::sqrt(bounds->radius_squared.get_d());
    root.unique.assign(root.centre.size(), std::max<std::int64_t>(1, units_of(std::fmin(radius, 3))));
    root.shrink = turn_bits;
    root.index = bounds->index;
    root.nullity = 1;
    certificate_.roots.push_back(std::move(root));
  }
}

/// Newton's method from the centre of a box; true if it came to a root whose box of uniqueness is known now.
template <class Kernel>
bool BoxSearch<Kernel>::find_root(const Box& from) {
  double nothing[N] = {}, theta[N] = {}, Y[N][N];
  for (int k = 0; k < n_; ++k) theta[k] = radians_of(from.centre[k]);
  double last = 1;
  for (int iteration = 0; iteration < 25; ++iteration) {
    const auto values = kernel_.values(box_around(theta), nothing);
    if (!invert(values.H, kernel_.n, Y)) return false;
    double size = 0;
    for (int k = 0; k < n_; ++k) {
      double step = 0;
      for (int j = 0; j < kernel_.n; ++j) step += Y[k][j] * values.g[j];
      theta[k] -= step;
      size = std::fmax(size, std::abs(step));
    }
    if (!(size < 1)) return false;
    if (size < 1e-7 && size >= last / 2) break;  // at rounding
    last = size;
  }
  if (!(last < 1e-7)) return false;
  Box point = box_around(theta);
  std::fill(point.depth, point.depth + N, static_cast<std::int8_t>(turn_bits));
  if (!inside_a_root_box(point)) add_root(theta);
  return true;
}

template <class Kernel>
void BoxSearch<Kernel>::add_root(const double* theta) {
  CertifiedRoot root;
  bool collinear = mirrored_;
  for (int k = 0; k < n_; ++k) {
    const std::int64_t angle = units_of(theta[k]);
    const auto& [circle, centre, half] = function_.span[k];
    if (!circle && std::abs(angle - centre) > half) return;  // none is there
    root.centre.push_back(circle ? angle & (whole_turn - 1) : angle);
    collinear = collinear && distance_on_circle(2 * angle, 0) < whole_turn >> 24;
  }
  if (collinear)
    for (std::int64_t& angle : root.centre) angle = distance_on_circle(angle, 0) < whole_turn / 4 ? 0 : whole_turn / 2;
  root.unique = shape_of_uniqueness(theta);
  if (std::find(refused_.begin(), refused_.end(), root.centre) != refused_.end()) return;
  work += work_of_root;
  const std::optional<NewtonBounds> bounds = newton_bounds(function_, root);
  if (bounds)
    for (root.shrink = finest_shrink(root.unique); root.shrink > 0 && !encloses_one(*bounds, root.shrink);)
      --root.shrink;
  const std::optional<int> index = root.shrink > 0 ? certified_index(function_, root) : std::nullopt;
  if (!index) {
    refused_.push_back(root.centre);
    return;
  }
  root.index = *index;
  certificate_.roots.push_back(root);
  if (!mirrored_ || collinear) return;
  for (std::int64_t& angle : root.centre) angle = (whole_turn - angle) % whole_turn;
  certificate_.roots.push_back(std::move(root));
}

/// A large box around a root in which p(1) < 0 (verify.hpp): half widths v with c(v) = 2, for v that make c even.
template <class Kernel>
std::vector<std::int64_t> BoxSearch<Kernel>::shape_of_uniqueness(const double* theta) const {
  double Y[N][N], nothing[N] = {}, v[N] = {}, w[N] = {}, best[N] = {}, volume = 0;
  std::fill(v, v + n_, 1.0);
  const Box box = box_around(theta);
  std::vector<std::int64_t> out(static_cast<std::size_t>(n_), 1);
  if (!invert(kernel_.values(box, nothing).H, kernel_.n, Y)) return out;
  const auto most = [&] {  // c(v) of the box v
    const auto values = kernel_.values(box, v);
    double c = 0;
    for (int k = 0; k < kernel_.n; ++k) {
      double y[N] = {};
      std::copy(Y[k], Y[k] + kernel_.n, y);
      w[k] = kernel_.curvature_bound(values, y, v);
      c = std::fmax(c, w[k] / v[k]);
    }
    return c;
  };
  for (int round = 0; round < 20; ++round) {
    double c = most(), product = 1, low = 0, high = std::numeric_limits<double>::infinity(), t = 1;
    for (int attempt = 0; attempt < 60 && !(c > 1.999 && c <= 2) && t < 1e6; ++attempt) {  // c(t v) rises with t
      (c <= 2 ? low : high) = t;
      double next = t * 2 / c * (1 - 1e-4);  // right where c is proportional to t
      if (attempt % 3 == 2 || !(next > low && next < high)) next = std::isfinite(high) ? (low + high) / 2 : 2 * t;
      for (int k = 0; k < n_; ++k) v[k] *= next / t;
      t = next;
      c = most();
    }
    for (int k = 0; k < n_; ++k) product *= v[k];
    if (c <= 2 && product > volume) {
      volume = product;
      std::copy(v, v + N, best);
    }
    for (int k = 0; k < n_; ++k) v[k] = std::sqrt(v[k] * std::fmax(w[k] / c, 1e-3 * v[k]));
  }
  for (int k = 0; k < n_; ++k) out[k] = std::max<std::int64_t>(1, units_of(std::fmin(0.999 * best[k], 3)));
  return out;
}

}  // namespace oopss
