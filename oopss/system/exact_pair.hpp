// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

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

/// Why a model is no two bodies on a ball joint, or has springs there, in words; empty if it is such a pair.
std::string why_no_pair(const Model& model, bool has_springs);

}  // namespace oopss
