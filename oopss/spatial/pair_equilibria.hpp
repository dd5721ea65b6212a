// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "oopss/mechanics/tree.hpp"

namespace oopss {

/// Two bodies on a ball joint, as their relative equilibria know them: the root of the tree first.
template <Scalar T>
struct BallPair {
  T epsilon = T(0);                // m₁m₂/m
  std::array<Symmetric3<T>, 2> J;  // J̄_i = I_i + ε (|S_i|² 1 − S_i S_iᵀ)
  std::array<Vec3<T>, 2> S;        // from the joint to the mass centre, in the axes of body i
};

template <Scalar T>
BallPair<T> ball_pair(const Tree<Space<T>>& tree) {
  const int first = tree.order[0], second = tree.order[1];
  BallPair<T> pair;
  pair.epsilon = tree.m[first] * tree.m[second] / tree.mass;
  pair.S = {-tree.d_parent[second], -tree.d_child[second]};
  pair.J = {steiner(tree.I[first], pair.epsilon, pair.S[0]), steiner(tree.I[second], pair.epsilon, pair.S[1])};
  return pair;
}

/// An attitude in which two bodies turn as one, in one of the two senses. The axis is unit, in the axes of each body.
struct PairEquilibrium {
  double tau = 0;        // > 0: mass centres on opposite sides of the axis; < 0: on the same side; 0: a circle
  Vec3<double> xi, xi2;  // A ξ₂ = ξ
  Matrix3<double> A;     // of the second body, seen from the first
};

/// All of them (docs/math.md, Relative equilibria in space), found by a scan: what it cannot see is a pair of roots
/// closer together than the scan resolves, where two equilibria are about to meet.
struct PairEquilibria {
  std::vector<PairEquilibrium> isolated;
  /// Along a circle the second body may have any twist about the axis, which is along both arms (or an arm is zero);
  /// one of each circle.
  std::vector<PairEquilibrium> circles;
  bool round = false;     // a body is the same all around its arm: each of `isolated` stands for a circle, too
  bool touching = false;  // two of them are about to meet, as near as numbers tell
  long evaluations = 0;
};
PairEquilibria pair_equilibria(const BallPair<double>& pair);

/// Unit axes of a symmetric matrix, by rising eigenvalues.
std::array<Vec3<double>, 3> principal_axes(const Symmetric3<double>& I);

}  // namespace oopss
