// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/recursion.hpp"

namespace oopss {

/// The recursion where some bodies turn against their parents at given rates, ω_i = ω_parent + ρ_i (docs/math.md,
/// Prescribed joints). `moved[i]` says which, ρ of the others is not looked at. Of the momenta only the sums over
/// bodies that hang together by such joints count: these are conjugate to turning them as one, and no torque inside
/// changes them. Inward at such a body
///   h += G ρ,  D_parent += D + EᵀG + GᵀE + EᵀM E,  G_parent += G + M E,  s_parent += s − D ρ − Eᵀh,
/// and outward P = M u + G ω_parent + h. Out come ω and μ' of every body by itself, without torques. In the plane; a
/// hinge in space would have ρ = n q' and leave μ of the body out of s, as `inward_at_hinge` does.
template <Dimension Dim>
requires(!Dim::has_hinges) void prescribed_recursion(
    const Tree<Dim>& tree, const std::vector<typename Dim::Attitude>& theta, const std::vector<typename Dim::Spin>& mu,
    const std::vector<bool>& moved, const std::vector<typename Dim::Spin>& rho, Sweep<Dim>& sweep,
    std::vector<typename Dim::Spin>& omega, std::vector<typename Dim::Spin>& mu_rate) {
  begin_sweep(tree, theta, mu, sweep);
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    const int i = *it, p = tree.parent[i];
    auto& b = sweep.body[i];
    if (!moved[i]) {
      inward_at_body<Dim>(b, p < 0 ? nullptr : &sweep.body[p]);
      continue;
    }
    auto& above = sweep.body[p];
    b.h = b.h + apply(b.G, rho[i]);
    const typename Dim::Lever ME = b.M * b.E;
    const typename Dim::Block EG = between(b.E, b.G);
    above.D = above.D + gram(b.E, ME) + b.D + (EG + EG);
    above.G = above.G + ME + b.G;
    above.s = above.s + (b.s - b.D * rho[i]) - apply_transposed(b.E, b.h);
    above.M = above.M + b.M;
    above.h = above.h + b.h;
  }
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
      if (moved[i]) b.P = b.P + apply(b.G, omega[p]);
      mu_rate[p] = mu_rate[p] - carried(omega[p], b.A, b.P);
    }
    omega[i] = moved[i] ? omega[p] + rho[i] : divided(b.s - apply_transposed(b.G, b.u), b.D);
    if (p >= 0) mu_rate[i] = carried(omega[i], b.B, b.P);
  }
}

/// Workspace for joints whose motion is prescribed, and beside them joints whose accelerations exact linearisation
/// asks for; made once, reused by every evaluation.
template <Scalar T>
struct Prescribed {
  std::vector<int> motion, demand;  // per body, of the joint with its parent: its place among each; −1: none
  std::vector<bool> moved, held;    // per body: moved, or one of either
  std::vector<T> rho, rho_rate;     // how those turn against their parents
  Sweep<Plane<T>> still;
  PlanarTree<Dual<T>> tree;
  Sweep<Plane<Dual<T>>> sweep;
  std::vector<Dual<T>> theta, mu, dual_rho, omega, unused;
  std::vector<T> torque;  // the result, per body: what its joint with the parent takes

  Prescribed(const PlanarTree<T>& of_tree, const std::vector<int>& moved_joints, const std::vector<int>& asked_joints)
      : rho(of_tree.m.size(), T(0)),
        rho_rate(rho),
        still(of_tree.size()),
        tree(constant_tree(of_tree)),
        sweep(of_tree.size()),
        theta(of_tree.m.size()),
        mu(theta),
        dual_rho(theta),
        omega(theta),
        unused(theta),
        torque(rho) {
    const auto place = [](const std::vector<int>& joints, int joint) {
      for (std::size_t c = 0; c < joints.size(); ++c)
        if (joints[c] == joint) return static_cast<int>(c);
      return -1;
    };
    for (const int joint : of_tree.joint) {
      motion.push_back(place(moved_joints, joint));
      demand.push_back(place(asked_joints, joint));
      moved.push_back(motion.back() >= 0);
      held.push_back(motion.back() >= 0 || demand.back() >= 0);
    }
  }
};

/// A state with prescribed motions, `given` as φ, φ' and φ'' of each: puts their angles into φ, and finds θ (the root
/// at 0), ω, φ', the torque-free rates μ', and μ = J ω in the place of what had the same sums.
template <Scalar T>
void prescribe_rates(Prescribed<T>& workspace, const PlanarTree<T>& tree, const std::vector<T>& given,
                     std::vector<T>& phi, std::vector<T>& theta, std::vector<T>& mu, std::vector<T>& omega,
                     std::vector<T>& rate, std::vector<T>& mu_rate) {
  for (int i = 0; i < tree.size(); ++i) {
    const int c = workspace.motion[i];
    if (c < 0) continue;
    phi[tree.joint[i]] = given[3 * c];
    workspace.rho[i] = T(tree.sense[i]) * given[3 * c + 1];
    workspace.rho_rate[i] = T(tree.sense[i]) * given[3 * c + 2];
  }
  absolute_angles(tree, phi, T(0), theta);
  prescribed_recursion(tree, theta, mu, workspace.moved, workspace.rho, workspace.still, omega, mu_rate);
  mu = momenta(tree, theta, omega);
  differences(tree, omega, rate);
  for (int i = 0; i < tree.size(); ++i)
    if (const int c = workspace.motion[i]; c >= 0) rate[tree.joint[i]] = given[3 * c + 1];
}

/// The accelerations of that state: φ'' of the motions, and `demand` of the joints asked. `mu_rate` has the rates with
/// all torques but those that this takes, and becomes J ω' + J' ω. The torques T of the joints, + on the first body and
/// − on the second, follow from the difference, leaves first: −sense T_i = Σ (difference) over body i and the held ones
/// beyond it.
template <Scalar T>
void prescribe_accelerations(Prescribed<T>& workspace, const std::vector<T>& theta, const std::vector<T>& mu,
                             const std::vector<T>& omega, const std::vector<T>& rate, const std::vector<T>& demand,
                             std::vector<T>& mu_rate) {
  const auto& tree = workspace.tree;
  for (int i = 0; i < tree.size(); ++i) {
    if (const int c = workspace.demand[i]; c >= 0) {
      workspace.rho[i] = T(tree.sense[i]) * rate[tree.joint[i]];
      workspace.rho_rate[i] = T(tree.sense[i]) * demand[c];
    }
    workspace.theta[i] = turning(theta[i], omega[i]);
    workspace.mu[i] = moving(mu[i], mu_rate[i]);
    workspace.dual_rho[i] = moving(workspace.rho[i], workspace.rho_rate[i]);
  }
  prescribed_recursion(tree, workspace.theta, workspace.mu, workspace.held, workspace.dual_rho, workspace.sweep,
                       workspace.omega, workspace.unused);
  const std::vector<Dual<T>> carried_on = momenta(tree, workspace.theta, workspace.omega);
  for (int i = 0; i < tree.size(); ++i) {
    workspace.torque[i] = carried_on[i].slope - mu_rate[i];
    mu_rate[i] = carried_on[i].slope;
  }
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    T& torque = workspace.torque[*it];
    if (!workspace.held[*it]) {
      torque = T(0);
      continue;
    }
    T& above = workspace.torque[tree.parent[*it]];
    above = above + torque;
    if (tree.sense[*it] > 0) torque = -torque;
  }
}

}  // namespace oopss
