// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <memory>

#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/system/columns.hpp"
#include "server/model_cache.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// What a pull of a run gave: whole rows, all finite.
struct RunSlice {
  std::vector<double> values;
  bool ended = false;
  std::optional<double> progress;  // part of the run, now and then, once it takes long
};

/// A run of the workbench, pulled slice by slice.
class RunJob {
 public:
  RunJob(const System& system, const Skeleton& skeleton, const std::vector<double>& start, RunRequest request,
         std::size_t chunk_bytes);
  std::size_t columns() const { return rows_.columns.size(); }

  /// Steps until a chunk is full, some time has passed (little before the first chunk), `interrupted` turns true, or
  /// the run ends.
  RunSlice pull(const std::atomic<bool>& interrupted);

  /// What there is to say of the run as it stands.
  DoneMessage done() const;

 private:
  void take_points(std::vector<double>& values);

  using Clock = std::chrono::steady_clock;
  System system_;
  Flow flow_;
  std::vector<double> start_;
  RunRequest request_;
  Run run_;
  Monitor monitor_;
  Recorder rows_;
  std::size_t chunk_rows_;
  long row_count_ = 0;
  bool not_finite_ = false;
  Clock::time_point begun_, shown_;
};

/// What the monitor of a run says of its energies and momentum.
DoneMessage monitored(const Monitor& monitor);

/// The columns of the workbench: the standard ones, rate, torque, tension, applied, centre, those that the system has.
std::vector<Column> workbench_columns(const System& system);

/// A model with its edits written in: what the page is told, and the run to come (none if it was not asked for).
struct OpenedModel {
  ModelMessage message;
  std::unique_ptr<RunJob> run;
};

/// Throws ModelError for what is wrong with the model, RefusedRequest for what is too much; `wanted` is called again
/// and again while equilibria are searched for, and may throw.
OpenedModel open_model(const OpenRequest& request, const WireLimits& limits, ModelCache& cache,
                       const std::function<void()>& wanted = {});
/// The same with nothing kept from before.
OpenedModel open_model(const OpenRequest& request, const WireLimits& limits);

}  // namespace oopss
