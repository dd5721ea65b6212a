// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/inertia.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "tests/mechanics/bodies.hpp"

namespace oopss {

/// Two pinned bodies in the letters of Sreenath et al. 1988, section 1; `tree` holds them for our formulas. Everything
/// is unknown, so that an identity that holds for expressions is proved.
template <Scalar T>
struct TwoBodies {
  T m1, m2, I1, I2;  // masses, central inertias
  Vec2<T> d12, d21;  // the hinge from each mass centre
  T theta1, theta2, w1, w2;

  T eps() const { return m1 * m2 / (m1 + m2); }
  T I1_augmented() const { return I1 + eps() * dot(d12, d12); }
  T I2_augmented() const { return I2 + eps() * dot(d21, d21); }
  T theta() const { return theta2 - theta1; }
  /// (2.22), and its derivative
  T lambda() const { return -(dot(d12, d21) * cos(theta()) - cross(d12, d21) * sin(theta())); }
  T lambda_slope() const { return dot(d12, d21) * sin(theta()) + cross(d12, d21) * cos(theta()); }
  T el() const { return eps() * lambda(); }
  T determinant() const { return I1_augmented() * I2_augmented() - el() * el(); }  // the paper's Δ
  T s() const { return I1_augmented() + I2_augmented() + T(2) * el(); }

  T mu1() const { return I1_augmented() * w1 + el() * w2; }  // (1.6)
  T mu2() const { return I2_augmented() * w2 + el() * w1; }

  Bodies<T> bodies() const { return {{m1, m2}, {I1, I2}, {{0, 1, d12, d21}}}; }
  PlanarTree<T> tree() const { return rooted(bodies(), 0); }
};

/// Two bodies with hinges anywhere.
template <Scalar T>
TwoBodies<T> two_bodies(Draws<T>& source) {
  TwoBodies<T> bodies;
  bodies.m1 = source.unknown("m1", 1, 3);
  bodies.m2 = source.unknown("m2", 1, 3);
  bodies.I1 = source.unknown("I1", 1, 3);
  bodies.I2 = source.unknown("I2", 1, 3);
  bodies.d12 = {source.unknown("d12x", -1, 1), source.unknown("d12y", -1, 1)};
  bodies.d21 = {source.unknown("d21x", -1, 1), source.unknown("d21y", -1, 1)};
  bodies.theta1 = source.unknown("theta1", -3, 3);
  bodies.theta2 = source.unknown("theta2", -3, 3);
  bodies.w1 = source.unknown("w1", -1, 1);
  bodies.w2 = source.unknown("w2", -1, 1);
  return bodies;
}

/// Two bodies in reference positions with the hinge on their x-axes: d12 = (d1, 0), d21 = (±d2, 0), turning together.
/// At θ = 0 the − sign stretches them out and the + sign folds them.
template <Scalar T>
TwoBodies<T> aligned_bodies(Draws<T>& source, int sign) {
  TwoBodies<T> bodies = two_bodies(source);
  bodies.d12 = {source.unknown("d1", 0.5, 1), T(0)};
  bodies.d21 = {T(sign) * source.unknown("d2", 0.5, 1), T(0)};
  bodies.theta1 = bodies.theta2 = T(0);
  bodies.w2 = bodies.w1;
  return bodies;
}

/// H(θ, μ1, μ2), the reduced Hamiltonian (1.7b), over dual numbers of T.
template <Scalar S, Scalar T>
S reduced_energy(const PlanarTree<T>& tree, const S& theta, const S& mu1, const S& mu2) {
  const std::vector<S> mu = {mu1, mu2};
  return kinetic_energy(mu, solve(ldlt(pseudo_inertia(pair_constants(tree), {T(0), theta})), mu));
}

}  // namespace oopss
