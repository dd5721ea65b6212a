// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "oopss/proof/certify_kernel.hpp"
#include "oopss/proof/shape_function.hpp"

namespace oopss {

/// F = Σ_{i<j} α_ij cos(θ_j − θ_i) + β_ij sin(θ_j − θ_i) in doubles: the `n` free bodies, then at place n what is
/// fixed, at zero. The waves and the bound of their curvature again, over pairs, for speed:
/// tests/proof/certify_springs.cpp compares.
template <int N>
struct FreeKernel {
  static constexpr int size = N;
  static constexpr bool closed = false;
  using Values = CentreValues<N>;
  int n = N - 1;
  double alpha[N][N] = {}, beta[N][N] = {}, rho[N][N] = {};  // ρ ≥ |(α, β)|
  /// More than all rounding of a test with weights |y| ≤ 1, and than what the enclosures of the coefficients leave
  /// open.
  double slack = 0;
  std::string letters;  // of the free bodies, then of one that is fixed

  explicit FreeKernel(const ShapeFunction& function) : n(function.size()) {
    for (const TrigTerm<Enclosure>& term : function.waves.terms) {
      const auto end = [&](int w) {
        const auto found = std::find(term.winding.begin(), term.winding.end(), w);
        return static_cast<int>(found - term.winding.begin());
      };
      const auto near = [&](const Enclosure& x) {
        slack += 32 * mpq_class(x.hi - x.lo).get_d();
        return mpq_class((x.lo + x.hi) / 2).get_d();
      };
      const int i = end(-1), j = end(1);
      const double c = near(term.c), s = near(term.s);
      alpha[i][j] = alpha[j][i] = alpha[i][j] + c;
      beta[i][j] += s;
      beta[j][i] -= s;
      slack += 0x1p-39 * (std::abs(c) + std::abs(s));
    }
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) rho[i][j] = std::hypot(alpha[i][j], beta[i][j]) * (1 + 0x1p-45);
    int fixed = 0;
    while (std::find(function.unknown.begin(), function.unknown.end(), fixed) != function.unknown.end()) ++fixed;
    for (const int body : function.unknown) letters += static_cast<char>('a' + body);
    letters += static_cast<char>('a' + fixed);
  }

  Values values(const SearchBox<N>& box, const double*) const {
    Values out;
    for (int i = 0; i < N; ++i) {
      double slope = 0, sum = 0;
      for (int j = 0; j < N; ++j) {
        const double cosine = box.c[i] * box.c[j] + box.s[i] * box.s[j],
                     sine = box.c[i] * box.s[j] - box.s[i] * box.c[j];
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
  char equation_without_root(const Values& values, const double* r) const {
    for (int i = 0; i <= n; ++i) {
      double reach = slack;
      for (int j = 0; j < N; ++j)
        reach += std::abs(values.H[i][j]) * r[j] + 0.5 * rho[i][j] * ((r[i] + r[j]) * (r[i] + r[j]));
      if (std::abs(values.g[i]) > reach * (1 + 0x1p-30)) return letters[i];
    }
    return 0;
  }

  /// Σ |y_j − y_i| ρ_ij (r_i + r_j)², docs/certify.md (1).
  double curvature_bound(const Values&, const double* y, const double* r) const {
    double out = 0;
    for (int i = 0; i < N; ++i)
      for (int j = i + 1; j < N; ++j) out += std::abs(y[j] - y[i]) * rho[i][j] * ((r[i] + r[j]) * (r[i] + r[j]));
    return out;
  }
};

}  // namespace oopss
