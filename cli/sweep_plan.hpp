// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/sweep_journal.hpp"
#include "cli/verbs.hpp"
#include "oopss/ensemble/member_chunks.hpp"
#include "oopss/system/derived.hpp"

namespace oopss {

/// All that a sweep needs, read from its options and checked against its model.
struct PlannedSweep : MemberChunks {
  DerivedModel derived;  // the model as written
  SweepHead head;
  std::string engine, build;
};

/// What is wrong with step and tolerance for a method of lanes or of a GPU; `method` is empty if it is none.
void check_accuracy(const TreeSpec& spec, const MemberTask& task, const std::string& method, SweepProblems& problems);

/// Throws UsageProblems with everything that is wrong with the options.
PlannedSweep planned_sweep(const Common& common, const SweepOptions& options);

/// Bytes of journal and results on the disk, about, while a sweep is written.
double sweep_disk_need(const PlannedSweep& sweep, const std::vector<std::string>& outputs);

}  // namespace oopss
