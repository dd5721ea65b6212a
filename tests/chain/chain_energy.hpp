// SPDX-License-Identifier: Apache-2.0
// The energy of a free chain by its reduced Lagrangian, as docs/math.md has it for beads: nothing of it is used by what
// is tested.
#pragma once

#include <cmath>

#include "oopss/chain/beads.hpp"
#include "oopss/scalar/enclosure.hpp"

namespace oopss {

/// The doubles as the rationals that they are.
inline Beads<Enclosure> exactly(const Beads<double>& beads) {
  Beads<Enclosure> out;
  for (const double m : beads.m) out.m.emplace_back(mpq_class(m));
  for (const double l : beads.l) out.l.emplace_back(mpq_class(l));
  return out;
}

struct ChainEnergy {
  Beads<double> beads;
  double momentum;
  Matrix<double> c;

  ChainEnergy(Beads<double> chain, double mu) : beads(std::move(chain)), momentum(mu), c(mass_coefficients(beads)) {}
  int joints() const { return beads.rods() - 1; }

  /// Q_jk = l_j l_k c_jk cos(φ_j − φ_k), φ_0 = 0.
  Matrix<double> Q(const std::vector<double>& x) const {
    Matrix<double> out(beads.rods(), beads.rods());
    const auto phi = [&](int j) { return j == 0 ? 0.0 : x[j - 1]; };
    for (int j = 0; j < out.rows; ++j)
      for (int k = 0; k < out.rows; ++k) out(j, k) = beads.l[j] * beads.l[k] * c(j, k) * std::cos(phi(j) - phi(k));
    return out;
  }
  /// The rates ψ'_j of the rods at x = (φ, φ'): those of φ, and with all of them as much more as makes the momentum μ.
  std::vector<double> rates(const std::vector<double>& x) const {
    std::vector<double> v(beads.l.size(), 0.0), ones(beads.l.size(), 1.0);
    for (int j = 0; j < joints(); ++j) v[j + 1] = x[joints() + j];
    const std::vector<double> b = Q(x) * ones;
    const double turn = (momentum - dot(b, v)) / dot(b, ones);
    for (double& rate : v) rate += turn;
    return v;
  }
  double straight_energy() const {
    const std::vector<double> rest(2 * static_cast<std::size_t>(joints()), 0.0);
    const std::vector<double> v = rates(rest);
    return dot(v, Q(rest) * v) / 2;
  }
  double above_straight(const std::vector<double>& x) const {
    const std::vector<double> v = rates(x);
    return dot(v, Q(x) * v) / 2 - straight_energy();
  }
  /// What is left of it without its quadratic part ½ x·Tx, T = diag((μ/I)² (diag(Q1) − Q), Q − Q1(Q1)ᵀ/I) at rest.
  double remainder(const std::vector<double>& x) const {
    const int n = joints();
    const Matrix<double> A = Q(std::vector<double>(x.size(), 0.0));
    const std::vector<double> ones(beads.l.size(), 1.0), d = A * ones;
    const double I = dot(d, ones);
    double sum = above_straight(x);
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const double fall = (j == k ? d[j + 1] : 0) - A(j + 1, k + 1);
        sum -= (momentum / I * (momentum / I) * fall * x[j] * x[k] +
                (A(j + 1, k + 1) - d[j + 1] * d[k + 1] / I) * x[n + j] * x[n + k]) /
               2;
      }
    return sum;
  }
};

}  // namespace oopss
