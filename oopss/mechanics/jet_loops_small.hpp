// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/jet_kernel.hpp"
#include "oopss/mechanics/kernel_sine.hpp"

namespace oopss {

// A second text of `recursion`, for speed; tests/mechanics/jet.cpp holds it against the first over power series.
//
// For each pair ij of bodies: J_ij and its slope K_ij, and the products of both with ω_i and ω_j. No others are needed:
// J' = K ω_j − K ω_i and K' = J ω_i − J ω_j, so there is no sine or cosine after order 0, and μ_i' = −ω_i Σ_j K_ij ω_j.
// Then, order by order with the one inverse of J_0,
//   J_0 ω_k = μ_k − Σ_{m>0} J_m ω_{k−m}.

/// Four of the eight lanes of two vectors.
template <int a, int b, int c, int d>
[[gnu::always_inline]] static inline Quad<double> picked(const Quad<double>& x, const Quad<double>& y) {
  return __builtin_shufflevector(x, y, a, b, c, d);
}
template <int a, int b, int c, int d, class Four>
[[gnu::always_inline]] static inline Four picked(const Four& x, const Four& y) {
  const auto lane = [&](int k) { return k < 4 ? x[k] : y[k - 4]; };
  return Four{lane(a), lane(b), lane(c), lane(d)};
}
template <int a, int b, int c, int d>
[[gnu::always_inline]] static inline Quad<double> picked(const Quad<double>& x) {
  return __builtin_shufflevector(x, x, a, b, c, d);
}
template <int a, int b, int c, int d, class Four>
[[gnu::always_inline]] static inline Four picked(const Four& x) {
  return Four{x[a], x[b], x[c], x[d]};
}

/// An order that is known when this is compiled.
template <int k>
struct Order {
  [[gnu::always_inline]] constexpr operator int() const { return k; }
};

/// A choice that is made when this is compiled.
template <bool chosen>
struct Choice {
  [[gnu::always_inline]] constexpr operator bool() const { return chosen; }
};

/// step(k) for 0 < k < order. The first ones have code of their own each, without loops whose ends a processor must
/// guess.
template <class Real, int k = 1, class Step>
[[gnu::always_inline]] static inline void for_orders(int order, const Step& step) {
  if constexpr (k < (members<Real> == 1 ? 20 : 1)) {
    if (k >= order) return;
    step(Order<k>{});
    for_orders<Real, k + 1>(order, step);
  } else {
    for (int m = k; m < order; ++m) step(m);
  }
}

/// Calls for m and k − m, 0 < m < k/2, from the middle, so that sums wait for order k − 1 at their end only.
template <class Call>
[[gnu::always_inline]] static inline void inside_out(int k, const Call& call) {
  for (int m = (k - 1) / 2; m > 0; --m) call(m, k - m);
}
template <int k, int m = (k - 1) / 2, class Call>
[[gnu::always_inline]] static inline void inside_out(Order<k> order, const Call& call) {
  if constexpr (m > 0) {
    call(m, k - m);
    inside_out<k, m - 1>(order, call);
  }
}

/// Adds to a sum its last term and, of a number that is one member, a second sum, so that neither waits for the other.
/// Where a number is a register of members there are sums enough, and registers for one each.
template <class Real, class Four, class Term>
[[gnu::always_inline]] static inline void end_sum(Four& sum, const Four& second, const Term& last) {
  if (members<Real> == 1)
    sum += second + last;
  else
    sum += last;
}

/// Coefficients of two bodies a, b: J, J, K, K; ω_a, ω_b, ω_a, ω_b; K ω_b, ω_a.
template <class Real>
struct Two {  // a number that is several members stands here once
  Real J, K, wa, wb, K_wb;

  [[gnu::always_inline]] Quad<Real> JK() const { return {J, J, K, K}; }
  [[gnu::always_inline]] Quad<Real> w() const { return {wa, wb, wa, wb}; }
  [[gnu::always_inline]] Lanes<Real> force() const { return {K_wb, wa}; }
  [[gnu::always_inline]] void keep_JK(const Quad<Real>& all) { J = all[0], K = all[2]; }
  [[gnu::always_inline]] void keep_w(const Quad<Real>& all) { wa = all[0], wb = all[1]; }
  [[gnu::always_inline]] void keep_force(const Lanes<Real>& all) { K_wb = all[0]; }
};
template <>
struct Two<double> {
  Quad<double> JK_, w_;
  Lanes<double> force_;

