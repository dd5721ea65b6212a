// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/degenerate.hpp"

#include <algorithm>

#include "oopss/scalar/echelon.hpp"

namespace oopss {
namespace {

struct ExactPair {
  int i, j;  // places among the free bodies; −1 if fixed
  mpq_class J;
};

std::vector<ExactPair> exact_pairs(const ShapeFunction& function, const std::vector<std::int64_t>& units) {
  std::vector<ExactPair> out;
  for (const TrigTerm<Enclosure>& term : function.waves.terms) {
    ExactPair pair{-1, -1, term.c.lo};
    for (int k = 0; k < function.size(); ++k) {
      if (term.winding[k] < 0) pair.i = k;
      if (term.winding[k] > 0) pair.j = k;
      if (term.winding[k] != 0 && units[k] != 0) pair.J = -pair.J;
    }
    out.push_back(std::move(pair));
  }
  return out;
}

/// A vector's part of a pair: w·x = x_j − x_i, and |w| x.
mpq_class difference(const ExactPair& pair, const std::vector<mpq_class>& x) {
  return (pair.j < 0 ? mpq_class(0) : x[pair.j]) - (pair.i < 0 ? mpq_class(0) : x[pair.i]);
}
mpq_class sum(const ExactPair& pair, const std::vector<mpq_class>& x) {
  return (pair.j < 0 ? mpq_class(0) : x[pair.j]) + (pair.i < 0 ? mpq_class(0) : x[pair.i]);
}

Matrix<mpq_class> second_derivatives(const std::vector<ExactPair>& pairs, int n) {
  Matrix<mpq_class> H(n, n);
  for (const ExactPair& pair : pairs) {
    for (const int end : {pair.i, pair.j})
      if (end >= 0) H(end, end) -= pair.J;
    if (pair.i >= 0 && pair.j >= 0) {
      H(pair.i, pair.j) += pair.J;
      H(pair.j, pair.i) += pair.J;
    }
  }
  return H;
}

/// Brings the rows of A to reduced echelon form; the columns with a pivot, in order.
std::vector<int> eliminate(Matrix<mpq_class>& A, int columns) {
  std::vector<int> pivots(static_cast<std::size_t>(A.rows));
  const auto entry = [&](int i, int j) -> mpq_class& { return A(i, j); };
  const auto regular = [](const mpq_class& pivot) { return pivot != 0; };
  const auto exact = [](const mpq_class& x) { return x; };
  pivots.resize(static_cast<std::size_t>(echelon(A.rows, columns, A.cols, entry, regular, exact, pivots.data())));
  return pivots;
}

/// The zero direction of H with largest entry 1, if there is exactly one.
std::optional<std::vector<mpq_class>> kernel(Matrix<mpq_class> H) {
  const int n = H.rows;
  const std::vector<int> pivots = eliminate(H, n);
  if (static_cast<int>(pivots.size()) != n - 1) return std::nullopt;
  int open = 0;
  while (open < n - 1 && pivots[open] == open) ++open;
  std::vector<mpq_class> e(static_cast<std::size_t>(n));
  e[open] = 1;
  for (int row = 0; row < n - 1; ++row) e[pivots[row]] = -H(row, open);
  const mpq_class largest =
      *std::max_element(e.begin(), e.end(), [](const mpq_class& x, const mpq_class& y) { return abs(x) < abs(y); });
  for (mpq_class& x : e) x /= largest;
  return e;
}

/// Positive directions of a regular symmetric matrix, by Lagrange's elimination.
int positive_directions(Matrix<mpq_class> A) {
  std::vector<int> left;
  for (int i = 0; i < A.rows; ++i) left.push_back(i);
  int positive = 0;
  while (!left.empty()) {
    auto pivot = std::find_if(left.begin(), left.end(), [&](int i) { return A(i, i) != 0; });
    if (pivot == left.end()) {  // a sum of two directions has twice their product
      pivot = left.begin();
      const int other = *std::find_if(left.begin(), left.end(), [&](int j) { return A(left[0], j) != 0; });
      for (const int k : left) A(*pivot, k) += A(other, k);
      for (const int k : left) A(k, *pivot) += A(k, other);
    }
    const int p = *pivot;
    left.erase(pivot);
    if (A(p, p) > 0) ++positive;
    for (const int i : left)
      for (const int j : left) A(i, j) -= A(i, p) * A(p, j) / A(p, p);
  }
  return positive;
}

}  // namespace

std::optional<DegenerateBounds> degenerate_bounds(const ShapeFunction& function,
                                                  const std::vector<std::int64_t>& units) {
  const bool exact = !function.amended && !function.closed() &&
                     std::all_of(function.waves.terms.begin(), function.waves.terms.end(),
                                 [](const TrigTerm<Enclosure>& term) { return term.s.is_zero() && term.c.exact(); });
  if (!exact) return std::nullopt;
  const int n = function.size();
  const std::vector<ExactPair> pairs = exact_pairs(function, units);
  const Matrix<mpq_class> H = second_derivatives(pairs, n);
  const std::optional<std::vector<mpq_class>> e = kernel(H);
  if (!e) return std::nullopt;
  const int along = static_cast<int>(std::find(e->begin(), e->end(), mpq_class(1)) - e->begin());

  Matrix<mpq_class> rest(n - 1, 2 * (n - 1)), others(n - 1, n - 1);
  const auto skip = [&](int k) { return k < along ? k : k + 1; };
  for (int k = 0; k < n - 1; ++k) {
    for (int l = 0; l < n - 1; ++l) rest(k, l) = others(k, l) = H(skip(k), skip(l));
    rest(k, n - 1 + k) = 1;
  }
  eliminate(rest, n - 1);
  std::vector<mpq_class> v(static_cast<std::size_t>(n)), C(v);
  for (int k = 0; k < n; ++k)
    if (k != along) v[k] = 1 + abs((*e)[k]);
  mpq_class largest;  // of C_k / v_k
  for (int k = 0; k < n - 1; ++k) {
    std::vector<mpq_class> row(static_cast<std::size_t>(n));
    for (int l = 0; l < n - 1; ++l) row[skip(l)] = rest(k, n - 1 + l);
    for (const ExactPair& pair : pairs) {
      const mpq_class X = abs(difference(pair, *e)) + sum(pair, v);
      C[skip(k)] += abs(difference(pair, row) * pair.J) * X * X * X / 6;
    }
    largest = std::max(largest, mpq_class(C[skip(k)] / v[skip(k)]));
  }
  mpq_class quartic, higher;
  for (const ExactPair& pair : pairs) {
    const mpq_class a = abs(difference(pair, *e)), X = a + sum(pair, v), D = sum(pair, C);
    quartic += a * a * a * a * pair.J;
    higher += a * abs(pair.J) * (X * X * D / 2 + a * a * a * a * a / 120);
  }
  if (quartic == 0) return std::nullopt;
  DegenerateBounds out;
  out.radius_squared = abs(quartic) / (6 * higher);
  if (largest != 0) out.radius_squared = std::min(out.radius_squared, mpq_class(1 / largest));
  out.index = positive_directions(std::move(others));
  return out;
}

}  // namespace oopss
