// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/spatial/pair_count.hpp"

namespace oopss {

struct Model;

/// The exact number of relative equilibria of two bodies in space on a ball joint, without their laws, with the numbers
/// of the model as they were written; `isolated` if those that the scan finds are these. Throws NotEnclosed, with the
/// number's text, for what has no enclosure.
struct ExactPairCount {
  PairCount count;
  bool isolated = false;
};
ExactPairCount exact_pair_count(const Model& model);

}  // namespace oopss
