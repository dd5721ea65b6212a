// SPDX-License-Identifier: Apache-2.0
// Functions of code for GPUs in CUDA's C++, which any other compiler of C++ takes too; for emit.cpp alone.
#pragma once

namespace oopss::cuda_functions {

/// x = n π/2 + r, π/2 in two parts of 53 bits, and the polynomials of oopss/mechanics/kernel_sine.hpp. Written so that
/// a sine and a cosine of one angle share nearly all, and no branch stands between operations of several angles. An
/// angle from 2⁴⁵ on, whose unit in the last place is nearly 0.01, gives NaN.
inline constexpr const char* sine_and_cosine = R"(
/* Sine and cosine to 1.5 units in the last place of 1; of an angle beyond 2^45, which has few digits left, no number. */
OOPSS_DEVICE double oopss_turned(double x, int quarter) {
  const double shifted = fma(x, 0.6366197723675814, 6755399441055744.0), n = shifted - 6755399441055744.0;
  const double r = fma(n, -6.123233995736766e-17, fma(n, -1.5707963267948966, x)), z = r * r;
  const double s =
      r + r * z *
              (-0.16666666666666632 +
               z * (0.00833333333332249 +
                    z * (-0.0001984126982985795 +
                         z * (2.7557313707070068e-06 + z * (-2.5050760253406863e-08 + z * 1.58969099521155e-10)))));
  const double c =
      1 + z * (-0.5 +
               z * (0.0416666666666666 +
                    z * (-0.001388888888887411 +
                         z * (2.480158728947673e-05 +
                              z * (-2.7557314351390663e-07 + z * (2.087572321298175e-09 + z * -1.1359647557788195e-11))))));
  long long bits, place;
  memcpy(&bits, &shifted, sizeof bits);
  memcpy(&place, &x, sizeof place);
  const int quadrant = (int)bits + quarter, far = ((int)(place >> 32) & 0x7fffffff) >= 0x42c00000;
  const double value = quadrant & 1 ? c : s, signed_value = quadrant & 2 ? -value : value;
  return far ? (double)NAN : signed_value;
}
OOPSS_DEVICE double oopss_sin(double x) { return oopss_turned(x, 0); }
OOPSS_DEVICE double oopss_cos(double x) { return oopss_turned(x, 1); }
OOPSS_DEVICE float oopss_sin(float x) { return sinf(x); }
OOPSS_DEVICE float oopss_cos(float x) { return cosf(x); }
)";

/// The guess of the hardware has 20 bits; with e = 1 − x g the reciprocal is g (1 + e + e² + …).
inline constexpr const char* reciprocal = R"(
/* 1/x to a unit in the last place; of 0 no number. */
OOPSS_DEVICE double oopss_reciprocal(double x) {
#ifdef __CUDA_ARCH__
  double guess;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(guess) : "d"(x));
  const double e = fma(-x, guess, 1.0);
  return fma(fma(e, e, e), guess, guess);
#else
  return 1 / x;
#endif
}
OOPSS_DEVICE float oopss_reciprocal(float x) { return 1 / x; }
)";

}  // namespace oopss::cuda_functions
