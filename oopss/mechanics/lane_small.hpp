// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/lane_vector.hpp"

// For the loops over members only.

namespace oopss {
namespace {

constexpr int most_small = 3;

/// The trees of the members from `first`, as many as a number stands for.
template <class Real>
[[gnu::always_inline]] inline SmallTree<Real> small_tree(const SmallLanes& trees, int first) {
  SmallTree<Real> out;
  const SmallTree<double>& shape = trees.shape;
  out.bodies = shape.bodies;
  for (int k = 0; k < most_small; ++k) {
    out.body[k] = shape.body[k];
    out.diagonal[k] = load<Real>(trees.diagonal + k * group_lanes + first);
    out.alpha[k] = load<Real>(trees.alpha + k * group_lanes + first);
    out.beta[k] = load<Real>(trees.beta + k * group_lanes + first);
  }
  for (int k = 0; k < 2; ++k) {
    out.joint[k] = shape.joint[k];
    out.sense[k] = shape.sense[k];
  }
  return out;
}

}  // namespace
}  // namespace oopss
