// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a step of taylor does with its coefficients. Compiled once per kind of processor, so plain records and pointers
// as in oopss/mechanics/kernel.hpp. Products and sums are not fused: the same bits everywhere.

namespace oopss {

/// Coefficients of a step: x_k at c[k · stride], up to `order`. Three numbers after the last may be read.
struct TaylorSeries {
  int size, stride, order;
  const double* c;
};

/// The bits of a number's size.
constexpr unsigned long long size_bits = ~(1ULL << 63);

/// Entries of the state whose error is judged by the largest of them.
struct TaylorGroup {
  const unsigned long long* masks;  // of every four entries the bits of their sizes, or 0: of c_0, and of the others
  double least;                     // the size of c_0 at least
};

/// A state and the rests of its sums.
struct TaylorState {
  double *x, *rest;
};

struct TaylorLoops {
  /// Jorba and Zou's length of a step for two groups, the shorter one.
  double (*length)(const TaylorSeries&, const TaylorGroup&, const TaylorGroup&);
  /// Σ_{k≥1} c_k h^k of every entry.
  void (*increments)(const TaylorSeries&, double h, double* out);
  /// Adds that to `from` and leaves `begin` as what it was; whether all numbers are finite.
  bool (*end)(const TaylorSeries&, double h, TaylorState from, TaylorState begin, TaylorState end);
};

extern const TaylorLoops taylor_baseline, taylor_haswell;

}  // namespace oopss
