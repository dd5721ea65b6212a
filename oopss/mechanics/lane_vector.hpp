// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/kernel_sine.hpp"
#include "oopss/mechanics/lane_kernel.hpp"
#include "oopss/scalar/register.hpp"

// For the loops over members only, which are compiled once per kind of processor: hence without linkage.

namespace oopss {
namespace {

/// Members side by side, in some registers of them: what one waits for another can do meanwhile. Which products and
/// sums are fused is said here, by the types of a formula, and not by a compiler: a member has the same bytes on every
/// processor. Where `near` is true nobody looks whether angles are beyond `reducible`.
template <int Registers, bool near = false>
struct WideLane {
  static_assert(Registers == 1 || Registers == 2);
  Register v[Registers];

  /// a b, not rounded yet: a sum with it is fused. In a sum of two products the first one is.
  struct Product {
    WideLane a, b;
    [[gnu::always_inline]] friend Product operator-(const Product& p) { return {-p.a, p.b}; }
    [[gnu::always_inline]] friend WideLane operator+(const Product& p, const WideLane& c) { return fused(p.a, p.b, c); }
    [[gnu::always_inline]] friend WideLane operator+(const WideLane& c, const Product& p) { return fused(p.a, p.b, c); }
    [[gnu::always_inline]] friend WideLane operator-(const Product& p, const WideLane& c) {
      return fused(p.a, p.b, -c);
    }
    [[gnu::always_inline]] friend WideLane operator-(const WideLane& c, const Product& p) {
      return fused(-p.a, p.b, c);
    }
    [[gnu::always_inline]] friend WideLane operator+(const Product& p, const Product& q) { return p + WideLane(q); }
    [[gnu::always_inline]] friend WideLane operator-(const Product& p, const Product& q) { return p - WideLane(q); }
    [[gnu::always_inline]] friend WideLane& operator+=(WideLane& a, const Product& p) { return a = p + a; }
    [[gnu::always_inline]] friend WideLane& operator-=(WideLane& a, const Product& p) { return a = a - p; }
  };

  WideLane() = default;
  [[gnu::always_inline]] WideLane(double all) {  // NOLINT: numbers of a formula are scalars
    v[0] = all - Register{};
    if constexpr (Registers > 1) v[1] = v[0];
  }
  [[gnu::always_inline]] WideLane(const Product& p)  // NOLINT: a product that nothing is added to
      : WideLane(each([&](int r) __attribute__((always_inline)) { return p.a.v[r] * p.b.v[r]; })) {}

  /// What a call makes of every register, without a loop, whose array would be in memory.
  template <class Call>
  [[gnu::always_inline]] static WideLane each(const Call& call) {
    WideLane out;
    out.v[0] = call(0);
    if constexpr (Registers > 1) out.v[1] = call(1);
    return out;
  }
  [[gnu::always_inline]] friend WideLane fused(const WideLane& a, const WideLane& b, const WideLane& c) {
    return each([&](int r) __attribute__((always_inline)) { return oopss::fused(a.v[r], b.v[r], c.v[r]); });
  }
  [[gnu::always_inline]] friend Product operator*(const WideLane& a, const WideLane& b) { return {a, b}; }
  [[gnu::always_inline]] friend WideLane operator-(const WideLane& a) {
    return each([&](int r) __attribute__((always_inline)) { return -a.v[r]; });
  }
  [[gnu::always_inline]] friend WideLane operator/(const WideLane& a, const WideLane& b) {
    return each([&](int r) __attribute__((always_inline)) { return a.v[r] / b.v[r]; });
  }
  [[gnu::always_inline]] friend WideLane operator+(const WideLane& a, const WideLane& b) {
    return each([&](int r) __attribute__((always_inline)) { return a.v[r] + b.v[r]; });
  }
  [[gnu::always_inline]] friend WideLane operator-(const WideLane& a, const WideLane& b) {
    return each([&](int r) __attribute__((always_inline)) { return a.v[r] - b.v[r]; });
  }
  [[gnu::always_inline]] friend WideLane& operator+=(WideLane& a, const WideLane& b) { return a = a + b; }
  [[gnu::always_inline]] friend WideLane& operator-=(WideLane& a, const WideLane& b) { return a = a - b; }
};
using Lane = WideLane<1>;

/// The bits of these numbers.
template <int Registers>
struct WideBits {
  RegisterBits v[Registers];

