// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/certify_kernel.hpp"
#include "oopss/analysis/shape_function.hpp"

namespace oopss {

/// F = Σ_{i<j} α_ij cos(θ_j − θ_i) + β_ij sin(θ_j − θ_i) in doubles; the first `n` of the N bodies are free, the others
/// stand at zero. The coefficients are scaled so that the largest is about one.
template <int N>
struct FreeKernel {
  static constexpr int size = N;
  using Values = CentreValues<N>;
  int n = N - 1;
  double alpha[N][N] = {}, beta[N][N] = {}, rho[N][N] = {};  // ρ ≥ |(α, β)|
  /// More than all rounding of a test with weights |y| ≤ 1, and than what the enclosures of the coefficients leave
  /// open.
  double slack = 0;
  char letter[N] = {};  // of a body, free ones first

  FreeKernel(const ExactLandscape& of, const ShapeFunction& function) : n(function.size()) {
    std::vector<int> order = function.unknown;
    const std::vector<int> held = held_in_place(of);
    order.insert(order.end(), held.begin(), held.end());
    mpq_class largest;
    for (const auto* entries : {&of.pairs.alpha.entries, &of.pairs.beta.entries})
      for (const Enclosure& x : *entries) largest = std::max(largest, magnitude(x));
    if (largest == 0) largest = 1;
    double sum = 0, width = 0;
    for (int i = 0; i < N; ++i) {
      letter[i] = static_cast<char>('a' + order[i]);
      for (int j = 0; j < N; ++j) {
        if (i == j) continue;
        const auto near = [&](const Enclosure& x) {
          width += mpq_class((x.hi - x.lo) / largest).get_d();
          return mpq_class((x.lo + x.hi) / (2 * largest)).get_d();
        };
        alpha[i][j] = near(of.pairs.alpha(order[i], order[j]));
        beta[i][j] = near(of.pairs.beta(order[i], order[j]));
        rho[i][j] = std::hypot(alpha[i][j], beta[i][j]) * (1 + 0x1p-45);
        sum += std::abs(alpha[i][j]) + std::abs(beta[i][j]);
      }
    }
    slack = 0x1p-40 * sum + 16 * width;
  }

  Values values(const SearchBox<N>& at, const double*) const {
    Values out;
    for (int i = 0; i < N; ++i) {
      double slope = 0, sum = 0;
      for (int j = 0; j < N; ++j) {
        const double cosine = at.c[i] * at.c[j] + at.s[i] * at.s[j], sine = at.c[i] * at.s[j] - at.s[i] * at.c[j];
        const double J = alpha[i][j] * cosine + beta[i][j] * sine;
        out.H[i][j] = J;
        sum += J;
        slope += beta[i][j] * cosine - alpha[i][j] * sine;
      }
      out.g[i] = -slope;
      out.H[i][i] = -sum;  // α_ii = β_ii = 0
    }
    return out;
  }

  /// How much an angle contributes to what is open in the box: the largest one is cut.
  double part_of_width(const Values&, int k, const double* r) const {
    double out = 0;
    for (int j = 0; j < N; ++j) out += rho[k][j] * (r[k] + r[j]);
    return out * r[k];
  }

  /// The letter of a body whose equation has no root within r; 0 if there is none.
  char equation_without_root(const Values& at, const double* r) const {
    const int rows = n == N - 1 ? N : n;
    for (int i = 0; i < rows; ++i) {
      double reach = slack;
      for (int j = 0; j < N; ++j)
        reach += std::abs(at.H[i][j]) * r[j] + 0.5 * rho[i][j] * ((r[i] + r[j]) * (r[i] + r[j]));
      if (std::abs(at.g[i]) > reach * (1 + 0x1p-30)) return letter[i];
    }
    return 0;
  }

  /// Σ |y_j − y_i| ρ_ij (r_i + r_j)², docs/certify.md (1).
  double bend(const Values&, const double* y, const double* r) const {
    double out = 0;
    for (int i = 0; i < N; ++i)
      for (int j = i + 1; j < N; ++j) out += std::abs(y[j] - y[i]) * rho[i][j] * ((r[i] + r[j]) * (r[i] + r[j]));
    return out;
  }
};

}  // namespace oopss
