// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "oopss/integrate/run.hpp"

namespace oopss {

/// How far the root has turned when the reduced motion, shape and momenta, is back where it began. In the plane, turns
/// counted: what it would have turned with its shapes held, ∫ μ_s/I_lock dt, and what the loop of shapes adds. In
/// space: the angle about the total momentum, or without one the rotation itself.
struct Phase {
  std::string reason;  // why there is none; empty if there is
  double total = 0, dynamic = 0, geometric = 0;
  std::optional<double> angle;                    // in (−π, π]
  std::optional<std::array<double, 9>> rotation;  // R by rows, with A = R A_start
};

/// Of a run from `start` that has come to its end. A loop in the plane that is closed to 1e-9 is gone over once more,
/// to add up the dynamic phase.
Phase phase_of(const System& system, const Flow& flow, const std::vector<double>& start, const RunRequest& request,
               const Run& run);

}  // namespace oopss
