// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "oopss/scalar/enclosure.hpp"

namespace oopss {

/// Beyond the rounding of any one operation with result x.
inline double below(double x) { return x - std::abs(x) * 0x1p-52 - std::numeric_limits<double>::min(); }
inline double above(double x) { return -below(-x); }

/// A real number between two doubles; results are widened by more than their rounding. Faster than an Enclosure, where
/// there are many of them.
struct Interval {
  double lo = 0, hi = 0;

  Interval() = default;
  Interval(int value) : lo(value), hi(value) {}  // NOLINT: numbers of a formula are scalars
  explicit Interval(double value) : lo(value), hi(value) {}
  Interval(double low, double high) : lo(low), hi(high) {}
};

inline Interval operator+(const Interval& a, const Interval& b) { return {below(a.lo + b.lo), above(a.hi + b.hi)}; }
inline Interval operator-(const Interval& a) { return {-a.hi, -a.lo}; }
inline Interval operator-(const Interval& a, const Interval& b) { return a + -b; }
inline Interval operator*(const Interval& a, const Interval& b) {
  const double p = a.lo * b.lo, q = a.lo * b.hi, r = a.hi * b.lo, s = a.hi * b.hi;
  return {below(std::min(std::min(p, q), std::min(r, s))), above(std::max(std::max(p, q), std::max(r, s)))};
}
inline Interval operator/(const Interval& a, const Interval& b) {
  if (!(b.lo > 0 || b.hi < 0)) throw NotEnclosed("division by a number that may be zero");
  return a * Interval(below(1 / b.hi), above(1 / b.lo));
}

/// Bounds of |x|.
inline double most(const Interval& x) { return std::max(std::abs(x.lo), std::abs(x.hi)); }
inline double least(const Interval& x) { return x.lo > 0 ? x.lo : x.hi < 0 ? -x.hi : 0; }

/// GMP truncates; one step outwards more than makes up for it.
inline Interval interval(const Enclosure& x) { return {below(x.lo.get_d()), above(x.hi.get_d())}; }
inline Interval sin(const Interval& x) { return interval(sin(Enclosure(mpq_class(x.lo), mpq_class(x.hi)))); }
inline Interval cos(const Interval& x) { return interval(cos(Enclosure(mpq_class(x.lo), mpq_class(x.hi)))); }
inline Interval sqrt(const Interval& x) { return interval(sqrt(Enclosure(mpq_class(x.lo), mpq_class(x.hi)))); }

}  // namespace oopss
