// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/taylor_loops.hpp"

#include "oopss/integrate/compensated.hpp"
#include "oopss/integrate/series_loops.hpp"

namespace oopss {
namespace {

using Pair = double __attribute__((vector_size(16)));
using Quad = double __attribute__((vector_size(32)));
using Bits = unsigned long long __attribute__((vector_size(32)));

Quad log2_of(Quad v) { return log2_of<Bits>(v); }
double log2_of(double v) { return log2_of<unsigned long long>(v); }

/// Size of the coefficient k in a group.
double size_at(const TaylorSeries& series, const TaylorGroup& group, int k) {
  double out = 0;
  for (int i = 0; i < series.size; ++i) {
    const double v = series.c[static_cast<long>(k) * series.stride + i],
                 size = __builtin_bit_cast(double,
                                           __builtin_bit_cast(unsigned long long, v) & group.masks[2 * i - i % 4 + 4]);
    out = size > out ? size : out;
  }
  return out;
}

/// log₂ of the length at which, where c_0 … c_3 vanish, the last term c_p h^p is e^(−2p) of the first four that do not,
/// e² times that, so far as e^(−3) does: c_p h^p = e^(−2p) c_k h^k. Without limit if there is none before the last,
/// whose size then tells nothing.
[[gnu::noinline]] double late_reach(const TaylorSeries& series, const TaylorGroup& group, int p) {
  int first = 4;
  while (first < p && !(size_at(series, group, first) > 0)) ++first;
  double length = -infinity;
  for (int k = first; k < p && k < first + 4; ++k)
    if (const double size = size_at(series, group, k); size > 0) {
      const double farther = 2.0 * k / (p - k);
      const double reach =
          (log2_of(size) - log2_of(size_at(series, group, p))) * *inverse(p - k) - log2_e * (farther < 3 ? farther : 3);
      length = reach > length ? reach : length;
    }
  return __builtin_isfinite(length) ? length : infinity;
}

/// The first and the second half of a vector: what is larger, what is smaller side by side.
Pair larger_half(Quad v) { return larger_of(Pair{v[0], v[1]}, Pair{v[2], v[3]}); }
Pair smaller_half(Quad v) { return smaller_of(Pair{v[0], v[1]}, Pair{v[2], v[3]}); }

/// Of two vectors the larger neighbours: {a, b, a', b'}.
Quad larger_neighbours(Quad a, Quad b) {
  return larger_of(__builtin_shufflevector(a, b, 0, 4, 2, 6), __builtin_shufflevector(a, b, 1, 5, 3, 7));
}

/// The largest number of each of four vectors.
Quad largest(Quad a, Quad b, Quad c, Quad d) {
  const Quad ab = larger_neighbours(a, b), cd = larger_neighbours(c, d);
  return larger_of(__builtin_shufflevector(ab, cd, 0, 1, 4, 5), __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
}

/// Sizes of c_0 … c_3, c_{p−1} and c_p in a group, of every fourth entry the largest.
struct EntrySizes {
  Quad row[6];
};

/// Those of four entries.
[[gnu::always_inline]] inline EntrySizes sizes_from(const TaylorSeries& series, const TaylorGroup& group, int i) {
  const long stride = series.stride, previous = (series.order - 1) * stride;
  const double* c = series.c + i;
  const auto start = load<Bits>(group.masks + 2 * i), mask = load<Bits>(group.masks + 2 * i + 4);
  const auto size = [&](long place, Bits bits) { return reinterpret_cast<Quad>(load<Bits>(c + place) & bits); };
  return {{size(0, start), size(stride, mask), size(2 * stride, mask), size(3 * stride, mask), size(previous, mask),
           size(previous + stride, mask)}};
}

[[gnu::always_inline]] inline EntrySizes sizes(const TaylorSeries& series, const TaylorGroup& group) {
  EntrySizes out = sizes_from(series, group, 0);
  for (int i = 4; i < series.size; i += 4) {
    const EntrySizes more = sizes_from(series, group, i);
    for (int k = 0; k < 6; ++k) out.row[k] = larger_of(more.row[k], out.row[k]);
  }
  return out;
}

/// The largest of c_0 … c_3.
[[gnu::always_inline]] inline Quad first_sizes(const EntrySizes& sizes, const TaylorGroup& group) {
  return larger_of(largest(sizes.row[0], sizes.row[1], sizes.row[2], sizes.row[3]), Quad{group.least, 0, 0, 0});
}

/// What becomes of the reaches of c_{p−1} and c_p of both groups where one of these terms vanishes, which then does not
/// limit them, or c_0 … c_3 do.
[[gnu::noinline]] double unusual_reach(const TaylorSeries& series, const TaylorGroup& a, const TaylorGroup& b,
                                       Quad last, Pair some, Quad reaches) {
  double shortest = infinity;
  for (int j = 0; j < 4; ++j) {
    const double reach = last[j] == 0      ? infinity
                         : some[j / 2] > 0 ? reaches[j]
                                           : late_reach(series, j < 2 ? a : b, series.order - 1 + j % 2);
    shortest = reach < shortest ? reach : shortest;
  }
  return shortest;
}

/// log₂ of the length at which the last term c_p h^p has fallen to e^(−2p) of the largest of the terms c_0 … c_3 h^3,
/// e² times that; the shorter one of that of p and of p − 1. Those terms are the size of a group, also where it starts
/// from zero. The shorter length of two groups, which are computed side by side.
[[gnu::always_inline]] inline double reach(const TaylorSeries& series, const TaylorGroup& a, const TaylorGroup& b) {
  const EntrySizes of_a = sizes(series, a), of_b = sizes(series, b);
  const Quad size_a = first_sizes(of_a, a), size_b = first_sizes(of_b, b),
             last = largest(of_a.row[4], of_a.row[5], of_b.row[4], of_b.row[5]);
  const Quad log_a = log2_of(size_a), log_b = log2_of(size_b), log_last = log2_of(last),
             to_previous = load<Quad>(inverse(series.order - 1)), to_final = load<Quad>(inverse(series.order));
  const Quad reaches = largest((log_a - log_last[0]) * to_previous, (log_a - log_last[1]) * to_final,
                               (log_b - log_last[2]) * to_previous, (log_b - log_last[3]) * to_final);
  const Pair some = larger_half(larger_neighbours(size_a, size_b)), either = smaller_of(smaller_half(last), some);
  if (!((either[0] < either[1] ? either[0] : either[1]) > 0)) [[unlikely]]
    return unusual_reach(series, a, b, last, some, reaches);
  const Pair shortest = smaller_half(reaches);
  return shortest[0] < shortest[1] ? shortest[0] : shortest[1];
}

double length(const TaylorSeries& series, const TaylorGroup& a, const TaylorGroup& b) {
  return power_of_two<unsigned long long>(reach(series, a, b) + table.share[series.order]);
}

/// Calls for all entries, several at once, with the first of them and a value of their kind.
template <class Call>
[[gnu::always_inline]] inline void for_entries(int size, const Call& call) {
  int i = 0;
  for (; i + 3 < size; i += 4) call(i, Quad{});
  if (i + 1 < size) {
    call(i, Pair{});
    i += 2;
  }
  if (i < size) call(i, 0.0);
}

void increments(const TaylorSeries& series, double h, double* out) {
  for_entries(
      series.size, [&](int i, auto kind)
                       __attribute__((always_inline)) { store(increment<decltype(kind)>(series, i, h), out + i); });
}

bool end(const TaylorSeries& series, double h, TaylorState from, TaylorState begin, TaylorState end) {
  Quad zero = {};  // nothing times zero is zero but for infinity and NaN, so nothing branches
  for_entries(
      series.size, [&](int i, auto kind) __attribute__((always_inline)) {
        using Value = decltype(kind);
        Value x = load<Value>(from.x + i), rest = load<Value>(from.rest + i);
        store(x, begin.x + i);
        store(rest, begin.rest + i);
        add(x, rest, increment<Value>(series, i, h));
        store(x, end.x + i);
        store(rest, end.rest + i);
        if constexpr (sizeof(Value) == sizeof(Quad))
          zero += 0 * x;
        else if constexpr (sizeof(Value) == sizeof(Pair))
          zero += Quad{0 * x[0], 0 * x[1], 0, 0};
        else
          zero[0] += 0 * x;
      });
  return zero[0] + zero[1] + zero[2] + zero[3] == 0;
}

}  // namespace

const TaylorLoops OOPSS_TAYLOR_LOOPS = {length, increments, end};

}  // namespace oopss
