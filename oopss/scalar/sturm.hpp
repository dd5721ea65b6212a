// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/scalar/enclosure.hpp"
#include "oopss/scalar/polynomial.hpp"

namespace oopss {

/// −1 or +1; 0 if the number may be zero.
inline int sign(const Enclosure& x) { return x.lo > 0 ? 1 : x.hi < 0 ? -1 : 0; }

/// The number of negative roots of a polynomial q that is not constant, by the sequence of Sturm: q, q', and then minus
/// the remainder of the last two; it is the number of changes of sign that the sequence loses from −∞ to 0. None unless
/// every sign is decided. Then the last term is a constant other than zero: all roots of q, the complex ones too, are
/// simple, and none of them is zero.
inline std::optional<int> negative_roots(const std::vector<Enclosure>& q) {
  std::vector<std::vector<Enclosure>> sequence = {q, derivative(q)};
  while (sequence.back().size() > 1) {
    if (sign(sequence.back().back()) == 0) return std::nullopt;
    std::vector<Enclosure> next = remainder(sequence.end()[-2], sequence.back());
    for (Enclosure& x : next) x = -x;
    sequence.push_back(std::move(next));
  }
  int lost = 0, far = 0, near = 0;  // the signs of the term before, at −∞ and at 0
  for (const std::vector<Enclosure>& p : sequence) {
    const int leading = sign(p.back()), at_zero = sign(p.front());
    if (leading == 0 || at_zero == 0) return std::nullopt;
    const int at_infinity = p.size() % 2 == 1 ? leading : -leading;
    if (far == -at_infinity) ++lost;
    if (near == -at_zero) --lost;
    far = at_infinity;
    near = at_zero;
  }
  return lost;
}

}  // namespace oopss
