// SPDX-License-Identifier: Apache-2.0
#include "oopss/spatial/veselov_sweep.hpp"

#include <cmath>

namespace oopss {
namespace {

using Vector = Vec3<double>;
using Block = Matrix3<double>;

/// hat(l) A.
Block crossed(const Vector& l, const Block& A) {
  return {l.y * A.z - l.z * A.y, l.z * A.x - l.x * A.z, l.x * A.y - l.y * A.x};
}
/// A E(l) = −A hat(l).
Block levered(const Block& A, const Vector& l) { return {cross(l, A.x), cross(l, A.y), cross(l, A.z)}; }

Block multiple(double c) { return {{c, 0, 0}, {0, c, 0}, {0, 0, c}}; }

/// Aᵀ v.
Vector transposed_times(const Block& A, const Vector& v) { return v.x * A.x + v.y * A.y + v.z * A.z; }

/// A⁻¹ by cofactors, and whether the determinant is positive.
bool invert(const Block& A, Block& out) {
  const Vector x = cross(A.y, A.z), y = cross(A.z, A.x), z = cross(A.x, A.y);
  const double det = dot(A.x, x), over = 1 / det;
  out = {
      {over * x.x, over * y.x, over * z.x}, {over * x.y, over * y.y, over * z.y}, {over * x.z, over * y.z, over * z.z}};
  return det > 0;
}

/// The body by itself: D = X + m E(B)ᵀE(B⁺) with X = tr(W) 1 − W, W = Φ S; G⁺ = −m E(B⁺), Gᵀ = −m E(B)ᵀ, M = m 1.
void begin_factor(double m, VeselovBody& b) {
  const Block W = b.S + b.PsiS;
  const Vector mB = m * b.B, mB_end = m * b.B_end;
  b.D = multiple(W.x.x + W.y.y + W.z.z + dot(mB, b.B_end)) - W - outer(mB_end, b.B);
  b.G = hat(mB_end);
  b.Gt = hat(-mB);
  b.M = multiple(m);
}

bool eliminate_ball(VeselovBody& b) {
  const bool positive = invert(b.D, b.inverse);
  b.Z = b.inverse * b.Gt;
  b.M = b.M - b.G * b.Z;
  return positive;
}

/// What a body hands up: P = M δx + h, as from every joint.
void hand_up(const VeselovBody& b, VeselovBody& above) {
  const Block ME = levered(b.M, b.l_end);
  above.D = above.D + crossed(b.l, ME);
  above.G = above.G + ME;
  above.Gt = above.Gt + crossed(b.l, b.M);
  above.M = above.M + b.M;
}

/// And what it hands up besides where its spin is tied to the parent's: its own equations, as far as they are left.
void hand_up(const VeselovBody& b, const Block& D, const Block& G, const Block& Gt, VeselovBody& above) {
  hand_up(b, above);
  above.D = above.D + crossed(b.l, G) + levered(Gt, b.l_end) + D;
  above.G = above.G + G;
  above.Gt = above.Gt + Gt;
}

bool eliminate_hinge(VeselovBody& b, VeselovBody& above) {
  b.e_end = b.D * b.n_end;
  b.g_end = b.G * b.n_end;
  b.e = transposed_times(b.D, b.n);
  b.g = transposed_times(b.Gt, b.n);
  b.d = dot(b.n, b.e_end) + b.c;
  const Vector e = b.e / b.d, g = b.g / b.d;
  b.M = b.M - outer(b.g_end, g);
  hand_up(b, b.D - outer(b.e_end, e), b.G - outer(b.g_end, e), b.Gt - outer(b.e_end, g), above);
  return b.d > 0;
}

/// A ball that resists: y = y_parent + z − Z δx − N y_parent with K = (D + C)⁻¹, Z = K Gᵀ, N = K D.
bool eliminate_damped_ball(VeselovBody& b, VeselovBody& above) {
  const bool positive = invert(b.D + b.C, b.inverse);
  b.Z = b.inverse * b.Gt;
  b.N = b.inverse * b.D;
  b.M = b.M - b.G * b.Z;
  hand_up(b, b.C * b.N, b.G * (b.inverse * b.C), b.C * b.Z, above);
  return positive;
}

/// What the body has besides Φ when that is known, and its parent's too.
void displace(VeselovBody& b) {
  const Quaternion<double>& q = b.phi;
  const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  const double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  b.Psi = {{-2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)},
           {2 * (xy + wz), -2 * (xx + zz), 2 * (yz - wx)},
           {2 * (xz - wy), 2 * (yz + wx), -2 * (xx + yy)}};
  b.PsiS = b.Psi * b.S;
  const Vector turned = b.Psi * b.B;
  b.B_end = b.B + turned;
  b.r = b.x - turned;
}

}  // namespace