  [[gnu::always_inline]] const Quad<double>& JK() const { return JK_; }
  [[gnu::always_inline]] const Quad<double>& w() const { return w_; }
  [[gnu::always_inline]] const Lanes<double>& force() const { return force_; }
  [[gnu::always_inline]] void keep_JK(const Quad<double>& all) { JK_ = all; }
  [[gnu::always_inline]] void keep_w(const Quad<double>& all) { w_ = all; }
  [[gnu::always_inline]] void keep_force(const Lanes<double>& all) { force_ = all; }
};

template <bool sprung, class Real>
static void two_bodies(const SmallTree<Real>& tree, Two<Real>* orders, int order, const JetOutput<Real>& to) {
  const int size = to.size, springs = to.springs, mu_a = 1 + tree.body[0], mu_b = 1 + tree.body[1];
  const bool root_is_a = to.root == 0;
  const Real sense = tree.sense[0];
  const Direction<Real> psi = direction(Real(sense * to.out[0]));
  const Real J = tree.alpha[0] * psi.c + tree.beta[0] * psi.s, K = tree.beta[0] * psi.c - tree.alpha[0] * psi.s;
  const Real over = Real(1) / (tree.diagonal[0] * tree.diagonal[1] - J * J);
  const Real Iaa = tree.diagonal[1] * over, Iab = -J * over, Ibb = tree.diagonal[0] * over;
  const Quad<Real> Ia = {Iaa, Iab, Iaa, Iab}, Ib = {Iab, Ibb, Iab, Ibb};
  const Quad<Real> JK0 = {J, J, K, K}, w0 = to.out[mu_a] * Ia + to.out[mu_b] * Ib;
  const Real wa0 = w0[0], force0 = K * w0[1];
  const Quad<Real> by_f = Ib - Ia, by_J = w0[1] * Ia + wa0 * Ib;  // what f and −J do to ω
  Quad<Real> rate = {};                                           // of J, J, K, K
  Real f = 0;                                                     // μ_b' = −μ_a'
  Real* next = to.out;
  /// Takes ω_k, all products of order k, and f_k without springs.
  const auto finish = [&](auto k, const Quad<Real>& w, const Quad<Real>& all, const Real& force)
      __attribute__((always_inline)) {
    const Real wa = w[0], wb = w[1], over_next = 1.0 / (k + 1);
    orders[k].keep_w(w);
    orders[k].keep_force(Lanes<Real>{all[3], wa});
    rate = picked<3, 3, 0, 0>(all) - picked<2, 2, 1, 1>(all);
    f = force;
    if (sprung && springs > 0) {
      const Real w_of[2] = {wa, wb};
      Real mu_rate[2] = {-force, force};
      add_springs(to, k, w_of, mu_rate);
      f = mu_rate[1];
    }
    const Real mu = f * over_next;
    next += size;
    next[0] = sense * (wb - wa) * over_next;
    next[mu_a] = -mu;
    next[mu_b] = mu;
    next[3] = (root_is_a ? wa : wb) * over_next;
  };
  orders[0].keep_JK(JK0);
  finish(Order<0>{}, w0, JK0 * w0, force0 * wa0);
  for_orders<Real>(
      order, [&](auto k) __attribute__((always_inline)) {
        Quad<Real> sum = {}, other = {};  // of J and K with ω, without orders 0 and k
        Lanes<Real> product = {};         // of K ω_b with ω_a, likewise
        Real middle = 0;
        if (k % 2 == 0) {
          const Two<Real>& half = orders[k / 2];
          sum = half.JK() * half.w();
          middle = half.force()[0] * half.force()[1];
        }
        inside_out(
            k, [&](int m, int n) __attribute__((always_inline)) {
              const Two<Real>&a = orders[m], &b = orders[n];
              sum += a.JK() * b.w();
              other += b.JK() * a.w();
              product += a.force() * Lanes<Real>{b.force()[1], b.force()[0]};
            });
        sum += other;
        const Real over_k = 1.0 / k;
        const Quad<Real> w = over_k * (f * by_f - rate[0] * by_J) - (sum[1] * Ia + sum[0] * Ib);
        const Quad<Real> JK = over_k * rate, all = sum + JK * w0 + JK0 * w;
        orders[k].keep_JK(JK);
        finish(k, w, all, middle + product[0] + product[1] + all[3] * wa0 + force0 * w[0]);
      });
}

/// Coefficients of three bodies a, b, c, as quadruples:
///   J     J_ab, J_ab, J_bc, J_bc     JK    J_ac, J_ac, K_ac, K_ac     K     K_ab, K_ab, K_bc, K_bc
///   w     ω_a, ω_b, ω_b, ω_c         w_ac  ω_a, ω_c, ω_a, ω_c
///   force K_ab ω_b + K_ac ω_c, K_bc ω_b + K_ac ω_a, ω_a, ω_c
template <class Real>
struct Three {  // a number that is several members stands here once
  Real Jab, Jbc, Jac, Kac, Kab, Kbc, wa, wb, wc, force_a, force_c;

