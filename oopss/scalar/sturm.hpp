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

/// Divides integers by what they have in common.
inline void make_primitive(std::vector<mpz_class>& p) {
  mpz_class content;
  for (const mpz_class& x : p) content = gcd(content, x);
  if (content != 0)
    for (mpz_class& x : p) mpz_divexact(x.get_mpz_t(), x.get_mpz_t(), content.get_mpz_t());
}

/// The number of real roots of a polynomial over the rationals, by the same sequence from −∞ to ∞, each term times a
/// positive number, so that it is of integers without a common factor: else they would grow without bound. None if a
/// root, real or complex, is a multiple one.
inline std::optional<int> real_roots(const std::vector<mpq_class>& q) {
  mpz_class scale = 1;
  for (const mpq_class& x : q) scale = lcm(scale, x.get_den());
  std::vector<mpz_class> p, next;
  for (const mpq_class& x : q) p.push_back(mpq_class(x * scale).get_num());
  while (!p.empty() && p.back() == 0) p.pop_back();
  make_primitive(p);
  for (std::size_t k = 1; k < p.size(); ++k) next.push_back(p[k] * static_cast<unsigned long>(k));
  make_primitive(next);
  const auto sign_below = [](const std::vector<mpz_class>& term) {  // at −∞
    return term.size() % 2 == 1 ? sgn(term.back()) : -sgn(term.back());
  };
  int lost = 0;
  while (!next.empty()) {
    if (sgn(p.back()) != sgn(next.back())) --lost;
    if (sign_below(p) != sign_below(next)) ++lost;
    while (p.size() >= next.size()) {  // the remainder, times |leading coefficient| at every step
      const mpz_class common = gcd(p.back(), next.back()), factor = p.back() / common * sgn(next.back()),
                      times = abs(next.back()) / common;
      const std::size_t shift = p.size() - next.size();
      p.pop_back();
      for (std::size_t k = 0; k < p.size(); ++k) {
        p[k] *= times;
        if (k >= shift) p[k] -= factor * next[k - shift];
      }
    }
    while (!p.empty() && p.back() == 0) p.pop_back();
    if (p.empty() && next.size() > 1) return std::nullopt;
    make_primitive(p);
    for (mpz_class& x : p) x = -x;
    std::swap(p, next);
  }
  return lost;
}

}  // namespace oopss
