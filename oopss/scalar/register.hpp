// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__AVX512F__) || defined(__FMA__)
#include <immintrin.h>
#endif

// For loops over members only, which are compiled once per kind of processor: hence without linkage.

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

}  // namespace
}  // namespace oopss