  template <class Call>
  [[gnu::always_inline]] static WideBits each(const Call& call) {
    WideBits out;
    out.v[0] = call(0);
    if constexpr (Registers > 1) out.v[1] = call(1);
    return out;
  }
  [[gnu::always_inline]] friend WideBits operator^(const WideBits& a, const WideBits& b) {
    return each([&](int r) __attribute__((always_inline)) { return a.v[r] ^ b.v[r]; });
  }
  [[gnu::always_inline]] friend WideBits operator&(const WideBits& a, const WideBits& b) {
    return each([&](int r) __attribute__((always_inline)) { return a.v[r] & b.v[r]; });
  }
  [[gnu::always_inline]] friend WideBits operator&(const WideBits& a, unsigned long long b) {
    return each([&](int r) __attribute__((always_inline)) { return a.v[r] & b; });
  }
  [[gnu::always_inline]] friend WideBits operator+(const WideBits& a, unsigned long long b) {
    return each([&](int r) __attribute__((always_inline)) { return a.v[r] + b; });
  }
  [[gnu::always_inline]] friend WideBits operator<<(const WideBits& a, int places) {
    return each([&](int r) __attribute__((always_inline)) { return a.v[r] << places; });
  }
  [[gnu::always_inline]] friend WideBits operator-(const WideBits& a) {
    return each([&](int r) __attribute__((always_inline)) { return -a.v[r]; });
  }
};
template <int Registers, bool near>
[[gnu::always_inline]] inline WideBits<Registers> bits_of(const WideLane<Registers, near>& x) {
  return WideBits<Registers>::each([&](int r) __attribute__((always_inline)) {
    return reinterpret_cast<RegisterBits>(x.v[r]);
  });
}
template <int Registers, bool near>
[[gnu::always_inline]] inline void set_bits(WideLane<Registers, near>& x, const WideBits<Registers>& bits) {
  x = WideLane<Registers, near>::each([&](int r) __attribute__((always_inline)) {
    return reinterpret_cast<Register>(bits.v[r]);
  });
}

/// Numbers of neighbouring members, register by register: larger copies would go through memory.
template <class Real = Lane>
[[gnu::always_inline]] inline Real load(const double* from) {
  return Real::each([&](int r) __attribute__((always_inline)) {
    Register out;
    __builtin_memcpy(&out, from + r * register_lanes, sizeof out);
    return out;
  });
}
template <int Registers, bool near>
[[gnu::always_inline]] inline void store(double* to, const WideLane<Registers, near>& x) {
  __builtin_memcpy(to, &x.v[0], sizeof x.v[0]);
  if constexpr (Registers > 1) __builtin_memcpy(to + register_lanes, &x.v[1], sizeof x.v[1]);
}

/// x − n π/2 for |x| ≤ `reducible`, a second text: where products are not rounded the first difference is exact, being
/// a multiple of the last bit of either, and π/2 takes three parts. Three operations in a row instead of six.
template <int Registers, bool near>
[[gnu::always_inline]] inline WideLane<Registers, near> less_quarter_turns(const WideLane<Registers, near>& x,
                                                                           const WideLane<Registers, near>& n) {
  const WideLane<Registers, near> first = x - n * 0x1.921fb54442d18p+0, second = first - n * 0x1.1a62633145c07p-54;
  return second - n * -0x1.f1976b7ed8fbcp-110;
}

/// Whether |x| ≤ `reducible` for all of them.
[[gnu::always_inline]] inline bool all_reducible(Register x) {
#if defined(__AVX512F__)
  return (_mm512_cmp_pd_mask(x, _mm512_set1_pd(reducible), _CMP_LE_OQ) &
          _mm512_cmp_pd_mask(x, _mm512_set1_pd(-reducible), _CMP_GE_OQ)) == 0xff;
#elif defined(__AVX2__) && defined(__FMA__)
  const Register size = _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);
  return _mm256_movemask_pd(_mm256_cmp_pd(size, _mm256_set1_pd(reducible), _CMP_LE_OQ)) == 0xf;
#else
  return __builtin_fabs(x[0]) <= reducible && __builtin_fabs(x[1]) <= reducible;
#endif
}

template <int Registers, bool near>
[[gnu::always_inline]] inline bool all_reducible(const WideLane<Registers, near>& x) {
  bool out = all_reducible(x.v[0]);
  if constexpr (Registers > 1) out &= all_reducible(x.v[1]);
  return out;
}

/// Those that are beyond it from the C library. Never inlined and by value, so that it takes no registers and what it
/// is given and gives need not be in memory elsewhere.
template <class Real>
[[gnu::noinline, gnu::cold]] Direction<Real> with_far_directions(Real angle, Direction<Real> out) {
  for (int k = 0; k < members<Real>; ++k) {
    const double x = angle.v[k / register_lanes][k % register_lanes];
    if (x <= reducible && x >= -reducible) continue;
    out.s.v[k / register_lanes][k % register_lanes] = sin(x);
    out.c.v[k / register_lanes][k % register_lanes] = cos(x);
  }
  return out;
}

template <int Registers, bool near>
[[gnu::always_inline]] inline Direction<WideLane<Registers, near>> direction(const WideLane<Registers, near>& angle) {
  const auto out = sine_and_cosine<WideLane<Registers, near>, WideBits<Registers>>(angle);
  if (near || __builtin_expect(all_reducible(angle), 1)) return out;
  return with_far_directions(angle, out);
}

template <int Registers>
[[gnu::always_inline]] inline WideLane<Registers> sin(const WideLane<Registers>& angle) {
  return direction(angle).s;
}
template <int Registers>
[[gnu::always_inline]] inline WideLane<Registers> cos(const WideLane<Registers>& angle) {
  return direction(angle).c;
}

inline void sines_and_cosines(int count, const Lane* x, Lane* s, Lane* c) {
  for (int i = 0; i < count; ++i) {
    const auto [sine, cosine] = direction(x[i]);
    s[i] = sine;
    c[i] = cosine;
  }
}

}  // namespace
}  // namespace oopss
