// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "oopss/ensemble/observable.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/system/model_family.hpp"

namespace oopss {

/// What became of a member.
enum class MemberStatus {
  complete,
  failed,       // its run ended early: numerics
  singular,     // its run came to where the motion is not determined
  limit,        // its run took more steps than are taken on
  invalid,      // the model forbids its numbers
  unreachable,  // there is no start that meets its data
  unconverged   // it came to its end, by sweeps that had too much left to change
};
inline constexpr int member_statuses = 7;
const char* word(MemberStatus status);

/// What every member of a sweep is asked for; the same for all threads.
struct MemberTask {
  SweepPlan plan;
  std::vector<Observable> observables;
  RunSettings asked;            // wins over the file's
  std::vector<Column> columns;  // of the end state
  long max_steps = 100'000'000;
  bool has_last_change = false;  // sweeps of steps are counted, and the largest change of a last one goes into the row

  /// Numbers of a row: the member's own numbers, its status, the time of its end state, that state, the observables,
  /// the last change.
  std::size_t width() const { return observable_place() + observables.size() + (has_last_change ? 1 : 0); }
  std::size_t observable_place() const { return status_place() + 2 + columns.size(); }
  std::size_t status_place() const { return plan.axes.size() + plan.samples.size(); }
};

/// The names of the numbers of a row.
std::vector<std::string> row_names(const MemberTask& task);

/// The columns of the end state: those of a trajectory but for its time.
std::vector<Column> end_columns(const System& system);

/// Rows of end states: columns of a system, for one member after another.
struct EndRecorder {
  std::vector<Column> columns;
  std::shared_ptr<const System> system;  // that the recorder was made for
  std::optional<Recorder> book;

  const std::vector<double>& row(const std::shared_ptr<const System>& owner, Skeleton bones, const Flow& flow, double t,
                                 const double* x);
};

/// Runs members one by one; a row depends on its member alone. One serves one thread.
class MemberRunner {
 public:
  MemberRunner(MemberTask task, ModelFamily family)
      : task_(std::move(task)), members_(std::move(family)), ends_{task_.columns, {}, {}} {}

  /// Fills the row of a member, of task.width() numbers; what it has no number for is NaN. False if it was stopped.
  bool run(long member, const std::atomic<bool>& stop, double* row);

 private:
  MemberTask task_;
  MemberMaker members_;
  EndRecorder ends_;
};

}  // namespace oopss
