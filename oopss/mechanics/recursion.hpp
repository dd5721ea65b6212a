// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/tree.hpp"

namespace oopss {

/// What the sweeps of the recursion keep per body; made once, reused by every evaluation.
template <Dimension Dim>
struct Sweep {
  using Vector = typename Dim::Vector;
  struct PerBody {
    typename Dim::Turn R;
    Vector A, B;                // the joint of body i from its parent's and from its own mass centre, inertial axes
    typename Dim::Lever E;      // E(A − B_parent): u_i = u_parent + E ω_parent
    typename Dim::Symmetric M;  // of the subtree at joint i: P = M u + h
    Vector h;
    typename Dim::Lever G;
    typename Dim::Inertia D{};
    typename Dim::Spin s{};
    Vector u, P;  // velocity of joint i, linear momentum of the subtree beyond it
    [[no_unique_address]] typename Dim::HingeSweep hinge;
  };
  std::vector<PerBody> body;
  explicit Sweep(int bodies) : body(static_cast<std::size_t>(bodies)) {}
};

/// The inward step at a hinge of axis n, where ω = ω_parent + n q' and only n·μ is given: with e = D n, g = G n,
/// d = n·e, x = n·s/d the subtree answers the parent's spin as well,
///   P = M u + G' ω_parent + h,    M −= g gᵀ/d,  G' = G − g eᵀ/d,  h += g x,
///   D_parent += D − e eᵀ/d + EᵀG' + G'ᵀE + EᵀM E,  G_parent += G' + M E,  s_parent += s − μ − e x − Eᵀh.
template <Scalar T>
void inward_at_hinge(const Vec3<T>& axis, const Vec3<T>& mu, typename Sweep<Space<T>>::PerBody& b,
                     typename Sweep<Space<T>>::PerBody& above) {
  auto& hinge = b.hinge;
  hinge.n = b.R * axis;
  hinge.e = b.D * hinge.n;
  hinge.g = b.G * hinge.n;
  hinge.d = dot(hinge.n, hinge.e);
  hinge.x = dot(hinge.n, b.s) / hinge.d;
  const Vec3<T> e_over_d = hinge.e / hinge.d;
  b.M = b.M - symmetric(outer(hinge.g, hinge.g / hinge.d));
  hinge.G = b.G - outer(hinge.g, e_over_d);
  b.h = b.h + hinge.x * hinge.g;
  const Matrix3<T> ME = b.M * b.E, EG = between(b.E, hinge.G);
  above.D = above.D + gram(b.E, ME) + (b.D - symmetric(outer(hinge.e, e_over_d))) + with_transposed(EG);
  above.G = above.G + ME + hinge.G;
  above.s = above.s - apply_transposed(b.E, b.h) + (b.s - mu) - hinge.x * hinge.e;
  above.M = above.M + b.M;
  above.h = above.h + b.h;
}

/// What each body brings into the sweep by itself: D = I + m E(B)ᵀE(B), G = −m E(B), s = μ, M = m 1, h = 0.
template <Dimension Dim>
void begin_sweep(const Tree<Dim>& tree, const std::vector<typename Dim::Attitude>& theta,
                 const std::vector<typename Dim::Spin>& mu, Sweep<Dim>& sweep) {
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    auto& b = sweep.body[i];
    b.R = turn(theta[i]);
    if (p >= 0) {
      b.A = sweep.body[p].R * tree.d_parent[i];
      b.B = b.R * tree.d_child[i];
      b.E = lever(b.A - sweep.body[p].B);
    }
    b.D = steiner(inertia_at(tree.I[i], b.R), tree.m[i], b.B);
    b.G = -(tree.m[i] * lever(b.B));
    b.s = mu[i];
    set_multiple(b.M, tree.m[i]);
    b.h = {};
  }
}

