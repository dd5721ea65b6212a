// SPDX-License-Identifier: Apache-2.0
// The value of "straight" in the document of `oopss folds MODEL`.
#pragma once

#include "cli/folds_straight.hpp"
#include "cli/json.hpp"
#include "oopss/chain/eigenvalue_bounds.hpp"

namespace oopss {

/// Null if joints have torque laws. Without a momentum what needs one is null, and the barrier is that of 1 kg m²/s.
inline Json straight_value(const StraightResult& result) {
  if (!result.free) return nullptr;
  const StraightChain& chain = *result.free;
  const auto turning = [&](double x) { return result.momentum == 0 ? Json(nullptr) : Json(x); };
  return {
      {"momentum", result.momentum},
      {"inertia", middle(chain.inertia)},
      {"nu2_over_Omega2", strings(chain.nu_2, middle)},
      {"lambda", turning(chain.lambda)},
      {"Lambda", turning(chain.Lambda)},
      {"C", turning(chain.C)},
      {"delta_0", turning(chain.delta)},
      {"delta_0_cubic", turning(chain.delta_cubic)},
      {"growth", turning(chain.growth)},
      {"barrier",
       {{"folds", chain.barrier.folds}, {"inertia", middle(chain.barrier.inertia)}, {"energy", chain.barrier_energy}}},
      {"certified", true}};
}

}  // namespace oopss
