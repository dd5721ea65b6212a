// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/tree.hpp"
#include "oopss/scalar/dual.hpp"

namespace oopss {

/// A symmetric 2 × 2 matrix.
template <Scalar T>
struct Symmetric2 {
  T xx = T(0), xy = T(0), yy = T(0);
};
template <Scalar T>
Vec2<T> operator*(const Symmetric2<T>& M, const Vec2<T>& v) {
  return {M.xx * v.x + M.xy * v.y, M.xy * v.x + M.yy * v.y};
}

/// What the sweeps of the recursion keep per body; made once, reused by every evaluation.
template <Scalar T>
struct Sweep {
  struct PerBody {
    Rotation<T> R;
    Vec2<T> A, B;     // the joint of body i from its parent's and from its own mass centre, inertial axes
    Vec2<T> E;        // (A − B_parent) turned by 90°: u_i = u_parent + ω_parent E
    Symmetric2<T> M;  // of the subtree at joint i: P = M u + h
    Vec2<T> h, G;
    T D = T(0), s = T(0);
    Vec2<T> u, P;  // velocity of joint i, linear momentum of the subtree beyond it
  };
  std::vector<PerBody> of;
  explicit Sweep(int bodies) : of(static_cast<std::size_t>(bodies)) {}
};

/// Leaves to root: eliminates the angular velocities,
///   D = I + m|B|² + Σ_c E_c·M_c E_c,  G = −m turned(B) + Σ_c M_c E_c,  s = μ − Σ_c E_c·h_c,
///   M = m 1 + Σ_c M_c − G Gᵀ/D,       h = Σ_c h_c + G s/D.
template <Scalar T>
void sweep_inward(const PlanarTree<T>& tree, const std::vector<T>& theta, const std::vector<T>& mu, Sweep<T>& sweep) {
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    auto& b = sweep.of[i];
    b.R = rotation(theta[i]);
    if (p >= 0) {
      b.A = sweep.of[p].R * tree.d_parent[i];
      b.B = b.R * tree.d_child[i];
      b.E = turned(b.A - sweep.of[p].B);
    }
    b.D = tree.I[i] + tree.m[i] * dot(b.B, b.B);
    b.G = -(tree.m[i] * turned(b.B));
    b.s = mu[i];
    b.M = {tree.m[i], T(0), tree.m[i]};
    b.h = {};
  }
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    auto& b = sweep.of[*it];
    const Vec2<T> g = {b.G.x / b.D, b.G.y / b.D};
    b.M = {b.M.xx - b.G.x * g.x, b.M.xy - b.G.x * g.y, b.M.yy - b.G.y * g.y};
    b.h = b.h + b.s * g;
    if (tree.parent[*it] < 0) continue;
    auto& above = sweep.of[tree.parent[*it]];
    const Vec2<T> ME = b.M * b.E;
    above.D = above.D + dot(b.E, ME);
    above.G = above.G + ME;
    above.s = above.s - dot(b.E, b.h);
    above.M = {above.M.xx + b.M.xx, above.M.xy + b.M.xy, above.M.yy + b.M.yy};
    above.h = above.h + b.h;
  }
}

/// ω = J(θ)⁻¹ μ and the torque-free rates μ' of a floating tree in O(N), without forming J: `sweep_inward`, then root
/// to leaves, with P_root = 0 (docs/math.md, The recursion),
///   ω = (s − G·u)/D,  P = M u + h,  u_c = u + ω E_c,  μ' = −ω (Σ_c A_c·P_c − B·P).
template <Scalar T>
void recursion(const PlanarTree<T>& tree, const std::vector<T>& theta, const std::vector<T>& mu, Sweep<T>& sweep,
               std::vector<T>& omega, std::vector<T>& mu_rate) {
  sweep_inward(tree, theta, mu, sweep);
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    auto& b = sweep.of[i];
    if (p < 0) {
      const T det = b.M.xx * b.M.yy - b.M.xy * b.M.xy;
      b.u = {(b.M.xy * b.h.y - b.M.yy * b.h.x) / det, (b.M.xy * b.h.x - b.M.xx * b.h.y) / det};
      b.P = {};
      mu_rate[i] = T(0);
    } else {
      b.u = sweep.of[p].u + omega[p] * b.E;
      b.P = b.M * b.u + b.h;
      mu_rate[p] = mu_rate[p] - omega[p] * dot(b.A, b.P);
    }
    omega[i] = (b.s - dot(b.G, b.u)) / b.D;
    if (p >= 0) mu_rate[i] = omega[i] * dot(b.B, b.P);
  }
}

/// Angular velocities and momentum rates of a tree at a shape.
template <Scalar T>
struct Motion {
  std::vector<T> omega, mu_rate;
};

template <Scalar T>
Motion<T> motion(const PlanarTree<T>& tree, const std::vector<T>& theta, const std::vector<T>& mu) {
  Sweep<T> sweep(tree.size());
  Motion<T> out{std::vector<T>(mu.size(), T(0)), std::vector<T>(mu.size(), T(0))};
  recursion(tree, theta, mu, sweep, out.omega, out.mu_rate);
  return out;
}

