// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep_chunks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

namespace oopss {

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
