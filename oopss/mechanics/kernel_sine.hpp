// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>  // NOLINT: <cmath> brings inline functions

#include "oopss/mechanics/kernel.hpp"

// For the hot loops only, which are compiled once per kind of processor: hence static.

namespace oopss {

static inline unsigned long long bits_of(double x) { return __builtin_bit_cast(unsigned long long, x); }
static inline void set_bits(double& x, unsigned long long bits) { x = __builtin_bit_cast(double, bits); }

/// Four numbers side by side.
using Lanes4 = double __attribute__((vector_size(32)));
using Bits4 = unsigned long long __attribute__((vector_size(32)));
[[gnu::always_inline]] static inline Bits4 bits_of(const Lanes4& x) { return reinterpret_cast<Bits4>(x); }
[[gnu::always_inline]] static inline void set_bits(Lanes4& x, const Bits4& bits) { x = reinterpret_cast<Lanes4>(bits); }

constexpr double reducible = 1e6;  // beyond it the reduction below loses digits, and libm takes over

/// x − n π/2, with π/2 in three parts of 33 bits and a rest, so that the products are exact.
template <class Real>
[[gnu::always_inline]] static inline Real less_quarter_turns(const Real& x, const Real& n) {
  const Real first = x - n * 0x1.921fb544p+0, second = first - n * 0x1.0b4611a6p-34;
  const Real lost = first - second - n * 0x1.0b4611a6p-34;  // what `second` was rounded by
  return second - (n * 0x1.3198a2ep-69 + n * 0x1.b839a252049c1p-104 - lost);
}

/// Sine and cosine for |x| ≤ `reducible`, to 1.5 units in the last place, without branches: those of r = x − n π/2 by
/// the polynomials of fdlibm (k_sin.c, k_cos.c: within 2⁻⁵⁸ on |r| ≤ π/4). `Bits` are the 64 bits of a number, or of
/// several side by side.
template <class Real, class Bits>
[[gnu::always_inline]] static inline Direction<Real> sine_and_cosine(const Real& x) {
  constexpr double to_integer = 0x1.8p52;  // its last bits are the integer's
  constexpr unsigned long long sign = 1ULL << 63;
  const Real shifted = x * 0x1.45f306dc9c883p-1 + to_integer;
  const Bits quadrant = bits_of(shifted);
  const Real n = shifted - to_integer;
  const Real r = less_quarter_turns(x, n);
  const Real z = r * r;
  const Real sine =
      r + r * z *
              (-0x1.5555555555549p-3 +
               z * (0x1.111111110f8a6p-7 +
                    z * (-0x1.a01a019c161d5p-13 +
                         z * (0x1.71de357b1fe7dp-19 + z * (-0x1.ae5e68a2b9cebp-26 + z * 0x1.5d93a5acfd57cp-33)))));
  const Real cosine =
      1 + z * (-0.5 +
               z * (0x1.555555555554cp-5 +
                    z * (-0x1.6c16c16c15177p-10 +
                         z * (0x1.a01a019cb159p-16 + z * (-0x1.27e4f809c52adp-22 +
                                                          z * (0x1.1ee9ebdb4b1c4p-29 + z * -0x1.8fae9be8838d4p-37))))));
  const Bits sine_bits = bits_of(sine), cosine_bits = bits_of(cosine);
  const Bits swap = (sine_bits ^ cosine_bits) & -(quadrant & 1);
  Direction<Real> out;
  set_bits(out.s, sine_bits ^ swap ^ ((quadrant << 62) & sign));
  set_bits(out.c, cosine_bits ^ swap ^ (((quadrant + 1) << 62) & sign));
  return out;
}
static inline Direction<double> sine_and_cosine(double x) { return sine_and_cosine<double, unsigned long long>(x); }

static inline Direction<double> any_sine_and_cosine(double x) {
  if (x <= reducible && x >= -reducible) return sine_and_cosine(x);
  return {sin(x), cos(x)};
}

template <class Real>
static inline Direction<Real> direction(const Real& angle) {
  Direction<Real> out;
  for (int member = 0; member < members<Real>; ++member) {
    const auto [s, c] = any_sine_and_cosine(reinterpret_cast<const double*>(&angle)[member]);
    reinterpret_cast<double*>(&out.s)[member] = s;
    reinterpret_cast<double*>(&out.c)[member] = c;
  }
  return out;
}

}  // namespace oopss
