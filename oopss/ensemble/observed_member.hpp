// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "oopss/ensemble/member_run.hpp"
#include "oopss/ensemble/observer.hpp"

namespace oopss {

/// A member that goes side by side with others, in lanes or on a GPU: its run as asked for, and what observes it at its
/// output points. The start is observed already.
struct ObservedMember {
  std::shared_ptr<const System> system;
  Flow flow;
  Skeleton bones;
  RunRequest request;
  std::unique_ptr<Observer> observer;
  double until = 0, every = 0;
  double step = 0, tolerance = 0;  // of equal steps their length; of others what they follow
  long grid_steps = 0;             // of equal steps all of them, else 0
  long next_every = 1;             // the next output point

  /// `equal_steps`: whether it has these, by its file and by what is asked for.
  ObservedMember(const FamilyMember& member, const MemberTask& task,
                 bool (*equal_steps)(const RunSettings& file, const RunSettings& asked));
  /// The time of the next output point before the end; infinite if there is none.
  double due() const;
};

}  // namespace oopss