/// μ = J(θ) ω in O(N), without forming J: velocities from the root, linear momenta P of the subtrees from the leaves,
///   μ_i = I_i ω_i − B_i × P_i + Σ_c A_c × P_c,   with the mass centre at rest.
template <Scalar T>
std::vector<T> momenta(const PlanarTree<T>& tree, const std::vector<T>& theta, const std::vector<T>& omega) {
  std::vector<Vec2<T>> A(tree.m.size()), B(tree.m.size()), v(tree.m.size()), P(tree.m.size());
  Vec2<T> drift{};
  for (const int i : tree.order) {
    if (const int p = tree.parent[i]; p >= 0) {
      A[i] = rotation(theta[p]) * tree.d_parent[i];
      B[i] = rotation(theta[i]) * tree.d_child[i];
      v[i] = v[p] + omega[p] * turned(A[i]) - omega[i] * turned(B[i]);
    }
    drift = drift + tree.m[i] * v[i];
  }
  drift = {drift.x / tree.mass, drift.y / tree.mass};
  std::vector<T> mu;
  for (int i = 0; i < tree.size(); ++i) {
    P[i] = tree.m[i] * (v[i] - drift);
    mu.push_back(tree.I[i] * omega[i]);
  }
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    const int p = tree.parent[*i];
    if (p < 0) continue;
    P[p] = P[p] + P[*i];
    mu[*i] = mu[*i] - cross(B[*i], P[*i]);
    mu[p] = mu[p] + cross(A[*i], P[*i]);
  }
  return mu;
}

/// The same tree with constants as dual numbers of slope zero.
template <Scalar T>
PlanarTree<Dual<T>> constant_tree(const PlanarTree<T>& tree) {
  const auto lift = [](const Vec2<T>& v) { return Vec2<Dual<T>>{{v.x, T(0)}, {v.y, T(0)}}; };
  PlanarTree<Dual<T>> out;
  static_cast<Topology&>(out) = tree;
  for (int i = 0; i < tree.size(); ++i) {
    out.m.push_back({tree.m[i], T(0)});
    out.I.push_back({tree.I[i], T(0)});
    out.d_parent.push_back(lift(tree.d_parent[i]));
    out.d_child.push_back(lift(tree.d_child[i]));
  }
  out.mass = {tree.mass, T(0)};
  return out;
}

/// The recursion differentiated in the direction (θ', μ') = (ω, μ'): the tree and the room, made once, reused by every
/// evaluation. Afterwards omega[i].slope is ω_i', and sweep.of[i].P has the slope P_i'.
template <Scalar T>
struct MovingRecursion {
  PlanarTree<Dual<T>> tree;
  Sweep<Dual<T>> sweep;
  std::vector<Dual<T>> theta, mu, omega, mu_rate;

  explicit MovingRecursion(const PlanarTree<T>& still)
      : tree(constant_tree(still)),
        sweep(still.size()),
        theta(still.m.size()),
        mu(theta.size()),
        omega(theta.size()),
        mu_rate(theta.size()) {}
};
template <Scalar T>
void differentiate(MovingRecursion<T>& at, const std::vector<T>& theta, const std::vector<T>& mu,
                   const std::vector<T>& omega, const std::vector<T>& mu_rate) {
  for (std::size_t i = 0; i < theta.size(); ++i) {
    at.theta[i] = {theta[i], omega[i]};
    at.mu[i] = {mu[i], mu_rate[i]};
  }
  recursion(at.tree, at.theta, at.mu, at.sweep, at.omega, at.mu_rate);
}

/// What the bodies and joints feel along a motion whose momenta change at the rates μ' (torques included).
template <Scalar T>
struct Accelerations {
  std::vector<T> omega;        // ω'
  std::vector<Vec2<T>> force;  // P_i': the force on body i through the joint with its parent; zero at the root
};

template <Scalar T>
Accelerations<T> accelerations(const PlanarTree<T>& tree, const std::vector<T>& theta, const std::vector<T>& mu,
                               const std::vector<T>& omega, const std::vector<T>& mu_rate) {
  MovingRecursion<T> at(tree);
  differentiate(at, theta, mu, omega, mu_rate);
  Accelerations<T> out;
  for (int i = 0; i < tree.size(); ++i) {
    out.omega.push_back(at.omega[i].slope);
    out.force.push_back({at.sweep.of[i].P.x.slope, at.sweep.of[i].P.y.slope});
  }
  return out;
}

template <Scalar T>
std::vector<T> angular_accelerations(const PlanarTree<T>& tree, const std::vector<T>& theta, const std::vector<T>& mu,
                                     const std::vector<T>& omega, const std::vector<T>& mu_rate) {
  return accelerations(tree, theta, mu, omega, mu_rate).omega;
}

}  // namespace oopss
