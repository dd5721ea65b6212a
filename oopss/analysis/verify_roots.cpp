// SPDX-License-Identifier: Apache-2.0
// Roots are enclosed in rational arithmetic: there are few of them.
#include <algorithm>

#include "oopss/analysis/verify.hpp"

namespace oopss {
namespace {

/// A pair of bodies with a coefficient; an end is a place among the free bodies, −1 if it is fixed. At the centre,
/// J = α cos ψ + β sin ψ and K = β cos ψ − α sin ψ; `reach` bounds |ψ − ψ_centre| in a box, and |J|, |K| ≤ ρ always.
struct EnclosedPair {
  int i, j;
  Enclosure J, K;
  mpq_class rho, reach;
};

/// Upper bound of the radius of a box, in radians.
mpq_class radians(std::int64_t units) { return part_of_turn(2 * units) * enclosed_pi().hi; }

std::vector<EnclosedPair> pairs_at(const PairConstants<Enclosure>& of, const Certificate& in,
                                   const CertifiedRoot& root) {
  const std::vector<int> free = free_bodies(in, of.alpha.rows);
  const auto place = [&](int body) {
    const auto at = std::find(free.begin(), free.end(), body);
    return at == free.end() ? -1 : static_cast<int>(at - free.begin());
  };
  std::vector<EnclosedPair> out;
  for (int body = 0; body < of.alpha.rows; ++body)
    for (int other = body + 1; other < of.alpha.rows; ++other) {
      const int i = place(body), j = place(other);
      if (i < 0 && j < 0) continue;
      const Enclosure &alpha = of.alpha(body, other), &beta = of.beta(body, other);
      const std::int64_t psi = (j < 0 ? 0 : root.at[j]) - (i < 0 ? 0 : root.at[i]);
      const auto [c, s] = cos_and_sin_of_turn(part_of_turn(psi));
      const mpq_class rho = sqrt(Enclosure(0, magnitude(alpha * alpha + beta * beta))).hi;
      const mpq_class reach =
          (j < 0 ? mpq_class(0) : radians(root.unique[j])) + (i < 0 ? mpq_class(0) : radians(root.unique[i]));
      out.push_back({i, j, alpha * c + beta * s, beta * c - alpha * s, rho, reach});
    }
  return out;
}

/// Adds ± x at the ends of a pair: what the derivative of ψ = θ_j − θ_i does to a number.
template <class T>
void add_at_ends(std::vector<T>& to, const EnclosedPair& pair, const T& x) {
  if (pair.i >= 0) to[pair.i] = to[pair.i] - x;
  if (pair.j >= 0) to[pair.j] = to[pair.j] + x;
}

/// Second derivatives of F = Σ_{i<j} α cos ψ + β sin ψ, half the locked inertia without its constant.
Matrix<Enclosure> second_derivatives(const std::vector<EnclosedPair>& pairs, int n) {
  Matrix<Enclosure> H(n, n);
  for (const EnclosedPair& pair : pairs) {
    for (const int end : {pair.i, pair.j})
      if (end >= 0) H(end, end) = H(end, end) - pair.J;
    if (pair.i >= 0 && pair.j >= 0) H(pair.i, pair.j) = H(pair.j, pair.i) = H(pair.i, pair.j) + pair.J;
  }
  return H;
}

}  // namespace

std::optional<Matrix<mpq_class>> near_inverse(const Matrix<Enclosure>& A) {
  const int n = A.rows;
  const auto rounded = [](const mpq_class& x) {
    const Enclosure around = rounded_outwards({x, x + abs(x) / 1'000'000'000'000'000'000});
    return around.lo;
  };
  Matrix<mpq_class> work(n, 2 * n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) work(i, j) = rounded((A(i, j).lo + A(i, j).hi) / 2);
    work(i, n + i) = 1;
  }
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k; i < n; ++i)
      if (abs(work(i, k)) > abs(work(pivot, k))) pivot = i;
    if (work(pivot, k) == 0) return std::nullopt;
    for (int j = 0; j < 2 * n; ++j) std::swap(work(k, j), work(pivot, j));
    const mpq_class scale = 1 / work(k, k);
    for (int j = 0; j < 2 * n; ++j) work(k, j) = rounded(work(k, j) * scale);
    for (int i = 0; i < n; ++i) {
      if (i == k || work(i, k) == 0) continue;
      const mpq_class factor = work(i, k);
      for (int j = 0; j < 2 * n; ++j) work(i, j) = rounded(work(i, j) - factor * work(k, j));
    }
  }
  Matrix<mpq_class> Y(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) Y(i, j) = work(i, n + j);
  return Y;
}

