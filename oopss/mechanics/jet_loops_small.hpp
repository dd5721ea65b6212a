// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/jet_kernel.hpp"
#include "oopss/mechanics/kernel_sine.hpp"

namespace oopss {

// A second text of `recursion`, for speed; tests/mechanics/jet.cpp holds it against the first over power series.
//
// For each pair ij of bodies: J_ij and its slope K_ij, v = ω_j − ω_i and q = ω_i ω_j. Because J' = v K and K' = −v J,
// no sine or cosine is needed after order 0. Then, order by order with the one inverse of J_0,
//   J_0 ω_k = μ_k − Σ_{m>0} J_m ω_{k−m}   and   μ_i' = −Σ_j K_ij q_ij.

/// Calls for 0 < m < k, from the middle: two sums that need not wait for each other, and not for order k − 1 until the
/// end.
template <class Lower, class Upper>
static inline void inside_out(int k, Lower lower, Upper upper) {
  if (k % 2 == 0 && k > 0) lower(k / 2);
  for (int m = (k - 1) / 2; m > 0; --m) {
    lower(m);
    upper(k - m);
  }
}

/// Coefficients m of two bodies a, b, laid out so that their products with those of order k − m are vectors.
template <class Real>
struct Two {
  Quad<Real> left, right;  // v_{m−1}, v_{m−1}, J_m, J_m  and  K_m, −J_m, ω_b, ω_a
  Lanes<Real> w_K, w_q;    // ω_a, K_m  and  ω_b, q_m
};

template <class Real>
static void two_bodies(const SmallTree<Real>& tree, Two<Real>* orders, int order, const JetOutput<Real>& to) {
  const Direction<Real> psi = direction(tree.sense[0] * to.out[0]);
  const Real J0 = tree.alpha[0] * psi.c + tree.beta[0] * psi.s, K0 = tree.beta[0] * psi.c - tree.alpha[0] * psi.s;
  const Real over = Real(1) / (tree.diagonal[0] * tree.diagonal[1] - J0 * J0);
  const Real Iaa = tree.diagonal[1] * over, Iab = -J0 * over, Ibb = tree.diagonal[0] * over;
  Real mu[2] = {to.out[1 + tree.body[0]], to.out[1 + tree.body[1]]};
  Real J = J0, K = K0, v = 0, q0 = 0, w0[2] = {0, Real(0)};
  for (int k = 0; k < order; ++k) {
    Quad<Real> sum = {}, other = {};               // J', K', and J ω of a and of b without ω_k
    Lanes<Real> product = {}, other_product = {};  // q and K q, without order k
    inside_out(
        k,
        [&](int m) {
          sum += orders[m].left * orders[k - m].right;
          product += orders[m].w_K * orders[k - m].w_q;
        },
        [&](int m) {
          other += orders[m].left * orders[k - m].right;
          other_product += orders[m].w_K * orders[k - m].w_q;
        });
    sum += other;
    product += other_product;
    if (k > 0) {
      const Real over_k = 1.0 / k;
      J = (sum[0] + v * K0) * over_k;
      K = (sum[1] - v * J0) * over_k;
    }
    const Real ra = mu[0] - sum[2] - (k > 0 ? J * w0[1] : Real(0)), rb = mu[1] - sum[3] - (k > 0 ? J * w0[0] : Real(0));
    const Real w[2] = {Iaa * ra + Iab * rb, Iab * ra + Ibb * rb};
    if (k == 0) w0[0] = w[0], w0[1] = w[1];
    const Real q = k == 0 ? w[0] * w[1] : product[0] + w0[0] * w[1] + w[0] * w0[1];
    if (k == 0) q0 = q;
    const Real f = k == 0 ? K * q : product[1] + K * q0 + K0 * q;
    orders[k].left = Quad<Real>{v, v, J, J};
    orders[k].right = Quad<Real>{K, -J, w[1], w[0]};
    orders[k].w_K = Lanes<Real>{w[0], K};
    orders[k].w_q = Lanes<Real>{w[1], q};
    v = w[1] - w[0];
    Real rate[2] = {-f, f};
    write_next(to, k, w, rate);
    const Real over_next = 1.0 / (k + 1);
    mu[0] = rate[0] * over_next;
    mu[1] = rate[1] * over_next;
  }
}

/// Coefficients of three bodies a, b, c, with the pairs ab, bc, ac side by side.
template <class Real>
struct Three {
  Quad<Real> v, J, K, wi, wj, q;
};

/// Sums over 0 < m < k of products of coefficients m and k − m, in the places of what they are for: J', K', the rows
/// of J ω of i and of j, q, and K q in the place of v.
template <class Real>
static inline void sums(const Three<Real>* orders, int k, Three<Real>& sum) {
  const auto add = [&](int m) {
    const Three<Real>&a = orders[m], &b = orders[k - m];
    sum.J += orders[m - 1].v * b.K;
    sum.K -= orders[m - 1].v * b.J;
    sum.wi += a.J * b.wj;
    sum.wj += a.J * b.wi;
    sum.q += a.wi * b.wj;
    sum.v += a.K * b.q;
  };
  inside_out(k, add, add);
}

template <class Real>
static void three_bodies(const SmallTree<Real>& tree, Three<Real>* orders, int order, const JetOutput<Real>& to) {
  const Direction<Real> ab = direction(tree.sense[0] * to.out[tree.joint[0]]);
  const Direction<Real> bc = direction(tree.sense[1] * to.out[tree.joint[1]]);
  const Quad<Real> c = {ab.c, bc.c, ab.c * bc.c - ab.s * bc.s, Real(0)},
                   s = {ab.s, bc.s, ab.s * bc.c + ab.c * bc.s, Real(0)};
  const Quad<Real> alpha = {tree.alpha[0], tree.alpha[1], tree.alpha[2], Real(0)},
                   beta = {tree.beta[0], tree.beta[1], tree.beta[2], Real(0)};
  const Quad<Real> J0 = alpha * c + beta * s, K0 = beta * c - alpha * s;
  const Real Jaa = tree.diagonal[0], Jbb = tree.diagonal[1], Jcc = tree.diagonal[2];
  const Real Jab = J0[0], Jbc = J0[1], Jac = J0[2];
  const Real Aaa = Jbb * Jcc - Jbc * Jbc, Aab = Jac * Jbc - Jab * Jcc, Aac = Jab * Jbc - Jac * Jbb;
  const Real Abb = Jaa * Jcc - Jac * Jac, Abc = Jab * Jac - Jaa * Jbc, Acc = Jaa * Jbb - Jab * Jab;
  const Real over = Real(1) / (Jaa * Aaa + Jab * Aab + Jac * Aac);
  const Quad<Real> Ia = over * Quad<Real>{Aaa, Aab, Aac, Real(0)}, Ib = over * Quad<Real>{Aab, Abb, Abc, Real(0)},
                   Ic = over * Quad<Real>{Aac, Abc, Acc, Real(0)};
  Real mu[3] = {to.out[2 + tree.body[0]], to.out[2 + tree.body[1]], to.out[2 + tree.body[2]]};
  for (int k = 0; k < order; ++k) {
    Three<Real> sum{};
    sums(orders, k, sum);
    Three<Real>& now = orders[k];
    if (k == 0) {
      now.J = J0;
      now.K = K0;
    } else {
      const Real over_k = 1.0 / k;
      now.J = over_k * (sum.J + orders[k - 1].v * K0);
      now.K = over_k * (sum.K - orders[k - 1].v * J0);
      sum.wi += now.J * orders[0].wj;
      sum.wj += now.J * orders[0].wi;
    }
    const Real ra = mu[0] - (sum.wi[0] + sum.wi[2]);
    const Real rb = mu[1] - (sum.wj[0] + sum.wi[1]);
    const Real rc = mu[2] - (sum.wj[1] + sum.wj[2]);
    const Quad<Real> w = ra * Ia + rb * Ib + rc * Ic;
    now.wi = Quad<Real>{w[0], w[1], w[0], w[3]};
    now.wj = Quad<Real>{w[1], w[2], w[2], w[3]};
    now.v = now.wj - now.wi;
    now.q = now.wi * orders[0].wj;
    Quad<Real> f = now.K * orders[0].q;
    if (k > 0) {
      now.q += sum.q + orders[0].wi * now.wj;
      f += sum.v + K0 * now.q;
    }
    Real rate[3] = {-(f[0] + f[2]), f[0] - f[1], f[1] + f[2]};
    const Real w_of[3] = {w[0], w[1], w[2]};
    write_next(to, k, w_of, rate);
    const Real over_next = 1.0 / (k + 1);
    for (int i = 0; i < 3; ++i) mu[i] = rate[i] * over_next;
  }
}

template <class Real>
static void small_jet(const SmallJet<Real>& jet, int order, const JetOutput<Real>& to) {
  static_assert(sizeof(Two<Real>) <= SmallJet<Real>::record * sizeof(Real));
  static_assert(sizeof(Three<Real>) <= SmallJet<Real>::record * sizeof(Real));
  if (jet.tree->bodies == 2)
    two_bodies(*jet.tree, reinterpret_cast<Two<Real>*>(jet.series), order, to);
  else
    three_bodies(*jet.tree, reinterpret_cast<Three<Real>*>(jet.series), order, to);
}

}  // namespace oopss
