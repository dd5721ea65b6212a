// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "oopss/symbolic/node.hpp"

namespace oopss {
namespace {

int order(long a, long b) { return a < b ? -1 : (a > b ? 1 : 0); }
bool digit(char c) { return c >= '0' && c <= '9'; }

/// The end of the digits that start at i, and where they start without leading zeros.
struct Digits {
  std::size_t first, last;
};
Digits digits(const std::string& s, std::size_t i) {
  while (i < s.size() && s[i] == '0') ++i;
  Digits run{i, i};
  while (run.last < s.size() && digit(s[run.last])) ++run.last;
  return run;
}

/// Names with the numbers in them by value: m_2 before m_10.
int compare_names(const std::string& a, const std::string& b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (digit(a[i]) && digit(b[j])) {
      const Digits x = digits(a, i), y = digits(b, j);
      const std::size_t n = x.last - x.first, m = y.last - y.first;
      if (n != m) return n < m ? -1 : 1;
      if (const int c = a.compare(x.first, n, b, y.first, m)) return c;
      i = x.last;
      j = y.last;
    } else if (a[i] != b[j]) {
      return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]) ? -1 : 1;
    } else {
      ++i;
      ++j;
    }
  }
  if (const int c = order(static_cast<long>(a.size() - i), static_cast<long>(b.size() - j))) return c;
  return a.compare(b);  // m_2 and m_02
}

int compare_symbols(const Node* a, const Node* b) {
  return a->rank != b->rank ? order(a->rank, b->rank) : compare_names(*a->name, *b->name);
}

/// Where a factor stands by its base: numbers, symbols, functions, sums, then the compound ones.
int base_class(const Node* base) {
  switch (base->kind) {
    case Kind::number:
      return 0;
    case Kind::symbol:
      return 1;
    case Kind::function:
      return 2;
    case Kind::add:
      return 3;
    case Kind::mul:
      return 4;
    default:
      return 5;
  }
}

int function_place(Function f) {  // a person writes cos before sin
  if (f == Function::cos) return 0;
  return f == Function::sin ? 1 : static_cast<int>(f) + 1;
}

/// A term as its number and its factors.
struct Term {
  const Rational* number = nullptr;  // null is 1
  std::span<const Expr> factors;
};
Term term(const Expr& e) {
  if (!is(e, Kind::mul)) return {nullptr, {&e, 1}};
  const auto all = operands(e);
  if (is(all[0], Kind::number)) return {&value(all[0]), all.subspan(1)};
  return {nullptr, all};
}

std::size_t first_difference(std::span<const Expr> a, std::span<const Expr> b) {
  std::size_t i = 0;
  while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
  return i;
}

int compare_values(const Rational* a, const Rational* b) {
  if (a != nullptr && b != nullptr) return cmp(*a, *b);
  return a != nullptr ? mpq_cmp_si(a->get_mpq_t(), 1, 1) : -mpq_cmp_si(b->get_mpq_t(), 1, 1);
}

}  // namespace

/// Lexicographic over the factors of a term, higher powers of the same base first, numbers before all: the order in
/// which x² + xy + y² and a·cos φ + b·sin φ are written. Equal parts are equal nodes, so each step goes down one pair.
int compare(const Expr& left, const Expr& right) {
  const Expr* a = &left;
  const Expr* b = &right;
  while (true) {
    if (*a == *b) return 0;
    if (is(*a, Kind::number) || is(*b, Kind::number)) {
      if (is(*a, Kind::number) && is(*b, Kind::number)) return cmp(value(*a), value(*b));
      return is(*a, Kind::number) ? -1 : 1;
    }
    const Term s = term(*a), t = term(*b);
    const std::size_t i = first_difference(s.factors, t.factors);
    if (i == s.factors.size() && i == t.factors.size()) return compare_values(s.number, t.number);
    if (i == s.factors.size() || i == t.factors.size()) return i == s.factors.size() ? 1 : -1;  // xy before x
    const bool power_a = is(s.factors[i], Kind::pow), power_b = is(t.factors[i], Kind::pow);
    const Expr* x = power_a ? &operands(s.factors[i])[0] : &s.factors[i];
    const Expr* y = power_b ? &operands(t.factors[i])[0] : &t.factors[i];
    if (*x == *y)
      return -compare_values(power_a ? &value(s.factors[i]) : nullptr, power_b ? &value(t.factors[i]) : nullptr);
    const int class_x = base_class(x->node()), class_y = base_class(y->node());
    if (class_x != class_y) return class_x < class_y ? -1 : 1;
    if (is(*x, Kind::symbol)) return compare_symbols(x->node(), y->node());
    a = x;
    b = y;
    if (!is(*x, Kind::function) && !is(*x, Kind::add)) continue;
    if (is(*x, Kind::function) && function(*x) != function(*y))
      return order(function_place(function(*x)), function_place(function(*y)));
    const auto u = operands(*x), v = operands(*y);
    const std::size_t k = first_difference(u, v);
    if (k == u.size() || k == v.size()) return k == u.size() ? -1 : 1;
    a = &u[k];
    b = &v[k];
  }
}

}  // namespace oopss
