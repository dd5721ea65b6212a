// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/scalar/scalar.hpp"

namespace oopss {

/// W numbers side by side, one per member of an ensemble; plain loops that the compiler turns into vector instructions.
/// Inlined always, so that code for one kind of processor never becomes the linker's one copy for all. The lane of the
/// fast loops (kernel_loops.hpp) for W members at once.
template <int W>
struct alignas(W * sizeof(double)) Batch {  // as a register of them
  double lane[W] = {};

  Batch() = default;
  [[gnu::always_inline]] Batch(double all) {  // NOLINT: numbers of a formula are scalars
    for (double& one : lane) one = all;
  }
};

template <int W>
[[gnu::always_inline]] inline Batch<W> operator+(const Batch<W>& a, const Batch<W>& b) {
  Batch<W> out;
  for (int i = 0; i < W; ++i) out.lane[i] = a.lane[i] + b.lane[i];
  return out;
}
template <int W>
[[gnu::always_inline]] inline Batch<W> operator-(const Batch<W>& a, const Batch<W>& b) {
  Batch<W> out;
  for (int i = 0; i < W; ++i) out.lane[i] = a.lane[i] - b.lane[i];
  return out;
}
template <int W>
[[gnu::always_inline]] inline Batch<W> operator*(const Batch<W>& a, const Batch<W>& b) {
  Batch<W> out;
  for (int i = 0; i < W; ++i) out.lane[i] = a.lane[i] * b.lane[i];
  return out;
}
template <int W>
[[gnu::always_inline]] inline Batch<W> operator/(const Batch<W>& a, const Batch<W>& b) {
  Batch<W> out;
  for (int i = 0; i < W; ++i) out.lane[i] = a.lane[i] / b.lane[i];
  return out;
}
template <int W>
[[gnu::always_inline]] inline Batch<W> operator-(const Batch<W>& a) {
  Batch<W> out;
  for (int i = 0; i < W; ++i) out.lane[i] = -a.lane[i];
  return out;
}
template <int W>
[[gnu::always_inline]] inline Batch<W> sin(const Batch<W>& a) {
  Batch<W> out;
  for (int i = 0; i < W; ++i) out.lane[i] = std::sin(a.lane[i]);
  return out;
}
template <int W>
[[gnu::always_inline]] inline Batch<W> cos(const Batch<W>& a) {
  Batch<W> out;
  for (int i = 0; i < W; ++i) out.lane[i] = std::cos(a.lane[i]);
  return out;
}
template <int W>
[[gnu::always_inline]] inline Batch<W> sqrt(const Batch<W>& a) {
  Batch<W> out;
  for (int i = 0; i < W; ++i) out.lane[i] = std::sqrt(a.lane[i]);
  return out;
}
template <int W>
[[gnu::always_inline]] inline Batch<W>& operator+=(Batch<W>& a, const Batch<W>& b) {
  return a = a + b;
}
template <int W>
[[gnu::always_inline]] inline Batch<W>& operator-=(Batch<W>& a, const Batch<W>& b) {
  return a = a - b;
}

}  // namespace oopss
