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
  const TreeSpec spec = tree_spec(model);
  const std::vector<double> p = values_of(spec.inputs);
  if (std::vector<Diagnostic> found = free ? std::vector<Diagnostic>() : laws_without_potential(spec, p);
      !found.empty())
    throw ModelError(model.source, std::move(found), model.settings);
  ShapeEnergy out = shape_energy(spec, p, momentum ? *momentum : start_momentum(spec, p), free);
  if (!spec.chords.empty() && out.space.freedom == 0) {
    const Joint& joint = model.joints[spec.chords[0].joint];
    throw ModelError(model.source,
                     {{joint.name.place,
                       fmt::format("joint {} cannot be closed, or its loop cannot move", quoted(joint.name.value)),
                       {}}},
                     model.settings);
  }
  return out;
}

VariedModel varied_model(const Model& model, const Settings& settings, const std::string& path,
                         const std::optional<double>& momentum, bool free) {
  VariedModel out{parse_document(model.source), settings, path, momentum, free};
  if (!out.momentum && !path.starts_with("start.")) {
    const TreeSpec spec = tree_spec(model);
    out.momentum = start_momentum(spec, values_of(spec.inputs));
  }
  return out;
}

ShapeEnergy any_member(const VariedModel& varied, double from, double to) {
  std::optional<ModelError> first;
  for (int k = 0; k <= 8; ++k) {
    try {
      return varied.at(from + (to - from) * k / 8);
    } catch (const ModelError& problem) {
      if (!first) first = problem;
    }
  }
  throw *first;
}

}  // namespace oopss
