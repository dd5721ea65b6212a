// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/system/blueprint.hpp"

namespace oopss {

/// The start of a run, solved from whatever form the file gives it in.
struct SolvedStart {
  std::vector<double> phi, mu;
  double theta_root = 0;
  std::vector<std::string> notes;  // in words: what was assumed or chosen
};

/// Solves [start] with the inputs p (docs/math.md, Shapes); throws ModelError, placed at the offending value, with the
/// attainable interval if the data cannot be met.
SolvedStart solve_start(const Blueprint& plan, const std::vector<double>& p);

/// The total momentum of the start: as the file gives it, else as solved.
double start_momentum(const Blueprint& plan, const std::vector<double>& p);

}  // namespace oopss
