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

/// Workspace for exact linearisation at some joints of a tree; made once, reused by every evaluation.
template <Scalar T>
struct Linearisation {
  MovingRecursion<Plane<T>> moving;
  std::vector<int> joints, child;  // the joints, and the body that each hangs on its parent
  Sweep<Plane<T>> still;
  std::vector<T> unit, response, unused;  // of a unit torque
  Matrix<T> W;
  Ldlt<T> factors;
  std::vector<T> torque;  // the result, per joint of `joints`

  Linearisation(const PlanarTree<T>& tree, const std::vector<int>& joints_)
      : moving(tree),
        joints(joints_),
        still(tree.size()),
        unit(tree.m.size(), T(0)),
        response(tree.m.size(), T(0)),
        unused(tree.m.size(), T(0)),
        W(static_cast<int>(joints.size()), static_cast<int>(joints.size())),
        factors{W, std::vector<T>(joints.size(), T(0))},
        torque(joints.size(), T(0)) {
    for (const int k : joints)
      for (int i = 0; i < tree.size(); ++i)
        if (tree.joint[i] == k) child.push_back(i);
  }
};

/// Exact linearisation: the torques of the joints that give φ''_k = v_k there, whatever the other joints do.
/// With W = B J⁻¹ Bᵀ, φ'' = φ''_others − W T, so W_SS T_S = φ''_others,S − v_S; W e_k is one recursion each, and φ''
/// the recursion differentiated in the direction (θ', μ') = (ω, μ').
template <Scalar T>
void linearise(Linearisation<T>& workspace, const PlanarTree<T>& tree, const std::vector<T>& theta,
               const std::vector<T>& mu, const std::vector<T>& omega, const std::vector<T>& mu_rate_others,
               const std::vector<T>& v) {
  differentiate(workspace.moving, theta, mu, omega, mu_rate_others);
  const auto turned_up = [&](const T& of_child, const T& of_parent, int i) {
    return tree.sense[i] > 0 ? of_child - of_parent : of_parent - of_child;
  };
  const int count = static_cast<int>(workspace.joints.size());
  for (int k = 0; k < count; ++k) {
    const int i = workspace.child[k], p = tree.parent[i];
    workspace.torque[k] = turned_up(workspace.moving.omega[i].slope, workspace.moving.omega[p].slope, i) - v[k];
    workspace.unit[i] = T(tree.sense[i]);
    workspace.unit[p] = T(-tree.sense[i]);
    recursion(tree, theta, workspace.unit, workspace.still, workspace.response, workspace.unused);
    workspace.unit[i] = workspace.unit[p] = T(0);
    for (int l = 0; l < count; ++l) {
      const int j = workspace.child[l];
      workspace.W(l, k) = turned_up(workspace.response[j], workspace.response[tree.parent[j]], j);
    }
  }
  factor(workspace.W, workspace.factors);
  solve_in_place(workspace.factors, workspace.torque);
}

/// The same, with a workspace of its own.
template <Scalar T>
std::vector<T> linearising_torques(const PlanarTree<T>& tree, const std::vector<T>& theta, const std::vector<T>& mu,
                                   const std::vector<T>& omega, const std::vector<T>& mu_rate_others,
                                   const std::vector<int>& joints, const std::vector<T>& v) {
  Linearisation<T> workspace(tree, joints);
  linearise(workspace, tree, theta, mu, omega, mu_rate_others, v);
  return workspace.torque;
}

}  // namespace oopss
