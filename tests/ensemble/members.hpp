// SPDX-License-Identifier: Apache-2.0
// Sweeps of a few members, for tests.
#pragma once

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cstdint>

#include "oopss/ensemble/member_run.hpp"
#include "oopss/model/read.hpp"

namespace oopss {

/// A sweep of a model.
struct Members {
  Model model;
  MemberTask task;
  ModelFamily family;

  Members(const std::string& built_in, const Settings& settings, const std::vector<std::string>& vary,
          const std::vector<std::string>& observe, const RunSettings& asked)
      : Members(load_model(built_in, settings), settings, vary, observe, asked) {}
  Members(Model model_, const Settings& settings, const std::vector<std::string>& vary,
          const std::vector<std::string>& observe, const RunSettings& asked)
      : model(std::move(model_)) {
    SweepProblems problems;
    for (const std::string& text : vary) read_axis(text, task.plan, problems);
    const System system = derive(model);
    task.observables = read_observables(observe, system, {}, problems);
    task.asked = asked;
    task.columns = end_columns(system);
    family = model_family(model, settings, task.plan.paths());
    for (const SweepProblem& problem : problems) FAIL(problem.text << ": " << problem.message);
  }

  std::vector<double> row(long member) {
    MemberRunner runner(task, family);
    return row(runner, member);
  }
  std::vector<double> row(MemberRunner& runner, long member) const {
    const std::atomic<bool> stop = false;
    std::vector<double> out(task.width());
    REQUIRE(runner.run(member, stop, out.data()));
    return out;
  }
  MemberStatus status(const std::vector<double>& row) const {
    return static_cast<MemberStatus>(static_cast<int>(row[task.status_place()]));
  }
  double observed(const std::vector<double>& row, std::size_t which = 0) const {
    return row[task.width() - task.observables.size() + which];
  }
};

inline bool same_bytes(const std::vector<double>& a, const std::vector<double>& b) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](double x, double y) { return bits(x) == bits(y); });
}

}  // namespace oopss
