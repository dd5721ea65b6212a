// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

namespace oopss {

inline int sign(double value) { return (value > 0) - (value < 0); }

/// Two neighbouring places: a change of sign lies between them.
struct Bracket {
  double before = 0, after = 0;
};

/// Narrows the change of sign of f between a and b to a few ulp (Chandrupatla 1997: inverse quadratic steps where they
/// are safe, else halving). f(a) = fa may be zero; f(b) = fb has the sign after the change.
template <class Function>
Bracket find_root(double a, double fa, double b, double fb, Function f) {
  double x1 = b, f1 = fb, x2 = a, f2 = fa, x3 = a, f3 = fa, part = 0.5;
  const int after = sign(fb);
  for (int count = 0; count < 200; ++count) {
    const double tolerance = 0x1p-52 * std::max(std::abs(x1), std::abs(x2));
    const double least = tolerance / std::abs(x2 - x1);
    if (!(least < 0.5)) break;
    const double x = x1 + std::clamp(part, least, 1 - least) * (x2 - x1), fx = f(x);
    if ((sign(fx) == after) == (sign(f1) == after)) {
      x3 = x1;
      f3 = f1;
    } else {
      x3 = x2;
      f3 = f2;
      x2 = x1;
      f2 = f1;
    }
    x1 = x;
    f1 = fx;
    const double xi = (x1 - x2) / (x3 - x2), phi = (f1 - f2) / (f3 - f2);
    const bool safe = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
    part = safe ? f1 / (f2 - f1) * f3 / (f2 - f3) + (x3 - x1) / (x2 - x1) * f1 / (f3 - f1) * f2 / (f3 - f2) : 0.5;
    if (!std::isfinite(part)) part = 0.5;
  }
  return sign(f1) == after ? Bracket{x2, x1} : Bracket{x1, x2};
}

/// Where f is least between a and b, by golden sections; f has one minimum there. Near it f is flat, so the place is
/// known to about the root of the rounding error, the value to rounding.
template <class Function>
double find_least(double a, double b, Function f) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double x1 = b - golden * (b - a), x2 = a + golden * (b - a), f1 = f(x1), f2 = f(x2);
  while (std::abs(b - a) > 1e-9 * std::abs(x2) && std::abs(x2 - x1) > 0) {
    if (f1 < f2) {
      b = x2;
      x2 = x1;
      f2 = f1;
      x1 = b - golden * (b - a);
      if (x1 == x2) break;
      f1 = f(x1);
    } else {
      a = x1;
      x1 = x2;
      f1 = f2;
      x2 = a + golden * (b - a);
      if (x1 == x2) break;
      f2 = f(x2);
    }
  }
  return f1 < f2 ? x1 : x2;
}

/// A place between a and b where f is negative, by golden sections towards its least value; f has one minimum there.
template <class Function>
std::optional<double> find_below(double a, double b, Function f) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double x1 = b - golden * (b - a), x2 = a + golden * (b - a), f1 = f(x1), f2 = f(x2);
  for (int count = 0; count < 40; ++count) {
    if (f1 < 0) return x1;
    if (f2 < 0) return x2;
    if (f1 < f2) {
      b = x2;
      x2 = x1;
      f2 = f1;
      f1 = f(x1 = b - golden * (b - a));
    } else {
      a = x1;
      x1 = x2;
      f1 = f2;
      f2 = f(x2 = a + golden * (b - a));
    }
  }
  return std::nullopt;
}

}  // namespace oopss
