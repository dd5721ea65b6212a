// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "oopss/symbolic/graph.hpp"
#include "oopss/symbolic/polynomial.hpp"

namespace oopss {

/// Brings expressions to polynomials in atoms and back. Atoms are symbols and functions, to any power; primes under a
/// root; and bases that are not multiplied out: sums to negative or broken powers. Exponents count in units of 1/unit.
class Normaliser {
 public:
  /// `unit`: a common denominator of the exponents; `trigonometric`: with products of sines and cosines linearised.
  Normaliser(long unit, bool trigonometric) : unit_(unit), trigonometric_(trigonometric) {}

  Polynomial polynomial(const Expr& e);
  /// Reads a normal form back.
  Polynomial read(const Expr& normal);
  /// The canonical expression of a polynomial.
  Expr expression(const Polynomial& p);
  /// Powers of atoms that can be multiplied out are: √s·√s = s.
  Polynomial reduced(Polynomial p);
  Polynomial linearised(const Polynomial& p);

  const Expr& atom(int i) const { return atoms_[static_cast<std::size_t>(i)]; }
  int unit() const { return static_cast<int>(unit_); }

 private:
  struct Content;

  int atom_of(const Expr& base);
  Polynomial atom_power(const Expr& base, const Rational& exponent);
  Polynomial node(const Expr& e, std::vector<Polynomial>& below);
  Polynomial function_of(Function f, std::vector<Polynomial>& below);
  Polynomial power_of(const Polynomial& p, const Rational& exponent);
  Polynomial inverse_power(const Polynomial& p, long n);
  Polynomial broken_power(const Polynomial& p, const Rational& exponent);
  Polynomial number_power(const Rational& q, const Rational& exponent);
  Polynomial root_of(mpz_class n, const Rational& exponent);
  bool reducible(const Factor& f) const;
  int scaled(const Rational& exponent) const;
  bool canonical_less(const Expr& a, const Expr& b) const;

  struct Angles;
  Polynomial wave(Angles& angles, const Factor& f);
  Polynomial real_form(Angles& angles, const Polynomial& waves);
  Polynomial harmonic(const Angles& angles, std::span<const Factor> angle, int quarter);
  Factor trigonometric_factor(const Factor& f) const;

  long unit_;
  bool trigonometric_;
  std::vector<Expr> atoms_;
  std::unordered_map<const Node*, int> numbers_;
};

/// A normaliser that fits the exponents of e.
Normaliser normaliser_for(const Expr& e, bool trigonometric);

}  // namespace oopss
