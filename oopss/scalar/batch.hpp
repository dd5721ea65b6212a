// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "oopss/scalar/scalar.hpp"

namespace oopss {

/// W numbers side by side, one per member of an ensemble; plain loops that the compiler turns into vector instructions.
template <int W>
struct Batch {
  std::array<double, W> lane{};

  Batch() = default;
  Batch(double all) { lane.fill(all); }  // NOLINT: numbers of a formula are scalars
};

template <int W, class Operation>
Batch<W> lanewise(const Batch<W>& a, Operation operation) {
  Batch<W> out;
  for (int i = 0; i < W; ++i) out.lane[i] = operation(a.lane[i]);
  return out;
}
template <int W, class Operation>
Batch<W> lanewise(const Batch<W>& a, const Batch<W>& b, Operation operation) {
  Batch<W> out;
  for (int i = 0; i < W; ++i) out.lane[i] = operation(a.lane[i], b.lane[i]);
  return out;
}

template <int W>
Batch<W> operator+(const Batch<W>& a, const Batch<W>& b) {
  return lanewise(a, b, [](double x, double y) { return x + y; });
}
template <int W>
Batch<W> operator-(const Batch<W>& a, const Batch<W>& b) {
  return lanewise(a, b, [](double x, double y) { return x - y; });
}
template <int W>
Batch<W> operator*(const Batch<W>& a, const Batch<W>& b) {
  return lanewise(a, b, [](double x, double y) { return x * y; });
}
template <int W>
Batch<W> operator/(const Batch<W>& a, const Batch<W>& b) {
  return lanewise(a, b, [](double x, double y) { return x / y; });
}
template <int W>
Batch<W> operator-(const Batch<W>& a) {
  return lanewise(a, [](double x) { return -x; });
}
template <int W>
Batch<W> sin(const Batch<W>& a) {
  return lanewise(a, [](double x) { return std::sin(x); });
}
template <int W>
Batch<W> cos(const Batch<W>& a) {
  return lanewise(a, [](double x) { return std::cos(x); });
}
template <int W>
Batch<W> sqrt(const Batch<W>& a) {
  return lanewise(a, [](double x) { return std::sqrt(x); });
}

}  // namespace oopss
