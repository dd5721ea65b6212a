// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "oopss/linkage/closure.hpp"

namespace oopss {

/// Where loops meet: A = G Gᵀ of the bars has entries between loops that share a body, and no others.
struct LoopPattern {
  std::vector<std::vector<int>> at_body;  // the loops with a bar in it, rising
  std::vector<int> first, last;           // of each loop: the least one that it shares a body with, and the largest
};

template <Scalar T>
LoopPattern loop_pattern(const std::vector<Loop<T>>& loops, int bodies) {
  LoopPattern out{std::vector<std::vector<int>>(static_cast<std::size_t>(bodies)), {}, {}};
  for (int c = 0; c < static_cast<int>(loops.size()); ++c) {
    int first = c;
    for (const Bar<T>& bar : loops[c]) {
      out.at_body[bar.body].push_back(c);
      first = std::min(first, out.at_body[bar.body].front());
    }
    out.first.push_back(first);
    out.last.push_back(c);
    for (int d = first; d < c; ++d) out.last[d] = c;  // L fills in between
  }
  return out;
}

/// What is found on the way to a gauge: A below its diagonal, its factors L and D, and Z = (A − ε 1)⁻¹ to first order
/// in ε, so that values are those of A⁻¹ and slopes those of A⁻², all between loops that share a body.
template <Scalar T>
struct GaugeWorkspace {
  Matrix<T> A;
  Matrix<Dual<T>> L, Z;
  std::vector<Dual<T>> D, scaled;

  GaugeWorkspace() = default;
  explicit GaugeWorkspace(int rows)
      : A(rows, rows), L(rows, rows), Z(rows, rows), D(static_cast<std::size_t>(rows)), scaled(D) {}
};

/// A = G Gᵀ of the bars, its lower half.
template <Scalar T>
void gram(const LoopPattern& pattern, const Matrix<T>& G, Matrix<T>& A) {
  for (int i = 0; i < A.rows; ++i)
    for (int j = 2 * pattern.first[i / 2]; j <= i; ++j) A(i, j) = T(0);
  for (int k = 0; k < G.cols; ++k)
    for (const int c : pattern.at_body[k])
      for (const int d : pattern.at_body[k]) {
        if (d > c) break;
        const T &x = G(2 * c, k), &y = G(2 * c + 1, k), &u = G(2 * d, k), &v = G(2 * d + 1, k);
        A(2 * c, 2 * d) = A(2 * c, 2 * d) + x * u;
        A(2 * c + 1, 2 * d) = A(2 * c + 1, 2 * d) + y * u;
        A(2 * c + 1, 2 * d + 1) = A(2 * c + 1, 2 * d + 1) + y * v;
        if (d < c) A(2 * c, 2 * d + 1) = A(2 * c, 2 * d + 1) + x * v;
      }
}

/// Z within the pattern: L D Lᵀ, row i of which begins at its first loop as A's does, and from the last row up
/// (Takahashi)
///   Z_jj = 1/D_j − Σ_k>j L_kj Z_kj,   Z_ij = −Σ_k>j L_kj Z_ki.
template <Scalar T>
void invert(const LoopPattern& pattern, GaugeWorkspace<T>& workspace) {
  Matrix<Dual<T>>&L = workspace.L, &Z = workspace.Z;
  std::vector<Dual<T>>&D = workspace.D, &scaled = workspace.scaled;
  const int n = workspace.A.rows;
  const auto first = [&](int i) { return 2 * pattern.first[i / 2]; };
  for (int i = 0; i < n; ++i) {
    D[i] = {workspace.A(i, i), T(-1)};
    for (int j = first(i); j < i; ++j) {
      scaled[j] = {workspace.A(i, j), T(0)};  // L_ij D_j
      for (int k = std::max(first(i), first(j)); k < j; ++k) scaled[j] = scaled[j] - scaled[k] * L(j, k);
      L(i, j) = scaled[j] / D[j];
      D[i] = D[i] - scaled[j] * L(i, j);
    }
  }
  for (int j = n - 1; j >= 0; --j) {
    const int end = 2 * pattern.last[j / 2] + 2;
    Z(j, j) = Dual<T>(1) / D[j];
    for (int i = end - 1; i > j; --i) {
      if (first(i) > j) continue;
      Z(i, j) = Dual<T>(0);
      for (int k = j + 1; k < end; ++k)
        if (first(k) <= j) Z(i, j) = Z(i, j) - L(k, j) * (k < i ? Z(i, k) : Z(k, i));
    }
    for (int k = j + 1; k < end; ++k)
      if (first(k) <= j) Z(j, j) = Z(j, j) - L(k, j) * Z(k, j);
  }
}

/// How far the bars are from a pose where G loses rank: κ² = r² / (tr A tr A⁻¹) with A = G Gᵀ of rank r, at most 1 and
/// 0 there; and its slope as body k turns,
///   ∂κ²/∂θ_k = 2 κ² (S G_k)·A⁻² G_k / tr A⁻¹,
/// as tr A is the sum of the squared bars. G has the bars' columns, in any axes; the workspace has A and Z, of
/// dependent loops those of the inverse on the range of A.
template <Scalar T>
T gauge_squared(const LoopPattern& pattern, const Matrix<T>& G, const GaugeWorkspace<T>& workspace, int rank,
                std::vector<T>& slope) {
  T trace = T(0), of_inverse = T(0);
  for (int c = 0; c < workspace.A.rows; ++c) {
    trace = trace + workspace.A(c, c);
    of_inverse = of_inverse + workspace.Z(c, c).value;
  }
  const T kappa_squared = T(rank) * T(rank) / (trace * of_inverse);
  const auto square = [&](int i, int j) -> const T& {
    return i < j ? workspace.Z(j, i).slope : workspace.Z(i, j).slope;
  };
  for (int k = 0; k < G.cols; ++k) {
    T sum = T(0);
    for (const int c : pattern.at_body[k])
      for (const int d : pattern.at_body[k]) {
        const T &x = G(2 * c, k), &y = G(2 * c + 1, k), &u = G(2 * d, k), &v = G(2 * d + 1, k);
        sum = sum + x * (square(2 * c + 1, 2 * d) * u + square(2 * c + 1, 2 * d + 1) * v) -
              y * (square(2 * c, 2 * d) * u + square(2 * c, 2 * d + 1) * v);
      }
    slope[k] = T(2) * kappa_squared * sum / of_inverse;
  }
  return kappa_squared;
}

/// The same with rows of joints whose motion is prescribed, +1 and −1 for their bodies, after those of the bars. B has
/// all rows, each of size one in the mean, so that tr A is their number; dense, as few linkages are driven.
template <Scalar T>
struct MovedGauge {
  int loops = 0;  // rows of bars
  Matrix<T> B, A, Z;
  Ldlt<T> factors;
  std::vector<T> column, perp;

