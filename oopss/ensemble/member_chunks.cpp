// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/member_chunks.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "oopss/ensemble/lane_runner.hpp"

namespace oopss {
namespace {

/// A few values of a number that varies, from all over what it may be.
std::vector<double> tried_values(const SweepPlan& plan, std::size_t path) {
  constexpr int count = 9;
  std::vector<double> out;
  for (int k = 0; k < count; ++k) {
    const double part = static_cast<double>(k) / (count - 1);
    if (path < plan.axes.size()) {
      const SweepAxis& axis = plan.axes[path];
      out.push_back(axis_value(axis, std::lround(part * static_cast<double>(axis.count - 1))));
    } else {
      const SweepSample& sample = plan.samples[path - plan.axes.size()];
      out.push_back(quantile(sample.distribution, sample.a, sample.b, 0.01 + 0.98 * part));
    }
  }
  return out;
}

/// By a runner of many members at once.
template <class Runner>
ChunkWork range_work(const MemberChunks& sweep, std::shared_ptr<Runner> runner) {
  return [runner, &sweep](long chunk, const std::atomic<bool>& stop, std::vector<double>& rows) {
    const MemberRange range = chunk_range(sweep, chunk);
    rows.resize(static_cast<std::size_t>(range.size()) * sweep.task.width());
    return runner->run(range, stop, rows.data());
  };
}

}  // namespace

MemberRange chunk_range(const MemberChunks& sweep, long chunk) {
  const long first = sweep.part.first + chunk * sweep.chunk_members;
  return {first, std::min(first + sweep.chunk_members, sweep.part.last)};
}

long chunk_count(const MemberChunks& sweep) {
  return (sweep.part.size() + sweep.chunk_members - 1) / sweep.chunk_members;
}

MakeChunkWork chunk_work(const MemberChunks& sweep) {
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

void check_paths(const ModelFamily& family, const SweepPlan& plan, SweepProblems& problems) {
  for (std::size_t path = 0; path < family.paths.size(); ++path)
    for (const PathProblem& problem : problems_of_path(family, path, tried_values(plan, path)))
      problems.push_back(
          {path < plan.axes.size() ? "--vary" : "--sample", family.paths[path], problem.message, problem.help});
}

}  // namespace oopss