/// The inward step at a body whose angular velocity is eliminated: M and h are then those of the subtree; and what this
/// adds to the parent.
template <Dimension Dim>
void inward_at_body(typename Sweep<Dim>::PerBody& b, typename Sweep<Dim>::PerBody* parent) {
  const typename Dim::Lever g = divided(b.G, b.D);
  b.M = reduced(b.M, b.G, g);
  b.h = b.h + apply(g, b.s);
  if (!parent) return;
  auto& above = *parent;
  const typename Dim::Lever ME = b.M * b.E;
  above.D = above.D + gram(b.E, ME);
  above.G = above.G + ME;
  above.s = above.s - apply_transposed(b.E, b.h);
  above.M = above.M + b.M;
  above.h = above.h + b.h;
}

/// Joints that turn at given rates: body i with moved[i] turns at rate[i] against its parent, in space about the axis
/// of its hinge. What the recursion takes, or `NoneGiven`.
template <Dimension Dim>
struct GivenRates {
  static constexpr bool any = true;
  const std::vector<bool>& moved;
  const std::vector<typename Dim::Number>& rate;
};
struct NoneGiven {
  static constexpr bool any = false;
};

/// ρ = ω − ω_parent of a body that turns at a given rate.
template <Scalar T>
T given_spin(const typename Sweep<Plane<T>>::PerBody&, const T& rate) {
  return rate;
}
template <Scalar T>
Vec3<T> given_spin(const typename Sweep<Space<T>>::PerBody& b, const T& rate) {
  return rate * b.hinge.n;
}

/// The inward step at a body that turns against its parent at ρ (docs/math.md, Prescribed joints): it is not
/// eliminated,
///   h += G ρ,  D_parent += D + EᵀG + GᵀE + EᵀM E,  G_parent += G + M E,  s_parent += s − D ρ − Eᵀh,
/// in space without the body's own μ, which that of its parent has in it already.
template <Dimension Dim>
void inward_at_given(const Tree<Dim>& tree, int i, const typename Dim::Spin& mu, const typename Dim::Number& rate,
                     Sweep<Dim>& sweep) {
  auto &b = sweep.body[i], &above = sweep.body[tree.parent[i]];
  typename Dim::Spin s = b.s;
  if constexpr (Dim::has_hinges) {
    b.hinge.n = b.R * *tree.hinge[i];
    b.hinge.G = b.G;
    s = s - mu;
  }
  const typename Dim::Spin rho = given_spin<typename Dim::Number>(b, rate);
  b.h = b.h + apply(b.G, rho);
  const typename Dim::Lever ME = b.M * b.E;
  above.D = above.D + gram(b.E, ME) + b.D + with_transposed(between(b.E, b.G));
  above.G = above.G + ME + b.G;
  above.s = above.s + (s - b.D * rho) - apply_transposed(b.E, b.h);
  above.M = above.M + b.M;
  above.h = above.h + b.h;
}

/// Leaves to root: eliminates the angular velocities,
///   D = I + m E(B)ᵀE(B) + Σ_c E_cᵀM_c E_c,  G = −m E(B) + Σ_c M_c E_c,  s = μ − Σ_c E_cᵀh_c,
///   M = m 1 + Σ_c M_c − G D⁻¹Gᵀ,            h = Σ_c h_c + G D⁻¹s.
template <Dimension Dim, class Given = NoneGiven>
void sweep_inward(const Tree<Dim>& tree, const std::vector<typename Dim::Attitude>& theta,
                  const std::vector<typename Dim::Spin>& mu, Sweep<Dim>& sweep, const Given& given = {}) {
  begin_sweep(tree, theta, mu, sweep);
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    const int p = tree.parent[*it];
    auto& b = sweep.body[*it];
    if constexpr (Given::any)
      if (given.moved[*it]) {
        inward_at_given(tree, *it, mu[*it], given.rate[*it], sweep);
        continue;
      }
    if constexpr (Dim::has_hinges)
      if (is_hinge(tree, *it)) {
        inward_at_hinge(*tree.hinge[*it], mu[*it], b, sweep.body[p]);
        continue;
      }
    inward_at_body<Dim>(b, p < 0 ? nullptr : &sweep.body[p]);
  }
}

