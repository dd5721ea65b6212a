// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace oopss {

/// How a number is drawn: normal(m, s) has mean m and deviation s; lognormal(m, s) is exp of it; uniform(a, b) lies
/// between a and b.
enum class Distribution { normal, lognormal, uniform };
const char* word(Distribution distribution);

/// A number in (0, 1): (k + 1/2) / 2^52 with k the first 52 of these bits, which is exact.
inline double unit_number(std::uint64_t bits) { return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52; }

/// The x at which the standard normal distribution has reached u: M. J. Wichura, Algorithm AS 241 (Applied Statistics
/// 37, 1988), PPND16, to about 16 digits.
double normal_quantile(double u);

/// The value at which the distribution has reached u in (0, 1).
double quantile(Distribution distribution, double a, double b, double u);

/// How many numbers of a point of Sobol's sequence there are at most.
inline constexpr int most_sobol_numbers = 16;

/// Number `dimension` of point `index` of Sobol's sequence, 32 bits, with the direction numbers of S. Joe and F. Y. Kuo
/// (SIAM J. Sci. Comput. 30, 2008); in the order of Gray's code (I. A. Antonov, V. M. Saleev, 1979).
std::uint32_t sobol(std::uint32_t index, int dimension);

}  // namespace oopss
