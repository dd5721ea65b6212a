// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/observed_member.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oopss/integrate/suggest.hpp"

namespace oopss {

ObservedMember::ObservedMember(const FamilyMember& member, const MemberTask& task,
                               bool (*equal_steps)(const RunSettings& file, const RunSettings& asked))
    : system(member.system), flow(system->with_inputs(member.p)), bones(skeleton(*member.model)) {
  const RunSettings file = run_settings(*member.model);
  RunSettings& run = request.settings;
  run = task.asked;
  if (!run.until) run.until = file.until.value_or(request.until());
  until = *run.until;
  if (!run.every) run.every = file.every.value_or(std::abs(until) / 1000);
  if (equal_steps(file, task.asked)) {
    const std::optional<double> said = task.asked.step ? task.asked.step : file.step;
    const double longest = said ? *said : suggested_step(flow, system->layout, 0, member.start, until);
    grid_steps = std::max(1L, static_cast<long>(std::ceil(std::abs(until) / longest * (1 - 1e-12))));
    step = until / static_cast<double>(grid_steps);
  } else {
    tolerance = task.asked.tolerance.value_or(file.tolerance.value_or(1e-10));
  }
  observer = std::make_unique<Observer>(task.observables, *system, bones, flow, parameter_values(*member.model),
                                        member.start, request, true);
  every = observer->every();
  observer->take_point(0, member.start.data());
}

double ObservedMember::due() const {
  constexpr double never = std::numeric_limits<double>::infinity();
  if (!(every > 0)) return never;
  const double time = std::copysign(every * static_cast<double>(next_every), until);
  return std::abs(time) >= std::abs(until) - 1e-9 * every ? never : time;
}

}  // namespace oopss
