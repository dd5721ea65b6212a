// SPDX-License-Identifier: Apache-2.0
// The remainder R of E(x) − E(0) = ½ x·Tx + R(x), x = (φ, v), v = φ', is bounded for all |x| <= 1 in closed form. With
// A = J(0), d = A1, I = Σ d_j, δ_jk = φ_j − φ_k (φ_0 = 0), and ⟨·⟩ the mean over pairs of rods, weighed by A_jk / I:
//
// 1/I(φ) = 1/(I (1 − y)), y = ⟨1 − cos δ⟩ <= q/2, q = ⟨δ²⟩ <= Q|φ|², Q = 2 λ_max(diag(d) − A)/I, is in R with
//   (μ²/2I) (y²/(1 − y) − (q/2 − y)).   From δ² <= 2|φ|² and from Cauchy and Schwarz with the weight π of j ≠ k:
//   7 q²/(180 π) <= 7 ⟨δ⁴⟩/180 <= q/2 − y <= ⟨δ⁴⟩/24 <= |φ|² q/12,   so y >= 5q/12 and
//   −(|φ|² q/12 − 25 q²/144) <= y²/(1 − y) − (q/2 − y) <= q² (1/(4 − 2Q) − 7/(180 π)).
//
// K(φ)v·v = min over s of J(φ)(v + s1)·(v + s1); with w = v − (d·v/I) 1, the vector that is best at φ = 0, and
// B_jk = A_jk (1 − cos δ_jk), it is K(0)v·v − Bw·w − (Bw·1)²/I(φ). With e = 1 − cos φ and s = sin φ, rod by rod,
//   Bw·w = 2 Aw·(ew) − A(ew)·(ew) − A(sw)·(sw),   2e_j <= φ_j²,   e_j² + s_j² = 2e_j,   |Bw·1| <= ½ max|w_j| I q.
#include "oopss/chain/eigenvalue_bounds.hpp"
#include "oopss/chain/straight.hpp"

namespace oopss {
namespace {

Enclosure larger(const Enclosure& a, const Enclosure& b) { return a.hi > b.hi ? a : b; }
Enclosure smaller(const Enclosure& a, const Enclosure& b) { return a.hi < b.hi ? a : b; }

std::vector<Enclosure> row_of(const Matrix<Enclosure>& A, int row) {
  const auto begin = A.entries.begin() + static_cast<long>(row) * A.cols;
  return {begin, begin + A.cols};
}

/// Bounds of both signs of Bw·w = K(0)v·v − K(φ)v·v − (Bw·1)²/I over |φ|²|v|², and of w_j² over |v|².
struct KineticBounds {
  Enclosure above, below, w_2;
};
KineticBounds kinetic_bounds(const Matrix<Enclosure>& A, const std::vector<Enclosure>& d, const Enclosure& I) {
  const int n = A.rows;
  Matrix<Enclosure> P(n, n - 1), AP(n, n - 1), scaled(n - 1, n - 1), weighed(n - 1, n - 1);  // w = Pv
  for (int j = 0; j < n; ++j)
    for (int k = 1; k < n; ++k) P(j, k - 1) = shortened(Enclosure(j == k ? 1 : 0) - d[k] / I);
  for (int j = 0; j < n; ++j)
    for (int k = 1; k < n; ++k)
      for (int i = 0; i < n; ++i) AP(j, k - 1) = AP(j, k - 1) + A(j, i) * P(i, k - 1);
  for (int i = 0; i < n - 1; ++i)
    for (int k = 0; k < n - 1; ++k)
      for (int j = 1; j < n; ++j) weighed(i, k) = weighed(i, k) + P(j, i) * A(j, j) * P(j, k);
  KineticBounds out;
  std::vector<Enclosure> most_w;  // |w_j| <= most_w_j |v|
  for (int j = 0; j < n; ++j) {
    const std::vector<Enclosure> p = row_of(AP, j), r = row_of(P, j);
    most_w.push_back(sqrt(shortened(dot(r, r))));
    out.w_2 = larger(out.w_2, most_w[j] * most_w[j]);
    if (j == 0) continue;  // φ_0 = 0
    const Enclosure size = sqrt(shortened(dot(p, p) * dot(r, r))), both = dot(p, r);
    out.above = larger(out.above, (size + both) / Enclosure(2));  // the most of (p·v)(r·v)
    out.below = larger(out.below, (size - both) / Enclosure(2));
  }
  // A(ew)·(ew) + A(sw)·(sw), by the largest eigenvalue of A_jk |w_j| |w_k|, for which A_jk >= 0, or by its trace.
  for (int j = 1; j < n; ++j)
    for (int k = 1; k < n; ++k) scaled(j - 1, k - 1) = A(j, k) * most_w[j] * most_w[k];
  out.below = out.below + smaller(above_eigenvalues(scaled), above_eigenvalues(weighed));
  return out;
}

}  // namespace

Enclosure quartic_bound(const Matrix<Enclosure>& A, const Enclosure& momentum) {
  const int n = A.rows;
  std::vector<Enclosure> d(static_cast<std::size_t>(n));
  Enclosure I(0);
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < n; ++k) d[j] = d[j] + A(j, k);
    I = I + d[j];
  }
  Matrix<Enclosure> fall(n - 1, n - 1);  // −I''/2
  for (int j = 1; j < n; ++j)
    for (int k = 1; k < n; ++k) fall(j - 1, k - 1) = j == k ? d[j] - A(j, k) : -A(j, k);
  const Enclosure Q = Enclosure(2) * above_eigenvalues(fall) / I, left = Enclosure(1) - Q / Enclosure(2);
  Enclosure beside(0);  // π
  for (int j = 0; j < n; ++j) beside = beside + (d[j] - A(j, j)) / I;
  const Enclosure scale = momentum * momentum / (Enclosure(2) * I);
  const Enclosure rises =
      larger(0, scale * Q * Q * (Enclosure(1) / (Enclosure(4) * left) - Enclosure(mpq_class(7, 180)) / beside));
  const Enclosure q(std::min(Q.hi, mpq_class(6, 25)));  // where q/12 − 25 q²/144 is largest
  const Enclosure falls = scale * (q / Enclosure(12) - Enclosure(mpq_class(25, 144)) * q * q);
  const KineticBounds kinetic = kinetic_bounds(A, d, I);
  const Enclosure turning = kinetic.w_2 * I * Q * Q / (Enclosure(4) * left);  // of (Bw·1)²/I over |φ|⁴|v|²

  // |φ|² = p|x|², |v|² = (1 − p)|x|²: the largest over cells of p.
  constexpr int cells = 128;
  Enclosure out(0);
  for (int cell = 0; cell < cells; ++cell) {
    const Enclosure p(mpq_class(cell + 1, cells)), v_2(mpq_class(cells - cell, cells));
    out = larger(out, kinetic.below / Enclosure(2) * p * v_2 + rises * p * p);
    out = larger(out, (kinetic.above + turning * p) / Enclosure(2) * p * v_2 + falls * p * p);
  }
  return out;
}

}  // namespace oopss
