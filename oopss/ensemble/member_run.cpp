// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/member_run.hpp"

#include <algorithm>
#include <limits>

#include "oopss/ensemble/observer.hpp"
#include "oopss/integrate/request.hpp"

namespace oopss {
namespace {

MemberStatus status_of(const Outcome& outcome, const Flow& flow) {
  if (outcome.good()) return MemberStatus::complete;
  if (outcome.status == Status::limit) return MemberStatus::limit;
  return can_be_singular(flow) && outcome.status == Status::singular ? MemberStatus::singular : MemberStatus::failed;
}

}  // namespace

const char* word(MemberStatus status) {
  constexpr std::array<const char*, member_statuses> words = {"complete", "failed",      "singular",   "limit",
                                                              "invalid",  "unreachable", "unconverged"};
  return words[static_cast<std::size_t>(status)];
}

std::vector<std::string> row_names(const MemberTask& task) {
  std::vector<std::string> out = task.plan.paths();
  out.insert(out.end(), {"status", "end"});
  for (const Column& column : task.columns) out.push_back(column.name);
  for (const Observable& one : task.observables) out.push_back(one.text);
  if (task.has_last_change) out.emplace_back("last_change");
  return out;
}

std::vector<Column> end_columns(const System& system) {
  std::vector<Column> out = trajectory_columns(system);
  std::erase_if(out, [](const Column& column) { return column.kind == Quantity::time; });
  return out;
}

const std::vector<double>& EndRecorder::row(const std::shared_ptr<const System>& owner, Skeleton bones,
                                            const Flow& flow, double t, const double* x) {
  if (system != owner) {
    system = owner;
    book = recorder(*owner, {}, columns);
  }
  book->skeleton = std::move(bones);
  return record(*book, flow, t, x);
}

bool MemberRunner::run(long member, const std::atomic<bool>& stop, double* row) {
  std::fill_n(row, task_.width(), std::numeric_limits<double>::quiet_NaN());
  const std::vector<double> values = member_values(task_.plan, member);
  std::copy(values.begin(), values.end(), row);
  double* const after = row + task_.status_place();
  const auto end_with = [&](MemberStatus status) {
    after[0] = static_cast<double>(status);
    return true;
  };
  const FamilyMember found = members_.make(values);
  if (found.found != FamilyMember::Found::good)
    return end_with(found.found == FamilyMember::Found::invalid ? MemberStatus::invalid : MemberStatus::unreachable);

  const System& system = *found.system;
  const Flow flow = system.with_inputs(found.p);
  const RunSettings file = run_settings(*found.model);
  if (task_.asked.until.value_or(file.until.value_or(0)) == 0) return end_with(MemberStatus::invalid);
  RunRequest request = run_request(file, task_.asked, flow, system.layout, 0, found.start);
  request.max_steps = task_.max_steps;
  if (!problem(request, flow, system.layout).empty()) return end_with(MemberStatus::invalid);
  const Skeleton bones = skeleton(*found.model);
  Observer observer(task_.observables, system, bones, flow, parameter_values(*found.model), found.start, request);
  Run motion(flow, system.layout, found.start, request);
  while (!stop && motion.step()) observer.take(motion);
  if (stop) return false;

  const MemberStatus status = status_of(motion.outcome(), flow);
  after[1] = motion.t();
  const std::vector<double>& end = ends_.row(found.system, bones, flow, motion.t(), motion.x().data());
  std::copy(end.begin(), end.end(), after + 2);
  if (status == MemberStatus::complete) observer.finish(motion.t(), motion.x().data(), after + 2 + end.size());
  return end_with(status);
}

}  // namespace oopss
