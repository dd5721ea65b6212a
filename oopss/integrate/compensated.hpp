// SPDX-License-Identifier: Apache-2.0
#pragma once

// Alone, so that loops which are compiled once per kind of processor bring nothing else along: hence inlined always.

namespace oopss {

/// sum + rest += term without loss: `rest` keeps what rounding took from `sum` (Møller, Knuth: the exact error of a
/// sum). A plain sum of n small steps is off by up to n/2 ulp, this one by about one ulp whatever n. A value is a
/// number or several side by side.
template <class Value>
[[gnu::always_inline]] inline void add(Value& sum, Value& rest, Value term) {
  const Value small = term + rest;
  const Value total = sum + small;
  const Value back = total - sum;
  rest = (sum - (total - back)) + (small - back);
  sum = total;
}

}  // namespace oopss
