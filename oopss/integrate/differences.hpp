// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace oopss {

/// Numbers that are smooth functions of the number of the step: their backward differences ∇^k over the last steps
/// extrapolate the next ones.
struct Differences {
  std::size_t width = 0;
  int most = 16;             // differences kept
  std::vector<double> past;  // ∇^k at [k · width], k < most; of the room for them what is not yet needed is not touched
  int known = 0, depth = 0;  // differences known, and how many of them make the guess
};

inline Differences differences(std::size_t width, int most = 16) {
  Differences out{width, most, {}, 0, 0};
  out.past.reserve(width * static_cast<std::size_t>(most));
  return out;
}

/// Numbers that are taken through all differences together: what they need stays in the nearest memory.
inline constexpr std::size_t difference_block = 512;

/// The next numbers from `begin` to before `end` by extrapolation: Σ_k ∇^k, k below the depth.
inline void extrapolate(const Differences& by, std::size_t begin, std::size_t end, std::vector<double>& out) {
  for (std::size_t from = begin; from < end; from += difference_block) {
    const std::size_t to = std::min(from + difference_block, end);
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(from), out.begin() + static_cast<std::ptrdiff_t>(to), 0.0);
    for (int k = 0; k < by.depth; ++k)
      for (std::size_t c = from; c < to; ++c) out[c] += by.past[static_cast<std::size_t>(k) * by.width + c];
  }
}
inline void extrapolate(const Differences& by, std::vector<double>& out) { extrapolate(by, 0, by.width, out); }

/// How many differences a step makes known: of those that no guess can need, two beyond the depth of this one, none.
inline int next_known(const Differences& by) { return std::min({by.known + 1, by.most, by.depth + 3}); }

/// Takes the numbers found, from `begin` to before `end`, into the differences; `choose_depth` goes after it, when all
/// are taken. Room for them is made before.
inline void make_room(Differences& by) {
  by.past.resize(std::max(by.past.size(), static_cast<std::size_t>(next_known(by)) * by.width));
}
inline void take(Differences& by, const std::vector<double>& found, std::size_t begin, std::size_t end) {
  std::array<double, difference_block> difference;
  for (std::size_t from = begin; from < end; from += difference_block) {
    const std::size_t count = std::min(difference_block, end - from);
    std::copy_n(found.begin() + static_cast<std::ptrdiff_t>(from), count, difference.begin());
    for (int k = 0; k < next_known(by); ++k) {
      double* const past = by.past.data() + static_cast<std::size_t>(k) * by.width + from;
      for (std::size_t c = 0; c < count; ++c) difference[c] -= std::exchange(past[c], difference[c]);
    }
  }
}

/// Numbers with which no others go on: they take the first place, and no guess is made of them.
inline void begin_anew(Differences& by, const std::vector<double>& found) {
  by.past.resize(std::max(by.past.size(), by.width));
  std::copy(found.begin(), found.end(), by.past.begin());
  by.known = 0;
}

/// The first difference left out of a guess is its error, so the depth follows the least difference, as `size` measures
/// it: few for large steps, many for small ones, until rounding shows.
template <class Size>
void choose_depth(Differences& by, const Size& size) {
  by.known = next_known(by);
  const auto left_out = [&](int depth) { return size(by.past.data() + static_cast<std::size_t>(depth) * by.width); };
  if (by.known == 1)
    by.depth = 1;
  else if (by.depth + 1 < by.known && left_out(by.depth + 1) < left_out(by.depth))
    ++by.depth;
  else if (by.depth > 1 && by.depth < by.known && left_out(by.depth - 1) < left_out(by.depth))
    --by.depth;
}

/// All of the numbers found.
template <class Size>
void remember(Differences& by, const std::vector<double>& found, const Size& size) {
  make_room(by);
  take(by, found, 0, by.width);
  choose_depth(by, size);
}

}  // namespace oopss
