// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/classify_loop.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace oopss {
namespace {

/// A set of bars of one half, and the sum of their lengths.
struct Subset {
  mpz_class sum;
  std::uint32_t bars = 0;
};

/// All subsets of some bars, by the number of bars in them, each list by rising sum.
using Subsets = std::vector<std::vector<Subset>>;

Subsets subsets(const std::vector<mpz_class>& lengths) {
  const int n = static_cast<int>(lengths.size());
  Subsets out(n + 1);
  out[0].push_back({});
  for (int bar = 0; bar < n; ++bar)
    for (int size = bar; size >= 0; --size) {  // larger sets first: each bar enters a set once
      const std::size_t count = out[size].size();
      for (std::size_t i = 0; i < count; ++i)
        out[size + 1].push_back({out[size][i].sum + lengths[bar], out[size][i].bars | (1U << bar)});
    }
  for (std::vector<Subset>& same_size : out)
    std::sort(same_size.begin(), same_size.end(), [](const Subset& a, const Subset& b) {
      const int order = cmp(a.sum, b.sum);
      return order < 0 || (order == 0 && a.bars < b.bars);
    });
  return out;
}

/// How many pairs, one of each list, add up to at most `bound`; and the sums on either side of it.
struct PairCount {
  long count = 0;
  mpz_class below, above;  // the largest sum up to the bound and the smallest beyond it
  bool any_below = false, any_above = false;
};
void count_pairs(const std::vector<Subset>& first, const std::vector<Subset>& second, const mpz_class& bound,
                 PairCount& out) {
  std::size_t j = second.size();
  mpz_class sum;
  for (const Subset& a : first) {
    for (; j > 0; --j) {
      sum = a.sum + second[j - 1].sum;
      if (sum <= bound) {
        if (!out.any_below || sum > out.below) out.below = sum;
        out.any_below = true;
        break;
      }
      if (!out.any_above || sum < out.above) out.above = sum;
      out.any_above = true;
    }
    out.count += static_cast<long>(j);
  }
}

/// The bars as whole numbers: lengths times their common denominator. The longest apart, the others in two halves.
struct Halves {
  mpz_class longest, P, tolerance;  // a signed sum within the tolerance is zero
  std::vector<int> first_bars, second_bars;
  Subsets first, second;
};

Halves halves_of(const LoopLengths& lengths, int longest) {
  mpz_class scale = 1;
  for (const mpq_class& l : lengths.l) scale = lcm(scale, l.get_den());
  Halves out;
  std::vector<mpz_class> first, second;
  for (int k = 0; k < static_cast<int>(lengths.l.size()); ++k) {
    const mpz_class length = mpq_class(lengths.l[k] * scale).get_num();
    out.P += length;
    if (k == longest) {
      out.longest = length;
    } else if (first.size() < lengths.l.size() / 2) {
      first.push_back(length);
      out.first_bars.push_back(k);
    } else {
      second.push_back(length);
      out.second_bars.push_back(k);
    }
  }
  const mpq_class allowed = lengths.tolerance * out.P;
  out.tolerance = allowed.get_num() / allowed.get_den();
  out.first = subsets(first);
  out.second = subsets(second);
  return out;
}

/// ⌊(x)/2⌋.
mpz_class half_down(const mpz_class& x) {
  mpz_class out;
  mpz_fdiv_q_2exp(out.get_mpz_t(), x.get_mpz_t(), 1);
  return out;
}

/// Signs of the bars of up to `most` sets with the longest bar whose sums lie in [low, high].
std::vector<std::vector<int>> list_collinear(const Halves& halves, const LoopTopology& found, const mpz_class& low,
                                             const mpz_class& high, int most) {
  std::vector<std::vector<int>> out;
  for (const std::vector<Subset>& first : halves.first)
    for (const Subset& a : first)
      for (const std::vector<Subset>& second : halves.second) {
        const mpz_class wanted = low - halves.longest - a.sum;
        auto b = std::lower_bound(second.begin(), second.end(), wanted,
                                  [](const Subset& set, const mpz_class& sum) { return set.sum < sum; });
        for (; b != second.end() && halves.longest + a.sum + b->sum <= high; ++b) {
          if (static_cast<int>(out.size()) == most) return out;
          std::vector<int> signs(found.bars, -1);
          signs[found.longest] = 1;
          for (std::size_t i = 0; i < halves.first_bars.size(); ++i)
            if ((a.bars >> i & 1U) != 0) signs[halves.first_bars[i]] = 1;
          for (std::size_t i = 0; i < halves.second_bars.size(); ++i)
            if ((b->bars >> i & 1U) != 0) signs[halves.second_bars[i]] = 1;
          out.push_back(std::move(signs));
        }
      }
  return out;
}

/// Sets with the longest bar, by their number of bars less one: sums below P/2, and equal to it.
struct Counts {
  std::vector<long> a, c;
};

Counts count(const Halves& halves, LoopTopology& found) {
  const int n = found.bars;
  // 2 Σ < P − tolerance, and 2 Σ ≤ P + tolerance, as bounds of what is added to the longest bar
  const mpz_class below = half_down(halves.P - halves.tolerance - 1) - halves.longest,
                  up_to = half_down(halves.P + halves.tolerance) - halves.longest, middle = half_down(halves.P);
  Counts out{std::vector<long>(n), std::vector<long>(n)};
  PairCount around;  // P/2 itself, for the nearest sum
  for (std::size_t i = 0; i < halves.first.size(); ++i)
    for (std::size_t j = 0; j < halves.second.size(); ++j) {
      PairCount less, equal;
      count_pairs(halves.first[i], halves.second[j], below, less);
      count_pairs(halves.first[i], halves.second[j], up_to, equal);
      count_pairs(halves.first[i], halves.second[j], middle - halves.longest, around);
      out.a[i + j] += less.count;
      out.c[i + j] += equal.count - less.count;
    }
  std::vector<mpz_class> off;
  if (around.any_below) off.push_back(abs(2 * (around.below + halves.longest) - halves.P));
  if (around.any_above) off.push_back(abs(2 * (around.above + halves.longest) - halves.P));
  found.nearest = found.P / halves.P * *std::min_element(off.begin(), off.end());
  return out;
}

void add_counts(LoopTopology& found, const LoopLengths& lengths, int listed) {
  const Halves halves = halves_of(lengths, found.longest);
  const Counts counts = count(halves, found);
  const int n = found.bars;
  for (int k = 0; k <= n - 3; ++k) {
    found.betti.push_back(counts.a[k] + counts.c[k] + counts.a[n - 3 - k]);
    found.euler += (k % 2 == 0 ? 1 : -1) * found.betti.back();
  }
  for (const long c : counts.c) found.vanishing += c;
  if (found.vanishing > 0)
    found.collinear = list_collinear(halves, found, -half_down(halves.tolerance - halves.P),
                                     half_down(halves.P + halves.tolerance), listed);
  found.counted = true;
}

}  // namespace

LoopTopology loop_topology(const LoopLengths& lengths, int listed) {
  LoopTopology found;
  found.bars = static_cast<int>(lengths.l.size());
  found.longest = static_cast<int>(std::max_element(lengths.l.begin(), lengths.l.end()) - lengths.l.begin());
  found.mobility = found.bars - 3;
  found.P = perimeter(lengths);
  found.slack = found.P - 2 * lengths.l[found.longest];
  const int closes = sign_of_sum(lengths, found.slack);
  if (found.bars <= most_counted_bars) add_counts(found, lengths, listed);
  found.kind = closes < 0            ? LoopKind::not_constructible
               : closes == 0         ? LoopKind::rigid_line
               : !found.counted      ? LoopKind::undecided
               : found.vanishing > 0 ? LoopKind::singular
                                     : LoopKind::regular;
  if (found.kind == LoopKind::rigid_line) found.mobility = 0;
  return found;
}

const char* word(LoopKind kind) {
  constexpr std::array<const char*, 5> words = {"not_constructible", "rigid_line", "singular", "regular", "undecided"};
  return words[static_cast<int>(kind)];
}

}  // namespace oopss