std::optional<NewtonBounds> newton_bounds(const PairConstants<Enclosure>& of, const Certificate& in,
                                          const CertifiedRoot& root) {
  const int n = static_cast<int>(root.at.size());
  const std::vector<EnclosedPair> pairs = pairs_at(of, in, root);
  const Matrix<Enclosure> H = second_derivatives(pairs, n);
  const std::optional<Matrix<mpq_class>> Y = near_inverse(H);
  if (!Y) return std::nullopt;
  std::vector<Enclosure> g(static_cast<std::size_t>(n));
  for (const EnclosedPair& pair : pairs) add_at_ends(g, pair, pair.K);
  NewtonBounds out;
  for (int k = 0; k < n; ++k) {
    const mpq_class size = part_of_turn(2 * root.unique[k]) * enclosed_pi().lo;
    Enclosure step;
    mpq_class linear, bend;
    for (int j = 0; j < n; ++j) step = step + Enclosure((*Y)(k, j)) * g[j];
    for (int l = 0; l < n; ++l) {
      Enclosure defect(k == l ? 1 : 0);
      for (int j = 0; j < n; ++j) defect = defect - Enclosure((*Y)(k, j)) * H(j, l);
      linear += magnitude(defect) * radians(root.unique[l]);
    }
    for (const EnclosedPair& pair : pairs) {
      const mpq_class at_j = pair.j < 0 ? mpq_class(0) : (*Y)(k, pair.j),
                      at_i = pair.i < 0 ? mpq_class(0) : (*Y)(k, pair.i);
      bend += abs(at_j - at_i) * pair.rho * pair.reach * pair.reach;
    }
    out.a = std::max(out.a, mpq_class(magnitude(step) / size));
    out.b = std::max(out.b, mpq_class(linear / size));
    out.c = std::max(out.c, mpq_class(bend / size));
  }
  return out;
}

bool encloses_one(const NewtonBounds& bounds, int shrink) {
  mpq_class s(1);
  mpq_div_2exp(s.get_mpq_t(), s.get_mpq_t(), static_cast<unsigned long>(shrink));
  const auto p = [&](const mpq_class& x) { return mpq_class(bounds.a + (bounds.b - 1) * x + bounds.c * x * x / 2); };
  return p(s) < 0 && p(1) < 0 && bounds.b + bounds.c * s < 1;
}

std::optional<int> certified_index(const PairConstants<Enclosure>& of, const Certificate& in,
                                   const CertifiedRoot& root) {
  const int n = static_cast<int>(root.at.size());
  std::vector<EnclosedPair> pairs = pairs_at(of, in, root);
  for (EnclosedPair& pair : pairs) {
    mpq_class wide = pair.rho * pair.reach;
    mpq_div_2exp(wide.get_mpq_t(), wide.get_mpq_t(), static_cast<unsigned long>(root.shrink));
    pair.J = pair.J + Enclosure(-wide, wide);
  }
  // Sylvester: eliminate with the largest diagonal entry; where none has a sign, a sum of two directions may have one.
  Matrix<Enclosure> H = second_derivatives(pairs, n);
  std::vector<int> left;
  for (int i = 0; i < n; ++i) left.push_back(i);
  int positive = 0;
  while (!left.empty()) {
    const auto size = [&](int i) {
      return H(i, i).contains_zero() ? mpq_class(0) : std::min(mpq_class(abs(H(i, i).lo)), mpq_class(abs(H(i, i).hi)));
    };
    auto pivot = std::max_element(left.begin(), left.end(), [&](int i, int j) { return size(i) < size(j); });
    for (std::size_t tried = 1; size(*pivot) == 0; ++tried) {
      if (tried == left.size()) return std::nullopt;
      const int into = left[0], from = left[tried];
      for (const int k : left) H(into, k) = H(into, k) + H(from, k);
      for (const int k : left) H(k, into) = H(k, into) + H(k, from);
      pivot = left.begin();
    }
    const int p = *pivot;
    left.erase(pivot);
    if (H(p, p).lo > 0) ++positive;
    for (const int i : left)
      for (const int j : left) H(i, j) = H(i, j) - H(i, p) * H(p, j) / H(p, p);
  }
  return positive;
}

}  // namespace oopss
