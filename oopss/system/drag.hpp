// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/system/reach.hpp"

namespace oopss {

/// What is to become of a start. With momentum and energy both, the joint rates keep their direction; with the momentum
/// alone, the joint rates; with the energy alone, all angular velocities are scaled; with neither, joint rates and the
/// root's angular velocity are kept.
struct StartDrag {
  std::vector<double> phi, rates;          // asked for, or as they were
  bool new_rates = false;                  // they are asked for, and so is their direction
  std::optional<double> momentum, energy;  // asked for, or held
  bool snap = false;                       // a shape out of reach: the last in reach on the way to it
};

/// A start in one of the forms of a file: rates and momentum, or energy, momentum and the direction of the rates.
struct DraggedStart {
  StartForm form = StartForm::rates;
  std::vector<double> phi, rates;  // form energy: the direction of the rates
  double momentum = 0, energy = 0;
  std::string snapped;  // why the shape is not the one asked for; empty if it is
};

/// From the start as it is solved now. A shape out of reach is a ModelError with the attainable interval, unless it is
/// to snap.
DraggedStart drag_start(const TreeSpec& spec, const ReachSolver& solver, const SolvedStart& now,
                        const StartDrag& wanted);

}  // namespace oopss
