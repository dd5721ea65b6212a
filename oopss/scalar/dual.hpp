// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/scalar/scalar.hpp"

namespace oopss {

/// a + ε a', ε² = 0: a value and its derivative along one direction.
template <Scalar T>
struct Dual {
  T value = T(0);
  T slope = T(0);

  Dual() = default;
  Dual(int constant) : value(constant) {}  // NOLINT: numbers of a formula are scalars
  Dual(T value_, T slope_) : value(value_), slope(slope_) {}
};

template <Scalar T>
Dual<T> operator+(const Dual<T>& a, const Dual<T>& b) {
  return {a.value + b.value, a.slope + b.slope};
}
template <Scalar T>
Dual<T> operator-(const Dual<T>& a, const Dual<T>& b) {
  return {a.value - b.value, a.slope - b.slope};
}
template <Scalar T>
Dual<T> operator-(const Dual<T>& a) {
  return {-a.value, -a.slope};
}
template <Scalar T>
Dual<T> operator*(const Dual<T>& a, const Dual<T>& b) {
  return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
template <Scalar T>
Dual<T> operator/(const Dual<T>& a, const Dual<T>& b) {
  const T quotient = a.value / b.value;
  return {quotient, (a.slope - quotient * b.slope) / b.value};
}
template <Scalar T>
Dual<T> sin(const Dual<T>& a) {
  return {sin(a.value), a.slope * cos(a.value)};
}
template <Scalar T>
Dual<T> cos(const Dual<T>& a) {
  return {cos(a.value), -(a.slope * sin(a.value))};
}
template <Scalar T>
Dual<T> sqrt(const Dual<T>& a) {
  const T root = sqrt(a.value);
  return {root, a.slope / (root + root)};
}

}  // namespace oopss