void rest_turns(const Tree<Space<double>>& tree, std::vector<VeselovBody>& bodies) {
  for (const int i : tree.order) {
    VeselovBody& b = bodies[i];
    b.phi = {};
    b.q = 0;
    b.Psi = b.PsiS = {};
    b.B_end = b.B;
    b.l_end = b.l;
    b.n_end = b.n;
    b.x = b.r = {};
  }
}

bool factor_turns(const Tree<Space<double>>& tree, std::vector<VeselovBody>& bodies) {
  bool positive = true;
  for (const int i : tree.order) begin_factor(tree.m[i], bodies[i]);
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    VeselovBody& b = bodies[*it];
    const int p = tree.parent[*it];
    if (p < 0) {
      positive = eliminate_ball(b) && positive;
      const Block M = b.M;
      positive = invert(M, b.M) && positive;  // the root's equation is P = 0, so its M⁻¹ is what is asked for
    } else if (is_hinge(tree, *it)) {
      positive = eliminate_hinge(b, bodies[p]) && positive;
    } else if (b.damped) {
      positive = eliminate_damped_ball(b, bodies[p]) && positive;
    } else {
      positive = eliminate_ball(b) && positive;
      hand_up(b, bodies[p]);
    }
  }
  return positive;
}

void substitute_turns(const Tree<Space<double>>& tree, double h, std::vector<VeselovBody>& bodies) {
  for (const int i : tree.order) {
    VeselovBody& b = bodies[i];
    b.t = tree.m[i] * b.r;
    const Vector sigma = {b.PsiS.z.y - b.PsiS.y.z, b.PsiS.x.z - b.PsiS.z.x, b.PsiS.y.x - b.PsiS.x.y};
    b.s = cross(b.B, b.t) - sigma;
    if (!is_hinge(tree, i)) b.s = b.s + h * b.mu;
  }
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    VeselovBody& b = bodies[*it];
    const int p = tree.parent[*it];
    const bool hinge = is_hinge(tree, *it);
    if (hinge) {
      b.rate = (h * b.p + dot(b.n, b.s)) / b.d;
      b.t = b.t + b.rate * b.g_end;
    } else {
      b.z = b.inverse * b.s;
      b.t = b.t + b.G * b.z;
    }
    if (p < 0) continue;
    VeselovBody& above = bodies[p];
    above.t = above.t + b.t;
    above.s = above.s - cross(b.l, b.t);
    if (hinge) above.s = above.s + b.s - b.rate * b.e_end;
    if (!hinge && b.damped) above.s = above.s + b.C * b.z;
  }
  for (const int i : tree.order) {
    VeselovBody& b = bodies[i];
    const int p = tree.parent[i];
    if (p < 0) {
      b.dx = -(b.M * b.t);
      b.y = b.z - b.Z * b.dx;
      continue;
    }
    const VeselovBody& above = bodies[p];
    b.dx = above.dx + cross(above.y, b.l_end);
    if (is_hinge(tree, i)) {
      b.rate = b.rate - (dot(b.e, above.y) + dot(b.g, b.dx)) / b.d;
      b.y = above.y + b.rate * b.n_end;
    } else {
      b.y = b.z - b.Z * b.dx;
      if (b.damped) b.y = b.y + above.y - b.N * above.y;
    }
  }
}

double apply_turns(const Tree<Space<double>>& tree, std::vector<VeselovBody>& bodies) {
  double largest = 0;
  for (const int i : tree.order) {
    VeselovBody& b = bodies[i];
    const int p = tree.parent[i];
    if (const double size = dot(b.y, b.y); !(size <= largest)) largest = size;  // one that is no number stays
    if (p < 0) {
      b.x = b.x + b.dx;
    } else {
      const VeselovBody& above = bodies[p];
      const Vector turned = above.Psi * b.l;
      b.l_end = b.l + turned;
      b.x = above.x + turned;
    }
    if (is_hinge(tree, i)) {
      b.q += b.rate;
      b.phi = bodies[p].phi * quaternion(std::cos(b.q / 2), std::sin(b.q / 2) * b.n);
      b.n_end = b.n + bodies[p].Psi * b.n;
    } else {
      b.phi = normalised(quaternion(1.0, 0.5 * b.y) * b.phi);
    }
    displace(b);
  }
  return std::sqrt(largest);
}

}  // namespace oopss
