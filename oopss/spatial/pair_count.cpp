// SPDX-License-Identifier: Apache-2.0
#include "oopss/spatial/pair_count.hpp"

#include <algorithm>

#include "oopss/scalar/polynomial.hpp"
#include "oopss/scalar/sturm.hpp"

namespace oopss {
namespace {

using Polynomial = std::vector<Enclosure>;  // in κ or τ

Polynomial combined(const Enclosure& a, const Polynomial& p, const Enclosure& b, const Polynomial& q) {
  Polynomial out(std::max(p.size(), q.size()), Enclosure(0));
  for (std::size_t k = 0; k < p.size(); ++k) out[k] = a * p[k];
  for (std::size_t k = 0; k < q.size(); ++k) out[k] = out[k] + b * q[k];
  return out;
}

/// The determinant of Sylvester of two polynomials whose coefficients are polynomials, the constant one first.
Polynomial resultant(const std::vector<Polynomial>& f, const std::vector<Polynomial>& g) {
  const int m = static_cast<int>(f.size()) - 1, n = static_cast<int>(g.size()) - 1;
  Matrix<Polynomial> sylvester(m + n, m + n);
  for (Polynomial& entry : sylvester.entries) entry = {Enclosure(0)};
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= m; ++k) sylvester(i, i + m - k) = f[k];
  for (int i = 0; i < m; ++i)
    for (int k = 0; k <= n; ++k) sylvester(n + i, i + n - k) = g[k];
  return determinant(sylvester);
}

/// Π χ'(λ_k) (a − a_k) over the eigenvalues λ_k of J̄ − κ S Sᵀ, a cubic in a with coefficients in κ: of their axes
/// |S × ξ_k|² = a_k = |S|² − q(λ_k)/χ'(λ_k), with
///   χ(λ) = det(λ − J̄) + κ q(λ),   q(λ) = Sᵀ adj(λ − J̄) S.
std::vector<Polynomial> arm_cubic(const Symmetric3<Enclosure>& J, const Vec3<Enclosure>& S) {
  const Symmetric3<Enclosure> adjugate = {J.yy * J.zz - J.yz * J.yz, J.xz * J.yz - J.xy * J.zz,
                                          J.xy * J.yz - J.xz * J.yy, J.xx * J.zz - J.xz * J.xz,
                                          J.xy * J.xz - J.xx * J.yz, J.xx * J.yy - J.xy * J.xy};
  const Enclosure trace = J.xx + J.yy + J.zz, square = dot(S, S);
  const Enclosure determinant_of_J = J.xx * adjugate.xx + J.xy * adjugate.xy + J.xz * adjugate.xz;
  const std::vector<Enclosure> q = {dot(S, adjugate * S), dot(S, J * S) - trace * square, square};
  const std::vector<Polynomial> chi = {
      {-determinant_of_J, q[0]}, {adjugate.xx + adjugate.yy + adjugate.zz, q[1]}, {-trace, q[2]}, {Enclosure(1)}};
  std::vector<Polynomial> slope;
  for (int k = 1; k <= 3; ++k) slope.push_back(combined(Enclosure(k), chi[k], Enclosure(0), {}));
  const auto product = [&](int a) {  // Π ((a − |S|²) χ'(λ_k) + q(λ_k))
    std::vector<Polynomial> g;
    for (int k = 0; k < 3; ++k) g.push_back(combined(Enclosure(a) - square, slope[k], Enclosure(1), {q[k]}));
    return resultant(chi, g);
  };
  const Enclosure half = Enclosure(1) / Enclosure(2);
  const Polynomial third = resultant(chi, slope), at_zero = product(0), above = product(1), below = product(-1);
  return {at_zero, combined(Enclosure(1), combined(half, above, -half, below), Enclosure(-1), third),
          combined(Enclosure(1), combined(half, above, half, below), Enclosure(-1), at_zero), third};
}

/// Without zeros at either end.
void trim(Polynomial& p) {
  while (!p.empty() && p.back().is_zero()) p.pop_back();
  p.erase(p.begin(), std::find_if(p.begin(), p.end(), [](const Enclosure& x) { return !x.is_zero(); }));
}

/// p(c κ).
Polynomial scaled(Polynomial p, const Enclosure& c) {
  Enclosure power(1);
  for (Enclosure& x : p) {
    x = x * power;
    power = power * c;
  }
  return p;
}

}  // namespace

std::vector<Enclosure> arm_resultant(const BallPair<Enclosure>& pair) {
  std::vector<Polynomial> first = arm_cubic(pair.J[0], pair.S[0]), second = arm_cubic(pair.J[1], pair.S[1]);
  std::size_t most = 0;
  for (const Polynomial& p : second) most = std::max(most, p.size());
  for (int k = 0; k <= 3; ++k) {
    first[k] = scaled(first[k], pair.epsilon);  // κ₁ = ε τ
    Polynomial& p = second[k];                  // κ₂ = ε/τ, times a power of τ; a₂ = τ² a₁
    p = scaled(p, pair.epsilon);
    p.resize(most, Enclosure(0));
    std::reverse(p.begin(), p.end());
    p.insert(p.begin(), static_cast<std::size_t>(2) * k, Enclosure(0));
  }
  Polynomial P = resultant(first, second);
  trim(P);
  return P;
}

PairCount count_pair_equilibria(const BallPair<Enclosure>& pair) {
  const Polynomial P = arm_resultant(pair);
  PairCount out;
  out.degree = static_cast<int>(P.size()) - 1;
  const bool exact = std::all_of(P.begin(), P.end(), [](const Enclosure& x) { return x.exact(); });
  if (!exact) {
    out.reason = "masses, inertias and joints are not all rational numbers";
  } else if (out.degree < 1) {
    out.reason = "every value of the parameter is a root: there are circles of equilibria";
  } else {
    for (const Enclosure& x : P) out.P.push_back(x.lo);
    out.roots = real_roots(out.P);
    if (!out.roots)
      out.reason =
          "the polynomial has multiple roots: a principal axis of a body is perpendicular to its arm, or two "
          "equilibria "
          "meet";
  }
  return out;
}

bool isolates_roots(const PairCount& count, std::vector<double> tau) {
  if (!count.roots || static_cast<int>(tau.size()) != *count.roots) return false;
  std::sort(tau.begin(), tau.end());
  const auto sign_at = [&](const mpq_class& x) {
    mpq_class sum = 0;
    for (std::size_t k = count.P.size(); k-- > 0;) sum = sum * x + count.P[k];
    return sgn(sum);
  };
  const mpq_class near(1, 1'000'000'000);
  std::optional<mpq_class> last;
  for (const double root : tau) {
    const mpq_class middle(root), aside = abs(middle) * near, low = middle - aside, high = middle + aside;
    if ((last && !(*last < low)) || sign_at(low) * sign_at(high) >= 0) return false;
    last = high;
  }
  return true;
}

}  // namespace oopss
