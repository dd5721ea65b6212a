// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/integrate/suggest.hpp"
#include "server/open.hpp"

namespace oopss {
namespace {

using std::chrono::milliseconds;

DriftMessage drift_message(const Drift& drift) {
  return {drift.start, drift.end, drift.max_drift, drift.max_relative_drift()};
}

}  // namespace

DoneMessage monitored(const Monitor& monitor) {
  DoneMessage out;
  out.energy = drift_message(monitor.energy);
  out.momentum = drift_message(momentum_drift(monitor));
  out.dissipated = monitor.dissipated;
  out.work = monitor.work;
  out.max_error = monitor.max_error;
  if (monitor.outside) out.impulse = monitor.impulse;
  const Reading energy = energy_reading(monitor), momentum = momentum_reading(monitor);
  out.energy_kept = {energy.error, word(energy.conservation)};
  out.momentum_kept = {momentum.error, word(momentum.conservation)};
  return out;
}

std::vector<Column> workbench_columns(const System& system) {
  std::vector<std::string> wanted;
  bool angles = false;  // of some joint: a ball has none
  for (int k = 0; k < system.layout.joints; ++k) angles = angles || freedom_of(system, k) == 1;
  if (angles) wanted.emplace_back("rate");
  if (!system.joints.empty()) wanted.insert(wanted.end(), {"torque", "tension"});
  if (!system.forces.empty()) wanted.emplace_back("applied");
  wanted.emplace_back("centre");
  return trajectory_columns(system, wanted);
}

RunJob::RunJob(const System& system, const Skeleton& skeleton, const std::vector<double>& start, RunRequest request,
               std::size_t chunk_bytes)
    : system_(system),
      flow_(system.with_inputs(default_inputs(system))),
      start_(start),
      request_(std::move(request)),
      run_(flow_, system.layout, start, request_),
      monitor_(monitor_of(system.casimirs)),
      rows_(recorder(system, skeleton, workbench_columns(system))),
      chunk_rows_(std::max<std::size_t>(1, chunk_bytes / (sizeof(double) * rows_.columns.size()))),
      begun_(Clock::now()),
      shown_(begun_) {}

void RunJob::take_points(std::vector<double>& values) {
  const Trajectory& points = run_.points();
  for (int i = 0; i < points.count() && !not_finite_; ++i) {
    observe(monitor_, flow_, system_.layout, points.t[i], points.row(i));
    const std::vector<double>& row = record(rows_, flow_, points.t[i], points.row(i));
    not_finite_ = !std::all_of(row.begin(), row.end(), [](double value) { return std::isfinite(value); });
    if (not_finite_) return;
    values.insert(values.end(), row.begin(), row.end());
    ++row_count_;
  }
}

RunSlice RunJob::pull(const std::atomic<bool>& interrupted) {
  RunSlice out;
  const Clock::time_point begun = Clock::now();
  const milliseconds patience(row_count_ == 0 ? 8 : 50);
  const std::size_t width = rows_.columns.size();
  while (!out.ended && !interrupted) {
    out.ended = !run_.step();
    if (!out.ended) take_points(out.values);
    out.ended = out.ended || not_finite_;
    const Clock::time_point now = Clock::now();
    if (now - shown_ > milliseconds(200) && !out.ended) {
      shown_ = now;
      out.progress = std::clamp((run_.t() - request_.t0) / (request_.until() - request_.t0), 0.0, 1.0);
    }
    if (out.values.size() / width >= chunk_rows_ || now - begun > patience) break;
  }
  return out;
}

DoneMessage RunJob::done() const {
  DoneMessage out = monitored(monitor_);
  const Outcome& outcome = run_.outcome();
  const bool complete = outcome.status == Status::complete && !not_finite_;
  const bool undetermined = outcome.status == Status::singular && can_be_singular(flow_) && !not_finite_;
  out.status = complete ? "complete" : undetermined ? "singular" : "failed";
  if (not_finite_)
    out.error =
        fmt::format("a column is not finite after t = {:.10g}: the motion or a law grows beyond all bounds", run_.t());
  else if (undetermined)
    out.error = outcome.words;
  else if (!complete && !outcome.good())
    out.error = fmt::format("{} (t = {:.10g}, residual {:.2e})", outcome.words, run_.t(), outcome.residual);
  if (complete) out.advice = advice(monitor_, request_, run_.method(), flow_, system_.layout, start_);
  out.rows = row_count_;
  out.steps = run_.steps();
  out.method = run_.method().name;
  out.step = request_.step();
  const EngineUsed engine = system_.engine();
  out.engine = engine.name;
  out.wall_seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
  return out;
}

}  // namespace oopss
