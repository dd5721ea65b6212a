// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep_chunks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "oopss/ensemble/lane_runner.hpp"

namespace oopss {

MemberRange chunk_range(const PlannedSweep& sweep, long chunk) {
  const long first = sweep.part.first + chunk * sweep.chunk_members;
  return {first, std::min(first + sweep.chunk_members, sweep.part.last)};
}

long chunk_count(const PlannedSweep& sweep) {
  return (sweep.part.size() + sweep.chunk_members - 1) / sweep.chunk_members;
}

namespace {

/// By a runner of many members at once.
template <class Runner>
ChunkWork range_work(const PlannedSweep& sweep, std::shared_ptr<Runner> runner) {
  return [runner, &sweep](long chunk, const std::atomic<bool>& stop, std::vector<double>& rows) {
    const MemberRange range = chunk_range(sweep, chunk);
    rows.resize(static_cast<std::size_t>(range.size()) * sweep.task.width());
    return runner->run(range, stop, rows.data());
  };
}

}  // namespace

MakeChunkWork chunk_work(const PlannedSweep& sweep) {
  if (sweep.lanes)
    return [&sweep] { return range_work(sweep, std::make_shared<LaneRunner>(sweep.task, sweep.family)); };
  if (sweep.gpu)
    return [&sweep] { return range_work(sweep, std::make_shared<GpuRunner>(sweep.task, sweep.family, sweep.gpu)); };
  return [&sweep] {
    const auto runner = std::make_shared<MemberRunner>(sweep.task, sweep.family);
    return [runner, &sweep, width = sweep.task.width()](long chunk, const std::atomic<bool>& stop,
                                                        std::vector<double>& rows) {
      const MemberRange range = chunk_range(sweep, chunk);
      rows.resize(static_cast<std::size_t>(range.size()) * width);
      for (long member = range.first; member < range.last; ++member)
        if (!runner->run(member, stop, rows.data() + static_cast<std::size_t>(member - range.first) * width))
          return false;
      return true;
    };
  };
}

int thread_count(const SweepOptions& options, const Ranks& ranks) {
  if (options.threads) return *options.threads;
  const int usable = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const bool own = usable < static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
  return own ? usable : std::max(1, usable / ranks.beside());
}

void serve_sweep(Ranks& ranks, const Common& common, const SweepOptions& options) {
  const Message first = ranks.await();
  if (first.kind == MessageKind::end) return;
  try {
    SweepOptions unwritten = options;  // the first rank alone writes, and checks where
    unwritten.output.clear();
    unwritten.dry_run = true;
    const PlannedSweep sweep = planned_sweep(common, unwritten);
    const std::string difference = sweep_difference(head_of(first.bytes), sweep.head);
    if (!difference.empty())
      throw std::runtime_error("it has another sweep than the first rank: that of the first is not this one: " +
                               difference);
    serve_chunks(ranks, thread_count(options, ranks), chunk_work(sweep));
  } catch (const std::exception& problem) {
    ranks.send(0, MessageKind::failure, problem.what());
    while (ranks.await().kind != MessageKind::end) {
    }
  }
}

}  // namespace oopss
