// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "oopss/integrate/compensated.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

enum class Status { running, complete, stopped, failed, singular, limit };

/// What became of a step or a run. Numerics answer with a status, words and a residual, never with an exception.
struct Outcome {
  Status status = Status::running;
  std::string words;    // empty while all is well
  double residual = 0;  // of what failed: relative to the size of what it belongs to
  bool good() const { return status == Status::running || status == Status::complete || status == Status::stopped; }
};

/// A state on its way: time and state with the rests of their sums.
struct Waypoint {
  double t = 0, t_rest = 0;
  std::vector<double> x, rest;
};

inline Waypoint waypoint(double t, const std::vector<double>& x) {
  return {t, 0, x, std::vector<double>(x.size(), 0.0)};
}

/// Takes over `x` as it is, at t exactly.
inline void place(Waypoint& waypoint, double t, const std::vector<double>& x) {
  waypoint.t = t;
  waypoint.t_rest = 0;
  waypoint.x = x;
  std::fill(waypoint.rest.begin(), waypoint.rest.end(), 0.0);
}

/// The largest angle and the largest momentum of a vector like x. An error is judged by them: angles in radians,
/// whatever the number of turns, and momenta against the largest of them. Work and dissipation are quadratures along
/// the motion that feed nothing back: `energy_of` judges them apart.
struct Size {
  double angle = 0, momentum = 0;
};

/// The larger one of two that are not negative; a NaN counts as larger than everything: so their bits are ordered, and
/// nothing branches.
inline double larger(double a, double b) {
  return std::bit_cast<double>(std::max(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b)));
}

inline double largest(const std::vector<Stretch>& stretches, const double* v) {
  double out = 0;
  for (const Stretch& stretch : stretches)
    for (int i = stretch.begin; i < stretch.end; ++i) out = larger(out, std::abs(v[i]));
  return out;
}
inline Size size_of(const Layout& layout, const double* v) {
  return {largest(layout.of_group(ErrorGroup::angle), v), largest(layout.of_group(ErrorGroup::momentum), v)};
}

/// One number for both, the momenta in units of `momentum`.
inline double against(const Size& size, double momentum) { return larger(size.angle, size.momentum / momentum); }

/// The largest of work and dissipation in a vector like x. An error of theirs is judged against them and against μ
/// φ′, the size of the kinetic energy.
inline double energy_of(const Layout& layout, const double* v) {
  return largest(layout.of_group(ErrorGroup::energy), v);
}

/// The i-th block of `size` numbers.
inline double* block(std::vector<double>& v, int i, int size) {
  return v.data() + static_cast<std::ptrdiff_t>(i) * size;
}
inline const double* block(const std::vector<double>& v, int i, int size) {
  return v.data() + static_cast<std::ptrdiff_t>(i) * size;
}

inline bool all_finite(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double v) { return std::isfinite(v); });
}

/// Below this a step no longer moves the clock.
inline double least_step(double t) { return 16 * std::max(std::abs(t), 1e-290) * 0x1p-52; }

}  // namespace oopss
