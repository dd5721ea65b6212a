// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/gpu_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "oopss/ensemble/observed_member.hpp"
#include "oopss/integrate/member_book.hpp"
#include "oopss/integrate/waypoint.hpp"

namespace oopss {
namespace {

bool wants_exponent(const MemberTask& task) {
  return std::any_of(task.observables.begin(), task.observables.end(),
                     [](const Observable& one) { return one.kind == ObservableKind::exponent; });
}

/// A first step moves every group of the state by a hundredth of its size, as that of dop853 does.
double first_step(const Layout& layout, const Flow& flow, const std::vector<double>& x, double until) {
  std::vector<double> rates(x.size());
  flow.field(0, x.data(), rates.data());
  const Size size = size_of(layout, x.data()), rate = size_of(layout, rates.data());
  double h = std::abs(until);
  if (rate.angle > 0) h = std::min(h, 0.01 / rate.angle);
  if (rate.momentum > 0 && size.momentum > 0) h = std::min(h, 0.01 * size.momentum / rate.momentum);
  return std::copysign(h, until);
}

}  // namespace

const GpuPrograms::Entry& GpuPrograms::for_member(const FamilyMember& member) {
  constexpr std::size_t most = 64;
  const std::lock_guard lock(mutex_);
  for (const auto& entry : entries_)
    if (same_structure(entry->model.spec, *member.spec) && (!entry->code.folded || entry->model.p() == member.p))
      return *entry;
  if (entries_.size() == most)
    throw MissingModule(
        "the members of this sweep differ in what their equations are made of, and need too many kernels of a GPU");
  const DerivedModel own = *renumbered({member.model, *member.spec, *member.system}, *member.model);
  GpuCode code = make_(own);
  device_->enter();
  entries_.push_back(std::make_unique<Entry>(*device_, std::move(code), own));
  return *entries_.back();
}

std::string no_gpu(const MemberTask& task) {
  for (const Observable& one : task.observables)
    if (one.kind == ObservableKind::settle || one.kind == ObservableKind::first)
      return fmt::format("{} looks for events inside steps, which a GPU does not", one.text);
  for (const Observable& one : task.observables)
    for (const Column& column : one.quantity.columns)
      if (column.kind == Quantity::state)
        return fmt::format("{} needs {}, which is not carried along on a GPU", one.text, column.name);
  return {};
}

std::string gpu_method(const RunSettings& file, const RunSettings& asked) {
  if (!asked.method.empty()) return asked.method;
  if (asked.step || asked.tolerance) return asked.tolerance ? "dop853" : "rk4";
  if (file.method == "gauss4" || file.method == "dop853") return file.method;
  return file.tolerance ? "dop853" : "rk4";
}

/// A member on the device.
struct GpuRunner::OnGpu : ObservedMember {
  long member = 0;
  std::vector<double> p, start;
  double accuracy = 0;  // the tolerance, or how many equal steps

  OnGpu(long member_, const FamilyMember& made, const MemberTask& task)
      : ObservedMember(
            made, task,
            [](const RunSettings& file, const RunSettings& asked) { return gpu_method(file, asked) != "dop853"; }),
        member(member_),
        p(made.p),
        start(made.start),
        accuracy(grid_steps > 0 ? static_cast<double>(grid_steps) : tolerance) {
    if (grid_steps == 0) step = first_step(system->layout, flow, start, until);
  }
};

/// Members that share a kernel.
struct GpuRunner::Batch {
  const GpuPrograms::Entry* program;
  std::vector<std::unique_ptr<OnGpu>> members;
  std::unique_ptr<GpuNumbers> book, state, sample, numbers;

