// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/sweep_plan.hpp"
#include "oopss/ensemble/job_workers.hpp"

namespace oopss {

/// Threads of this process where nobody says how many: one per core that it may use, shared with the processes of the
/// job beside it unless its launcher gave each its own.
int thread_count(const SweepOptions& options, const Ranks& ranks);

/// On any rank but the first: does what the first one gives, and says nothing. What goes wrong is told to the first.
void serve_sweep(Ranks& ranks, const Common& common, const SweepOptions& options);

}  // namespace oopss
