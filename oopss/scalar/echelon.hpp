// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

namespace oopss {

/// Gauss and Jordan: brings the first `columns` columns of rows × width entries to reduced echelon form, each with its
/// largest entry for a pivot. A column whose largest entry is not `regular` is passed over. Every result is `rounded`.
/// The column of each row's pivot goes to `pivot_of`; returns how many there are.
template <class Entry, class Regular, class Rounded>
int echelon(int rows, int columns, int width, const Entry& entry, const Regular& regular, const Rounded& rounded,
            int* pivot_of) {
  using std::abs;
  using Number = std::remove_reference_t<decltype(entry(0, 0))>;
  int rank = 0;
  for (int c = 0; c < columns && rank < rows; ++c) {
    int pivot = rank;
    for (int i = rank + 1; i < rows; ++i)
      if (abs(entry(i, c)) > abs(entry(pivot, c))) pivot = i;
    if (!regular(entry(pivot, c))) continue;
    if (pivot != rank)
      for (int j = 0; j < width; ++j) std::swap(entry(rank, j), entry(pivot, j));
    const Number scale = 1 / entry(rank, c);
    for (int j = 0; j < width; ++j) entry(rank, j) = rounded(entry(rank, j) * scale);
    for (int i = 0; i < rows; ++i) {
      const Number factor = entry(i, c);
      if (i == rank || factor == 0) continue;
      for (int j = 0; j < width; ++j) entry(i, j) = rounded(entry(i, j) - factor * entry(rank, j));
    }
    pivot_of[rank++] = c;
  }
  return rank;
}

}  // namespace oopss
