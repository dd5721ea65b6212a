// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/kernel.hpp"

#include "oopss/mechanics/kernel_sine.hpp"

namespace oopss {
namespace {

void sines_and_cosines(int count, const double* __restrict x, double* __restrict s, double* __restrict c) {
  int far = 0;
  for (int i = 0; i < count; ++i) {
    const SinCos of = sine_and_cosine(x[i]);
    s[i] = of.s;
    c[i] = of.c;
    far |= !(x[i] <= reducible && x[i] >= -reducible);
  }
  if (far == 0) return;
  for (int i = 0; i < count; ++i) {
    if (x[i] <= reducible && x[i] >= -reducible) continue;
    s[i] = sin(x[i]);
    c[i] = cos(x[i]);
  }
}

inline Lanes& lanes(double* of_slots, int step) { return reinterpret_cast<Lanes*>(of_slots)[step]; }

/// θ of every body, outward from the root joint; only differences matter, so the first body there has θ = 0.
void angles(const TreeLoops& on, const double* phi) {
  for (int k = on.pairs - 1; k >= 0; --k) {
    const StrandPair& pair = on.pair[k];
    Lanes theta = {pair.hook[0] < 0 ? 0 : on.theta[pair.hook[0]], pair.hook[1] < 0 ? 0 : on.theta[pair.hook[1]]};
    for (int i = pair.end - 1; i >= pair.begin; --i) {
      const Lanes step = {phi[on.places[i].joint[0]], phi[on.places[i].joint[1]]};
      theta += on.step[i].sense * step;
      lanes(on.theta, i) = theta;
    }
  }
}

/// A strand that is done hangs on a body of another: its share of the sums there.
inline void attach(const TreeLoops& on, const StrandPair& pair, PairSweep& done, int lane) {
  const int at = pair.hook[lane];
  const double ex = on.c[at] * pair.ex[lane] - on.s[at] * pair.ey[lane];
  const double ey = on.s[at] * pair.ex[lane] + on.c[at] * pair.ey[lane];
  const double fx = done.Mxx[lane] * ex + done.Mxy[lane] * ey;
  const double fy = done.Mxy[lane] * ex + done.Myy[lane] * ey;
  done.Ex[lane] = ex;
  done.Ey[lane] = ey;
  KnotSweep& knot = on.knot[on.places[at / 2].knot];
  const int side = at % 2;
  knot.D[side] += ex * fx + ey * fy;
  knot.Gx[side] += fx;
  knot.Gy[side] += fy;
  knot.s[side] -= ex * done.hx[lane] + ey * done.hy[lane];
  knot.Mxx[side] += done.Mxx[lane];
  knot.Mxy[side] += done.Mxy[lane];
  knot.Myy[side] += done.Myy[lane];
  knot.hx[side] += done.hx[lane];
  knot.hy[side] += done.hy[lane];
}

/// Tips to root joint, P = M u + h at every inner joint, with E = R e and Q = R q:
///   D = D_0 + Σ_c E_c·M_c E_c,  G = Q + Σ_c M_c E_c,  s = μ − Σ_c E_c·h_c,
///   M = m 1 + Σ_c M_c − G Gᵀ/D,  h = Σ_c h_c + G s/D.
void inward(const TreeLoops& on, const double* mu) {
  for (int k = 0; k < on.pairs; ++k) {
    const StrandPair& pair = on.pair[k];
    Lanes Mxx = {}, Mxy = {}, Myy = {}, hx = {}, hy = {};
    for (int i = pair.begin; i < pair.end; ++i) {
      const StepConstants& of = on.step[i];
      const Lanes c = lanes(on.c, i), s = lanes(on.s, i);
      const Lanes Ex = c * of.ex - s * of.ey, Ey = s * of.ex + c * of.ey;
      const Lanes Qx = c * of.qx - s * of.qy, Qy = s * of.qx + c * of.qy;
      const Lanes fx = Mxx * Ex + Mxy * Ey, fy = Mxy * Ex + Myy * Ey;
      Lanes D = of.D + Ex * fx + Ey * fy, Gx = Qx + fx, Gy = Qy + fy;
      Lanes left = Lanes{mu[on.places[i].body[0]], mu[on.places[i].body[1]]} - Ex * hx - Ey * hy;
      StepSweep& sweep = on.sweep[i];
      sweep.Ex = Ex, sweep.Ey = Ey, sweep.Qx = Qx, sweep.Qy = Qy;
      sweep.Mxx = Mxx, sweep.Mxy = Mxy, sweep.Myy = Myy, sweep.hx = hx, sweep.hy = hy;
      if (on.places[i].knot >= 0) {
        KnotSweep& knot = on.knot[on.places[i].knot];
        D += knot.D, Gx += knot.Gx, Gy += knot.Gy, left += knot.s;
        Mxx += knot.Mxx, Mxy += knot.Mxy, Myy += knot.Myy, hx += knot.hx, hy += knot.hy;
        knot = KnotSweep{};
      }
      const Lanes inverse = 1 / D;
      const Lanes gx = inverse * Gx, gy = inverse * Gy, w = inverse * left;
      sweep.inverse = inverse, sweep.gx = gx, sweep.gy = gy, sweep.w = w;
      Mxx = (Mxx + of.m) - Gx * gx;
      Mxy = Mxy - Gx * gy;
      Myy = (Myy + of.m) - Gy * gy;
      hx += Gx * w;
      hy += Gy * w;
    }
    on.done[k] = PairSweep{Lanes{}, Lanes{}, Mxx, Mxy, Myy, hx, hy};
    for (int lane = 0; lane < 2; ++lane)
      if (pair.hook[lane] >= 0) attach(on, pair, on.done[k], lane);
  }
}

/// The velocity of a strand's hook, and what pulls there on the body that it hangs on.
inline void detach(const TreeLoops& on, const StrandPair& pair, const PairSweep& done, int lane, Lanes& ux, Lanes& uy) {
  const int at = pair.hook[lane];
  const KnotSweep& knot = on.knot[on.places[at / 2].knot];
  const double omega = on.omega[at];
  const double x = knot.ux[at % 2] + omega * done.Ex[lane], y = knot.uy[at % 2] + omega * done.Ey[lane];
  const double Px = done.Mxx[lane] * x + done.Mxy[lane] * y + done.hx[lane];
  const double Py = done.Mxy[lane] * x + done.Myy[lane] * y + done.hy[lane];
  on.rate[at] += omega * (done.Ex[lane] * Py - done.Ey[lane] * Px);
  ux[lane] = x;
  uy[lane] = y;
}

/// Root joint to tips. There both halves move alike and their momenta cancel: (Σ M) u = −Σ h. Then
///   ω = (s − G·u)/D,  u_c = u + ω E_c,  P_c = M_c u_c + h_c,  μ' = ω (Σ_c E_c × P_c + Q × u);
/// the last is the −ω (Σ A_c·P_c − B·P) of `recursion` with P = m v + Σ P_c put in.
void outward(const TreeLoops& on) {
  const PairSweep& root = on.done[on.pairs - 1];
  const double Mxx = root.Mxx[0] + root.Mxx[1], Mxy = root.Mxy[0] + root.Mxy[1], Myy = root.Myy[0] + root.Myy[1];
  const double hx = root.hx[0] + root.hx[1], hy = root.hy[0] + root.hy[1];
  const double inverse = 1 / (Mxx * Myy - Mxy * Mxy);
  const double root_ux = (Mxy * hy - Myy * hx) * inverse, root_uy = (Mxy * hx - Mxx * hy) * inverse;
  for (int k = on.pairs - 1; k >= 0; --k) {
    const StrandPair& pair = on.pair[k];
    Lanes ux = {root_ux, root_ux}, uy = {root_uy, root_uy};
    for (int lane = 0; lane < 2; ++lane)
      if (pair.hook[lane] >= 0) detach(on, pair, on.done[k], lane, ux, uy);
    for (int i = pair.end - 1; i >= pair.begin; --i) {
      const StepSweep& of = on.sweep[i];
      if (on.places[i].knot >= 0) {
        on.knot[on.places[i].knot].ux = ux;
        on.knot[on.places[i].knot].uy = uy;
      }
      const Lanes omega = of.w - of.gx * ux - of.gy * uy;
      const Lanes turn = of.Qx * uy - of.Qy * ux;
      ux += omega * of.Ex;
      uy += omega * of.Ey;
      const Lanes Px = of.Mxx * ux + of.Mxy * uy + of.hx, Py = of.Mxy * ux + of.Myy * uy + of.hy;
      lanes(on.omega, i) = omega;
      lanes(on.rate, i) = omega * (turn + of.Ex * Py - of.Ey * Px);
    }
  }
}

void tree_rates(const TreeLoops& on, const double* phi, const double* mu, double* phi_rate, double* mu_rate) {
  angles(on, phi);
  sines_and_cosines(2 * on.steps, on.theta, on.s, on.c);
  inward(on, mu);
  outward(on);
  for (int i = 0; i < on.bodies; ++i) mu_rate[i] = on.rate[on.slot_of[i]];
  for (int k = 0; k + 1 < on.bodies; ++k) phi_rate[k] = on.omega[on.second[k]] - on.omega[on.first[k]];
}

/// J_ij and its slope K_ij at the angle θ_j − θ_i.
struct Coupling {
  double J, K;
};
inline Coupling coupling(const SmallTree& of, int pair, SinCos at) {
  return {of.alpha[pair] * at.c + of.beta[pair] * at.s, of.beta[pair] * at.c - of.alpha[pair] * at.s};
}

/// ω = J⁻¹μ by the adjugate, and μ'_i = −ω_i (K ω)_i pair by pair, ∓K_ij ω_i ω_j.
void two_body_rates(const SmallTree& of, const double* phi, const double* mu, double* phi_rate, double* mu_rate,
                    double* omega) {
  const int a = of.body[0], b = of.body[1];
  const auto [J, K] = coupling(of, 0, any_sine_and_cosine(of.sense[0] * phi[0]));
  const double inverse = 1 / (of.diagonal[0] * of.diagonal[1] - J * J);
  const double wa = (of.diagonal[1] * mu[a] - J * mu[b]) * inverse;
  const double wb = (of.diagonal[0] * mu[b] - J * mu[a]) * inverse;
  const double f = K * wa * wb;
  omega[a] = wa, omega[b] = wb;
  mu_rate[a] = -f, mu_rate[b] = f;
  phi_rate[0] = of.sense[0] * (wb - wa);
}

void three_body_rates(const SmallTree& of, const double* phi, const double* mu, double* phi_rate, double* mu_rate,
                      double* omega) {
  const int a = of.body[0], b = of.body[1], c = of.body[2];
  const SinCos ab = any_sine_and_cosine(of.sense[0] * phi[of.joint[0]]);
  const SinCos bc = any_sine_and_cosine(of.sense[1] * phi[of.joint[1]]);
  const SinCos ac = {ab.s * bc.c + ab.c * bc.s, ab.c * bc.c - ab.s * bc.s};
  const auto [Jab, Kab] = coupling(of, 0, ab);
  const auto [Jbc, Kbc] = coupling(of, 1, bc);
  const auto [Jac, Kac] = coupling(of, 2, ac);
  const double Jaa = of.diagonal[0], Jbb = of.diagonal[1], Jcc = of.diagonal[2];
  const double Aaa = Jbb * Jcc - Jbc * Jbc, Aab = Jac * Jbc - Jab * Jcc, Aac = Jab * Jbc - Jac * Jbb;
  const double Abb = Jaa * Jcc - Jac * Jac, Abc = Jab * Jac - Jaa * Jbc, Acc = Jaa * Jbb - Jab * Jab;
  const double inverse = 1 / (Jaa * Aaa + Jab * Aab + Jac * Aac);
  const double wa = (Aaa * mu[a] + Aab * mu[b] + Aac * mu[c]) * inverse;
  const double wb = (Aab * mu[a] + Abb * mu[b] + Abc * mu[c]) * inverse;
  const double wc = (Aac * mu[a] + Abc * mu[b] + Acc * mu[c]) * inverse;
  const double fab = Kab * wa * wb, fbc = Kbc * wb * wc, fac = Kac * wa * wc;
  omega[a] = wa, omega[b] = wb, omega[c] = wc;
  mu_rate[a] = -(fab + fac), mu_rate[b] = fab - fbc, mu_rate[c] = fac + fbc;
  phi_rate[of.joint[0]] = of.sense[0] * (wb - wa);
  phi_rate[of.joint[1]] = of.sense[1] * (wc - wb);
}

void small_rates(const SmallTree& of, const double* phi, const double* mu, double* phi_rate, double* mu_rate,
                 double* omega) {
  (of.bodies == 2 ? two_body_rates : three_body_rates)(of, phi, mu, phi_rate, mu_rate, omega);
}

}  // namespace

const Kernel OOPSS_KERNEL = {OOPSS_PROCESSOR, tree_rates, small_rates, sines_and_cosines};

}  // namespace oopss
