// SPDX-License-Identifier: Apache-2.0
// A map over two numbers of the model: the members of `oopss sweep`, with what is observed of each.
#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <thread>

#include "oopss/ensemble/lane_runner.hpp"
#include "oopss/ensemble/member_chunks.hpp"
#include "server/allowance.hpp"
#include "server/model_cache.hpp"
#include "server/row_stream.hpp"

namespace oopss {
namespace {

constexpr long most_map_members = 65'536;   // of a picture, on the wire
constexpr long members_of_a_map_chunk = 4;  // so that the picture fills as one watches

void refuse_if_any(const SweepProblems& problems) {
  if (problems.empty()) return;
  std::string words;
  for (const SweepProblem& problem : problems)
    words += fmt::format("{}{}: {}", words.empty() ? "" : "; ", problem.text, problem.message);
  throw RefusedRequest("unsupported", words);
}

SweepPlan plan_of(const AskSweep& ask) {
  SweepPlan out;
  SweepProblems problems;
  for (const AskSweep::Axis& axis : ask.axes) {
    if (axis.count < 2 || axis.from == axis.to)
      throw RefusedRequest("unsupported", "an axis of a map has at least two values, from one end to another");
    out.axes.push_back({axis.path, axis.from, axis.to, axis.count, false});
  }
  check_plan(out, problems);
  refuse_if_any(problems);
  if (out.members() > most_map_members)
    throw RefusedRequest("limit", fmt::format("a map on the page has at most {} members, this one {}; `oopss sweep` "
                                              "has no such limit",
                                              most_map_members, out.members()));
  return out;
}

MemberChunks members_of(const AskSweep& ask, const Model& model, const DerivedModel& derived) {
  MemberChunks out{.family = model_family(model, {}, plan_of(ask).paths())};
  out.task.plan = plan_of(ask);
  out.task.asked.until = ask.until;
  out.part = {0, out.task.plan.members()};
  SweepProblems problems;
  check_paths(out.family, out.task.plan, problems);
  std::vector<std::string> parameters;
  for (const Parameter& parameter : model.parameters) parameters.push_back(parameter.name.value);
  out.task.observables = read_observables({ask.observable}, derived.system, parameters, problems);
  refuse_if_any(problems);
  if (const std::string why = no_starts(model); !why.empty()) throw RefusedRequest("unsupported", why);
  if (out.task.observables.front().kind == ObservableKind::exponent && !derived.system.with_inputs(derived.p()).tangent)
    throw RefusedRequest("unsupported", "the rates of this model have no derivative");
  out.lanes = no_lanes(derived.spec, out.task).empty();
  out.chunk_members = out.lanes ? chunk_members_of_lanes : members_of_a_map_chunk;
  return out;
}

/// [member, status, value].
void put_rows(const MemberChunks& members, const ChunkDone& done, RowStream& stream) {
  const std::size_t width = members.task.width();
  long member = chunk_range(members, done.chunk).first;
  for (std::size_t row = 0; row + width <= done.rows.size(); row += width, ++member) {
    std::vector<double> out = {static_cast<double>(member), done.rows[row + members.task.status_place()]};
    if (const double value = done.rows[row + width - 1]; std::isfinite(value)) out.push_back(value);
    stream.put(std::move(out));
  }
}

}  // namespace

SweepMessage sweep_answer(const AskSweep& ask, const WireLimits& limits, const RowWatch& watch) {
  const Model model = page_model(page_text(ask.text));
  const DerivedModel derived = derived_model(model);
  const MemberChunks members = members_of(ask, model, derived);
  SweepMessage out{ask.axes, ask.observable, members.lanes ? "lanes" : derived.system.engine().name, 0, {}, ""};
  for (int k = 0; k < member_statuses; ++k) out.statuses.emplace_back(word(static_cast<MemberStatus>(k)));

  std::vector<long> chunks(static_cast<std::size_t>(chunk_count(members)));
  std::iota(chunks.begin(), chunks.end(), 0L);
  const int threads =
      limits.threads > 0 ? limits.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  ChunkShares shares(chunks, threads);
  ChunkWorkers workers(
      threads, [&](int thread) { return shares.take(thread); }, chunk_work(members));
  RowStream stream(watch);
  const Allowance time(limits.orbit_seconds);
  for (std::size_t had = 0; had < chunks.size();) {
    if (const std::optional<ChunkDone> one = workers.take()) {
      put_rows(members, *one, stream);
      out.done += chunk_range(members, one->chunk).size();
      ++had;
    }
    stream.look(static_cast<double>(out.done) / static_cast<double>(members.part.size()));
    if (had < chunks.size() && time.spent()) {
      out.note =
          "The map was left before all members were there: the time for it was up; `oopss sweep` has no such "
          "limit.";
      break;
    }
  }
  stream.end();
  return out;
}

}  // namespace oopss
