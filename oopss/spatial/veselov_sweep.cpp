// SPDX-License-Identifier: Apache-2.0
#include "oopss/spatial/veselov_sweep.hpp"

#include <cmath>

#include "oopss/spatial/veselov_eliminate.hpp"

namespace oopss {
namespace {

/// q / |q|.
Quaternion<double> unit(const Quaternion<double>& q) {
  const double over = 1 / std::sqrt(norm_squared(q));
  return {over * q.w, over * q.x, over * q.y, over * q.z};
}

/// What the equations of body i lack, by itself: s = h μ − σ + B × P h, t = P h = m Δr, with I = tr(S) 1 − S in
/// σ = 2 (w I v + v × I v).
void begin_right_hand_side(double h, VeselovBody& b) {
  const Vector v = vector_part(b.phi);
  const Vector Iv = (b.S.xx + b.S.yy + b.S.zz) * v - b.S * v;
  const Vector half = b.phi.w * Iv + cross(v, Iv);
  b.t = b.m * (b.x - displaced(b.phi, b.B));
  b.s = cross(b.B, b.t) - 2.0 * half;
  if (!b.hinge) b.s = b.s + h * b.mu;
}

// Flat, so that no template of `scalar` is left as a copy for this kind of processor alone.

[[gnu::flatten]] void place(const VeselovBodies& tree) {
  for (int k = 0; k < tree.size; ++k) {
    VeselovBody& b = tree.body[tree.order[k]];
    if (b.parent < 0) {
      b.attitude = b.joint;
    } else {
      const Quaternion<double> joint = b.joint * b.joint_rest;
      b.attitude = tree.body[b.parent].attitude * (b.second ? joint : conjugate(joint));
    }
    b.R = rotation_of(b.attitude);
    const Block half = b.spread * transposed(b.R);  // S = R · half
    b.S = symmetric(b.R * half);
    if (b.parent < 0) continue;
    const VeselovBody& above = tree.body[b.parent];
    b.B = b.R * b.d_child;
    b.l = above.R * b.d_parent - above.B;
    if (b.hinge) b.n = b.R * b.axis;
  }
}

/// Φ = 1.
void rest(double h, VeselovBody& b) {
  b.phi = {};
  b.q = 0;
  b.l_end = b.l;
  b.n_end = b.n;
  b.x = b.t = b.s = {};
  if (!b.hinge) b.s = h * b.mu;
}

/// The body's equations and what those beyond it leave.
template <Factors made>
bool eliminate(const VeselovBodies& tree, VeselovBody& b) {
  TurnEquations all = own_equations<made>(b);
  if (b.chained && !b.damped && !tree.body[b.child].damped) {  // without a loop the blocks need not be in memory
    add_free_child(tree.body[b.child], all);
    return eliminate_ball<made>(all, b);
  }
  for (int c = b.child; c >= 0; c = tree.body[c].sibling) add_child(tree.body[c], all);
  return b.parent < 0 ? eliminate_root<made>(all, b)
         : b.hinge    ? eliminate_hinge<made>(all, b)
         : b.damped   ? eliminate_damped_ball<made>(all, b)
                      : eliminate_ball<made>(all, b);
}

/// What arrives from beyond is eliminated with the body's own.
void substitute(const VeselovBodies& tree, double h, VeselovBody& b) {
  for (int c = b.child; c >= 0; c = tree.body[c].sibling) {
    const VeselovBody& beyond = tree.body[c];
    b.t = b.t + beyond.t;
    b.s = b.s - cross(beyond.l, beyond.t);
    if (beyond.hinge) b.s = b.s + beyond.s - beyond.rate * beyond.e_end;
    if (!beyond.hinge && beyond.damped) b.s = b.s + beyond.C * beyond.z;
  }
  if (b.hinge) {
    b.rate = (h * b.p + dot(b.n, b.s)) / b.d;
    b.t = b.t + b.rate * b.g_end;
  } else {
    b.z = b.inverse * b.s;
    b.t = b.t + b.G * b.z;
  }
}

template <Factors made>
[[gnu::flatten]] bool inward(const VeselovBodies& tree, double h) {
  bool positive = true;
  for (int k = tree.size - 1; k >= 0; --k) {
    VeselovBody& b = tree.body[tree.order[k]];
    if constexpr (made == Factors::at_rest) rest(h, b);
    if constexpr (made != Factors::kept) positive = eliminate<made>(tree, b) && positive;
    substitute(tree, h, b);
  }
  return positive;
}

[[gnu::flatten]] double turn(const VeselovBodies& tree, double h) {
  double largest = 0;
  for (int k = 0; k < tree.size; ++k) {
    VeselovBody& b = tree.body[tree.order[k]];
    if (b.parent < 0) {
      b.dx = -(b.left.M * b.t);
      b.y = b.z - b.Z * b.dx;
      b.x = b.x + b.dx;
    } else {
      const VeselovBody& above = tree.body[b.parent];
      b.dx = above.dx + cross(above.y, b.l_end);
      if (b.hinge) {
        b.rate = b.rate - (dot(b.e, above.y) + dot(b.g, b.dx)) / b.d;
        b.y = above.y + b.rate * b.n_end;
      } else {
        b.y = b.z - b.Z * b.dx;
        if (b.damped) b.y = b.y + above.y - b.N * above.y;
      }
      const Vector moved = displaced(above.phi, b.l);
      b.l_end = b.l + moved;
      b.x = above.x + moved;
    }
    if (const double size = dot(b.y, b.y); !(size <= largest)) largest = size;  // one that is no number stays
    if (b.hinge) {
      const Quaternion<double>& inner = tree.body[b.parent].phi;
      b.q += b.rate;
      b.phi = inner * quaternion(std::cos(b.q / 2), std::sin(b.q / 2) * b.n);
      b.n_end = b.n + displaced(inner, b.n);
    } else {
      b.phi = unit(quaternion(1.0, 0.5 * b.y) * b.phi);
    }
    begin_right_hand_side(h, b);
  }
  return std::sqrt(largest);
}

/// The turns of the joints at the end: R_j ← A_firstᵀ Φ_firstᵀ Φ_second A_first R_j.
void turn_joint(const VeselovBodies& tree, VeselovBody& b) {
  Quaternion<double> by = b.phi;
  if (b.parent >= 0) {
    const VeselovBody& above = tree.body[b.parent];
    const Quaternion<double> seen = b.second ? conjugate(above.phi) * b.phi : conjugate(b.phi) * above.phi;
    by = quaternion(seen.w, transposed_times((b.second ? above : b).R, vector_part(seen)));
  }
  b.joint = unit(by * b.joint);
}

/// At joint i the transfer c_i = x_i × P_i / h goes from body i to its parent, and nothing else changes a momentum. A
/// hinge lies inside of what turns together, so there only its axis sees it: p⁺ − p = n⁺·L⁺ − n·L.
[[gnu::flatten]] void finish(const VeselovBodies& tree, double h) {
  const double over = 1 / h;
  for (int k = tree.size - 1; k >= 0; --k) {
    VeselovBody& b = tree.body[tree.order[k]];
    Vector P = b.t, L = -b.s, gained = {};  // P h, L h (of hinges only), and what transfers at balls beyond give
    for (int c = b.child; c >= 0; c = tree.body[c].sibling) {
      const VeselovBody& beyond = tree.body[c];
      P = P + beyond.t;
      L = L + cross(beyond.l, beyond.t);
      if (beyond.hinge) L = L + beyond.s;
      gained = gained + beyond.z;
    }
    b.t = P;
    const Vector c = cross(over * b.x, P);  // no product at the end: fused with a sum it would be another number there
    if (b.hinge) {
      const Vector change = gained - c, L_end = over * L + change;
      b.p += dot(b.n_end - b.n, L_end) + dot(b.n, change);
      b.z = gained;
      b.s = L;
      continue;
    }
    b.mu = b.mu + (b.parent < 0 ? gained : gained - c);
    b.z = c;
    turn_joint(tree, b);
  }
}

}  // namespace

const VeselovKernel OOPSS_VESELOV_KERNEL = {
    OOPSS_PROCESSOR, place, {inward<Factors::at_rest>, inward<Factors::anew>, inward<Factors::kept>}, turn, finish};

}  // namespace oopss
