// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oopss/symbolic/expr.hpp"

namespace oopss {

/// A power with a positive exponent.
struct PrintedFactor {
  Expr base;
  Rational exponent;
};

/// A term as a person writes it: number · above / below, products in products flattened.
struct Quotient {
  Rational coefficient = 1;
  std::vector<PrintedFactor> above, below;
};
Quotient quotient(const Expr& term);

/// The addends of a sum (or the one term), sums in sums flattened: positive ones in front, the number last if it can.
std::vector<Expr> addends(const Expr& e);
bool is_negative_term(const Expr& term);

/// A number m · 10^e with the exact digits of m, if it has at most 17 of them or is whole.
struct Decimal {
  std::string digits;
  int exponent;  // of the point behind the digits
};
std::optional<Decimal> exact_decimal(const Rational& positive);

/// Printing without recursion: a piece is text, or an expression that a rule turns into pieces. `level` says how
/// tightly the place binds: 0 sum, 1 product, 2 power, 3 base of a power.
struct Piece {
  Piece(std::string text_) : text(std::move(text_)) {}  // NOLINT: text is a piece
  Piece(const char* text_) : text(text_) {}             // NOLINT
  Piece(const Expr& e, int level_) : expression(e), level(level_) {}
  std::string text;
  std::optional<Expr> expression;
  int level = 0;
};
using Pieces = std::vector<Piece>;

inline void append(Pieces& all, Pieces more) {
  for (Piece& piece : more) all.push_back(std::move(piece));
}

/// Replaces expressions by their pieces until only text is left; throws std::length_error beyond 256 MiB of it.
template <class Rule>
std::string assemble(Pieces pieces, Rule rule) {
  std::string out;
  std::vector<Piece> stack(pieces.rbegin(), pieces.rend());
  while (!stack.empty()) {
    const Piece top = std::move(stack.back());
    stack.pop_back();
    if (!top.expression) {
      out += top.text;
      if (out.size() > (std::size_t{1} << 28U)) throw std::length_error("the printed expression is too long");
      continue;
    }
    Pieces parts = rule(*top.expression, top.level);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) stack.push_back(std::move(*part));
  }
  return out;
}

}  // namespace oopss
