// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "oopss/scalar/scalar.hpp"

namespace oopss {

using Rational = mpq_class;

enum class Kind { number, symbol, add, mul, pow, function };

/// Functions of one to three arguments that expressions know besides + * and rational powers (sqrt x is x^(1/2)).
enum class Function { sin, cos, tan, asin, acos, atan2, exp, log, tanh, abs, min, max, sign, ramp, pulse, power };

struct Node;
struct Key;

/// Bits of the numerator and of the denominator of a number, at most; more is ExpansionTooLarge.
constexpr std::size_t most_number_bits = 1U << 15U;

/// A handle on an immutable, hash-consed node: structurally equal expressions of one thread are the same node, so == is
/// a pointer comparison and shared subexpressions cost nothing. Expressions stay in the thread that made them.
///
/// The operators only fold what is trivial (numbers, x+0, 1x, 0x, x−x, x/x, −(−x), sin(−x), powers of powers): they
/// record a formula as it was written, so that a recursion stays O(N). `expand` and `collect_trig` bring it to normal
/// form.
class Expr {
 public:
  Expr() : Expr(0) {}
  Expr(int value);              // NOLINT: numbers of a formula are scalars
  Expr(const Rational& value);  // NOLINT; canonical: call canonicalize() on what was made from two numbers
  Expr(const Expr& other) noexcept;
  Expr(Expr&& other) noexcept;
  Expr& operator=(Expr other) noexcept;
  ~Expr();

  const Node* node() const { return node_; }
  friend bool operator==(const Expr& a, const Expr& b) { return a.node_ == b.node_; }

 private:
  friend Expr intern(const Key& key);
  explicit Expr(Node* node);
  Node* node_;  // never null except after a move
};

/// A named unknown. Symbols are sorted by rank, then by name; name and rank together are its identity.
Expr symbol(std::string_view name, int rank = 0);
/// The exact value of a decimal such as "0.1", "-2e-3"; the text must be a number of at most a few hundred digits.
Expr decimal(std::string_view text);
Expr pi();

Kind kind(const Expr& e);
const Rational& value(const Expr& e);           // of a number; the exponent of a power
const std::string& name(const Expr& e);         // of a symbol
Function function(const Expr& e);               // of a function
std::span<const Expr> operands(const Expr& e);  // of add, mul, pow (the base), function
bool is_zero(const Expr& e);
bool is_one(const Expr& e);

Expr operator+(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr operator-(const Expr& a);
Expr operator*(const Expr& a, const Expr& b);
Expr operator/(const Expr& a, const Expr& b);
Expr pow(const Expr& base, const Rational& exponent);
Expr sqrt(const Expr& e);
Expr sin(const Expr& e);
Expr cos(const Expr& e);
Expr apply(Function f, std::vector<Expr> arguments);

/// A total order on structure, the same in every run: numbers, symbols by rank and name, then the rest.
int compare(const Expr& a, const Expr& b);

struct ExprLess {
  bool operator()(const Expr& a, const Expr& b) const { return compare(a, b) < 0; }
};
using Substitution = std::map<Expr, Expr, ExprLess>;  // from symbols

Expr derivative(const Expr& e, const Expr& x);
/// Several expressions by one symbol; what they share is differentiated once.
std::vector<Expr> derivative(std::span<const Expr> all, const Expr& x);
/// Replaces symbols, all at once.
Expr substitute(const Expr& e, const Substitution& by);
std::vector<Expr> substitute(std::span<const Expr> all, const Substitution& by);
/// Every number replaced by the shortest decimal that reads back as the nearest double.
Expr rounded(const Expr& e);
Expr shortest_decimal(double number);
bool contains(const Expr& e, const Expr& x);
/// The symbols of some expressions, in order, without pi.
std::vector<Expr> symbols(std::span<const Expr> all);

/// Normal form: products and whole powers of sums multiplied out, like terms collected, one flat sum in canonical
/// order. Two expressions that are polynomials in the same symbols, functions and inverse powers are equal iff their
/// forms are.
Expr expand(const Expr& e);
/// Normal form of trigonometric polynomials: `expand`, with products of sines and cosines turned into sines and cosines
/// of sums of angles (sin²+cos² = 1, cos a cos b + sin a sin b = cos(a−b)). It decides identities.
Expr collect_trig(const Expr& e);
/// e as Σ (monomial in `unknowns`) · (coefficient without them), coefficients expanded; in the order of the unknowns.
Expr collect(const Expr& e, std::span<const Expr> unknowns);
/// e = numerator / denominator with both expanded polynomials (common denominator of all inverse powers).
struct Fraction {
  Expr numerator, denominator;
};
Fraction together(const Expr& e);

/// An expansion would have too many terms (two million) or too large numbers.
struct ExpansionTooLarge : std::length_error {
  using std::length_error::length_error;
};

/// Nodes of the graph below these expressions, each counted once.
std::size_t node_count(std::span<const Expr> all);
/// Nodes alive in this thread: zero when all handles are gone.
std::size_t living_nodes();

static_assert(Scalar<Expr>);

}  // namespace oopss
