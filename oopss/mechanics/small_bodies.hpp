// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/kernel.hpp"

// Two and three bodies by the closed form of J, for numbers and for expressions, which have a `direction` of their own.
// In the hot loops this is compiled once per kind of processor: hence static.

namespace oopss {

template <class Real>
static inline Direction<Real> direction(const Real& angle);  // of numbers: kernel_sine.hpp

/// J_ij and its slope K_ij at the angle θ_j − θ_i.
template <class Real>
struct Coupling {
  Real J, K;
};
template <class Real>
[[gnu::always_inline]] static inline Coupling<Real> coupling(const SmallTree<Real>& tree, int pair,
                                                             const Direction<Real>& direction) {
  return {tree.alpha[pair] * direction.c + tree.beta[pair] * direction.s,
          tree.beta[pair] * direction.c - tree.alpha[pair] * direction.s};
}

/// Bodies at an instant: their couplings, the adjugate of J where it is needed again, and ω = J⁻¹μ by it.
template <class Real>
struct TwoBodies {
  Coupling<Real> ab;
  Real inverse, wa, wb;
};
template <class Real, class Rows>
[[gnu::always_inline]] static inline TwoBodies<Real> two_bodies(const SmallTree<Real>& tree, Rows phi, Rows mu) {
  const int a = tree.body[0], b = tree.body[1];
  TwoBodies<Real> out;
  out.ab = coupling(tree, 0, direction(Real(tree.sense[0] * phi[0])));
  const Real J = out.ab.J;
  out.inverse = Real(1) / (tree.diagonal[0] * tree.diagonal[1] - J * J);
  out.wa = (tree.diagonal[1] * mu[a] - J * mu[b]) * out.inverse;
  out.wb = (tree.diagonal[0] * mu[b] - J * mu[a]) * out.inverse;
  return out;
}

/// μ'_i = −ω_i (K ω)_i pair by pair, ∓K_ij ω_i ω_j.
template <class Real, class Rows, class Omega>
[[gnu::always_inline]] static inline void put_rates(const SmallTree<Real>& tree, const TwoBodies<Real>& now,
                                                    Rows phi_rate, Rows mu_rate, Omega omega) {
  const int a = tree.body[0], b = tree.body[1];
  const Real f = now.ab.K * now.wa * now.wb;
  omega[a] = now.wa, omega[b] = now.wb;
  mu_rate[a] = -f, mu_rate[b] = f;
  phi_rate[0] = tree.sense[0] * (now.wb - now.wa);
}

template <class Real>
static void two_body_rates(const SmallTree<Real>& tree, const Real* phi, const Real* mu, Real* phi_rate, Real* mu_rate,
                           Real* omega) {
  put_rates(tree, two_bodies(tree, phi, mu), phi_rate, mu_rate, omega);
}

template <class Real>
struct ThreeBodies {
  Coupling<Real> ab, bc, ac;
  Real Aaa, Aab, Aac, Abb, Abc, Acc, inverse, wa, wb, wc;
};
template <class Real, class Rows>
[[gnu::always_inline]] static inline ThreeBodies<Real> three_bodies(const SmallTree<Real>& tree, Rows phi, Rows mu) {
  const int a = tree.body[0], b = tree.body[1], c = tree.body[2];
  const Direction<Real> ab = direction(Real(tree.sense[0] * phi[tree.joint[0]]));
  const Direction<Real> bc = direction(Real(tree.sense[1] * phi[tree.joint[1]]));
  const Direction<Real> ac = {ab.s * bc.c + ab.c * bc.s, ab.c * bc.c - ab.s * bc.s};
  ThreeBodies<Real> out;
  out.ab = coupling(tree, 0, ab);
  out.bc = coupling(tree, 1, bc);
  out.ac = coupling(tree, 2, ac);
  const Real Jaa = tree.diagonal[0], Jbb = tree.diagonal[1], Jcc = tree.diagonal[2];
  const Real Jab = out.ab.J, Jbc = out.bc.J, Jac = out.ac.J;
  out.Aaa = Jbb * Jcc - Jbc * Jbc, out.Aab = Jac * Jbc - Jab * Jcc, out.Aac = Jab * Jbc - Jac * Jbb;
  out.Abb = Jaa * Jcc - Jac * Jac, out.Abc = Jab * Jac - Jaa * Jbc, out.Acc = Jaa * Jbb - Jab * Jab;
  out.inverse = Real(1) / (Jaa * out.Aaa + Jab * out.Aab + Jac * out.Aac);
  out.wa = (out.Aaa * mu[a] + out.Aab * mu[b] + out.Aac * mu[c]) * out.inverse;
  out.wb = (out.Aab * mu[a] + out.Abb * mu[b] + out.Abc * mu[c]) * out.inverse;
  out.wc = (out.Aac * mu[a] + out.Abc * mu[b] + out.Acc * mu[c]) * out.inverse;
  return out;
}

template <class Real, class Rows, class Omega>
[[gnu::always_inline]] static inline void put_rates(const SmallTree<Real>& tree, const ThreeBodies<Real>& now,
                                                    Rows phi_rate, Rows mu_rate, Omega omega) {
  const int a = tree.body[0], b = tree.body[1], c = tree.body[2];
  const Real fab = now.ab.K * now.wa * now.wb, fbc = now.bc.K * now.wb * now.wc, fac = now.ac.K * now.wa * now.wc;
  omega[a] = now.wa, omega[b] = now.wb, omega[c] = now.wc;
  mu_rate[a] = -(fab + fac), mu_rate[b] = fab - fbc, mu_rate[c] = fac + fbc;
  phi_rate[tree.joint[0]] = tree.sense[0] * (now.wb - now.wa);
  phi_rate[tree.joint[1]] = tree.sense[1] * (now.wc - now.wb);
}

template <class Real>
static void three_body_rates(const SmallTree<Real>& tree, const Real* phi, const Real* mu, Real* phi_rate,
                             Real* mu_rate, Real* omega) {
  put_rates(tree, three_bodies(tree, phi, mu), phi_rate, mu_rate, omega);
}

}  // namespace oopss
