// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/scalar/enclosure.hpp"
#include "oopss/scalar/linear.hpp"

namespace oopss {

/// The lowest way out of the straight shape: the folded shape of largest I. Every shape at which I is critical has one
/// in line whose I is not less (docs/straight-chain.md), so no energy below its leads out.
struct Barrier {
  std::vector<int> folds;  // of each joint 1 where it is folded
  Enclosure inertia;       // I there
};

/// Of a chain with A_jk = J_jk at the straight shape: I of the shape that has the rods of a set S backwards is
/// Σ A_jk − 4 Σ A_jk over j in S, k not in S, so this is the lightest cut of the complete graph with weights A_jk
/// (Stoer and Wagner, A simple min-cut algorithm).
Barrier straight_barrier(const Matrix<Enclosure>& A);

}  // namespace oopss
