// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cmath>
#include <limits>

namespace oopss {

/// The double nearest to a rational: GMP's own conversion cuts digits off.
inline double nearest_double(const mpq_class& x) {
  const double inner = x.get_d(), outer = std::nextafter(inner, sgn(x) * std::numeric_limits<double>::infinity());
  if (!std::isfinite(outer)) return inner;
  return abs(x - mpq_class(inner)) <= abs(mpq_class(outer) - x) ? inner : outer;
}

}  // namespace oopss
