// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace oopss {

/// What the kernels of generated code (oopss/generate/cuda.hpp) keep of each member of a sweep besides its state: a
/// number each, that of member m at [which * members + m].
enum MemberNumber {
  time_now,       // of its state
  time_end,       // where it is to come to
  step_length,    // of equal steps; of others that of the next one
  step_accuracy,  // of equal steps how many there are; of others the tolerance
  steps_made,
  point_due,         // when somebody wants to look at it, by a step that ends there; infinite: never
  last_change,       // the largest change that the last sweep of a step has made
  growth_logarithm,  // of the tangent vector so far
  momentum_unit,     // what one is in the length of tangent vectors
  member_state       // MemberState
};
inline constexpr std::array<const char*, 10> member_numbers = {
    "time_now",  "time_end",    "step_length",      "step_accuracy", "steps_made",
    "point_due", "last_change", "growth_logarithm", "momentum_unit", "member_state"};

/// How a member stands after a kernel has worked on it.
enum MemberState { under_way, at_point, at_end, not_finite, too_many_steps };
inline constexpr std::array<const char*, 5> member_state_names = {"under_way", "at_point", "at_end", "not_finite",
                                                                  "too_many_steps"};

/// What equal steps by sweeps may have left to change: above it a member is `unconverged`. In float as many roundings.
inline constexpr double most_last_change = 1e-13, most_last_change_float = 5e-5;
/// Sweeps of a step where nobody says how many.
inline constexpr int usual_sweeps = 10;
/// Steps between two times at which a tangent vector is made of length one.
inline constexpr int tangent_steps = 16;

}  // namespace oopss