  [[gnu::always_inline]] Quad<Real> J() const { return {Jab, Jab, Jbc, Jbc}; }
  [[gnu::always_inline]] Quad<Real> JK() const { return {Jac, Jac, Kac, Kac}; }
  [[gnu::always_inline]] Quad<Real> K() const { return {Kab, Kab, Kbc, Kbc}; }
  [[gnu::always_inline]] Quad<Real> w() const { return {wa, wb, wb, wc}; }
  [[gnu::always_inline]] Quad<Real> w_ac() const { return {wa, wc, wa, wc}; }
  [[gnu::always_inline]] Quad<Real> force() const { return {force_a, force_c, wa, wc}; }
  [[gnu::always_inline]] void keep_J(const Quad<Real>& all) { Jab = all[0], Jbc = all[2]; }
  [[gnu::always_inline]] void keep_JK(const Quad<Real>& all) { Jac = all[0], Kac = all[2]; }
  [[gnu::always_inline]] void keep_K(const Quad<Real>& all) { Kab = all[0], Kbc = all[2]; }
  [[gnu::always_inline]] void keep_w(const Quad<Real>& abc) { wa = abc[0], wb = abc[1], wc = abc[2]; }
  [[gnu::always_inline]] void keep_force(const Quad<Real>& all) { force_a = all[0], force_c = all[1]; }
};
template <>
struct Three<double> {
  Quad<double> J_, JK_, K_, w_, w_ac_, force_;