/// The outward step, ω of body i from that of its parent: ω_parent + ρ where it turns at a given rate; at a hinge
/// ω_parent + n q' with q' = x − (e·ω_parent + g·u)/d; else D⁻¹(s − Gᵀu).
template <Dimension Dim, class Given>
typename Dim::Spin outward_spin(const Tree<Dim>& tree, const Sweep<Dim>& sweep,
                                const std::vector<typename Dim::Spin>& omega, int i, const Given& given) {
  const int p = tree.parent[i];
  const auto& b = sweep.body[i];
  if constexpr (Given::any)
    if (given.moved[i]) return omega[p] + given_spin<typename Dim::Number>(b, given.rate[i]);
  if constexpr (Dim::has_hinges)
    if (is_hinge(tree, i)) {
      const auto& hinge = b.hinge;
      return omega[p] + (hinge.x - (dot(hinge.e, omega[p]) + dot(hinge.g, b.u)) / hinge.d) * hinge.n;
    }
  return divided(b.s - apply_transposed(b.G, b.u), b.D);
}

/// The rates of hinge momenta, from those of the bodies by themselves: the constraint's moment is normal to the axis,
/// so
///   p' = n·(Σ_k μ_k' + L × ω) with the sum over body i and what hangs on it by hinges,  (n p)' = n p' + ω × n p.
template <Scalar T>
void rates_at_hinges(const Tree<Space<T>>& tree, const Sweep<Space<T>>& sweep, const std::vector<Vec3<T>>& omega,
                     const std::vector<Vec3<T>>& mu, std::vector<Vec3<T>>& mu_rate) {
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    const int i = *it, p = tree.parent[i];
    if (!is_hinge(tree, i)) continue;
    mu_rate[p] = mu_rate[p] + mu_rate[i];
    const Vec3<T>& n = sweep.body[i].hinge.n;
    mu_rate[i] = dot(n, mu_rate[i] + cross(sweep.body[i].hinge.L, omega[i])) * n + dot(n, mu[i]) * cross(omega[i], n);
  }
}

/// ω = J(θ)⁻¹ μ and the torque-free rates μ' of a floating tree in O(N), without forming J: `sweep_inward`, then root
/// to leaves, with P_root = 0 (docs/math.md, The recursion),
///   ω = D⁻¹(s − Gᵀu),  P = M u + h,  u_c = u + E_c ω,  μ' = Σ_c (ω × A_c) × P_c − (ω × B) × P,
/// and P = M u + G ω_parent + h where a body turns at a given rate. Of bodies that hang together by such joints only
/// the sum of the momenta counts, in space that of the body that carries them: it is conjugate to turning them as one,
/// and no torque inside changes it.
template <Dimension Dim, class Given = NoneGiven>
void recursion(const Tree<Dim>& tree, const std::vector<typename Dim::Attitude>& theta,
               const std::vector<typename Dim::Spin>& mu, Sweep<Dim>& sweep, std::vector<typename Dim::Spin>& omega,
               std::vector<typename Dim::Spin>& mu_rate, const Given& given = {}) {
  sweep_inward(tree, theta, mu, sweep, given);
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    auto& b = sweep.body[i];
    if (p < 0) {
      b.u = balancing(b.M, b.h);
      b.P = {};
      mu_rate[i] = typename Dim::Spin{};
    } else {
      b.u = sweep.body[p].u + apply(b.E, omega[p]);
      b.P = b.M * b.u + b.h;
      if constexpr (Dim::has_hinges) {
        if (is_hinge(tree, i)) b.P = b.P + b.hinge.G * omega[p];
      } else if constexpr (Given::any) {
        if (given.moved[i]) b.P = b.P + apply(b.G, omega[p]);
      }
      mu_rate[p] = mu_rate[p] - carried(omega[p], b.A, b.P);
    }
    omega[i] = outward_spin(tree, sweep, omega, i, given);
    if constexpr (Dim::has_hinges)  // of which only n·L was known, or nothing
      if (is_hinge(tree, i)) b.hinge.L = b.D * omega[i] + apply_transposed(b.G, b.u) + (mu[i] - b.s);
    if (p >= 0) mu_rate[i] = carried(omega[i], b.B, b.P);
  }
  if constexpr (Dim::has_hinges) rates_at_hinges(tree, sweep, omega, mu, mu_rate);
}

