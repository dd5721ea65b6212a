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
/// What a row is gone through by: four numbers, or one where that is several members.
template <class Real>
struct RowPart {
  using type = Real;
};
template <>
struct RowPart<double> {
  using type = Quad<double>;
};
template <class Real>
using Part = typename RowPart<Real>::type;
template <class Real>
static inline Part<Real>& part(Real* of_slots, int i) {
  return reinterpret_cast<Part<Real>*>(of_slots)[i];
}
template <class Real>
static inline int parts(const TreeJet<Real>& jet) {
  return jet.stride * static_cast<int>(sizeof(Real)) / static_cast<int>(sizeof(Part<Real>));
}

/// What the orders before k > 0 say about coefficient k of ωz, of Z and of ω Im Z: all products but those with
/// coefficient k of ω, X, Y or F. Coefficient k of z is known.
template <class Real>
static void earlier_orders(const TreeJet<Real>& jet, int k) {
  const long row = jet.stride;
  for (int i = 0; i < parts(jet); ++i) {
    const Part<Real> ck = part(jet.c + k * row, i), sk = part(jet.s + k * row, i), w0 = part(jet.w, i);
    const Part<Real> X0 = part(jet.X, i), Y0 = part(jet.Y, i);
    Part<Real> cw = ck * w0, sw = sk * w0, g = {};
    Part<Real> cX = ck * X0, sY = sk * Y0, cY = ck * Y0, sX = sk * X0;  // apart: no sum waits for another
    for (int m = 1; m < k; ++m) {
      const Part<Real> c = part(jet.c + m * row, i), s = part(jet.s + m * row, i);
      const Part<Real> w = part(jet.w + (k - m) * row, i), X = part(jet.X + (k - m) * row, i);
      const Part<Real> Y = part(jet.Y + (k - m) * row, i);
      cw += c * w;
      sw += s * w;
      cX += c * X;
      sY += s * Y;
      cY += c * Y;
      sX += s * X;
      g += w * part(jet.F + m * row, i);
    }
    const Part<Real> z = cX + sY, f = cY - sX;
    part(jet.cw, i) = cw, part(jet.sw, i) = sw, part(jet.z, i) = z, part(jet.f, i) = f, part(jet.mu_rate, i) = g;
  }
}

