// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/kernel_sine.hpp"
#include "oopss/mechanics/lane_kernel.hpp"

#if defined(__AVX512F__) || defined(__FMA__)
#include <immintrin.h>
#endif

// For the loops over members only, which are compiled once per kind of processor: hence without linkage.

namespace oopss {
namespace {

/// As many doubles as a register of this kind of processor holds.
#if defined(__AVX512F__)
constexpr int register_lanes = 8;
#elif defined(__AVX2__) && defined(__FMA__)
constexpr int register_lanes = 4;
#else
constexpr int register_lanes = 2;
#endif
using Register = double __attribute__((vector_size(8 * register_lanes), may_alias));
using RegisterBits = unsigned long long __attribute__((vector_size(8 * register_lanes)));

/// a b + c, rounded once on every processor.
[[gnu::always_inline]] inline Register fused(Register a, Register b, Register c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_pd(a, b, c);
#elif defined(__AVX2__) && defined(__FMA__)
  return _mm256_fmadd_pd(a, b, c);
#else
  return Register{__builtin_fma(a[0], b[0], c[0]), __builtin_fma(a[1], b[1], c[1])};
#endif
}

struct Product;

/// Members side by side, a register of them. Which products and sums are fused is said here, by the types of a
/// formula, and not by a compiler: a member has the same bytes on every processor.
struct Lane {
  Register v;

  Lane() = default;
  [[gnu::always_inline]] Lane(Register all) : v(all) {}
  [[gnu::always_inline]] Lane(double all) : v(Register{} + all) {}  // NOLINT: numbers of a formula are scalars
  [[gnu::always_inline]] inline Lane(const Product& product);       // NOLINT: a product that nothing is added to
};

/// a b, not rounded yet: a sum with it is fused. In a sum of two products the first one is.
struct Product {
  Register a, b;
};

Lane::Lane(const Product& product) : v(product.a * product.b) {}

[[gnu::always_inline]] inline Product operator*(const Lane& a, const Lane& b) { return {a.v, b.v}; }
[[gnu::always_inline]] inline Product operator-(const Product& p) { return {-p.a, p.b}; }
[[gnu::always_inline]] inline Lane operator-(const Lane& a) { return -a.v; }
[[gnu::always_inline]] inline Lane operator/(const Lane& a, const Lane& b) { return a.v / b.v; }
[[gnu::always_inline]] inline Lane operator+(const Lane& a, const Lane& b) { return a.v + b.v; }
[[gnu::always_inline]] inline Lane operator-(const Lane& a, const Lane& b) { return a.v - b.v; }
[[gnu::always_inline]] inline Lane operator+(const Product& p, const Lane& c) { return fused(p.a, p.b, c.v); }
[[gnu::always_inline]] inline Lane operator+(const Lane& c, const Product& p) { return fused(p.a, p.b, c.v); }
[[gnu::always_inline]] inline Lane operator-(const Product& p, const Lane& c) { return fused(p.a, p.b, -c.v); }
[[gnu::always_inline]] inline Lane operator-(const Lane& c, const Product& p) { return fused(-p.a, p.b, c.v); }
[[gnu::always_inline]] inline Lane operator+(const Product& p, const Product& q) { return p + Lane(q); }
[[gnu::always_inline]] inline Lane operator-(const Product& p, const Product& q) { return p - Lane(q); }
[[gnu::always_inline]] inline Lane& operator+=(Lane& a, const Lane& b) { return a = a + b; }
[[gnu::always_inline]] inline Lane& operator-=(Lane& a, const Lane& b) { return a = a - b; }

[[gnu::always_inline]] inline RegisterBits bits_of(const Lane& x) { return reinterpret_cast<RegisterBits>(x.v); }
[[gnu::always_inline]] inline void set_bits(Lane& x, RegisterBits bits) { x.v = reinterpret_cast<Register>(bits); }

/// Numbers `stride` apart in memory: of neighbouring members one register.
[[gnu::always_inline]] inline Lane load(const double* from) {
  Lane out;
  __builtin_memcpy(&out.v, from, sizeof out.v);
  return out;
}
[[gnu::always_inline]] inline void store(double* to, const Lane& x) { __builtin_memcpy(to, &x.v, sizeof x.v); }

/// Whether |x| ≤ `reducible` for all of them.
[[gnu::always_inline]] inline bool all_reducible(const Lane& x) {
#if defined(__AVX512F__)
  return (_mm512_cmp_pd_mask(x.v, _mm512_set1_pd(reducible), _CMP_LE_OQ) &
          _mm512_cmp_pd_mask(x.v, _mm512_set1_pd(-reducible), _CMP_GE_OQ)) == 0xff;
#elif defined(__AVX2__) && defined(__FMA__)
  const Register size = _mm256_andnot_pd(_mm256_set1_pd(-0.0), x.v);
  return _mm256_movemask_pd(_mm256_cmp_pd(size, _mm256_set1_pd(reducible), _CMP_LE_OQ)) == 0xf;
#else
  return __builtin_fabs(x.v[0]) <= reducible && __builtin_fabs(x.v[1]) <= reducible;
#endif
}

/// The same where some are beyond it: for these from the C library. Never inlined, so that it takes no registers.
[[gnu::noinline]] inline void set_far_directions(const Lane& angle, Direction<Lane>& out) {
  for (int k = 0; k < register_lanes; ++k) {
    if (angle.v[k] <= reducible && angle.v[k] >= -reducible) continue;
    out.s.v[k] = sin(angle.v[k]);
    out.c.v[k] = cos(angle.v[k]);
  }
}

[[gnu::always_inline]] inline Direction<Lane> direction(const Lane& angle) {
  const Direction<Lane> out = sine_and_cosine<Lane, RegisterBits>(angle);
  if (__builtin_expect(all_reducible(angle), 1)) return out;
  Direction<Lane> mended = out;
  set_far_directions(angle, mended);
  return mended;
}
[[gnu::always_inline]] inline Direction<Lane> direction(const Product& angle) { return direction(Lane(angle)); }

inline void sines_and_cosines(int count, const Lane* x, Lane* s, Lane* c) {
  for (int i = 0; i < count; ++i) {
    const auto [sine, cosine] = direction(x[i]);
    s[i] = sine;
    c[i] = cosine;
  }
}

}  // namespace
}  // namespace oopss
