// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <vector>

#include "oopss/scalar/scalar.hpp"

namespace oopss {

/// A power series in time, a_0 + a_1 t + … + a_K t^K, cut off there. Written for clarity: with it every formula gives
/// its Taylor coefficients, and the fast ones have something to be measured against.
template <Scalar T, int K>
struct PowerSeries {
  std::array<T, K + 1> value;

  PowerSeries() { value.fill(T(0)); }
  template <class Constant>
  requires std::constructible_from<T, Constant> PowerSeries(const Constant& constant)
      : PowerSeries() {  // NOLINT: numbers of a formula are scalars
    value[0] = T(constant);
  }
};

template <Scalar T, int K>
PowerSeries<T, K> operator+(const PowerSeries<T, K>& a, const PowerSeries<T, K>& b) {
  PowerSeries<T, K> out;
  for (int k = 0; k <= K; ++k) out.value[k] = a.value[k] + b.value[k];
  return out;
}
template <Scalar T, int K>
PowerSeries<T, K> operator-(const PowerSeries<T, K>& a, const PowerSeries<T, K>& b) {
  PowerSeries<T, K> out;
  for (int k = 0; k <= K; ++k) out.value[k] = a.value[k] - b.value[k];
  return out;
}
template <Scalar T, int K>
PowerSeries<T, K> operator-(const PowerSeries<T, K>& a) {
  PowerSeries<T, K> out;
  for (int k = 0; k <= K; ++k) out.value[k] = -a.value[k];
  return out;
}
/// (a b)_k = Σ_m a_m b_{k−m}
template <Scalar T, int K>
PowerSeries<T, K> operator*(const PowerSeries<T, K>& a, const PowerSeries<T, K>& b) {
  PowerSeries<T, K> out;
  for (int k = 0; k <= K; ++k)
    for (int m = 0; m <= k; ++m) out.value[k] = out.value[k] + a.value[m] * b.value[k - m];
  return out;
}
/// From q b = a: q_k = (a_k − Σ_{m<k} q_m b_{k−m}) / b_0
template <Scalar T, int K>
PowerSeries<T, K> operator/(const PowerSeries<T, K>& a, const PowerSeries<T, K>& b) {
  PowerSeries<T, K> out;
  for (int k = 0; k <= K; ++k) {
    T sum = a.value[k];
    for (int m = 0; m < k; ++m) sum = sum - out.value[m] * b.value[k - m];
    out.value[k] = sum / b.value[0];
  }
  return out;
}

/// From s' = a' c and c' = −a' s: k s_k = Σ_{m≥1} m a_m c_{k−m},  k c_k = −Σ_{m≥1} m a_m s_{k−m}
template <Scalar T, int K>
std::array<PowerSeries<T, K>, 2> sine_and_cosine(const PowerSeries<T, K>& a) {
  std::array<PowerSeries<T, K>, 2> out;
  auto& [s, c] = out;
  s.value[0] = sin(a.value[0]);
  c.value[0] = cos(a.value[0]);
  for (int k = 1; k <= K; ++k) {
    for (int m = 1; m <= k; ++m) {
      s.value[k] = s.value[k] + T(m) * a.value[m] * c.value[k - m];
      c.value[k] = c.value[k] - T(m) * a.value[m] * s.value[k - m];
    }
    s.value[k] = s.value[k] / T(k);
    c.value[k] = c.value[k] / T(k);
  }
  return out;
}
template <Scalar T, int K>
PowerSeries<T, K> sin(const PowerSeries<T, K>& a) {
  return sine_and_cosine(a)[0];
}
template <Scalar T, int K>
PowerSeries<T, K> cos(const PowerSeries<T, K>& a) {
  return sine_and_cosine(a)[1];
}
/// From r r = a: 2 r_0 r_k = a_k − Σ_{0<m<k} r_m r_{k−m}
template <Scalar T, int K>
PowerSeries<T, K> sqrt(const PowerSeries<T, K>& a) {
  PowerSeries<T, K> out;
  out.value[0] = sqrt(a.value[0]);
  for (int k = 1; k <= K; ++k) {
    T sum = a.value[k];
    for (int m = 1; m < k; ++m) sum = sum - out.value[m] * out.value[k - m];
    out.value[k] = sum / (out.value[0] + out.value[0]);
  }
  return out;
}

/// The solution of x' = f(x) through x_0 as a series: coefficient k of f gives coefficient k + 1 of x.
template <Scalar T, int K, class Field>
std::vector<PowerSeries<T, K>> solution(const Field& f, const std::vector<T>& x_0) {
  std::vector<PowerSeries<T, K>> x(x_0.begin(), x_0.end());
  for (int k = 0; k < K; ++k) {
    const std::vector<PowerSeries<T, K>> rate = f(x);
    for (std::size_t i = 0; i < x.size(); ++i) x[i].value[k + 1] = rate[i].value[k] / T(k + 1);
  }
  return x;
}

}  // namespace oopss
