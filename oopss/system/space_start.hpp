// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/start.hpp"

namespace oopss {

/// `solve_start` of bodies in space: the state in SolvedStart::x, without work and dissipation.
SolvedStart solve_space_start(const TreeSpec& spec, const std::vector<double>& p, StoredEnergy& at_hinges);

/// |μ|, the size of the total momentum of the start: as the file gives it, else as solved.
double space_momentum(const TreeSpec& spec, const std::vector<double>& p);

}  // namespace oopss
