// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/draw.hpp"

#include <array>
#include <cmath>

namespace oopss {
namespace {

/// Σ c_k z^k.
template <std::size_t N>
double polynomial(const std::array<double, N>& c, double z) {
  double sum = 0;
  for (std::size_t k = N; k-- > 0;) sum = sum * z + c[k];
  return sum;
}

/// The primitive polynomial of a number of Sobol's points, of degree s with its inner coefficients a as bits, and the
/// first direction numbers m.
struct SobolRow {
  int s;
  unsigned a;
  std::array<unsigned, 6> m;
};
constexpr std::array<SobolRow, most_sobol_numbers - 1> sobol_rows = {{{1, 0, {1}},
                                                                      {2, 1, {1, 3}},
                                                                      {3, 1, {1, 3, 1}},
                                                                      {3, 2, {1, 1, 1}},
                                                                      {4, 1, {1, 1, 3, 3}},
                                                                      {4, 4, {1, 3, 5, 13}},
                                                                      {5, 2, {1, 1, 5, 5, 17}},
                                                                      {5, 4, {1, 1, 5, 5, 5}},
                                                                      {5, 7, {1, 1, 7, 11, 19}},
                                                                      {5, 11, {1, 1, 5, 1, 1}},
                                                                      {5, 13, {1, 1, 1, 3, 11}},
                                                                      {5, 14, {1, 3, 5, 5, 31}},
                                                                      {6, 1, {1, 3, 3, 9, 7, 49}},
                                                                      {6, 13, {1, 1, 1, 15, 21, 21}},
                                                                      {6, 16, {1, 3, 1, 13, 27, 49}}}};

/// V_1 … V_32 of one number: V_k = m_k / 2^k, the m beyond the given ones by the recurrence of the polynomial,
/// m_k = 2 a_1 m_{k−1} ⊕ … ⊕ 2^s m_{k−s} ⊕ m_{k−s}.
std::array<std::uint32_t, 32> directions(int dimension) {
  std::array<std::uint32_t, 32> out{};
  for (int k = 0; k < 32; ++k) {
    if (dimension == 0) {
      out[k] = std::uint32_t(1) << (31 - k);
      continue;
    }
    const SobolRow& row = sobol_rows[static_cast<std::size_t>(dimension) - 1];
    if (k < row.s) {
      out[k] = row.m[static_cast<std::size_t>(k)] << (31 - k);
      continue;
    }
    out[k] = out[k - row.s] ^ (out[k - row.s] >> row.s);
    for (int i = 1; i < row.s; ++i)
      if (row.a >> (row.s - 1 - i) & 1) out[k] ^= out[k - i];
  }
  return out;
}

}  // namespace

const char* word(Distribution distribution) {
  return distribution == Distribution::normal      ? "normal"
         : distribution == Distribution::lognormal ? "lognormal"
                                                   : "uniform";
}

double normal_quantile(double u) {
  constexpr std::array<double, 8> a = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                       1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                       3.3430575583588128105e+4, 2.5090809287301226727e+3},
                                  b = {1.0,
                                       4.2313330701600911252e+1,
                                       6.8718700749205790830e+2,
                                       5.3941960214247511077e+3,
                                       2.1213794301586595867e+4,
                                       3.9307895800092710610e+4,
                                       2.8729085735721942674e+4,
                                       5.2264952788528545610e+3},
                                  c = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                       3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                       2.27238449892691845833e-2, 7.74545014278341407640e-4},
                                  d = {1.0,
                                       2.05319162663775882187e0,
                                       1.67638483018380384940e0,
                                       6.89767334985100004550e-1,
                                       1.48103976427480074590e-1,
                                       1.51986665636164571966e-2,
                                       5.47593808499534494600e-4,
                                       1.05075007164441684324e-9},
                                  e = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                                       2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                       2.71155556874348757815e-5, 2.01033439929228813265e-7},
                                  f = {1.0,
                                       5.99832206555887937690e-1,
                                       1.36929880922735805310e-1,
                                       1.48753612908506148525e-2,
                                       7.86869131145613259100e-4,
                                       1.84631831751005468180e-5,
                                       1.42151175831644588870e-7,
                                       2.04426310338993978564e-15};
  const double q = u - 0.5;
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
  }
  const double r = std::sqrt(-std::log(q < 0 ? u : 1 - u));
  const double size =
      r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6) : polynomial(e, r - 5) / polynomial(f, r - 5);
  return q < 0 ? -size : size;
}

double quantile(Distribution distribution, double a, double b, double u) {
  switch (distribution) {
    case Distribution::normal:
      return a + b * normal_quantile(u);
    case Distribution::lognormal:
      return std::exp(a + b * normal_quantile(u));
    case Distribution::uniform:
      break;
  }
  return a + (b - a) * u;
}

std::uint32_t sobol(std::uint32_t index, int dimension) {
  static const auto all = [] {
    std::array<std::array<std::uint32_t, 32>, most_sobol_numbers> out{};
    for (int k = 0; k < most_sobol_numbers; ++k) out[static_cast<std::size_t>(k)] = directions(k);
    return out;
  }();
  std::uint32_t out = 0;
  const std::uint32_t gray = index ^ (index >> 1);
  for (int bit = 0; bit < 32; ++bit)
    if (gray >> bit & 1) out ^= all[static_cast<std::size_t>(dimension)][static_cast<std::size_t>(bit)];
  return out;
}

}  // namespace oopss
