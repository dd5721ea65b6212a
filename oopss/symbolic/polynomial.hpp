// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "oopss/symbolic/expr.hpp"

namespace oopss {

/// A rational number that is a machine integer while it fits.
class Coefficient {
 public:
  Coefficient(long whole = 0) : small_(whole) {}  // NOLINT: numbers of a formula are scalars
  explicit Coefficient(const Rational& q);
  Coefficient(const Coefficient& other);
  Coefficient(Coefficient&&) noexcept = default;
  Coefficient& operator=(const Coefficient& other);
  Coefficient& operator=(Coefficient&&) noexcept = default;
  ~Coefficient() = default;

  bool zero() const { return big_ == nullptr && small_ == 0; }
  Rational rational() const { return big_ ? *big_ : Rational(small_); }
  void add_product(const Coefficient& a, const Coefficient& b);
  friend Coefficient operator*(const Coefficient& a, const Coefficient& b);

 private:
  void set(const Rational& q);
  long small_ = 0;
  std::unique_ptr<Rational> big_;  // not null: the value, which is no machine integer
};

struct Factor {
  int atom;      // its number in the caller's list of atoms
  int exponent;  // in the caller's unit; not zero; may be negative
  friend auto operator<=>(const Factor&, const Factor&) = default;
};
using Monomial = std::vector<Factor>;  // by atom, each once

/// The product of two monomials.
Monomial operator*(std::span<const Factor> a, std::span<const Factor> b);
/// m^n; throws ExpansionTooLarge when an exponent leaves its range.
Monomial power(std::span<const Factor> m, long n);

/// A sum of coefficients times monomials in numbered atoms, each monomial once.
class Polynomial {
 public:
  Polynomial() = default;
  Polynomial(Coefficient c, std::span<const Factor> monomial) { add(monomial, c, 1); }

  /// Adds a·b times a monomial.
  void add(std::span<const Factor> monomial, const Coefficient& a, const Coefficient& b);
  void add(const Polynomial& other);

  /// Terms with coefficients other than zero.
  struct Term {
    std::span<const Factor> factors;
    const Coefficient* coefficient;
  };
  std::vector<Term> terms() const;
  /// At least the number of terms.
  std::size_t entries() const { return entries_.size(); }

  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);

 private:
  struct Entry {
    std::size_t begin, size;  // in factors_
    Coefficient coefficient;
  };
  std::span<const Factor> factors_of(const Entry& entry) const { return {factors_.data() + entry.begin, entry.size}; }
  void append(std::span<const Factor> monomial, Coefficient c);
  void index();

  std::vector<Factor> factors_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // hash table of entries (+1), made when first needed
};

/// p^n for n ≥ 1.
Polynomial power(const Polynomial& p, long n);

}  // namespace oopss