/// Tips to root joint: h and ω − (what u does to it), at order k.
template <class Real>
static void jet_inward(const TreeJet<Real>& jet) {
  const TreeLoops<Real>& on = *jet.tree;
  for (int n = 0; n < on.pairs; ++n) {
    const BranchPair<Real>& pair = on.pair[n];
    Lanes<Real> hx = {}, hy = {};
    for (int i = pair.begin; i < pair.end; ++i) {
      const StepConstants<Real>& body = on.step[i];
      StepSweep<Real>& sweep = on.sweep[i];
      const Lanes<Real> cw = jet_lanes(jet.cw, i), sw = jet_lanes(jet.sw, i);
      const Lanes<Real> ax = body.ex * cw - body.ey * sw, ay = body.ey * cw + body.ex * sw;
      sweep.hx = hx, sweep.hy = hy;
      hx += sweep.Mxx * ax + sweep.Mxy * ay;
      hy += sweep.Mxy * ax + sweep.Myy * ay;
      Lanes<Real> left =
          jet_lanes(jet.mu, i) - jet_lanes(jet.z, i) - jet_lanes(on.Ex, i) * hx - jet_lanes(on.Ey, i) * hy;
      if (on.places[i].junction >= 0) {
        JunctionSweep<Real>& junction = on.junction[on.places[i].junction];
        left += junction.s, hx += junction.hx, hy += junction.hy;
        junction.s = junction.hx = junction.hy = Lanes<Real>{};
      }
      sweep.w = sweep.inverse * left;
      hx += body.qx * cw - body.qy * sw + sweep.gx * left;
      hy += body.qy * cw + body.qx * sw + sweep.gy * left;
    }
    PairSweep<Real>& done = on.done[n];
    done.hx = hx, done.hy = hy;
    for (int l = 0; l < 2; ++l) {
      const int slot = pair.attachment[l];
      if (slot < 0) continue;
      const Real ax = pair.ex[l] * jet.cw[slot] - pair.ey[l] * jet.sw[slot];
      const Real ay = pair.ey[l] * jet.cw[slot] + pair.ex[l] * jet.sw[slot];
      const Real x = hx[l] + done.Mxx[l] * ax + done.Mxy[l] * ay, y = hy[l] + done.Mxy[l] * ax + done.Myy[l] * ay;
      JunctionSweep<Real>& junction = on.junction[on.places[slot / 2].junction];
      junction.s[slot % 2] -= done.Ex[l] * x + done.Ey[l] * y;
      junction.hx[slot % 2] += x;
      junction.hy[slot % 2] += y;
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
static void jet_outward(const TreeJet<Real>& jet, const RootInverse<Real>& inverse, Real* w, Real* X, Real* Y) {
  const TreeLoops<Real>& on = *jet.tree;
  const PairSweep<Real>& root = on.done[on.pairs - 1];
  const Real hx = root.hx[0] + root.hx[1], hy = root.hy[0] + root.hy[1];
  const Real root_ux = -(inverse.xx * hx + inverse.xy * hy), root_uy = -(inverse.xy * hx + inverse.yy * hy);
  for (int n = on.pairs - 1; n >= 0; --n) {
    const BranchPair<Real>& pair = on.pair[n];
    const PairSweep<Real>& done = on.done[n];
    Lanes<Real> ux = {root_ux, root_ux}, uy = {root_uy, root_uy};
    for (int l = 0; l < 2; ++l) {
      const int slot = pair.attachment[l];
      if (slot < 0) continue;
      const JunctionSweep<Real>& junction = on.junction[on.places[slot / 2].junction];
      const Real x =
          junction.ux[slot % 2] + w[slot] * done.Ex[l] + pair.ex[l] * jet.cw[slot] - pair.ey[l] * jet.sw[slot];
      const Real y =
          junction.uy[slot % 2] + w[slot] * done.Ey[l] + pair.ey[l] * jet.cw[slot] + pair.ex[l] * jet.sw[slot];
      const Real Px = done.Mxx[l] * x + done.Mxy[l] * y + done.hx[l];
      const Real Py = done.Mxy[l] * x + done.Myy[l] * y + done.hy[l];
      X[slot] += pair.ex[l] * Px + pair.ey[l] * Py;
      Y[slot] += pair.ex[l] * Py - pair.ey[l] * Px;
      ux[l] = x;
      uy[l] = y;
    }
    for (int i = pair.end - 1; i >= pair.begin; --i) {
      const StepConstants<Real>& body = on.step[i];
      const StepSweep<Real>& sweep = on.sweep[i];
      if (on.places[i].junction >= 0) {
        on.junction[on.places[i].junction].ux = ux;
        on.junction[on.places[i].junction].uy = uy;
      }
      const Lanes<Real> cw = jet_lanes(jet.cw, i), sw = jet_lanes(jet.sw, i);
      const Lanes<Real> omega = sweep.w - sweep.gx * ux - sweep.gy * uy;
      const Lanes<Real> own_x = body.qx * ux + body.qy * uy, own_y = body.qx * uy - body.qy * ux;
      ux += omega * jet_lanes(on.Ex, i) + body.ex * cw - body.ey * sw;
      uy += omega * jet_lanes(on.Ey, i) + body.ey * cw + body.ex * sw;
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
static void finish_order(const TreeJet<Real>& jet, int k) {
  const long row = jet.stride;
  const Real over = 1.0 / (k + 1);
  for (int i = 0; i < parts(jet); ++i) {
    const Part<Real> c0 = part(jet.c, i), s0 = part(jet.s, i), w0 = part(jet.w, i);
    const Part<Real> w = part(jet.w + k * row, i), X = part(jet.X + k * row, i), Y = part(jet.Y + k * row, i);
    const Part<Real> F = part(jet.f, i) + c0 * Y - s0 * X;
    part(jet.F + k * row, i) = F;
    part(jet.mu_rate, i) += k == 0 ? w0 * F : w0 * F + w * part(jet.F, i);
    part(jet.c + (k + 1) * row, i) = -(part(jet.sw, i) + s0 * w) * over;
    part(jet.s + (k + 1) * row, i) = (part(jet.cw, i) + c0 * w) * over;
  }
}

/// x_{k+1} from the coefficients k of ω and μ'.
template <class Real>
static void write_next(const JetOutput<Real>& to, int k, const Real* w, const Real* mu_rate) {
  Real* next = to.out + static_cast<long>(k + 1) * to.size;
  const Real over = 1.0 / (k + 1);
  const int joints = to.bodies - 1;
  for (int j = 0; j < joints; ++j) next[j] = (w[to.second[j]] - w[to.first[j]]) * over;
  for (int i = 0; i < to.bodies; ++i) next[joints + i] = mu_rate[to.number[i]] * over;
  next[joints + to.bodies] = w[to.root] * over;
}

template <class Real>
static void clear(Real* row, int count) {
  for (int i = 0; i < count; ++i) row[i] = 0;
}

template <class Real>
static void tree_jet(const TreeJet<Real>& jet, int order, const JetOutput<Real>& to) {
  const TreeLoops<Real>& on = *jet.tree;
  const Real* mu = to.out + to.bodies - 1;
  clear(jet.mu, jet.stride);
  for (int i = 0; i < to.bodies; ++i) jet.mu[on.slot_of[i]] = mu[i];
  clear(jet.cw, jet.stride);
  clear(jet.sw, jet.stride);
  clear(jet.z, jet.stride);
  clear(jet.f, jet.stride);
  clear(jet.mu_rate, jet.stride);
  const RootInverse<Real> inverse = root_inverse(on.done[on.pairs - 1]);
  for (int k = 0; k < order; ++k) {
    const long row = static_cast<long>(k) * jet.stride;
    if (k > 0) earlier_orders(jet, k);
    jet_inward(jet);
    jet_outward(jet, inverse, jet.w + row, jet.X + row, jet.Y + row);
    finish_order(jet, k);
    if (to.springs > 0) add_springs(to, k, jet.w + row, jet.mu_rate);
    write_next(to, k, jet.w + row, jet.mu_rate);
    const Real over = 1.0 / (k + 1);
    for (int i = 0; i < jet.stride; ++i) jet.mu[i] = jet.mu_rate[i] * over;
  }
}

}  // namespace oopss