  double& kept(MemberNumber which, std::size_t place) {
    return book->values[static_cast<std::size_t>(which) * members.size() + place];
  }
  /// The states that `from` has of a member, from a row on; as many as the code has without tangent vectors.
  std::vector<double> numbers_of(const GpuNumbers& from, std::size_t first, std::size_t count, std::size_t place) {
    std::vector<double> out(members[place]->start.size(), 0.0);
    for (std::size_t i = 0; i < count; ++i) out[i] = from.values[(first + i) * members.size() + place];
    return out;
  }
};

GpuRunner::GpuRunner(MemberTask task, ModelFamily family, std::shared_ptr<GpuPrograms> programs)
    : task_(std::move(task)),
      members_(std::move(family)),
      ends_{task_.columns, {}, {}},
      programs_(std::move(programs)),
      queue_(programs_->device()) {}

GpuRunner::~GpuRunner() = default;

bool GpuRunner::run(const MemberRange& range, const std::atomic<bool>& stop, double* rows) {
  range_ = range;
  rows_ = rows;
  std::vector<Batch> batches;
  for (long member = range.first; member < range.last && !stop; ++member) {
    double* const row = rows + static_cast<std::size_t>(member - range.first) * task_.width();
    std::fill_n(row, task_.width(), std::numeric_limits<double>::quiet_NaN());
    const std::vector<double> values = member_values(task_.plan, member);
    std::copy(values.begin(), values.end(), row);
    const FamilyMember found = members_.make(values);
    double& status = row[task_.status_place()];
    status = static_cast<double>(found.found == FamilyMember::Found::unreachable ? MemberStatus::unreachable
                                                                                 : MemberStatus::invalid);
    if (found.found != FamilyMember::Found::good) continue;
    auto one = std::make_unique<OnGpu>(member, found, task_);
    if (one->until == 0 || !std::isfinite(one->until)) continue;  // invalid
    const GpuPrograms::Entry& program = programs_->for_member(found);
    auto place =
        std::find_if(batches.begin(), batches.end(), [&](const Batch& batch) { return batch.program == &program; });
    if (place == batches.end()) place = batches.insert(place, Batch{&program, {}, {}, {}, {}, {}});
    place->members.push_back(std::move(one));
  }
  return !stop && std::all_of(batches.begin(), batches.end(), [&](Batch& batch) { return run(batch, stop); });
}

bool GpuRunner::run(Batch& batch, const std::atomic<bool>& stop) {
  const GpuCode& code = batch.program->code;
  const std::size_t count = batch.members.size(), states = static_cast<std::size_t>(code.states),
                    parameters = static_cast<std::size_t>(code.parameters);
  const bool tangent = wants_exponent(task_);
  const auto numbers = [&](std::size_t rows, bool in_float) {
    return std::make_unique<GpuNumbers>(programs_->device(), rows * count, in_float);
  };
  batch.book = numbers(member_numbers.size(), false);
  batch.state = numbers(2 * states, code.in_float);
  batch.sample = numbers(states, code.in_float);
  batch.numbers = numbers(std::max<std::size_t>(parameters, 1), code.in_float);
  for (std::size_t k = 0; k < count; ++k) {
    OnGpu& one = *batch.members[k];
    batch.kept(time_end, k) = one.until;
    batch.kept(step_length, k) = one.step;
    batch.kept(step_accuracy, k) = one.accuracy;
    batch.kept(point_due, k) = one.due();
    const std::size_t size = tangent ? states / 2 : states;
    for (std::size_t i = 0; i < size; ++i) batch.state->values[i * count + k] = one.start[i];
    if (const TangentGrowth* const growth = one.observer->growth()) {
      batch.kept(momentum_unit, k) =
          growth->units()[static_cast<std::size_t>(one.system->layout.offset(BlockKind::momentum))];
      for (std::size_t i = 0; i < size; ++i) batch.state->values[(size + i) * count + k] = growth->vector()[i];
    }
    std::copy_n(one.p.begin(), parameters, batch.numbers->values.begin() + static_cast<std::ptrdiff_t>(k * parameters));
  }
  for (GpuNumbers* all : {batch.book.get(), batch.state.get(), batch.numbers.get()}) all->put(queue_);

  int members = static_cast<int>(count);
  double most_steps = static_cast<double>(task_.max_steps);
  for (bool more = true; more;) {
    if (stop) return false;
    const auto begun = std::chrono::steady_clock::now();
    queue_.run(batch.program->kernel, members,
               {&members, &budget_, &most_steps, batch.book->argument(), batch.state->argument(),
                batch.sample->argument(), batch.numbers->argument()});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    batch.book->get(queue_);
    more = false;
    bool points = false;
    for (std::size_t k = 0; k < count; ++k) {
      const auto now = static_cast<MemberState>(static_cast<int>(batch.kept(member_state, k)));
      more |= now == under_way || now == at_point;
      points |= now == at_point;
    }
    constexpr double soon = 0.05, late = 0.2;  // s: between them a kernel is long enough to be worth its start
    if (seconds < soon) budget_ = std::min(2 * budget_, 1 << 24);
    if (seconds > late) budget_ = std::max(budget_ / 2, 1);
    if (!points) continue;
    batch.sample->get(queue_);
    for (std::size_t k = 0; k < count; ++k) {
      if (static_cast<int>(batch.kept(member_state, k)) != at_point) continue;
      OnGpu& one = *batch.members[k];
      one.observer->take_point(one.due(), batch.numbers_of(*batch.sample, 0, tangent ? states / 2 : states, k).data());
      ++one.next_every;
      batch.kept(point_due, k) = one.due();
      batch.kept(member_state, k) = under_way;
    }
    batch.book->put(queue_);
  }
  batch.state->get(queue_);
  for (std::size_t k = 0; k < count; ++k) {
    end(batch, k);
    batch.members[k].reset();  // while it is at hand
  }
  return true;
}

/// The row of a member whose run is over, at its last good state.
void GpuRunner::end(Batch& batch, std::size_t place) {
  OnGpu& one = *batch.members[place];
  double* const row = rows_ + static_cast<std::size_t>(one.member - range_.first) * task_.width();
  double* const after = row + task_.status_place();
  const auto now = static_cast<MemberState>(static_cast<int>(batch.kept(member_state, place)));
  const double change = batch.kept(last_change, place);
  const bool settled = change <= (batch.program->code.in_float ? most_last_change_float : most_last_change);
  after[0] = static_cast<double>(now == not_finite       ? MemberStatus::failed
                                 : now == too_many_steps ? MemberStatus::limit
                                 : settled               ? MemberStatus::complete
                                                         : MemberStatus::unconverged);
  after[1] = batch.kept(time_now, place);
  const std::size_t states = static_cast<std::size_t>(batch.program->code.states);
  TangentGrowth* const growth = one.observer->growth();
  const std::size_t size = growth ? states / 2 : states;
  const std::vector<double> x = batch.numbers_of(*batch.state, 0, size, place);
  const std::vector<double>& columns = ends_.row(one.system, std::move(one.bones), one.flow, after[1], x.data());
  std::copy(columns.begin(), columns.end(), after + 2);
  if (task_.has_last_change) row[task_.width() - 1] = change;
  if (now != at_end) return;
  if (growth)
    growth->carried(after[1], batch.numbers_of(*batch.state, size, size, place), batch.kept(growth_logarithm, place));
  one.observer->take_point(after[1], x.data());
  one.observer->finish(after[1], x.data(), row + task_.observable_place());
}

}  // namespace oopss
