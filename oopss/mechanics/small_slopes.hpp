// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/kernel_loops.hpp"

// For the hot loops only, which are compiled once per kind of processor: hence static.

namespace oopss {

/// φ, μ and ω of two or three bodies, or their rates, or slopes of these.
template <class Real>
struct SmallState {
  Real phi[2], mu[3], omega[3];
};

/// What a slope of the angle θ_j − θ_i makes of J_ij = α cos + β sin and of K_ij, its derivative: K and −J times it.
template <class Real>
[[gnu::always_inline]] static inline Coupling<Real> slope_of(const Coupling<Real>& pair, const Real& angle) {
  return {pair.K * angle, -(pair.J * angle)};
}

/// The rates of `small_rates` and their derivative along a slope of φ and μ:
///   J ω̇ = μ̇ − J̇ ω and, pair by pair, (K_ij ω_i ω_j)˙.
/// Written out beside the rates because dual numbers would carry the slopes of constants along: twice the operations.
template <class Real>
[[gnu::always_inline]] static inline void two_body_slopes(const SmallTree<Real>& tree, const SmallState<Real>& x,
                                                          const SmallState<Real>& v, SmallState<Real>& rate,
                                                          SmallState<Real>& slope) {
  const int a = tree.body[0], b = tree.body[1];
  const TwoBodies<Real> now = two_bodies(tree, x.phi, x.mu);
  put_rates(tree, now, rate.phi, rate.mu, rate.omega);
  const Coupling<Real> ab = slope_of(now.ab, Real(tree.sense[0] * v.phi[0]));
  const Real left_a = v.mu[a] - ab.J * now.wb, left_b = v.mu[b] - ab.J * now.wa;
  const Real wa = (tree.diagonal[1] * left_a - now.ab.J * left_b) * now.inverse;
  const Real wb = (tree.diagonal[0] * left_b - now.ab.J * left_a) * now.inverse;
  const Real f = ab.K * now.wa * now.wb + now.ab.K * (wa * now.wb + now.wa * wb);
  slope.omega[a] = wa, slope.omega[b] = wb;
  slope.mu[a] = -f, slope.mu[b] = f;
  slope.phi[0] = tree.sense[0] * (wb - wa);
}

template <class Real>
[[gnu::always_inline]] static inline void three_body_slopes(const SmallTree<Real>& tree, const SmallState<Real>& x,
                                                            const SmallState<Real>& v, SmallState<Real>& rate,
                                                            SmallState<Real>& slope) {
  const int a = tree.body[0], b = tree.body[1], c = tree.body[2];
  const ThreeBodies<Real> now = three_bodies(tree, x.phi, x.mu);
  put_rates(tree, now, rate.phi, rate.mu, rate.omega);
  const Real turn_ab = tree.sense[0] * v.phi[tree.joint[0]], turn_bc = tree.sense[1] * v.phi[tree.joint[1]];
  const Coupling<Real> ab = slope_of(now.ab, turn_ab), bc = slope_of(now.bc, turn_bc),
                       ac = slope_of(now.ac, Real(turn_ab + turn_bc));
  const Real left_a = v.mu[a] - ab.J * now.wb - ac.J * now.wc, left_b = v.mu[b] - ab.J * now.wa - bc.J * now.wc,
             left_c = v.mu[c] - ac.J * now.wa - bc.J * now.wb;
  const Real wa = (now.Aaa * left_a + now.Aab * left_b + now.Aac * left_c) * now.inverse;
  const Real wb = (now.Aab * left_a + now.Abb * left_b + now.Abc * left_c) * now.inverse;
  const Real wc = (now.Aac * left_a + now.Abc * left_b + now.Acc * left_c) * now.inverse;
  const Real fab = ab.K * now.wa * now.wb + now.ab.K * (wa * now.wb + now.wa * wb);
  const Real fbc = bc.K * now.wb * now.wc + now.bc.K * (wb * now.wc + now.wb * wc);
  const Real fac = ac.K * now.wa * now.wc + now.ac.K * (wa * now.wc + now.wa * wc);
  slope.omega[a] = wa, slope.omega[b] = wb, slope.omega[c] = wc;
  slope.mu[a] = -(fab + fac), slope.mu[b] = fab - fbc, slope.mu[c] = fac + fbc;
  slope.phi[tree.joint[0]] = tree.sense[0] * (wb - wa);
  slope.phi[tree.joint[1]] = tree.sense[1] * (wc - wb);
}

template <class Real>
[[gnu::always_inline]] static inline void small_slopes(const SmallTree<Real>& tree, const SmallState<Real>& x,
                                                       const SmallState<Real>& v, SmallState<Real>& rate,
                                                       SmallState<Real>& slope) {
  if (tree.bodies == 2)
    two_body_slopes(tree, x, v, rate, slope);
  else
    three_body_slopes(tree, x, v, rate, slope);
}

}  // namespace oopss