  [[gnu::always_inline]] const Quad<double>& J() const { return J_; }
  [[gnu::always_inline]] const Quad<double>& JK() const { return JK_; }
  [[gnu::always_inline]] const Quad<double>& K() const { return K_; }
  [[gnu::always_inline]] const Quad<double>& w() const { return w_; }
  [[gnu::always_inline]] const Quad<double>& w_ac() const { return w_ac_; }
  [[gnu::always_inline]] const Quad<double>& force() const { return force_; }
  [[gnu::always_inline]] void keep_J(const Quad<double>& all) { J_ = all; }
  [[gnu::always_inline]] void keep_JK(const Quad<double>& all) { JK_ = all; }
  [[gnu::always_inline]] void keep_K(const Quad<double>& all) { K_ = all; }
  [[gnu::always_inline]] void keep_w(const Quad<double>& abc) {
    w_ = picked<0, 1, 1, 2>(abc);
    w_ac_ = picked<0, 2, 0, 2>(abc);
  }
  [[gnu::always_inline]] void keep_force(const Quad<double>& all) { force_ = all; }
};

/// Products of J, JK and K with ω, in the places of these.
template <class Real>
struct Products {
  Quad<Real> J, JK, K;
};

template <bool sprung, class Real>
static void three_bodies(const SmallTree<Real>& tree, Three<Real>* orders, int order, const JetOutput<Real>& to) {
  const Direction<Real> ab = direction(Real(tree.sense[0] * to.out[tree.joint[0]]));
  const Direction<Real> bc = direction(Real(tree.sense[1] * to.out[tree.joint[1]]));
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
  const int size = to.size, springs = to.springs, phi_ab = tree.joint[0], phi_bc = tree.joint[1], root = to.root;
  const int mu_a = 2 + tree.body[0], mu_b = 2 + tree.body[1], mu_c = 2 + tree.body[2];
  const Real sense_ab = tree.sense[0], sense_bc = tree.sense[1];
  const Quad<Real> w0 = to.out[mu_a] * Ia + to.out[mu_b] * Ib + to.out[mu_c] * Ic;
  Three<Real>& zero = orders[0];
  Products<Real> rate{};        // of J, JK, K
  Real fa = 0, fb = 0, fc = 0;  // μ'
  Real* next = to.out;
  /// Takes ω_k, the products of order k without it, and what is known of −μ_a' and μ_c'.
  const auto finish = [&](auto k, const Quad<Real>& w, Products<Real> all, Real force_a, Real force_c)
      __attribute__((always_inline)) {
    Three<Real>& now = orders[k];
    const Real wa = w[0], wb = w[1], wc = w[2], over_next = 1.0 / (k + 1);
    now.keep_w(w);
    all.J += zero.J() * now.w();
    all.K += zero.K() * now.w();
    all.JK += zero.JK() * now.w_ac();
    rate.J = picked<1, 1, 3, 3>(all.K) - picked<0, 0, 2, 2>(all.K);
    rate.K = picked<0, 0, 2, 2>(all.J) - picked<1, 1, 3, 3>(all.J);
    rate.JK = picked<3, 3, 0, 0>(all.JK) - picked<2, 2, 1, 1>(all.JK);
    const Quad<Real> K_w = picked<1, 2, 1, 2>(all.K) + picked<3, 2, 3, 2>(all.JK);
    force_a += K_w[0] * w0[0];
    force_c += K_w[1] * w0[2];
    if (k > 0) {
      force_a += zero.force()[0] * wa;
      force_c += zero.force()[1] * wc;
    }
    now.keep_force(picked<0, 1, 4, 6>(K_w, w));
    fa = -force_a, fb = force_a - force_c, fc = force_c;
    if (sprung && springs > 0) {
      const Real w_of[3] = {wa, wb, wc};
      Real mu_rate[3] = {fa, fb, fc};
      add_springs(to, k, w_of, mu_rate);
      fa = mu_rate[0], fb = mu_rate[1], fc = mu_rate[2];
    }
    next += size;
    next[phi_ab] = sense_ab * (wb - wa) * over_next;
    next[phi_bc] = sense_bc * (wc - wb) * over_next;
    next[mu_a] = fa * over_next;
    next[mu_b] = fb * over_next;
    next[mu_c] = fc * over_next;
    next[5] = (root == 0 ? wa : root == 1 ? wb : wc) * over_next;
  };
  zero.keep_J(picked<0, 0, 1, 1>(J0));
  zero.keep_K(picked<0, 0, 1, 1>(K0));
  zero.keep_JK(picked<2, 2, 6, 6>(J0, K0));
  finish(Order<0>{}, w0, Products<Real>{}, Real(0), Real(0));
  for_orders<Real>(
      order, [&](auto k) __attribute__((always_inline)) {
        Products<Real> sum{}, second{};                             // without orders 0 and k
        Products<Real>& other = members<Real> == 1 ? second : sum;  // end_sum
        Quad<Real> product{};  // of the forces with ω_a and ω_c, likewise, in two halves
        Real force_a = 0, force_c = 0;
        if (k % 2 == 0) {
          const Three<Real>& half = orders[k / 2];
          sum = {half.J() * half.w(), half.JK() * half.w_ac(), half.K() * half.w()};
          force_a = half.force()[0] * half.force()[2];
          force_c = half.force()[1] * half.force()[3];
        }
        inside_out(
            k, [&](int m, int n) __attribute__((always_inline)) {
              const Three<Real>&a = orders[m], &b = orders[n];
              sum.J += a.J() * b.w(), other.J += b.J() * a.w();
              sum.JK += a.JK() * b.w_ac(), other.JK += b.JK() * a.w_ac();
              sum.K += a.K() * b.w(), other.K += b.K() * a.w();
              product += a.force() * picked<2, 3, 0, 1>(b.force());
            });
        Three<Real>& now = orders[k];
        const Real over_k = 1.0 / k;
        now.keep_J(over_k * rate.J);
        now.keep_JK(over_k * rate.JK);
        now.keep_K(over_k * rate.K);
        end_sum<Real>(sum.J, second.J, now.J() * zero.w());
        end_sum<Real>(sum.JK, second.JK, now.JK() * zero.w_ac());
        end_sum<Real>(sum.K, second.K, now.K() * zero.w());
        const Quad<Real> J_w = picked<1, 0, 2, 2>(sum.J) + picked<1, 7, 0, 0>(sum.JK, sum.J);
        const Quad<Real> w = over_k * (fa * Ia + fb * Ib + fc * Ic) - (J_w[0] * Ia + J_w[1] * Ib + J_w[2] * Ic);
        finish(k, w, sum, force_a + (product[0] + product[2]), force_c + (product[1] + product[3]));
      });
}

template <class Real>
static void small_jet(const SmallJet<Real>& jet, int order, const JetOutput<Real>& to) {
  static_assert(sizeof(Two<Real>) <= SmallJet<Real>::record * sizeof(Real));
  static_assert(sizeof(Three<Real>) <= SmallJet<Real>::record * sizeof(Real));
  if (order < 1) return;
  const auto run = [&](auto sprung) {
    if (jet.tree->bodies == 2)
      two_bodies<sprung>(*jet.tree, reinterpret_cast<Two<Real>*>(jet.series), order, to);
    else
      three_bodies<sprung>(*jet.tree, reinterpret_cast<Three<Real>*>(jet.series), order, to);
  };
  if (members<Real> == 1 || to.springs > 0)
    run(Choice<true>{});
  else
    run(Choice<false>{});  // without a call, in which registers would be put aside
}

}  // namespace oopss
