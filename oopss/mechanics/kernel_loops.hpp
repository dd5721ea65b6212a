// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/kernel.hpp"
#include "oopss/mechanics/kernel_sine.hpp"

// The formulas of `recursion` and `pseudo_inertia` again, for speed: two branches side by side, no memory of bodies
// beyond what the sweeps need. tests/mechanics/engine.cpp holds them against the templates. Compiled once per kind of
// processor: hence static. `Real` is a double or a batch of them.

namespace oopss {

static inline void sines_and_cosines(int count, const double* __restrict x, double* __restrict s,
                                     double* __restrict c) {
  int far = 0;
  for (int i = 0; i < count; ++i) {
    const Direction<double> angle = sine_and_cosine(x[i]);
    s[i] = angle.s;
    c[i] = angle.c;
    far |= !(x[i] <= reducible && x[i] >= -reducible);
  }
  if (far == 0) return;
  for (int i = 0; i < count; ++i) {
    if (x[i] <= reducible && x[i] >= -reducible) continue;
    s[i] = sin(x[i]);
    c[i] = cos(x[i]);
  }
}

/// Of numbers that are doubles side by side: one after the other.
template <class Real>
static inline void sines_and_cosines(int count, const Real* x, Real* s, Real* c) {
  sines_and_cosines(count * members<Real>, reinterpret_cast<const double*>(x), reinterpret_cast<double*>(s),
                    reinterpret_cast<double*>(c));
}

template <class Real>
static inline Lanes<Real>& lanes(Real* of_slots, int step) {
  return reinterpret_cast<Lanes<Real>*>(of_slots)[step];
}

/// θ of every body, outward from the root joint; only differences matter, so the first body there has θ = 0.
template <class Real>
static void angles(const TreeLoops<Real>& on, const Real* phi) {
  for (int k = on.pairs - 1; k >= 0; --k) {
    const BranchPair<Real>& pair = on.pair[k];
    Lanes<Real> theta = {pair.attachment[0] < 0 ? Real(0) : on.theta[pair.attachment[0]],
                         pair.attachment[1] < 0 ? Real(0) : on.theta[pair.attachment[1]]};
    for (int i = pair.end - 1; i >= pair.begin; --i) {
      const Lanes<Real> step = {phi[on.places[i].joint[0]], phi[on.places[i].joint[1]]};
      theta += on.step[i].sense * step;
      lanes(on.theta, i) = theta;
    }
  }
}

/// A branch that is done hangs on a body of another: its share of the sums there.
template <class Real>
static inline void attach(const TreeLoops<Real>& on, const BranchPair<Real>& pair, PairSweep<Real>& done, int lane) {
  const int slot = pair.attachment[lane];
  const Real ex = on.c[slot] * pair.ex[lane] - on.s[slot] * pair.ey[lane];
  const Real ey = on.s[slot] * pair.ex[lane] + on.c[slot] * pair.ey[lane];
  const Real fx = done.Mxx[lane] * ex + done.Mxy[lane] * ey;
  const Real fy = done.Mxy[lane] * ex + done.Myy[lane] * ey;
  done.Ex[lane] = ex;
  done.Ey[lane] = ey;
  JunctionSweep<Real>& junction = on.junction[on.places[slot / 2].junction];
  const int side = slot % 2;
  junction.D[side] += ex * fx + ey * fy;
  junction.Gx[side] += fx;
  junction.Gy[side] += fy;
  junction.s[side] -= ex * done.hx[lane] + ey * done.hy[lane];
  junction.Mxx[side] += done.Mxx[lane];
  junction.Mxy[side] += done.Mxy[lane];
  junction.Myy[side] += done.Myy[lane];
  junction.hx[side] += done.hx[lane];
  junction.hy[side] += done.hy[lane];
}

/// Tips to root joint, P = M u + h at every inner joint, with E = R e and Q = R q:
///   D = D_0 + Σ_c E_c·M_c E_c,  G = Q + Σ_c M_c E_c,  s = μ − Σ_c E_c·h_c,
///   M = m 1 + Σ_c M_c − G Gᵀ/D,  h = Σ_c h_c + G s/D.
template <class Real>
static void inward(const TreeLoops<Real>& on, const Real* mu) {
  for (int k = 0; k < on.pairs; ++k) {
    const BranchPair<Real>& pair = on.pair[k];
    Lanes<Real> Mxx = {}, Mxy = {}, Myy = {}, hx = {}, hy = {};
    for (int i = pair.begin; i < pair.end; ++i) {
      const StepConstants<Real>& constants = on.step[i];
      const Lanes<Real> c = lanes(on.c, i), s = lanes(on.s, i);
      const Lanes<Real> Ex = c * constants.ex - s * constants.ey, Ey = s * constants.ex + c * constants.ey;
      const Lanes<Real> Qx = c * constants.qx - s * constants.qy, Qy = s * constants.qx + c * constants.qy;
      const Lanes<Real> fx = Mxx * Ex + Mxy * Ey, fy = Mxy * Ex + Myy * Ey;
      Lanes<Real> D = constants.D + Ex * fx + Ey * fy, Gx = Qx + fx, Gy = Qy + fy;
      Lanes<Real> left = Lanes<Real>{mu[on.places[i].body[0]], mu[on.places[i].body[1]]} - Ex * hx - Ey * hy;
      StepSweep<Real>& sweep = on.sweep[i];
      sweep.Ex = Ex, sweep.Ey = Ey, sweep.Qx = Qx, sweep.Qy = Qy;
      sweep.Mxx = Mxx, sweep.Mxy = Mxy, sweep.Myy = Myy, sweep.hx = hx, sweep.hy = hy;
      if (on.places[i].junction >= 0) {
        JunctionSweep<Real>& junction = on.junction[on.places[i].junction];
        D += junction.D, Gx += junction.Gx, Gy += junction.Gy, left += junction.s;
        Mxx += junction.Mxx, Mxy += junction.Mxy, Myy += junction.Myy, hx += junction.hx, hy += junction.hy;
        junction = JunctionSweep<Real>{};
      }
      const Lanes<Real> inverse = 1 / D;
      const Lanes<Real> gx = inverse * Gx, gy = inverse * Gy, w = inverse * left;
      sweep.inverse = inverse, sweep.gx = gx, sweep.gy = gy, sweep.w = w;
      Mxx = (Mxx + constants.m) - Gx * gx;
      Mxy = Mxy - Gx * gy;
      Myy = (Myy + constants.m) - Gy * gy;
      hx += Gx * w;
      hy += Gy * w;
    }
    on.done[k] = PairSweep<Real>{Lanes<Real>{}, Lanes<Real>{}, Mxx, Mxy, Myy, hx, hy};
    for (int lane = 0; lane < 2; ++lane)
      if (pair.attachment[lane] >= 0) attach(on, pair, on.done[k], lane);
  }
}

/// The velocity of a branch's attachment, and what pulls there on the body that it hangs on.
template <class Real>
static inline void detach(const TreeLoops<Real>& on, const BranchPair<Real>& pair, const PairSweep<Real>& done,
                          int lane, Lanes<Real>& ux, Lanes<Real>& uy) {
  const int slot = pair.attachment[lane];
  const JunctionSweep<Real>& junction = on.junction[on.places[slot / 2].junction];
  const Real omega = on.omega[slot];
  const Real x = junction.ux[slot % 2] + omega * done.Ex[lane], y = junction.uy[slot % 2] + omega * done.Ey[lane];
  const Real Px = done.Mxx[lane] * x + done.Mxy[lane] * y + done.hx[lane];
  const Real Py = done.Mxy[lane] * x + done.Myy[lane] * y + done.hy[lane];
  on.rate[slot] += omega * (done.Ex[lane] * Py - done.Ey[lane] * Px);
  ux[lane] = x;
  uy[lane] = y;
}

/// Root joint to tips. There both halves move alike and their momenta cancel: (Σ M) u = −Σ h. Then
///   ω = (s − G·u)/D,  u_c = u + ω E_c,  P_c = M_c u_c + h_c,  μ' = ω (Σ_c E_c × P_c + Q × u);
/// the last is the −ω (Σ A_c·P_c − B·P) of `recursion` with P = m v + Σ P_c put in.
template <class Real>
static void outward(const TreeLoops<Real>& on) {
  const PairSweep<Real>& root = on.done[on.pairs - 1];
  const Real Mxx = root.Mxx[0] + root.Mxx[1], Mxy = root.Mxy[0] + root.Mxy[1], Myy = root.Myy[0] + root.Myy[1];
  const Real hx = root.hx[0] + root.hx[1], hy = root.hy[0] + root.hy[1];
  const Real inverse = Real(1) / (Mxx * Myy - Mxy * Mxy);
  const Real root_ux = (Mxy * hy - Myy * hx) * inverse, root_uy = (Mxy * hx - Mxx * hy) * inverse;
  for (int k = on.pairs - 1; k >= 0; --k) {
    const BranchPair<Real>& pair = on.pair[k];
    Lanes<Real> ux = {root_ux, root_ux}, uy = {root_uy, root_uy};
    for (int lane = 0; lane < 2; ++lane)
      if (pair.attachment[lane] >= 0) detach(on, pair, on.done[k], lane, ux, uy);
    for (int i = pair.end - 1; i >= pair.begin; --i) {
      const StepSweep<Real>& sweep = on.sweep[i];
      if (on.places[i].junction >= 0) {
        on.junction[on.places[i].junction].ux = ux;
        on.junction[on.places[i].junction].uy = uy;
      }
      const Lanes<Real> omega = sweep.w - sweep.gx * ux - sweep.gy * uy;
      const Lanes<Real> turn = sweep.Qx * uy - sweep.Qy * ux;
      ux += omega * sweep.Ex;
      uy += omega * sweep.Ey;
      const Lanes<Real> Px = sweep.Mxx * ux + sweep.Mxy * uy + sweep.hx,
                        Py = sweep.Mxy * ux + sweep.Myy * uy + sweep.hy;
      lanes(on.omega, i) = omega;
      lanes(on.rate, i) = omega * (turn + sweep.Ex * Py - sweep.Ey * Px);
    }
  }
}

template <class Real>
static void tree_rates(const TreeLoops<Real>& on, const Real* phi, const Real* mu, Real* phi_rate, Real* mu_rate) {
  angles(on, phi);
  sines_and_cosines(2 * on.steps, on.theta, on.s, on.c);
  inward(on, mu);
  outward(on);
  for (int i = 0; i < on.bodies; ++i) mu_rate[i] = on.rate[on.slot_of[i]];
  for (int k = 0; k + 1 < on.bodies; ++k) phi_rate[k] = on.omega[on.second[k]] - on.omega[on.first[k]];
}

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

template <class Real>
static void small_rates(const SmallTree<Real>& tree, const Real* phi, const Real* mu, Real* phi_rate, Real* mu_rate,
                        Real* omega) {
  (tree.bodies == 2 ? two_body_rates<Real> : three_body_rates<Real>)(tree, phi, mu, phi_rate, mu_rate, omega);
}

}  // namespace oopss
