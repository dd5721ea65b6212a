// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "cli/arguments.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/pace.hpp"
#include "cli/sweep_chunks.hpp"
#include "cli/sweep_file.hpp"
#include "cli/terminal.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/figure/value_map.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

/// Where no bar can be drawn: a line every few seconds.
class SpokenProgress {
 public:
  SpokenProgress(bool wanted, long all) : wanted_(wanted), all_(all) {}
  void say_if_due(double seconds, long done, long fresh) {
    if (!wanted_ || seconds - said_ < Pace::interval || fresh == 0) return;
    said_ = seconds;
    const double pace = static_cast<double>(fresh) / seconds;
    say(fmt::format("oopss: {} of {} members after {}, {:.3g} members/s, about {} left", done, all_, duration(seconds),
                    pace, duration(static_cast<double>(all_ - done) / pace)));
  }

 private:
  bool wanted_;
  long all_;
  double said_ = 0;
};

/// Runs what the journal has not.
void run_chunks(const PlannedSweep& sweep, Ranks& ranks, SweepJournal& journal, int threads, const Common& common,
                double& seconds) {
  const std::vector<long> todo = journal.missing();
  const long all = sweep.part.size();
  long left = 0;
  for (const long chunk : todo) left += chunk_range(sweep, chunk).size();
  long done = all - left, fresh = 0;
  const Interruption interruption;
  Progress progress("sweep", !common.quiet && !common.json);
  SpokenProgress spoken(!common.quiet && (common.json || !draws_progress()), all);
  const auto begun = std::chrono::steady_clock::now();
  const auto useful = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(threads), todo.size()));
  JobWorkers workers(ranks, todo, useful, chunk_work(sweep));
  for (std::size_t chunks = 0; chunks < todo.size();) {
    if (const std::optional<ChunkDone> one = workers.take()) {
      ++chunks;
      journal.append(one->chunk, one->rows);
      const long count = chunk_range(sweep, one->chunk).size();
      done += count;
      fresh += count;
    }
    journal.sync();
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    progress.show(static_cast<double>(done) / static_cast<double>(all), fresh, "members");
    spoken.say_if_due(seconds, done, fresh);
    if (Interruption::signal() == 0) continue;
    journal.sync(true);
    if (!common.quiet) say(fmt::format("oopss: {} has {} of {} members: --resume goes on", journal.path(), done, all));
    ranks.abandon();
    end_if_interrupted();
  }
  journal.sync(true);
}

/// The rows of a journal in the order of the members.
class JournalMembers {
 public:
  JournalMembers(const SweepJournal& journal, const PlannedSweep& sweep)
      : journal_(journal), sweep_(&sweep), width_(sweep.task.width()), next_(sweep.part.first) {}
  bool operator()(long& member, std::vector<double>& row) {
    if (next_ == sweep_->part.last) return false;
    const long chunk = (next_ - sweep_->part.first) / sweep_->chunk_members;
    if (chunk != chunk_) rows_ = journal_.read(chunk_ = chunk);
    const std::size_t place = static_cast<std::size_t>(next_ - chunk_range(*sweep_, chunk).first) * width_;
    if (place + width_ > rows_.size()) throw FileError(journal_.path() + ": a record has too few rows");
    row.assign(rows_.begin() + static_cast<std::ptrdiff_t>(place),
               rows_.begin() + static_cast<std::ptrdiff_t>(place + width_));
    member = next_++;
    return true;
  }

 private:
  const SweepJournal& journal_;
  const PlannedSweep* sweep_;
  std::size_t width_;
  long next_, chunk_ = -1;
  std::vector<double> rows_;
};

void count_statuses(JournalMembers members, std::size_t status_place, SweepResult& result) {
  long member = 0;
  for (std::vector<double> row; members(member, row); ++result.done)
    ++result.by_status[static_cast<std::size_t>(row[status_place])];
}

MapAxis map_axis_of(const Model& model, const SweepAxis& axis) {
  MapAxis out{axis.path,
              {},
              axis.logarithmic,
              axis.path.starts_with("start.angles.") || axis.path.starts_with("start.absolute."),
              unit_at(model, axis.path)};
  for (long k = 0; k < axis.count; ++k) out.values.push_back(axis_value(axis, k));
  return out;
}

