// SPDX-License-Identifier: Apache-2.0
// Exact numbers for proofs at points: a closed four-bar has cosines and sines of this kind.
#pragma once

#include <memory>
#include <stdexcept>

#include "oopss/symbolic/expr.hpp"

namespace oopss {

/// a + b √d with rational a, b and one d for all numbers of a computation, which may be negative but is no square.
struct Surd {
  Rational a = 0, b = 0;
  std::shared_ptr<const Rational> d = {};  // null where b = 0

  Surd() = default;
  Surd(int whole) : a(whole) {}  // NOLINT: numbers of a formula are scalars
  Surd(Rational a_, Rational b_ = 0, std::shared_ptr<const Rational> d_ = {})  // NOLINT
      : a(std::move(a_)), b(std::move(b_)), d(std::move(d_)) {}

  friend bool operator==(const Surd& x, const Surd& y) { return x.a == y.a && x.b == y.b; }
};

inline Surd operator-(const Surd& x) { return {-x.a, -x.b, x.d}; }
inline Surd operator+(const Surd& x, const Surd& y) { return {x.a + y.a, x.b + y.b, x.d ? x.d : y.d}; }
inline Surd operator-(const Surd& x, const Surd& y) { return x + -y; }
inline Surd operator*(const Surd& x, const Surd& y) {
  const auto& d = x.d ? x.d : y.d;
  Rational product = x.a * y.a;
  if (d) product += x.b * y.b * *d;
  return {product, x.a * y.b + x.b * y.a, d};
}
/// Throws std::domain_error if y is zero.
inline Surd operator/(const Surd& x, const Surd& y) {
  Rational norm = y.a * y.a;
  if (y.d) norm -= y.b * y.b * *y.d;
  if (norm == 0) throw std::domain_error("division by zero");
  return x * Surd(y.a / norm, -y.b / norm, y.d);
}
/// A Scalar has them; no angle is a number of this kind.
inline Surd sin(const Surd&) { throw std::domain_error("the sine of an algebraic number"); }
inline Surd cos(const Surd&) { throw std::domain_error("the cosine of an algebraic number"); }

}  // namespace oopss