  MovedGauge() = default;
  MovedGauge(int loops_, int moved, int bodies)
      : loops(loops_),
        B(loops_ + moved, bodies),
        A(loops_ + moved, loops_ + moved),
        Z(A),
        factors{A, std::vector<T>(static_cast<std::size_t>(A.rows))},
        column(factors.D),
        perp(column) {}
};

/// A = B Bᵀ, from the bars' columns and, from row `first` on, those of the joints.
template <Scalar T>
void gram(const Matrix<T>& G, int first, MovedGauge<T>& workspace) {
  T squares = T(0);
  for (int c = 0; c < workspace.loops; ++c)
    for (int k = 0; k < G.cols; ++k) squares = squares + G(c, k) * G(c, k);
  const T bars = T(1) / sqrt(squares / T(workspace.loops)), joints = T(1) / sqrt(T(2));
  for (int c = 0; c < workspace.B.rows; ++c)
    for (int k = 0; k < G.cols; ++k)
      workspace.B(c, k) = c < workspace.loops ? bars * G(c, k) : joints * G(first + c - workspace.loops, k);
  for (int c = 0; c < workspace.B.rows; ++c)
    for (int d = 0; d <= c; ++d) {
      T sum = T(0);
      for (int k = 0; k < G.cols; ++k) sum = sum + workspace.B(c, k) * workspace.B(d, k);
      workspace.A(c, d) = workspace.A(d, c) = sum;
    }
}

/// Z = A⁻¹.
template <Scalar T>
void invert(MovedGauge<T>& workspace) {
  factor(workspace.A, workspace.factors);
  for (int c = 0; c < workspace.A.rows; ++c) {
    std::fill(workspace.column.begin(), workspace.column.end(), T(0));
    workspace.column[c] = T(1);
    solve_in_place(workspace.factors, workspace.column);
    for (int d = 0; d < workspace.A.rows; ++d) workspace.Z(d, c) = workspace.column[d];
  }
}

template <Scalar T>
T gauge_squared(MovedGauge<T>& workspace, int rank, std::vector<T>& slope) {
  T trace = T(0), of_inverse = T(0);
  for (int c = 0; c < workspace.A.rows; ++c) {
    trace = trace + workspace.A(c, c);
    of_inverse = of_inverse + workspace.Z(c, c);
  }
  const T kappa_squared = T(rank) * T(rank) / (trace * of_inverse);
  for (int k = 0; k < workspace.B.cols; ++k) {
    for (int c = 0; c < workspace.A.rows; ++c) {
      workspace.column[c] = workspace.perp[c] = T(0);
      for (int d = 0; d < workspace.A.rows; ++d)
        workspace.column[c] = workspace.column[c] + workspace.Z(c, d) * workspace.B(d, k);
      for (int d = 0; d < workspace.loops; d += 2)
        workspace.perp[c] =
            workspace.perp[c] + workspace.Z(c, d + 1) * workspace.B(d, k) - workspace.Z(c, d) * workspace.B(d + 1, k);
    }
    slope[k] = T(2) * kappa_squared * dot(workspace.perp, workspace.column) / of_inverse;
  }
  return kappa_squared;
}

}  // namespace oopss