/// Angular velocities and momentum rates of a tree at a shape.
template <class Spin>
struct Motion {
  std::vector<Spin> omega, mu_rate;
};

template <Dimension Dim>
Motion<typename Dim::Spin> motion(const Tree<Dim>& tree, const std::vector<typename Dim::Attitude>& theta,
                                  const std::vector<typename Dim::Spin>& mu) {
  using Spins = std::vector<typename Dim::Spin>;
  Sweep<Dim> sweep(tree.size());
  Motion<typename Dim::Spin> out{Spins(mu.size(), typename Dim::Spin{}), Spins(mu.size(), typename Dim::Spin{})};
  recursion(tree, theta, mu, sweep, out.omega, out.mu_rate);
  return out;
}

/// What acts on each body by itself (momenta, torques) as what acts on the momenta μ: the same without hinges. What
/// acts on a body that hangs by a hinge acts on its parent as well, and on the hinge itself only along the axis.
template <Dimension Dim>
void project_on_hinges([[maybe_unused]] const Tree<Dim>& tree,
                       [[maybe_unused]] const std::vector<typename Dim::Attitude>& theta,
                       [[maybe_unused]] std::vector<typename Dim::Spin>& x) {
  if constexpr (Dim::has_hinges)
    for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
      const int i = *it, p = tree.parent[i];
      if (!is_hinge(tree, i)) continue;
      x[p] = x[p] + x[i];
      const typename Dim::Vector n = turn(theta[i]) * *tree.hinge[i];
      x[i] = dot(n, x[i]) * n;
    }
}

/// μ = J(θ) ω in O(N), without forming J: velocities from the root, linear momenta P of the subtrees from the leaves,
///   μ_i = I_i ω_i − B_i × P_i + Σ_c A_c × P_c,   with the mass centre at rest.
template <Dimension Dim>
std::vector<typename Dim::Spin> momenta(const Tree<Dim>& tree, const std::vector<typename Dim::Attitude>& theta,
                                        const std::vector<typename Dim::Spin>& omega) {
  using Vector = typename Dim::Vector;
  std::vector<Vector> A(tree.m.size()), B(tree.m.size()), v(tree.m.size()), P(tree.m.size());
  Vector drift{};
  for (const int i : tree.order) {
    if (const int p = tree.parent[i]; p >= 0) {
      A[i] = turn(theta[p]) * tree.d_parent[i];
      B[i] = turn(theta[i]) * tree.d_child[i];
      v[i] = v[p] + cross(omega[p], A[i]) - cross(omega[i], B[i]);
    }
    drift = drift + tree.m[i] * v[i];
  }
  drift = drift / tree.mass;
  std::vector<typename Dim::Spin> mu;
  mu.reserve(tree.m.size());
  for (int i = 0; i < tree.size(); ++i) {
    P[i] = tree.m[i] * (v[i] - drift);
    mu.push_back(inertia_at(tree.I[i], turn(theta[i])) * omega[i]);
  }
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    const int p = tree.parent[*i];
    if (p < 0) continue;
    P[p] = P[p] + P[*i];
    mu[*i] = mu[*i] - cross(B[*i], P[*i]);
    mu[p] = mu[p] + cross(A[*i], P[*i]);
  }
  project_on_hinges(tree, theta, mu);
  return mu;
}

