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

template <Scalar T>
T torque(const Spring<T>& of, const T& phi, const T& rate) {
  const T stretch = phi - of.bias;
  return of.kp * (of.periodic ? sin(stretch) : stretch) + of.kd * rate;
}

/// Stored energy U, zero at the bias: k_p a²/2 or k_p (1 − cos a).
template <Scalar T>
T stored_energy(const Spring<T>& of, const T& phi) {
  const T stretch = phi - of.bias;
  return of.periodic ? of.kp * (T(1) - cos(stretch)) : of.kp * stretch * stretch / T(2);
}

/// Exact linearisation: the torques of `joints` that give φ''_k = v_k there, whatever the other joints do.
/// With W = B J⁻¹ Bᵀ, φ'' = φ''_others − W T, so W_SS T_S = φ''_others,S − v_S; W e_k is one recursion each.
template <Scalar T>
std::vector<T> linearising_torques(const PlanarTree<T>& tree, const std::vector<T>& theta, const std::vector<T>& mu,
                                   const std::vector<T>& omega, const std::vector<T>& mu_rate_others,
                                   const std::vector<int>& joints, const std::vector<T>& v) {
  const int count = static_cast<int>(joints.size());
  const std::vector<T> phi_acceleration =
      differences(tree, angular_accelerations(tree, theta, mu, omega, mu_rate_others));
  Matrix<T> W(count, count);
  std::vector<T> excess;
  for (int k = 0; k < count; ++k) {
    std::vector<T> unit(tree.parent.size() - 1, T(0));
    unit[joints[k]] = T(1);
    const std::vector<T> response = differences(tree, motion(tree, theta, body_torques(tree, unit)).omega);
    for (int l = 0; l < count; ++l) W(l, k) = -response[joints[l]];
    excess.push_back(phi_acceleration[joints[k]] - v[k]);
  }
  return solve(ldlt(W), excess);
}

}  // namespace oopss
