// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "oopss/scalar/interval.hpp"

namespace oopss {

// What bounds ask of their scalars: double for a search, Interval for boxes, Enclosure for roots.

template <Scalar T>
T as_scalar(double x) {
  if constexpr (std::is_same_v<T, Enclosure>)
    return Enclosure(mpq_class(x));
  else
    return T(x);
}
template <Scalar T>
T converted(const Enclosure& x) {
  if constexpr (std::is_same_v<T, Enclosure>)
    return x;
  else if constexpr (std::is_same_v<T, Interval>)
    return interval(x);
  else
    return mpq_class((x.lo + x.hi) / 2).get_d();
}
inline double nearest(double x) { return x; }
inline double nearest(const Interval& x) { return (x.lo + x.hi) / 2; }
inline double nearest(const Enclosure& x) { return mpq_class((x.lo + x.hi) / 2).get_d(); }

/// An upper bound of |x|, as a number.
inline double bound(double x) { return std::abs(x); }
inline Interval bound(const Interval& x) { return Interval(most(x)); }
inline Enclosure bound(const Enclosure& x) { return Enclosure(magnitude(x)); }

inline bool surely_less(double a, double b) { return a < b; }
template <Scalar T>
bool surely_less(const T& a, const T& b) {
  return a.hi < b.lo;
}
inline double larger(double a, double b) { return std::max(a, b); }
template <Scalar T>
T larger(const T& a, const T& b) {
  return a.hi < b.hi ? b : a;
}

}  // namespace oopss
