// SPDX-License-Identifier: Apache-2.0
#include "bench/reference.hpp"

#include <quadmath.h>

#include "oopss/mechanics/inertia.hpp"

namespace oopss {
namespace {

using Quadruple = __float128;
constexpr int order = 32;

/// A pair i < j of bodies and the series of J_ij and K_ij.
struct PairSeries {
  int i, j;
  Quadruple alpha, beta;
  Quadruple J[order + 1], K[order + 1];
};

/// Coefficients of θ, ω and μ of a small tree, solved order by order as in jet.hpp, but plainly and in binary128.
struct Series {
  std::vector<std::vector<Quadruple>> theta, omega, mu;  // [body][order]
};

std::vector<std::vector<Quadruple>> inverse(const std::vector<Quadruple>& diagonal,
                                            const std::vector<PairSeries>& pairs) {
  const std::size_t n = diagonal.size();
  std::vector<std::vector<Quadruple>> A(n, std::vector<Quadruple>(2 * n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    A[i][i] = diagonal[i];
    A[i][n + i] = 1;
  }
  for (const PairSeries& pair : pairs) A[pair.i][pair.j] = A[pair.j][pair.i] = pair.J[0];
  for (std::size_t p = 0; p < n; ++p)  // Gauss-Jordan without pivots: J is positive definite
    for (std::size_t i = 0; i < n; ++i) {
      const Quadruple factor = i == p ? 1 - 1 / A[p][p] : A[i][p] / A[p][p];
      const std::vector<Quadruple> row = A[p];
      for (std::size_t j = 0; j < 2 * n; ++j) A[i][j] -= factor * row[j];
    }
  for (std::vector<Quadruple>& row : A) row.erase(row.begin(), row.begin() + static_cast<long>(n));
  return A;
}

void solve_orders(Series& x, const std::vector<Quadruple>& diagonal, std::vector<PairSeries>& pairs) {
  const std::size_t n = diagonal.size();
  for (PairSeries& pair : pairs) {
    const Quadruple psi = x.theta[pair.j][0] - x.theta[pair.i][0], c = cosq(psi), s = sinq(psi);
    pair.J[0] = pair.alpha * c + pair.beta * s;
    pair.K[0] = pair.beta * c - pair.alpha * s;
  }
  const std::vector<std::vector<Quadruple>> I = inverse(diagonal, pairs);
  for (int k = 0; k < order; ++k) {
    std::vector<Quadruple> left(n), rate(n, 0);
    for (std::size_t i = 0; i < n; ++i) left[i] = x.mu[i][k];
    for (PairSeries& pair : pairs) {
      const auto &wi = x.omega[pair.i], &wj = x.omega[pair.j];
      if (k > 0) {
        pair.J[k] = pair.K[k] = 0;
        for (int m = 0; m < k; ++m) {
          pair.J[k] += (wj[m] - wi[m]) * pair.K[k - 1 - m];
          pair.K[k] -= (wj[m] - wi[m]) * pair.J[k - 1 - m];
        }
        pair.J[k] /= k;
        pair.K[k] /= k;
      }
      for (int m = 1; m <= k; ++m) {
        left[pair.i] -= pair.J[m] * wj[k - m];
        left[pair.j] -= pair.J[m] * wi[k - m];
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      x.omega[i][k] = 0;
      for (std::size_t j = 0; j < n; ++j) x.omega[i][k] += I[i][j] * left[j];
    }
    for (const PairSeries& pair : pairs)
      for (int m = 0; m <= k; ++m) {
        Quadruple q = 0;
        for (int l = 0; l <= m; ++l) q += x.omega[pair.i][l] * x.omega[pair.j][m - l];
        rate[pair.i] -= pair.K[k - m] * q;
        rate[pair.j] += pair.K[k - m] * q;
      }
    for (std::size_t i = 0; i < n; ++i) {
      x.theta[i][k + 1] = x.omega[i][k] / (k + 1);
      x.mu[i][k + 1] = rate[i] / (k + 1);
    }
  }
}

/// A step that leaves the last term below 1e-30 of the momenta.
Quadruple step_size(const Series& x) {
  Quadruple last = 0, size = 1;
  for (const auto& mu : x.mu) {
    last = fmaxq(last, fmaxq(fabsq(mu[order]), powq(fabsq(mu[order - 1]), Quadruple(order) / (order - 1))));
    size = fmaxq(size, fabsq(mu[0]));
  }
  return powq(1e-30Q * size / last, Quadruple(1) / order);
}

}  // namespace

std::vector<double> reference(const Problem& problem, double until) {
  const PlanarTree<double>& tree = problem.tree;
  const int n = tree.size();
  const PairConstants<double> constants = pair_constants(tree);
  const std::vector<Quadruple> diagonal(constants.diagonal.begin(), constants.diagonal.end());
  std::vector<PairSeries> pairs;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) pairs.push_back({i, j, constants.alpha(i, j), constants.beta(i, j), {}, {}});
  const std::vector<std::vector<Quadruple>> rows(static_cast<std::size_t>(n), std::vector<Quadruple>(order + 1, 0));
  Series x{rows, rows, rows};
  for (int i = 0; i < n; ++i) {
    x.theta[i][0] = i == 0 ? Quadruple(0) : x.theta[i - 1][0] + problem.x[i - 1];
    x.mu[i][0] = problem.x[n - 1 + i];
  }
  for (Quadruple t = 0; t < until;) {
    solve_orders(x, diagonal, pairs);
    const Quadruple h = fminq(until - t, step_size(x));
    for (auto* series : {&x.theta, &x.mu})
      for (std::vector<Quadruple>& row : *series) {
        Quadruple sum = 0;
        for (int k = order; k >= 0; --k) sum = sum * h + row[k];
        row[0] = sum;
      }
    t += h;
  }
  std::vector<double> out;
  for (int i = 0; i + 1 < n; ++i) out.push_back(static_cast<double>(x.theta[i + 1][0] - x.theta[i][0]));
  for (int i = 0; i < n; ++i) out.push_back(static_cast<double>(x.mu[i][0]));
  return out;
}

}  // namespace oopss
