// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/kernel.hpp"
#include "oopss/mechanics/kernel_sine.hpp"
#include "oopss/mechanics/small_bodies.hpp"

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

/// sum + rest += term, exact but for the last place of `rest`, which stays below half a unit of the sum's last place
/// (Knuth, Dekker).
template <class Value>
[[gnu::always_inline]] static inline void add_to_pair(Value& sum, Value& rest, const Value& term) {
  const Value total = sum + term, back = total - sum;
  rest += (sum - (total - back)) + (term - back);
  sum = total + rest;
  rest -= sum - total;
}

template <class Real>
static inline Lanes<Real>& lanes(Real* of_slots, int step) {
  return reinterpret_cast<Lanes<Real>*>(of_slots)[step];
}

/// θ of every body, outward from the root joint; only differences matter, so the first body there has θ = 0. Of a large
/// tree θ is kept with the rest that rounding takes from it: thousands of angles add up to hundreds of turns, and the
/// rounding of such sums would turn all that hangs on a body.
template <bool Large, class Real>
static void angles(const TreeLoops<Real>& on, const Real* phi) {
  for (int k = on.pairs - 1; k >= 0; --k) {
    const BranchPair<Real>& pair = on.pair[k];
    const auto at_attachments = [&pair](const Real* of_slots) {
      return Lanes<Real>{pair.attachment[0] < 0 ? Real(0) : of_slots[pair.attachment[0]],
                         pair.attachment[1] < 0 ? Real(0) : of_slots[pair.attachment[1]]};
    };
    Lanes<Real> theta = at_attachments(on.theta), rest = {};
    if constexpr (Large) rest = at_attachments(on.rest);
    for (int i = pair.end - 1; i >= pair.begin; --i) {
      const Lanes<Real> step = {phi[on.places[i].joint[0]], phi[on.places[i].joint[1]]};
      if constexpr (Large) {
        add_to_pair(theta, rest, Lanes<Real>(on.step[i].sense * step));
        lanes(on.rest, i) = rest;
      } else {
        theta += on.step[i].sense * step;
      }
      lanes(on.theta, i) = theta;
    }
  }
}

/// sin(θ + rest) = sin θ + rest cos θ, and the cosine, to a rounding.
template <class Real>
static void turn_by_rests(const TreeLoops<Real>& on) {
  for (int i = 0; i < on.steps; ++i) {
    Lanes<Real>&c = lanes(on.c, i), &s = lanes(on.s, i);
    const Lanes<Real> rest = lanes(on.rest, i), cosine = c;
    c -= rest * s;
    s += rest * cosine;
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
      lanes(on.Ex, i) = Ex, lanes(on.Ey, i) = Ey;
      lanes(on.Qx, i) = Qx, lanes(on.Qy, i) = Qy;
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
      const Lanes<Real> turn = lanes(on.Qx, i) * uy - lanes(on.Qy, i) * ux;
      const Lanes<Real> Ex = lanes(on.Ex, i), Ey = lanes(on.Ey, i);
      ux += omega * Ex;
      uy += omega * Ey;
      const Lanes<Real> Px = sweep.Mxx * ux + sweep.Mxy * uy + sweep.hx,
                        Py = sweep.Mxy * ux + sweep.Myy * uy + sweep.hy;
      lanes(on.omega, i) = omega;
      lanes(on.rate, i) = omega * (turn + Ex * Py - Ey * Px);
    }
  }
}

template <class Real>
static void tree_rates(const TreeLoops<Real>& on, const Real* phi, const Real* mu, Real* phi_rate, Real* mu_rate) {
  const bool large = on.bodies > most_plain_bodies;
  (large ? angles<true, Real> : angles<false, Real>)(on, phi);
  sines_and_cosines(2 * on.steps, on.theta, on.s, on.c);
  if (large) turn_by_rests(on);
  inward(on, mu);
  outward(on);
  if (!mu_rate) return;
  for (int i = 0; i < on.bodies; ++i) mu_rate[i] = on.rate[on.slot_of[i]];
  for (int k = 0; k + 1 < on.bodies; ++k) phi_rate[k] = on.omega[on.second[k]] - on.omega[on.first[k]];
}

template <class Real>
static void small_rates(const SmallTree<Real>& tree, const Real* phi, const Real* mu, Real* phi_rate, Real* mu_rate,
                        Real* omega) {
  (tree.bodies == 2 ? two_body_rates<Real> : three_body_rates<Real>)(tree, phi, mu, phi_rate, mu_rate, omega);
}

}  // namespace oopss
