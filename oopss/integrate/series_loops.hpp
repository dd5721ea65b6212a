// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/integrate/taylor_loops.hpp"

// What loops over Taylor coefficients share, which are compiled once per kind of processor: hence without linkage. A
// `Value` is a number or several side by side, `Bits` what it is made of. Products and sums are not fused.

namespace oopss {
namespace {

constexpr double infinity = __builtin_inf(), log2_e = 1.4426950408889634;

template <class Value, class Number>
[[gnu::always_inline]] inline Value load(const Number* place) {
  Value out;
  __builtin_memcpy(&out, place, sizeof out);
  return out;
}
template <class Value>
[[gnu::always_inline]] inline void store(const Value& value, double* place) {
  __builtin_memcpy(place, &value, sizeof value);
}
template <class Value>
[[gnu::always_inline]] inline Value larger_of(Value a, Value b) {
  return a > b ? a : b;
}
template <class Value>
[[gnu::always_inline]] inline Value smaller_of(Value a, Value b) {
  return a < b ? a : b;
}

/// log₂ v of v > 0 within 0.009: the exponent and, for the digits 1 + m after it, m + 0.346 m (1 − m). A step's length
/// is a high root, so that this is a thousandth of it; and being sums and products it has the same bits everywhere. For
/// 0 it is −1023.
template <class Bits, class Value>
[[gnu::always_inline]] inline Value log2_of(Value v) {
  const Bits bits = __builtin_bit_cast(Bits, v);
  const Value exponent = __builtin_bit_cast(Value, bits >> 52 | 0x4330000000000000) - 0x1p52;
  const Value digits = __builtin_bit_cast(Value, (bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  return exponent + (digits * (2.038 - 0.346 * digits) - 1024.692);
}

/// 2^x within 0.3 %, in sums and products, so with the same bits everywhere; beyond the exponents that there are the
/// last of them. x = n + m with 0 ≤ m ≤ 1, and n are the last bits of n + 2⁵².
template <class Bits, class Value>
[[gnu::always_inline]] inline Value power_of_two(Value x) {
  const Value biased = smaller_of(larger_of(x + 1023, Value{} + 2), Value{} + 2046);
  const Value shifted = (biased - 0.5) + 0x1p52, m = biased - (shifted - 0x1p52);
  return __builtin_bit_cast(Value, __builtin_bit_cast(Bits, shifted) << 52) * (1 + m * (0.657 + 0.343 * m));
}

/// 1/41, 1/40, … 1/2, 1, and 0 for 1/0; and by order e^(−2) with a safety factor, as log₂.
struct OrderTable {
  double inverse[46], share[42];
};
constexpr OrderTable table = [] {
  OrderTable out{};
  for (int d = 1; d <= 41; ++d) out.inverse[41 - d] = 1.0 / d;
  for (int p = 2; p <= 41; ++p) out.share[p] = -log2_e * (2 + 0.7 * (1.0 / (p - 1)));
  return out;
}();
[[gnu::always_inline]] inline const double* inverse(int d) { return &table.inverse[41 - d]; }

/// Σ_{k≥1} c_k h^k of one entry of the state, or neighbours, by Horner from the top: the even and the odd terms from
/// c_2 on apart, so that they need not wait for each other, and c_1 last, so that it is rounded as by one Horner.
template <class Value, class Length>
[[gnu::always_inline]] inline Value increment(const TaylorSeries& series, int entry, Length h) {
  const long n = series.stride;
  const double* c = series.c + entry + series.order * n;
  const Length square = h * h;
  Value last = load<Value>(c), other = load<Value>(c - n);
  int k = series.order - 2;
  for (c -= 2 * n; k > 2; k -= 2, c -= 2 * n) {
    last = last * square + load<Value>(c);
    other = other * square + load<Value>(c - n);
  }
  const double *c_1 = series.c + entry + n, *c_2 = c_1 + n;
  const Value rest = k == 1 ? other + last * h : (last * square + load<Value>(c_2)) + other * h;
  return (load<Value>(c_1) + rest * h) * h;
}

}  // namespace
}  // namespace oopss
