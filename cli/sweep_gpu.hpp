// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/sweep_plan.hpp"

namespace oopss {

/// Whether an engine is one that runs members on a GPU: cuda, cuda-float.
bool is_gpu_engine(const std::string& engine);

/// What a GPU cannot do of what is asked for, before anybody looks for one.
void check_gpu(const TreeSpec& spec, const SweepOptions& options, const MemberTask& task, SweepProblems& problems);

/// Finds the device and makes the kernel of the model as written, whose text names the engine. MissingModule where
/// there is no driver, no device or no nvcc; nothing else is run in its place.
void plan_gpu(const SweepOptions& options, PlannedSweep& sweep);

}  // namespace oopss
