// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/system/system.hpp"

namespace oopss {

/// What became of a plan when it was run.
struct TurnRun {
  double turn = 0;                     // of the root
  double closing_error = 0;            // the largest difference of a joint's angle between start and end
  std::vector<double> largest_torque;  // per joint, the size
  double largest_kinetic = 0;          // energy
  double work_in = 0;                  // what the joints' motors put in, where they do; they take as much out again
  double work_left = 0;                // all work of the motors together: nothing, from rest to rest
  std::string trouble;                 // why the run ended early; empty if it did not
};

/// Runs a system in which all joints have prescribed motions, from rest, for so long.
TurnRun run_turn(const System& system, const std::vector<double>& start, double until, int cycles);

}  // namespace oopss
