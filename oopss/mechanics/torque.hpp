// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/recursion.hpp"

namespace oopss {

/// A spring with damper at a joint: T = k_p f(φ − b) + k_d φ', + on the joint's first body and − on its second;
/// f(a) = a on the line (proportional, pd), sin a on the circle (sine).
template <Scalar T>
struct Spring {
  bool periodic = false;
  T kp = T(0), kd = T(0), bias = T(0);
};

/// A spring and the joint that it acts on.
template <Scalar T>
struct SpringAt {
  int joint = 0;
  Spring<T> law;
};
using JointSpring = SpringAt<double>;

template <Scalar T>
T torque(const Spring<T>& spring, const T& phi, const T& rate) {
  const T stretch = phi - spring.bias;
  return spring.kp * (spring.periodic ? sin(stretch) : stretch) + spring.kd * rate;
}

/// Stored energy U, zero at the bias: k_p a²/2 or k_p (1 − cos a).
template <Scalar T>
T stored_energy(const Spring<T>& spring, const T& phi) {
  const T stretch = phi - spring.bias;
  return spring.periodic ? spring.kp * (T(1) - cos(stretch)) : spring.kp * stretch * stretch / T(2);
}

/// ∂T/∂φ = U'': k_p or k_p cos a.
template <Scalar T>
T stiffness(const Spring<T>& spring, const T& phi) {
  return spring.periodic ? spring.kp * cos(phi - spring.bias) : spring.kp;
}

/// A spring with the direction of its bias, for angles φ whose cosine and sine are known: U' and U'' of that stretch.
template <Scalar T>
struct DirectedSpring {
  SpringAt<T> spring;
  T cos_bias = T(1), sin_bias = T(0);
};
template <Scalar T>
T torque(const DirectedSpring<T>& spring, const T& phi, const T& cosine, const T& sine) {
  const Spring<T>& law = spring.spring.law;
  return law.kp * (law.periodic ? sine * spring.cos_bias - cosine * spring.sin_bias : phi - law.bias);
}
template <Scalar T>
T stiffness(const DirectedSpring<T>& spring, const T& cosine, const T& sine) {
  const Spring<T>& law = spring.spring.law;
  return law.periodic ? law.kp * (cosine * spring.cos_bias + sine * spring.sin_bias) : law.kp;
}

/// Workspace for exact linearisation at some joints of a tree, in space hinges; made once, reused by every evaluation.
template <Dimension Dim>
struct Linearisation {
  using T = typename Dim::Number;
  using Spins = std::vector<typename Dim::Spin>;
  MovingRecursion<Dim> moving;
  std::vector<int> joints, child;  // the joints, and the body that each hangs on its parent
  Sweep<Dim> still;
  Spins unit, response, unused;  // of a unit torque
  Matrix<T> W;
  Ldlt<T> factors;
  std::vector<T> torque;  // the result, per joint of `joints`

  Linearisation(const Tree<Dim>& tree, const std::vector<int>& joints_)
      : moving(tree),
        joints(joints_),
        still(tree.size()),
        unit(tree.m.size(), typename Dim::Spin{}),
        response(unit),
        unused(unit),
        W(static_cast<int>(joints.size()), static_cast<int>(joints.size())),
        factors{W, std::vector<T>(joints.size(), T(0))},
        torque(joints.size(), T(0)) {
    for (const int k : joints)
      for (int i = 0; i < tree.size(); ++i)
        if (tree.joint[i] == k) child.push_back(i);
  }
};

/// φ' or φ'' of the joint of body i with its parent, from what turns the two.
template <Scalar T>
T turned_up(const Tree<Plane<T>>& tree, const std::vector<T>&, int i, const T& of_child, const T& of_parent) {
  return tree.sense[i] > 0 ? of_child - of_parent : of_parent - of_child;
}
template <Scalar T>
T turned_up(const Tree<Space<T>>& tree, const std::vector<Matrix3<T>>& attitude, int i, const Vec3<T>& of_child,
            const Vec3<T>& of_parent) {
  const Vec3<T> n = attitude[i] * *tree.hinge[i];
  return tree.sense[i] > 0 ? dot(n, of_child - of_parent) : dot(n, of_parent - of_child);
}

/// Momenta of a unit torque that turns φ up, + on the second body of body i's joint and − on the first.
template <Scalar T>
void set_unit_torque(const Tree<Plane<T>>& tree, const std::vector<T>&, int i, std::vector<T>& unit) {
  unit.assign(unit.size(), T(0));
  unit[i] = T(tree.sense[i]);
  unit[tree.parent[i]] = T(-tree.sense[i]);
}
template <Scalar T>
void set_unit_torque(const Tree<Space<T>>& tree, const std::vector<Matrix3<T>>& attitude, int i,
                     std::vector<Vec3<T>>& unit) {
  unit.assign(unit.size(), {});
  const Vec3<T> n = attitude[i] * *tree.hinge[i];
  unit[i] = tree.sense[i] > 0 ? n : -n;
  unit[tree.parent[i]] = -unit[i];
  project_on_hinges(tree, attitude, unit);
}

/// Exact linearisation: the torques of the joints that give φ''_k = v_k there, whatever the other joints do.
/// With W = B J⁻¹ Bᵀ, φ'' = φ''_others − W T, so W_SS T_S = φ''_others,S − v_S; W e_k is one recursion each, and φ''
/// the recursion differentiated in the direction (θ', μ') = (ω, μ').
template <Dimension Dim>
void linearise(Linearisation<Dim>& workspace, const Tree<Dim>& tree, const std::vector<typename Dim::Attitude>& theta,
               const std::vector<typename Dim::Spin>& mu, const std::vector<typename Dim::Spin>& omega,
               const std::vector<typename Dim::Spin>& mu_rate_others, const std::vector<typename Dim::Number>& v) {
  differentiate(workspace.moving, theta, mu, omega, mu_rate_others);
  const int count = static_cast<int>(workspace.joints.size());
  for (int k = 0; k < count; ++k) {
    const int i = workspace.child[k], p = tree.parent[i];
    workspace.torque[k] =
        turned_up(tree, theta, i, slope(workspace.moving.omega[i]), slope(workspace.moving.omega[p])) - v[k];
    set_unit_torque(tree, theta, i, workspace.unit);
    recursion(tree, theta, workspace.unit, workspace.still, workspace.response, workspace.unused);
    for (int l = 0; l < count; ++l) {
      const int j = workspace.child[l];
      workspace.W(l, k) = turned_up(tree, theta, j, workspace.response[j], workspace.response[tree.parent[j]]);
    }
  }
  factor(workspace.W, workspace.factors);
  solve_in_place(workspace.factors, workspace.torque);
}

/// The same, with a workspace of its own.
template <Dimension Dim>
std::vector<typename Dim::Number> linearising_torques(
    const Tree<Dim>& tree, const std::vector<typename Dim::Attitude>& theta, const std::vector<typename Dim::Spin>& mu,
    const std::vector<typename Dim::Spin>& omega, const std::vector<typename Dim::Spin>& mu_rate_others,
    const std::vector<int>& joints, const std::vector<typename Dim::Number>& v) {
  Linearisation<Dim> workspace(tree, joints);
  linearise(workspace, tree, theta, mu, omega, mu_rate_others, v);
  return workspace.torque;
}

}  // namespace oopss
