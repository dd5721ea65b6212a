// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/problems.hpp"

namespace oopss {

/// Prints what trajectories of taylor cost, one by one and side by side.
void taylor_rows(const Problem& problem);

}  // namespace oopss
