// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "oopss/chain/straight.hpp"

namespace oopss {

struct Model;

/// How stable the straight shape of a [chain] is.
struct StraightResult {
  double momentum = 0;                // total; without one there are frequencies and the barrier only, for 1 kg m²/s
  std::optional<StraightChain> free;  // none if joints have torque laws: the theorem is about free ones
};

/// Throws NotEnclosed, as exact_beads does.
StraightResult straight_result(const Model& model, double momentum);

/// For people: the second part of what `oopss folds MODEL` says.
std::string straight_words(const StraightResult& result);

}  // namespace oopss