/// The first observable over the two numbers that vary; a range that goes down is drawn going up.
ValueMap map_of(const PlannedSweep& sweep, JournalMembers members) {
  const SweepPlan& plan = sweep.task.plan;
  const Observable& observable = sweep.task.observables.front();
  const Model& model = *sweep.derived.model;
  ValueMap out{model.name, observable.text, map_axis_of(model, plan.axes[0]), map_axis_of(model, plan.axes[1]), {}, {},
               {}};
  std::array<int, member_statuses> place_of;  // among the reasons
  place_of.fill(-1);
  const std::size_t status_place = sweep.task.status_place(), place = sweep.task.observable_place();
  long member = 0;
  for (std::vector<double> row; members(member, row);) {
    const auto status = static_cast<std::size_t>(row[status_place]);
    out.values.push_back(row[place]);
    const bool has_value = std::isfinite(row[place]);
    if (!has_value && place_of[status] < 0) {
      place_of[status] = static_cast<int>(out.reasons.size());
      out.reasons.emplace_back(status == 0 ? "none" : word(static_cast<MemberStatus>(status)));
    }
    out.reason.push_back(has_value ? -1 : place_of[status]);
  }
  return out;
}

std::string in_words(const SweepResult& result) {
  std::string out = fmt::format("{}: ", one_line(result.model));
  if (result.dry)
    out += fmt::format("a sweep of {} members", result.members);
  else
    out += fmt::format("{} of {} members in {:.3g} s", result.done, result.members, result.seconds);
  if (result.last - result.first != result.members)
    out += fmt::format(", members {} to {}", result.first, result.last - 1);
  out += fmt::format("; {}{} thread{}, engine {}\n",
                     result.ranks > 1 ? fmt::format("{} ranks, the first of ", result.ranks) : "", result.threads,
                     result.threads == 1 ? "" : "s", result.engine);
  for (int k = 0; k < member_statuses; ++k)
    if (const long count = result.by_status[static_cast<std::size_t>(k)]; count > 0)
      out += fmt::format("  {:<12} {}\n", word(static_cast<MemberStatus>(k)), count);
  if (result.dry)
    out += fmt::format("  {:<12} {}\n  {:<12} {} at most\n", "columns", fmt::join(result.columns, ", "), "disk",
                       size_words(result.bytes));
  for (const std::string& file : result.files) out += fmt::format("  written to {}\n", file);
  return out;
}

}  // namespace

void sweep(const Common& common, const SweepOptions& options) {
  Ranks ranks;
  if (ranks.rank() > 0) return serve_sweep(ranks, common, options);
  if (ranks.size() > 1 && common.model == "-")
    throw UsageError("standard input reaches the first rank alone: under a launcher the model is a file or a name");
  const PlannedSweep planned = planned_sweep(common, options);
  SweepResult result;
  result.model = planned.derived.model->name;
  result.bodies = planned.derived.system.bodies;
  result.joints = planned.derived.system.joints;
  result.members = planned.task.plan.members();
  result.first = planned.part.first;
  result.last = planned.part.last;
  result.threads = thread_count(options, ranks);
  result.ranks = ranks.size();
  result.engine = planned.engine;
  result.build = planned.build;
  result.columns = row_names(planned.task);
  result.columns.insert(result.columns.begin(), "member");
  result.bytes = sweep_disk_need(planned, options.output);
  result.dry = options.dry_run;
  if (!options.dry_run) {
    if (!common.quiet)
      say(fmt::format("oopss: {} members, at most {} on the disk", planned.part.size(), size_words(result.bytes)));
    SweepHead head = planned.head;
    head.emplace_back("part", fmt::format("{} to {}", planned.part.first, planned.part.last));
    SweepJournal journal(options.output.front(), head, chunk_count(planned), options.resume);
    ranks.send_all(MessageKind::plan, head_bytes(planned.head));
    run_chunks(planned, ranks, journal, result.threads, common, result.seconds);
    count_statuses(JournalMembers(journal, planned), planned.task.status_place(), result);
    const SweepTable table{row_names(planned.task), planned.task.status_place(), planned.head, result.members};
    for (const std::string& file : options.output) {
      if (Picture format{}; picture_of(file, format))
        write_file(file, render(value_map_figure(map_of(planned, JournalMembers(journal, planned))), format));
      else
        write_sweep(file, table, planned.part.size(), JournalMembers(journal, planned));
    }
    journal.remove();
    result.files = options.output;
  }
  print(common.json ? sweep_document(result) : in_words(result));
}

}  // namespace oopss
