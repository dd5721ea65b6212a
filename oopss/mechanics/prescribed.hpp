// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/recursion.hpp"

namespace oopss {

/// Workspace for joints whose motion is prescribed, in space hinges, and beside them joints whose accelerations exact
/// linearisation asks for (docs/math.md, Prescribed joints); made once, reused by every evaluation.
template <Dimension Dim>
struct Prescribed {
  using T = typename Dim::Number;
  std::vector<int> motion, demand;       // per body, of the joint with its parent: its place among each; −1: none
  std::vector<bool> moved, constrained;  // per body: moved, or one of either
  std::vector<T> rate, rate_rate;        // how those turn against their parents
  Sweep<Dim> still;
  MovingRecursion<Dim> moving;
  std::vector<Dual<T>> moving_rate;
  std::vector<T> torque;  // the result, per body: what its joint with the parent takes

  Prescribed(const Tree<Dim>& tree, const std::vector<int>& moved_joints, const std::vector<int>& asked_joints)
      : rate(tree.m.size(), T(0)),
        rate_rate(rate),
        still(tree.size()),
        moving(tree),
        moving_rate(rate.size()),
        torque(rate) {
    const auto place = [](const std::vector<int>& joints, int joint) {
      for (std::size_t c = 0; c < joints.size(); ++c)
        if (joints[c] == joint) return static_cast<int>(c);
      return -1;
    };
    for (const int joint : tree.joint) {
      motion.push_back(place(moved_joints, joint));
      demand.push_back(place(asked_joints, joint));
      moved.push_back(motion.back() >= 0);
      constrained.push_back(motion.back() >= 0 || demand.back() >= 0);
    }
  }
};

/// A state with prescribed motions, `given` as φ, φ' and φ'' of each, at the attitudes that their angles have: finds ω,
/// the torque-free rates μ', and the momenta in the place of what is not looked at. In the plane that is μ = J ω with
/// the same sums; in space p = n·L of the hinges that are moved.
template <Dimension Dim>
void prescribe_rates(Prescribed<Dim>& workspace, const Tree<Dim>& tree, const std::vector<typename Dim::Number>& given,
                     const std::vector<typename Dim::Attitude>& theta, std::vector<typename Dim::Spin>& mu,
                     std::vector<typename Dim::Spin>& omega, std::vector<typename Dim::Spin>& mu_rate) {
  using T = typename Dim::Number;
  for (int i = 0; i < tree.size(); ++i) {
    const int c = workspace.motion[i];
    if (c < 0) continue;
    workspace.rate[i] = T(tree.sense[i]) * given[3 * c + 1];
    workspace.rate_rate[i] = T(tree.sense[i]) * given[3 * c + 2];
    if constexpr (Dim::has_hinges) mu[i] = {};
  }
  recursion(tree, theta, mu, workspace.still, omega, mu_rate, GivenRates<Dim>{workspace.moved, workspace.rate});
  if constexpr (Dim::has_hinges) {
    for (int i = 0; i < tree.size(); ++i)
      if (workspace.moved[i]) {
        const auto& hinge = workspace.still.body[i].hinge;
        mu[i] = dot(hinge.n, hinge.L) * hinge.n;
      }
  } else {
    mu = momenta(tree, theta, omega);
  }
}

/// The same in the plane with φ: puts the angles of the motions into it, and finds θ (the root at 0) and φ' too.
template <Scalar T>
void prescribe_angles(Prescribed<Plane<T>>& workspace, const PlanarTree<T>& tree, const std::vector<T>& given,
                      std::vector<T>& phi, std::vector<T>& theta, std::vector<T>& mu, std::vector<T>& omega,
                      std::vector<T>& rate, std::vector<T>& mu_rate) {
  for (int i = 0; i < tree.size(); ++i)
    if (const int c = workspace.motion[i]; c >= 0) phi[tree.joint[i]] = given[3 * c];
  absolute_angles(tree, phi, T(0), theta);
  prescribe_rates(workspace, tree, given, theta, mu, omega, mu_rate);
  differences(tree, omega, rate);
  for (int i = 0; i < tree.size(); ++i)
    if (const int c = workspace.motion[i]; c >= 0) rate[tree.joint[i]] = given[3 * c + 1];
}

/// The torques of the constrained joints from `torque`, what μ' of every body has beyond all others: leaves first,
/// −sense T_i = Σ (difference) over body i and the constrained ones beyond it.
template <Scalar T>
void torques_at_constrained(Prescribed<Plane<T>>& workspace) {
  const Topology& tree = workspace.moving.tree;
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    T& torque = workspace.torque[*it];
    if (!workspace.constrained[*it]) {
      torque = T(0);
      continue;
    }
    T& above = workspace.torque[tree.parent[*it]];
    above = above + torque;
    if (tree.sense[*it] > 0) torque = -torque;
  }
}

/// The accelerations of that state: φ'' of the motions, and `demand` of the joints asked, whose rates are in `rate`.
/// `mu_rate` has the rates with all torques but those that this takes, and becomes the rates with these: in the plane
/// J ω' + J' ω; in space p' of the constrained hinges alone, where T is −sense times what p' has beyond the others. The
/// torques T of the joints are + on the first body and − on the second.
template <Dimension Dim>
void prescribe_accelerations(Prescribed<Dim>& workspace, const std::vector<typename Dim::Attitude>& theta,
                             const std::vector<typename Dim::Spin>& mu, const std::vector<typename Dim::Spin>& omega,
                             const std::vector<typename Dim::Number>& rate,
                             const std::vector<typename Dim::Number>& demand,
                             std::vector<typename Dim::Spin>& mu_rate) {
  using T = typename Dim::Number;
  using Moving = typename MovingRecursion<Dim>::Moving;
  auto& path = workspace.moving;
  const Topology& tree = path.tree;
  for (int i = 0; i < tree.size(); ++i) {
    if (const int c = workspace.demand[i]; c >= 0) {
      workspace.rate[i] = T(tree.sense[i]) * rate[tree.joint[i]];
      workspace.rate_rate[i] = T(tree.sense[i]) * demand[c];
    }
    path.theta[i] = turning(theta[i], omega[i]);
    path.mu[i] = moving(mu[i], mu_rate[i]);
    if constexpr (Dim::has_hinges)
      if (workspace.constrained[i]) path.mu[i] = {};
    workspace.moving_rate[i] = moving(workspace.rate[i], workspace.rate_rate[i]);
  }
  recursion(path.tree, path.theta, path.mu, path.sweep, path.omega, path.mu_rate,
            GivenRates<Moving>{workspace.constrained, workspace.moving_rate});
  if constexpr (Dim::has_hinges) {
    for (int i = 0; i < tree.size(); ++i) {
      if (!workspace.constrained[i]) continue;
      const auto& hinge = path.sweep.body[i].hinge;
      const Vec3<T> carried_on = slope(dot(hinge.n, hinge.L) * hinge.n);
      const T missing = dot(workspace.still.body[i].hinge.n, mu_rate[i] - carried_on);
      workspace.torque[i] = tree.sense[i] > 0 ? missing : -missing;
      mu_rate[i] = carried_on;
    }
  } else {
    const std::vector<Dual<T>> carried_on = momenta(path.tree, path.theta, path.omega);
    for (int i = 0; i < tree.size(); ++i) {
      workspace.torque[i] = carried_on[i].slope - mu_rate[i];
      mu_rate[i] = carried_on[i].slope;
    }
    torques_at_constrained(workspace);
  }
}

}  // namespace oopss