/// The same tree with constants as dual numbers of slope zero.
template <Dimension Dim>
auto constant_tree(const Tree<Dim>& tree) {
  Tree<typename Dim::template Over<Dual<typename Dim::Number>>> out;
  const auto constant = []<class X>(const X& x) { return moving(x, X{}); };
  static_cast<Topology&>(out) = tree;
  for (int i = 0; i < tree.size(); ++i) {
    out.m.push_back(constant(tree.m[i]));
    out.I.push_back(constant(tree.I[i]));
    out.d_parent.push_back(constant(tree.d_parent[i]));
    out.d_child.push_back(constant(tree.d_child[i]));
    if constexpr (Dim::has_hinges) {
      out.hinge.emplace_back();
      if (tree.hinge[i]) out.hinge.back() = constant(*tree.hinge[i]);
    }
  }
  out.mass = constant(tree.mass);
  return out;
}

/// The recursion differentiated in the direction (θ', μ') = (ω, μ'): the tree and the workspace, made once, reused by
/// every evaluation. Afterwards omega[i] has the slope ω_i', and sweep.body[i].P the slope P_i'.
template <Dimension Dim>
struct MovingRecursion {
  using Moving = typename Dim::template Over<Dual<typename Dim::Number>>;
  Tree<Moving> tree;
  Sweep<Moving> sweep;
  std::vector<typename Moving::Attitude> theta;
  std::vector<typename Moving::Spin> mu, omega, mu_rate;

  explicit MovingRecursion(const Tree<Dim>& still)
      : tree(constant_tree(still)),
        sweep(still.size()),
        theta(still.m.size()),
        mu(theta.size()),
        omega(theta.size()),
        mu_rate(theta.size()) {}
};
template <Dimension Dim>
void differentiate(MovingRecursion<Dim>& path, const std::vector<typename Dim::Attitude>& theta,
                   const std::vector<typename Dim::Spin>& mu, const std::vector<typename Dim::Spin>& omega,
                   const std::vector<typename Dim::Spin>& mu_rate) {
  for (std::size_t i = 0; i < theta.size(); ++i) {
    path.theta[i] = turning(theta[i], omega[i]);
    path.mu[i] = moving(mu[i], mu_rate[i]);
  }
  recursion(path.tree, path.theta, path.mu, path.sweep, path.omega, path.mu_rate);
}

/// What the bodies and joints feel along a motion whose momenta change at the rates μ' (torques included).
template <Dimension Dim>
struct Accelerations {
  std::vector<typename Dim::Spin> omega;    // ω'
  std::vector<typename Dim::Vector> force;  // P_i': on body i through the joint with its parent; zero at the root
};

template <Dimension Dim>
Accelerations<Dim> accelerations(const Tree<Dim>& tree, const std::vector<typename Dim::Attitude>& theta,
                                 const std::vector<typename Dim::Spin>& mu,
                                 const std::vector<typename Dim::Spin>& omega,
                                 const std::vector<typename Dim::Spin>& mu_rate) {
  MovingRecursion<Dim> path(tree);
  differentiate(path, theta, mu, omega, mu_rate);
  Accelerations<Dim> out;
  for (int i = 0; i < tree.size(); ++i) {
    out.omega.push_back(slope(path.omega[i]));
    out.force.push_back(slope(path.sweep.body[i].P));
  }
  return out;
}

template <Dimension Dim>
std::vector<typename Dim::Spin> angular_accelerations(const Tree<Dim>& tree,
                                                      const std::vector<typename Dim::Attitude>& theta,
                                                      const std::vector<typename Dim::Spin>& mu,
                                                      const std::vector<typename Dim::Spin>& omega,
                                                      const std::vector<typename Dim::Spin>& mu_rate) {
  return accelerations(tree, theta, mu, omega, mu_rate).omega;
}

}  // namespace oopss
