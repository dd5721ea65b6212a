// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/loop_fit.hpp"
#include "oopss/system/reach.hpp"

namespace oopss {

/// What is to become of a start. With momentum and energy both, the joint rates keep their direction; with the momentum
/// alone, the joint rates; with the energy alone, all angular velocities are scaled; with neither, joint rates and the
/// root's angular velocity are kept. With loops the rates are those of the joints that lead, and the others follow.
struct StartDrag {
  std::vector<double> phi, rates;          // asked for, or as they were
  std::vector<int> turned;                 // the joints whose angles are asked for
  std::optional<PointPull> pull;           // a point that is to come to a place, from the shape asked for
  bool new_rates = false;                  // they are asked for, and so is their direction
  std::optional<double> momentum, energy;  // asked for, or held
  bool snap = false;                       // a shape out of reach: the last in reach on the way to it
};

/// A start in one of the forms of a file: rates and momentum, or energy, momentum and the direction of the rates.
struct DraggedStart {
  StartForm form = StartForm::rates;
  std::vector<double> phi, rates;  // form energy: the direction of the rates
  double momentum = 0, energy = 0;
  std::string snapped;     // why the shape is not the one asked for; empty if it is
  std::vector<int> given;  // the joints that give the others; all without loops
};

/// From the start as it is solved now. A shape out of reach, or one that opens the loops, is a ModelError with what can
/// be attained, unless it is to snap.
DraggedStart drag_start(const TreeSpec& spec, const std::vector<double>& p, const ReachSolver& solver,
                        const SolvedStart& now, const StartDrag& wanted);

}  // namespace oopss
