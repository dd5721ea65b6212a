// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/ensemble/chunk_workers.hpp"
#include "oopss/ensemble/gpu_runner.hpp"
#include "oopss/ensemble/member_run.hpp"

namespace oopss {

/// The members of a sweep to do, in chunks of neighbours.
struct MemberChunks {
  MemberTask task;
  ModelFamily family;
  MemberRange part;                    // the members to do
  bool lanes = false;                  // members side by side
  std::shared_ptr<GpuPrograms> gpu{};  // that members are run on, if they are
  long chunk_members = 16;             // done together, and lost at most, per thread, when a sweep is killed
};
inline constexpr long chunk_members_of_lanes = 512;  // sixteen for each lane

MemberRange chunk_range(const MemberChunks& sweep, long chunk);
long chunk_count(const MemberChunks& sweep);

/// What a thread does with a chunk of the sweep, which outlives it.
MakeChunkWork chunk_work(const MemberChunks& sweep);

/// What is wrong with the paths of the numbers that vary, tried at a few of their values.
void check_paths(const ModelFamily& family, const SweepPlan& plan, SweepProblems& problems);

}  // namespace oopss
