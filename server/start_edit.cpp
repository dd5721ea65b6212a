// SPDX-License-Identifier: Apache-2.0
#include "server/start_edit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/model/edit.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/drag.hpp"

namespace oopss {
namespace {

std::string digits(double value) { return fmt::format("{}", value); }

std::string named(const std::vector<std::string>& names, const std::vector<double>& values) {
  KeyTexts keys;
  for (std::size_t k = 0; k < names.size(); ++k) keys.emplace_back(names[k], digits(values[k]));
  return inline_table_text(keys);
}

/// Puts the numbers given by name in the place of others.
void overlay(const Model& model, const std::optional<NumbersByName>& given, const std::vector<std::string>& names,
             const char* what, std::vector<double>& values) {
  if (!given) return;
  for (const auto& [name, value] : *given) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      throw ModelError(model.source, {{{}, fmt::format("start: there is no {} {}", what, oopss::quoted(name))}});
    values[static_cast<std::size_t>(found - names.begin())] = value;
  }
}

/// The keys of [start] for a start that was dragged.
KeyTexts keys_of(const DraggedStart& start, const std::vector<std::string>& joints) {
  if (start.form == StartForm::rates)
    return {{"angles", named(joints, start.phi)},
            {"rates", named(joints, start.rates)},
            {"momentum", digits(start.momentum)}};
  KeyTexts keys = {
      {"angles", named(joints, start.phi)}, {"momentum", digits(start.momentum)}, {"energy", digits(start.energy)}};
  if (!joints.empty()) keys.emplace_back("direction", named(joints, start.rates));
  return keys;
}

}  // namespace

EditedText with_start(ModelCache& cache, const PageText& page, const StartEdit& edit) {
  Model read = planar_model(page);
  name_start(read);
  const std::shared_ptr<const DerivedModel> derived = cache.derived(std::move(read));
  const TreeSpec& spec = derived->spec;
  const SolvedStart now = solve_start(spec, derived->p());
  const ReachSolver solver(spec, derived->p(), derived->system.layout, derived->system.with_inputs(derived->p()));
  const Reach reach = solver.start(now);
  const auto put = [&](const std::optional<NumbersByName>& given, const std::vector<std::string>& names,
                       const char* what,
                       std::vector<double>& values) { overlay(*derived->model, given, names, what, values); };
  StartDrag drag{now.phi, reach.rates, edit.rates.has_value(), {}, {}, edit.snap};
  put(edit.angles, spec.joint_names, "joint", drag.phi);
  put(edit.rates, spec.joint_names, "joint", drag.rates);
  if (edit.momentum || edit.hold_momentum) drag.momentum = edit.momentum.value_or(reach.momentum);
  if (edit.energy || edit.hold_energy) drag.energy = edit.energy.value_or(reach.kinetic + reach.stored);

  KeyTexts keys;
  std::string snapped;
  if (edit.momenta) {
    std::vector<double> mu = now.mu;
    put(edit.momenta, spec.body_names, "body", mu);
    keys = {{"angles", named(spec.joint_names, drag.phi)}, {"momenta", named(spec.body_names, mu)}};
  } else if (edit.equilibrium) {
    std::vector<double> offset(now.phi.size(), 0.0);
    put(edit.offset, spec.joint_names, "joint", offset);
    keys = {{"equilibrium", value_text(*edit.equilibrium)}};
    if (edit.offset) keys.emplace_back("offset", named(spec.joint_names, offset));
    keys.emplace_back("momentum", digits(drag.momentum.value_or(reach.momentum)));
  } else {
    const DraggedStart start = drag_start(spec, solver, now, drag);
    keys = keys_of(start, spec.joint_names);
    snapped = start.snapped;
  }
  return {page_text(with_table(page.text(), "start", keys)), snapped};
}

}  // namespace oopss
