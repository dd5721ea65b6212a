// SPDX-License-Identifier: Apache-2.0
// Roots are enclosed in rational arithmetic: there are few of them.
#include <algorithm>

#include "oopss/proof/lagrangian.hpp"
#include "oopss/proof/verify.hpp"
#include "oopss/scalar/echelon.hpp"

namespace oopss {

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
  std::vector<int> pivots(static_cast<std::size_t>(n));
  const auto entry = [&](int i, int j) -> mpq_class& { return work(i, j); };
  const auto regular = [](const mpq_class& pivot) { return pivot != 0; };
  if (echelon(n, n, 2 * n, entry, regular, rounded, pivots.data()) < n) return std::nullopt;
  Matrix<mpq_class> Y(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) Y(i, j) = work(i, n + j);
  return Y;
}

namespace {

/// The Lagrangian in the box of uniqueness of a root; none if it has no bounds there.
std::optional<Lagrangian<Enclosure>> lagrangian_in_box(const ShapeFunction& function, const CertifiedRoot& root) {
  std::optional<Lagrangian<Enclosure>> out(function);
  std::vector<Enclosure> r;
  for (const std::int64_t units : root.unique) r.emplace_back(radians(units));
  const auto direction = [&](const std::vector<int>& winding) {
    std::int64_t psi = 0;
    for (std::size_t k = 0; k < winding.size(); ++k) psi += winding[k] * root.centre[k];
    return cos_and_sin_of_turn(part_of_turn(psi));
  };
  out->place_closure(direction, r.data());
  if (!out->place_function(direction)) out.reset();
  return out;
}

/// Of the unknown angles and the multipliers together: all roots in the box of the angles have multipliers in theirs.
std::optional<NewtonBounds> closed_newton_bounds(const ShapeFunction& function, const CertifiedRoot& root) {
  const std::optional<Lagrangian<Enclosure>> L = lagrangian_in_box(function, root);
  if (!L) return std::nullopt;
  const std::optional<Matrix<mpq_class>> Y = near_inverse(L->hessian());
  if (!Y) return std::nullopt;
  NewtonBounds out;
  for (int k = 0; k < L->size(); ++k) {
    std::vector<double> y;
    for (int j = 0; j < L->size(); ++j) y.push_back((*Y)(k, j).get_d());
    const mpq_class size =
        k < function.size() ? mpq_class(part_of_turn(2 * root.unique[k]) * enclosed_pi().lo) : L->radii()[k].hi;
    mpq_class linear;
    for (int l = 0; l < L->size(); ++l)
      linear += magnitude(Enclosure(k == l ? 1 : 0) - L->slope(y.data(), l)) * L->radii()[l].hi;
    out.a = std::max(out.a, mpq_class(magnitude(L->value(y.data())) / size));
    out.b = std::max(out.b, mpq_class(linear / size));
    out.c = std::max(out.c, mpq_class(L->curvature_bound(y.data()).hi / size));
  }
  return out;
}

}  // namespace

std::optional<NewtonBounds> newton_bounds(const ShapeFunction& function, const CertifiedRoot& root) {
  if (function.closed()) return closed_newton_bounds(function, root);
  const int n = function.size();
  const ShapeValues<Enclosure> values = values_at(function, root.centre);
  const std::optional<Matrix<mpq_class>> Y = near_inverse(values.function.hessian);
  if (!Y) return std::nullopt;
  std::vector<mpq_class> r;
  for (const std::int64_t units : root.unique) r.push_back(radians(units));
  NewtonBounds out;
  for (int k = 0; k < n; ++k) {
    const mpq_class size = part_of_turn(2 * root.unique[k]) * enclosed_pi().lo;
    std::vector<mpq_class> y;
    Enclosure step;
    mpq_class linear;
    for (int j = 0; j < n; ++j) {
      y.push_back((*Y)(k, j));
      step = step + Enclosure(y[j]) * values.function.gradient[j];
    }
    for (int l = 0; l < n; ++l) {
      Enclosure defect(k == l ? 1 : 0);
      for (int j = 0; j < n; ++j) defect = defect - Enclosure(y[j]) * values.function.hessian(j, l);
      linear += magnitude(defect) * r[l];
    }
    const std::optional<mpq_class> bent = curvature_bound(function, values, y, r);
    if (!bent) return std::nullopt;
    out.a = std::max(out.a, mpq_class(magnitude(step) / size));
    out.b = std::max(out.b, mpq_class(linear / size));
    out.c = std::max(out.c, mpq_class(*bent / size));
  }
  return out;
}

bool encloses_one(const NewtonBounds& bounds, int shrink) {
  mpq_class s(1);
  mpq_div_2exp(s.get_mpq_t(), s.get_mpq_t(), static_cast<unsigned long>(shrink));
  const auto p = [&](const mpq_class& x) { return mpq_class(bounds.a + (bounds.b - 1) * x + bounds.c * x * x / 2); };
  return p(s) < 0 && p(1) < 0 && bounds.b + bounds.c * s < 1;
}

namespace {

/// Sylvester: eliminate with the largest diagonal entry; where none has a sign, a sum of two directions may have one.
std::optional<int> positive_directions(Matrix<Enclosure> H) {
  std::vector<int> left;
  for (int i = 0; i < H.rows; ++i) left.push_back(i);
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

}  // namespace

std::optional<int> certified_index(const ShapeFunction& function, const CertifiedRoot& root) {
  if (!function.closed()) return positive_directions(values_at(function, root.centre).function.hessian);
  const std::optional<Lagrangian<Enclosure>> L = lagrangian_in_box(function, root);
  const std::optional<int> positive = L ? positive_directions(L->hessian()) : std::nullopt;
  // L'' has one positive and one negative direction for every multiplier besides those of f along {g = 0}
  return positive ? std::optional(*positive - static_cast<int>(function.closure.size())) : std::nullopt;
}

}  // namespace oopss
