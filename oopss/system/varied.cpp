// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/varied.hpp"

#include <fmt/format.h>

#include "oopss/system/shape_laws.hpp"
#include "oopss/system/start.hpp"

namespace oopss {

ShapeEnergy VariedModel::at(double value) const {
  Settings all = settings;
  all.emplace_back(path, fmt::format("{:.17g}", value));
  const Model model = read_document(document, all);
  const Blueprint plan = blueprint(model);
  const std::vector<double> p = values_of(plan.inputs);
  if (std::vector<Diagnostic> found = free ? std::vector<Diagnostic>() : laws_without_potential(plan, p);
      !found.empty())
    throw ModelError(model.source, std::move(found), model.settings);
  return shape_energy(plan, p, momentum ? *momentum : start_momentum(plan, p), free);
}

VariedModel varied_model(const Model& model, const Settings& settings, const std::string& path,
                         const std::optional<double>& momentum, bool free) {
  VariedModel out{parse_document(model.source), settings, path, momentum, free};
  if (!out.momentum && !path.starts_with("start.")) {
    const Blueprint plan = blueprint(model);
    out.momentum = start_momentum(plan, values_of(plan.inputs));
  }
  return out;
}

ShapeEnergy any_member(const VariedModel& of, double from, double to) {
  std::optional<ModelError> first;
  for (int k = 0; k <= 8; ++k) {
    try {
      return of.at(from + (to - from) * k / 8);
    } catch (const ModelError& problem) {
      if (!first) first = problem;
    }
  }
  throw *first;
}

}  // namespace oopss
