// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/jet_kernel.hpp"

// Taylor coefficients of a tree in O(N) per order and order. With z = e^{iθ}, E = z e and Q = z q as complex numbers,
//   u_c = u + ω E_c,   P = m u + ω Q + Σ_c P_c,   μ = D_0 ω + Re Z,   μ' = ω Im Z,   Z = z̄ (Σ_c ē_c P_c + q̄ u),
// and z' = iω z. Coefficient k of a product holds its unknown ω_k only beside coefficients 0, so each order is the
// recursion of order 0 again, with its M, D and G and other right-hand sides: seven products of series per body.

namespace oopss {
namespace {

inline Lanes& lanes(double* of_slots, int step) { return reinterpret_cast<Lanes*>(of_slots)[step]; }
inline Quad& quad(double* of_slots, int four) { return reinterpret_cast<Quad*>(of_slots)[four]; }

/// What the orders before k > 0 say about coefficient k of ωz, of Z and of ω Im Z: all products but those with
/// coefficient k of ω, X, Y or F. Coefficient k of z is known.
void earlier_orders(const TreeJet& of, int k) {
  const long row = of.stride;
  for (int i = 0; i < of.stride / 4; ++i) {
    const Quad ck = quad(of.c + k * row, i), sk = quad(of.s + k * row, i), w0 = quad(of.w, i);
    const Quad X0 = quad(of.X, i), Y0 = quad(of.Y, i);
    Quad cw = ck * w0, sw = sk * w0, z = ck * X0 + sk * Y0, f = ck * Y0 - sk * X0, g = {};
    for (int m = 1; m < k; ++m) {
      const Quad c = quad(of.c + m * row, i), s = quad(of.s + m * row, i);
      const Quad w = quad(of.w + (k - m) * row, i), X = quad(of.X + (k - m) * row, i);
      const Quad Y = quad(of.Y + (k - m) * row, i);
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
void inward(const TreeJet& of) {
  const TreeLoops& on = *of.tree;
  for (int n = 0; n < on.pairs; ++n) {
    const StrandPair& pair = on.pair[n];
    Lanes hx = {}, hy = {};
    for (int i = pair.begin; i < pair.end; ++i) {
      const StepConstants& body = on.step[i];
      StepSweep& sweep = on.sweep[i];
      const Lanes cw = lanes(of.cw, i), sw = lanes(of.sw, i);
      const Lanes ax = body.ex * cw - body.ey * sw, ay = body.ey * cw + body.ex * sw;
      sweep.hx = hx, sweep.hy = hy;
      hx += sweep.Mxx * ax + sweep.Mxy * ay;
      hy += sweep.Mxy * ax + sweep.Myy * ay;
      Lanes left = lanes(of.mu, i) - lanes(of.z, i) - sweep.Ex * hx - sweep.Ey * hy;
      if (on.places[i].knot >= 0) {
        KnotSweep& knot = on.knot[on.places[i].knot];
        left += knot.s, hx += knot.hx, hy += knot.hy;
        knot.s = knot.hx = knot.hy = Lanes{};
      }
      sweep.w = sweep.inverse * left;
      hx += body.qx * cw - body.qy * sw + sweep.gx * left;
      hy += body.qy * cw + body.qx * sw + sweep.gy * left;
    }
    PairSweep& done = on.done[n];
    done.hx = hx, done.hy = hy;
    for (int l = 0; l < 2; ++l) {
      const int at = pair.hook[l];
      if (at < 0) continue;
      const double ax = pair.ex[l] * of.cw[at] - pair.ey[l] * of.sw[at];
      const double ay = pair.ey[l] * of.cw[at] + pair.ex[l] * of.sw[at];
      const double x = hx[l] + done.Mxx[l] * ax + done.Mxy[l] * ay, y = hy[l] + done.Mxy[l] * ax + done.Myy[l] * ay;
      KnotSweep& knot = on.knot[on.places[at / 2].knot];
      knot.s[at % 2] -= done.Ex[l] * x + done.Ey[l] * y;
      knot.hx[at % 2] += x;
      knot.hy[at % 2] += y;
    }
  }
}

/// M⁻¹ of the root joint.
struct RootInverse {
  double xx, xy, yy;
};
RootInverse root_inverse(const PairSweep& root) {
  const double xx = root.Mxx[0] + root.Mxx[1], xy = root.Mxy[0] + root.Mxy[1], yy = root.Myy[0] + root.Myy[1];
  const double over = 1 / (xx * yy - xy * xy);
  return {yy * over, -xy * over, xx * over};
}

/// Root joint to tips: ω, and X + iY = Σ_c ē_c P_c + q̄ u, at order k.
void outward(const TreeJet& of, const RootInverse& inverse, double* w, double* X, double* Y) {
  const TreeLoops& on = *of.tree;
  const PairSweep& root = on.done[on.pairs - 1];
  const double hx = root.hx[0] + root.hx[1], hy = root.hy[0] + root.hy[1];
  const double root_ux = -(inverse.xx * hx + inverse.xy * hy), root_uy = -(inverse.xy * hx + inverse.yy * hy);
  for (int n = on.pairs - 1; n >= 0; --n) {
    const StrandPair& pair = on.pair[n];
    const PairSweep& done = on.done[n];
    Lanes ux = {root_ux, root_ux}, uy = {root_uy, root_uy};
    for (int l = 0; l < 2; ++l) {
      const int at = pair.hook[l];
      if (at < 0) continue;
      const KnotSweep& knot = on.knot[on.places[at / 2].knot];
      const double x = knot.ux[at % 2] + w[at] * done.Ex[l] + pair.ex[l] * of.cw[at] - pair.ey[l] * of.sw[at];
      const double y = knot.uy[at % 2] + w[at] * done.Ey[l] + pair.ey[l] * of.cw[at] + pair.ex[l] * of.sw[at];
      const double Px = done.Mxx[l] * x + done.Mxy[l] * y + done.hx[l];
      const double Py = done.Mxy[l] * x + done.Myy[l] * y + done.hy[l];
      X[at] += pair.ex[l] * Px + pair.ey[l] * Py;
      Y[at] += pair.ex[l] * Py - pair.ey[l] * Px;
      ux[l] = x;
      uy[l] = y;
    }
    for (int i = pair.end - 1; i >= pair.begin; --i) {
      const StepConstants& body = on.step[i];
      const StepSweep& sweep = on.sweep[i];
      if (on.places[i].knot >= 0) {
        on.knot[on.places[i].knot].ux = ux;
        on.knot[on.places[i].knot].uy = uy;
      }
      const Lanes cw = lanes(of.cw, i), sw = lanes(of.sw, i);
      const Lanes omega = sweep.w - sweep.gx * ux - sweep.gy * uy;
      const Lanes own_x = body.qx * ux + body.qy * uy, own_y = body.qx * uy - body.qy * ux;
      ux += omega * sweep.Ex + body.ex * cw - body.ey * sw;
      uy += omega * sweep.Ey + body.ey * cw + body.ex * sw;
      const Lanes Px = sweep.Mxx * ux + sweep.Mxy * uy + sweep.hx, Py = sweep.Mxy * ux + sweep.Myy * uy + sweep.hy;
      lanes(w, i) = omega;
      lanes(X, i) = own_x + body.ex * Px + body.ey * Py;
      lanes(Y, i) = own_y + body.ex * Py - body.ey * Px;
    }
  }
}

/// Coefficient k of Im Z and of μ', and coefficient k + 1 of z, from coefficient k of ω, X and Y.
void finish_order(const TreeJet& of, int k) {
  const long row = of.stride;
  const double over = 1.0 / (k + 1);
  for (int i = 0; i < of.stride / 4; ++i) {
    const Quad c0 = quad(of.c, i), s0 = quad(of.s, i), w0 = quad(of.w, i);
    const Quad w = quad(of.w + k * row, i), X = quad(of.X + k * row, i), Y = quad(of.Y + k * row, i);
    const Quad F = quad(of.f, i) + c0 * Y - s0 * X;
    quad(of.F + k * row, i) = F;
    quad(of.mu_rate, i) += k == 0 ? w0 * F : w0 * F + w * quad(of.F, i);
    quad(of.c + (k + 1) * row, i) = -(quad(of.sw, i) + s0 * w) * over;
    quad(of.s + (k + 1) * row, i) = (quad(of.cw, i) + c0 * w) * over;
  }
}

void clear(double* row, int count) {
  for (int i = 0; i < count; ++i) row[i] = 0;
}

}  // namespace

void OOPSS_TREE_JET(const TreeJet& of, int order, const JetOutput& to) {
  const TreeLoops& on = *of.tree;
  const double* mu = to.out + to.bodies - 1;
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
  const RootInverse inverse = root_inverse(on.done[on.pairs - 1]);
  for (int k = 0; k < order; ++k) {
    const long row = static_cast<long>(k) * of.stride;
    if (k > 0) earlier_orders(of, k);
    inward(of);
    outward(of, inverse, of.w + row, of.X + row, of.Y + row);
    finish_order(of, k);
    write_next(to, k, of.w + row, of.mu_rate);
    const double over = 1.0 / (k + 1);
    for (int i = 0; i < of.stride; ++i) of.mu[i] = of.mu_rate[i] * over;
  }
}

}  // namespace oopss
