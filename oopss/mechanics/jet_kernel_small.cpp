// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/jet_kernel.hpp"
#include "oopss/mechanics/kernel_sine.hpp"

namespace oopss {
namespace {

using Four = double __attribute__((vector_size(32)));

/// Coefficients of the pairs ij of bodies side by side: J_ij, its slope K_ij, v = ω_j − ω_i, ω_i, ω_j and q = ω_i ω_j.
/// Because J' = v K and K' = −v J, no sine or cosine is needed after order 0.
template <class Lane>
struct Pairs {
  Lane v, J, K, wi, wj, q;
};

/// Sums over 0 < m < k of products of coefficients m and k − m: what the orders before k say about it.
template <class Lane>
inline Pairs<Lane> sums(const Pairs<Lane>* at, int k) {
  Pairs<Lane> sum{};
  for (int m = 1; m < k; ++m) {
    const Pairs<Lane>&a = at[m], &b = at[k - m];
    sum.J += at[m - 1].v * b.K;
    sum.K -= at[m - 1].v * b.J;
    sum.wi += a.J * b.wj;
    sum.wj += a.J * b.wi;
    sum.q += a.wi * b.wj;
    sum.v += a.K * b.q;
  }
  return sum;
}

/// Coefficient k > 0 of J and K, and the part of J ω that is known before ω_k.
template <class Lane>
inline void begin_order(Pairs<Lane>* at, int k, Pairs<Lane>& sum) {
  const double over = 1.0 / k;
  Pairs<Lane>& now = at[k];
  now.J = (sum.J + at[k - 1].v * at[0].K) * over;
  now.K = (sum.K - at[k - 1].v * at[0].J) * over;
  sum.wi += now.J * at[0].wj;
  sum.wj += now.J * at[0].wi;
}

/// The coefficient of K_ij ω_i ω_j, once ω_i and ω_j are set.
template <class Lane>
inline Lane end_order(Pairs<Lane>* at, int k, const Pairs<Lane>& sum) {
  Pairs<Lane>& now = at[k];
  now.v = now.wj - now.wi;
  now.q = now.wi * at[0].wj;
  if (k == 0) return now.K * now.q;
  now.q += sum.q + at[0].wi * now.wj;
  return sum.v + now.K * at[0].q + at[0].K * now.q;
}

/// Order by order: J_0 ω_k = μ_k − Σ_{m>0} J_m ω_{k−m} with the one inverse of J_0, and μ' = ∓K_ij ω_i ω_j.
void two_bodies(const SmallTree& of, Pairs<double>* at, int order, const JetOutput& to) {
  const SinCos psi = any_sine_and_cosine(of.sense[0] * to.out[0]);
  at[0].J = of.alpha[0] * psi.c + of.beta[0] * psi.s;
  at[0].K = of.beta[0] * psi.c - of.alpha[0] * psi.s;
  const double over = 1 / (of.diagonal[0] * of.diagonal[1] - at[0].J * at[0].J);
  const double Iaa = of.diagonal[1] * over, Iab = -at[0].J * over, Ibb = of.diagonal[0] * over;
  double mu[2] = {to.out[1 + of.body[0]], to.out[1 + of.body[1]]};
  for (int k = 0; k < order; ++k) {
    Pairs<double> sum = sums(at, k);
    if (k > 0) begin_order(at, k, sum);
    const double ra = mu[0] - sum.wi, rb = mu[1] - sum.wj;
    const double w[2] = {Iaa * ra + Iab * rb, Iab * ra + Ibb * rb};
    at[k].wi = w[0];
    at[k].wj = w[1];
    const double f = end_order(at, k, sum);
    double rate[2] = {-f, f};
    write_next(to, k, w, rate);
    mu[0] = rate[0] / (k + 1);
    mu[1] = rate[1] / (k + 1);
  }
}

/// The same with the pairs ab, bc, ac side by side.
void three_bodies(const SmallTree& of, Pairs<Four>* at, int order, const JetOutput& to) {
  const SinCos ab = any_sine_and_cosine(of.sense[0] * to.out[of.joint[0]]);
  const SinCos bc = any_sine_and_cosine(of.sense[1] * to.out[of.joint[1]]);
  const Four c = {ab.c, bc.c, ab.c * bc.c - ab.s * bc.s, 0}, s = {ab.s, bc.s, ab.s * bc.c + ab.c * bc.s, 0};
  const Four alpha = {of.alpha[0], of.alpha[1], of.alpha[2], 0}, beta = {of.beta[0], of.beta[1], of.beta[2], 0};
  at[0].J = alpha * c + beta * s;
  at[0].K = beta * c - alpha * s;
  const double Jaa = of.diagonal[0], Jbb = of.diagonal[1], Jcc = of.diagonal[2];
  const double Jab = at[0].J[0], Jbc = at[0].J[1], Jac = at[0].J[2];
  const double Aaa = Jbb * Jcc - Jbc * Jbc, Aab = Jac * Jbc - Jab * Jcc, Aac = Jab * Jbc - Jac * Jbb;
  const double Abb = Jaa * Jcc - Jac * Jac, Abc = Jab * Jac - Jaa * Jbc, Acc = Jaa * Jbb - Jab * Jab;
  const double over = 1 / (Jaa * Aaa + Jab * Aab + Jac * Aac);
  const Four Ia = over * Four{Aaa, Aab, Aac, 0}, Ib = over * Four{Aab, Abb, Abc, 0}, Ic = over * Four{Aac, Abc, Acc, 0};
  double mu[3] = {to.out[2 + of.body[0]], to.out[2 + of.body[1]], to.out[2 + of.body[2]]};
  for (int k = 0; k < order; ++k) {
    Pairs<Four> sum = sums(at, k);
    if (k > 0) begin_order(at, k, sum);
    const double ra = mu[0] - (sum.wi[0] + sum.wi[2]);
    const double rb = mu[1] - (sum.wj[0] + sum.wi[1]);
    const double rc = mu[2] - (sum.wj[1] + sum.wj[2]);
    const Four w = ra * Ia + rb * Ib + rc * Ic;
    at[k].wi = __builtin_shufflevector(w, w, 0, 1, 0, 3);
    at[k].wj = __builtin_shufflevector(w, w, 1, 2, 2, 3);
    const Four f = end_order(at, k, sum);
    double rate[3] = {-(f[0] + f[2]), f[0] - f[1], f[1] + f[2]};
    const double w_of[3] = {w[0], w[1], w[2]};
    write_next(to, k, w_of, rate);
    for (int i = 0; i < 3; ++i) mu[i] = rate[i] / (k + 1);
  }
}

}  // namespace

void OOPSS_SMALL_JET(const SmallJet& of, int order, const JetOutput& to) {
  static_assert(sizeof(Pairs<Four>) == SmallJet::record * sizeof(double));
  if (of.tree->bodies == 2)
    two_bodies(*of.tree, reinterpret_cast<Pairs<double>*>(of.series), order, to);
  else
    three_bodies(*of.tree, reinterpret_cast<Pairs<Four>*>(of.series), order, to);
}

}  // namespace oopss
