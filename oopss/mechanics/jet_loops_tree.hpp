// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/jet_kernel.hpp"

// A second text of `recursion`, for speed; tests/mechanics/jet.cpp holds it against the first over power series.
//
// Taylor coefficients of a tree in O(N) per order and order. With z = e^{iθ}, E = z e and Q = z q as complex numbers,
//   u_c = u + ω E_c,   P = m u + ω Q + Σ_c P_c,   μ = D_0 ω + Re Z,   μ' = ω Im Z,   Z = z̄ (Σ_c ē_c P_c + q̄ u),
// and z' = iω z. Coefficient k of a product holds its unknown ω_k only beside coefficients 0, so each order is the
// recursion of order 0 again, with its M, D and G and other right-hand sides: seven products of series per body.

namespace oopss {

template <class Real>
static inline Lanes<Real>& jet_lanes(Real* of_slots, int step) {
  return reinterpret_cast<Lanes<Real>*>(of_slots)[step];
}
/// Four doubles of a row, whatever they are to a number.
template <class Real>
static inline Quad<double>& quad(Real* of_slots, int four) {
  return reinterpret_cast<Quad<double>*>(of_slots)[four];
}

/// What the orders before k > 0 say about coefficient k of ωz, of Z and of ω Im Z: all products but those with
/// coefficient k of ω, X, Y or F. Coefficient k of z is known.
template <class Real>
static void earlier_orders(const TreeJet<Real>& of, int k) {
  const long row = of.stride;
  for (int i = 0; i < of.stride * members<Real> / 4; ++i) {
    const Quad<double> ck = quad(of.c + k * row, i), sk = quad(of.s + k * row, i), w0 = quad(of.w, i);
    const Quad<double> X0 = quad(of.X, i), Y0 = quad(of.Y, i);
    Quad<double> cw = ck * w0, sw = sk * w0, z = ck * X0 + sk * Y0, f = ck * Y0 - sk * X0, g = {};
    for (int m = 1; m < k; ++m) {
      const Quad<double> c = quad(of.c + m * row, i), s = quad(of.s + m * row, i);
      const Quad<double> w = quad(of.w + (k - m) * row, i), X = quad(of.X + (k - m) * row, i);
      const Quad<double> Y = quad(of.Y + (k - m) * row, i);
      cw += c * w;
      sw += s * w;
      z += c * X + s * Y;
      f += c * Y - s * X;
      g += w * quad(of.F + m * row, i);
    }
    quad(of.cw, i) = cw, quad(of.sw, i) = sw, quad(of.z, i) = z, quad(of.f, i) = f, quad(of.mu_rate, i) = g;
  }
}

/// Tips to root joint: h and ω − (what u does to it), at order k.
template <class Real>
static void jet_inward(const TreeJet<Real>& of) {
  const TreeLoops<Real>& on = *of.tree;
  for (int n = 0; n < on.pairs; ++n) {
    const StrandPair<Real>& pair = on.pair[n];
    Lanes<Real> hx = {}, hy = {};
    for (int i = pair.begin; i < pair.end; ++i) {
      const StepConstants<Real>& body = on.step[i];
      StepSweep<Real>& sweep = on.sweep[i];
      const Lanes<Real> cw = jet_lanes(of.cw, i), sw = jet_lanes(of.sw, i);
      const Lanes<Real> ax = body.ex * cw - body.ey * sw, ay = body.ey * cw + body.ex * sw;
      sweep.hx = hx, sweep.hy = hy;
      hx += sweep.Mxx * ax + sweep.Mxy * ay;
      hy += sweep.Mxy * ax + sweep.Myy * ay;
      Lanes<Real> left = jet_lanes(of.mu, i) - jet_lanes(of.z, i) - sweep.Ex * hx - sweep.Ey * hy;
      if (on.places[i].knot >= 0) {
        KnotSweep<Real>& knot = on.knot[on.places[i].knot];
        left += knot.s, hx += knot.hx, hy += knot.hy;
        knot.s = knot.hx = knot.hy = Lanes<Real>{};
      }
      sweep.w = sweep.inverse * left;
      hx += body.qx * cw - body.qy * sw + sweep.gx * left;
      hy += body.qy * cw + body.qx * sw + sweep.gy * left;
    }
    PairSweep<Real>& done = on.done[n];
    done.hx = hx, done.hy = hy;
    for (int l = 0; l < 2; ++l) {
      const int at = pair.hook[l];
      if (at < 0) continue;
      const Real ax = pair.ex[l] * of.cw[at] - pair.ey[l] * of.sw[at];
      const Real ay = pair.ey[l] * of.cw[at] + pair.ex[l] * of.sw[at];
      const Real x = hx[l] + done.Mxx[l] * ax + done.Mxy[l] * ay, y = hy[l] + done.Mxy[l] * ax + done.Myy[l] * ay;
      KnotSweep<Real>& knot = on.knot[on.places[at / 2].knot];
      knot.s[at % 2] -= done.Ex[l] * x + done.Ey[l] * y;
      knot.hx[at % 2] += x;
      knot.hy[at % 2] += y;
    }
  }
}

/// M⁻¹ of the root joint.
template <class Real>
struct RootInverse {
  Real xx, xy, yy;
};
template <class Real>
static RootInverse<Real> root_inverse(const PairSweep<Real>& root) {
  const Real xx = root.Mxx[0] + root.Mxx[1], xy = root.Mxy[0] + root.Mxy[1], yy = root.Myy[0] + root.Myy[1];
  const Real over = Real(1) / (xx * yy - xy * xy);
  return {yy * over, -xy * over, xx * over};
}

/// Root joint to tips: ω, and X + iY = Σ_c ē_c P_c + q̄ u, at order k.
template <class Real>
static void jet_outward(const TreeJet<Real>& of, const RootInverse<Real>& inverse, Real* w, Real* X, Real* Y) {
  const TreeLoops<Real>& on = *of.tree;
  const PairSweep<Real>& root = on.done[on.pairs - 1];
  const Real hx = root.hx[0] + root.hx[1], hy = root.hy[0] + root.hy[1];
  const Real root_ux = -(inverse.xx * hx + inverse.xy * hy), root_uy = -(inverse.xy * hx + inverse.yy * hy);
  for (int n = on.pairs - 1; n >= 0; --n) {
    const StrandPair<Real>& pair = on.pair[n];
    const PairSweep<Real>& done = on.done[n];
    Lanes<Real> ux = {root_ux, root_ux}, uy = {root_uy, root_uy};
    for (int l = 0; l < 2; ++l) {
      const int at = pair.hook[l];
      if (at < 0) continue;
      const KnotSweep<Real>& knot = on.knot[on.places[at / 2].knot];
      const Real x = knot.ux[at % 2] + w[at] * done.Ex[l] + pair.ex[l] * of.cw[at] - pair.ey[l] * of.sw[at];
      const Real y = knot.uy[at % 2] + w[at] * done.Ey[l] + pair.ey[l] * of.cw[at] + pair.ex[l] * of.sw[at];
      const Real Px = done.Mxx[l] * x + done.Mxy[l] * y + done.hx[l];
      const Real Py = done.Mxy[l] * x + done.Myy[l] * y + done.hy[l];
      X[at] += pair.ex[l] * Px + pair.ey[l] * Py;
      Y[at] += pair.ex[l] * Py - pair.ey[l] * Px;
      ux[l] = x;
      uy[l] = y;
    }
    for (int i = pair.end - 1; i >= pair.begin; --i) {
      const StepConstants<Real>& body = on.step[i];
      const StepSweep<Real>& sweep = on.sweep[i];
      if (on.places[i].knot >= 0) {
        on.knot[on.places[i].knot].ux = ux;
        on.knot[on.places[i].knot].uy = uy;
      }
      const Lanes<Real> cw = jet_lanes(of.cw, i), sw = jet_lanes(of.sw, i);
      const Lanes<Real> omega = sweep.w - sweep.gx * ux - sweep.gy * uy;
      const Lanes<Real> own_x = body.qx * ux + body.qy * uy, own_y = body.qx * uy - body.qy * ux;
      ux += omega * sweep.Ex + body.ex * cw - body.ey * sw;
      uy += omega * sweep.Ey + body.ey * cw + body.ex * sw;
      const Lanes<Real> Px = sweep.Mxx * ux + sweep.Mxy * uy + sweep.hx,
                        Py = sweep.Mxy * ux + sweep.Myy * uy + sweep.hy;
      jet_lanes(w, i) = omega;
      jet_lanes(X, i) = own_x + body.ex * Px + body.ey * Py;
      jet_lanes(Y, i) = own_y + body.ex * Py - body.ey * Px;
    }
  }
}

/// Coefficient k of Im Z and of μ', and coefficient k + 1 of z, from coefficient k of ω, X and Y.
template <class Real>
static void finish_order(const TreeJet<Real>& of, int k) {
  const long row = of.stride;
  const double over = 1.0 / (k + 1);
  for (int i = 0; i < of.stride * members<Real> / 4; ++i) {
    const Quad<double> c0 = quad(of.c, i), s0 = quad(of.s, i), w0 = quad(of.w, i);
    const Quad<double> w = quad(of.w + k * row, i), X = quad(of.X + k * row, i), Y = quad(of.Y + k * row, i);
    const Quad<double> F = quad(of.f, i) + c0 * Y - s0 * X;
    quad(of.F + k * row, i) = F;
    quad(of.mu_rate, i) += k == 0 ? w0 * F : w0 * F + w * quad(of.F, i);
    quad(of.c + (k + 1) * row, i) = -(quad(of.sw, i) + s0 * w) * over;
    quad(of.s + (k + 1) * row, i) = (quad(of.cw, i) + c0 * w) * over;
  }
}

template <class Real>
static void clear(Real* row, int count) {
  for (int i = 0; i < count; ++i) row[i] = 0;
}

template <class Real>
static void tree_jet(const TreeJet<Real>& of, int order, const JetOutput<Real>& to) {
  const TreeLoops<Real>& on = *of.tree;
  const Real* mu = to.out + to.bodies - 1;
  clear(of.mu, of.stride);
  for (int i = 0; i < to.bodies; ++i) of.mu[on.slot_of[i]] = mu[i];
  clear(of.cw, of.stride);
  clear(of.sw, of.stride);
  clear(of.z, of.stride);
  clear(of.f, of.stride);
  clear(of.mu_rate, of.stride);
  for (int i = 0; i < 2 * on.steps; ++i) {
    of.c[i] = on.c[i];
    of.s[i] = on.s[i];
  }
  const RootInverse<Real> inverse = root_inverse(on.done[on.pairs - 1]);
  for (int k = 0; k < order; ++k) {
    const long row = static_cast<long>(k) * of.stride;
    if (k > 0) earlier_orders(of, k);
    jet_inward(of);
    jet_outward(of, inverse, of.w + row, of.X + row, of.Y + row);
    finish_order(of, k);
    write_next(to, k, of.w + row, of.mu_rate);
    const Real over = 1.0 / (k + 1);
    for (int i = 0; i < of.stride; ++i) of.mu[i] = of.mu_rate[i] * over;
  }
}

}  // namespace oopss
