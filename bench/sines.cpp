// SPDX-License-Identifier: Apache-2.0
// Sine and cosine of many angles: ours (kernel_sine.hpp) beside SLEEF, xsimd and Highway. Compiled for the processor at
// hand.
#include <sleef.h>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>
#include <cmath>
#include <cstdio>
#include <xsimd/xsimd.hpp>

#include "bench/clock.hpp"
#include "oopss/mechanics/kernel_loops.hpp"
#include "oopss/mechanics/lane_vector.hpp"

namespace oopss {
namespace {

constexpr int count = 1024;
alignas(64) double x[count], s[count], c[count];

/// The largest error in units in the last place of the result.
double worst_error() {
  double out = 0;
  for (int i = 0; i < count; ++i)
    for (const auto& [found, exact] : {std::pair{s[i], sinl(x[i])}, std::pair{c[i], cosl(x[i])}}) {
      const double size = std::abs(static_cast<double>(exact));
      out = std::max(out, std::abs(static_cast<double>(found - exact)) / (std::nextafter(size, 9.0) - size));
    }
  return out;
}

template <class Work>
void row(const char* name, double range, const Work& work) {
  const double seconds = least_seconds(work);
  std::printf("| %s, to %g rad | %.2f | %.2f |\n", name, range, 1e9 * seconds / count, worst_error());
}

void rows(double range) {
  for (int i = 0; i < count; ++i) x[i] = range * std::cos(1.0 + 12.9898 * i);
  row("ours", range, [] {
    for (int i = 0; i < count; i += register_lanes) {
      const Direction<Lane> out = direction(load(x + i));
      store(s + i, out.s);
      store(c + i, out.c);
    }
  });
#if defined(__AVX512F__)
  const auto sleef = [](auto call) {
    for (int i = 0; i < count; i += 8) {
      const auto out = call(_mm512_load_pd(x + i));
      _mm512_store_pd(s + i, out.x);
      _mm512_store_pd(c + i, out.y);
    }
  };
  row("SLEEF u10", range, [&] { sleef([](__m512d angle) { return Sleef_sincosd8_u10avx512f(angle); }); });
  row("SLEEF u35", range, [&] { sleef([](__m512d angle) { return Sleef_sincosd8_u35avx512f(angle); }); });
#elif defined(__AVX2__) && defined(__FMA__)
  const auto sleef = [](auto call) {
    for (int i = 0; i < count; i += 4) {
      const auto out = call(_mm256_load_pd(x + i));
      _mm256_store_pd(s + i, out.x);
      _mm256_store_pd(c + i, out.y);
    }
  };
  row("SLEEF u10", range, [&] { sleef([](__m256d angle) { return Sleef_sincosd4_u10avx2(angle); }); });
  row("SLEEF u35", range, [&] { sleef([](__m256d angle) { return Sleef_sincosd4_u35avx2(angle); }); });
#endif
  row("xsimd", range, [] {
    using Pack = xsimd::batch<double>;
    for (std::size_t i = 0; i < count; i += Pack::size) {
      const auto out = xsimd::sincos(Pack::load_aligned(x + i));
      out.first.store_aligned(s + i);
      out.second.store_aligned(c + i);
    }
  });
  row("Highway", range, [] {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::ScalableTag<double> tag;
    for (std::size_t i = 0; i < count; i += hn::Lanes(tag)) {
      const auto angle = hn::Load(tag, x + i);
      hn::Store(hn::Sin(tag, angle), tag, s + i);
      hn::Store(hn::Cos(tag, angle), tag, c + i);
    }
  });
}

}  // namespace
}  // namespace oopss

int main() {
  std::printf("| sine and cosine | ns a pair | largest error, ulp |\n|---|---:|---:|\n");
  oopss::rows(3);
  oopss::rows(1000);
}
