// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace oopss {

/// Numbers that are smooth functions of the number of the step: their backward differences ∇^k over the last steps
/// extrapolate the next ones.
struct Differences {
  static constexpr int memory = 16;  // the most differences kept

  std::vector<double> past;  // ∇^k at [k · width]
  int known = 0, depth = 0;  // differences known, and how many of them make the guess
};

inline Differences differences(std::size_t width) {
  return {std::vector<double>(width * (Differences::memory + 1)), 0, 0};
}

/// The next numbers by extrapolation: Σ_k ∇^k, k below the depth.
inline void extrapolate(const Differences& by, std::vector<double>& out) {
  const int all = static_cast<int>(out.size());
  std::fill(out.begin(), out.end(), 0.0);
  for (int k = 0; k < by.depth; ++k)
    for (int c = 0; c < all; ++c) out[c] += by.past[k * all + c];
}

/// Takes the numbers found into the differences. The first one left out of a guess is its error, so the depth follows
/// the least difference, as `size` measures it: few for large steps, many for small ones, until rounding shows.
template <class Size>
void remember(Differences& by, const std::vector<double>& found, std::vector<double>& scratch, const Size& size) {
  const int all = static_cast<int>(found.size());
  scratch = found;
  for (int k = 0; k <= std::min(by.known, Differences::memory); ++k)
    for (int c = 0; c < all; ++c) scratch[c] -= std::exchange(by.past[k * all + c], scratch[c]);
  by.known = std::min(by.known + 1, Differences::memory);
  const auto left_out = [&](int depth) { return size(by.past.data() + static_cast<std::ptrdiff_t>(depth) * all); };
  if (by.known == 1)
    by.depth = 1;
  else if (by.depth + 1 < by.known && left_out(by.depth + 1) < left_out(by.depth))
    ++by.depth;
  else if (by.depth > 1 && by.depth < by.known && left_out(by.depth - 1) < left_out(by.depth))
    --by.depth;
}

}  // namespace oopss
