// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/model_family.hpp"

#include <fmt/format.h>

#include "oopss/system/start.hpp"

namespace oopss {
namespace {

/// As one of the structures that are known, else a new one.
DerivedModel numbered(ModelFamily& family, Model model) {
  for (const DerivedModel& structure : family.known)
    if (std::optional<DerivedModel> out = renumbered(structure, model)) return std::move(*out);
  constexpr std::size_t most_structures = 64;
  DerivedModel out = derived_model(std::move(model), family.engine);
  if (family.known.size() < most_structures) family.known.push_back(out);
  return out;
}

}  // namespace

ModelFamily model_family(const Model& model, const Settings& settings, std::vector<std::string> paths, Engine engine) {
  return {parse_document(model.source), settings, std::move(paths), engine, {}};
}

Model member_model(const ModelFamily& family, const std::vector<double>& values) {
  Settings all = family.settings;
  for (std::size_t k = 0; k < family.paths.size(); ++k)
    all.emplace_back(family.paths[k], fmt::format("{:.17g}", values[k]));
  return read_document(family.document, all);
}

DerivedModel derived_member(ModelFamily& family, const std::vector<double>& values) {
  return numbered(family, member_model(family, values));
}

std::vector<PathProblem> problems_of_path(const ModelFamily& family, std::size_t path,
                                          const std::vector<double>& values) {
  ModelFamily alone = family;
  alone.paths = {family.paths[path]};
  std::optional<ModelError> first;
  for (const double value : values) {
    try {
      member_model(alone, {value});
      return {};
    } catch (const ModelError& problem) {
      if (!first) first = problem;
    }
  }
  std::vector<PathProblem> out;
  for (const Diagnostic& problem : first->found)
    if (problem.severity == Diagnostic::Severity::error) out.push_back({problem.message, problem.help});
  return out;
}

std::string no_starts(const Model& model) {
  return model.start.form == StartForm::equilibrium
             ? "the start is an equilibrium by its name, which is searched for: a sweep takes starts by numbers"
             : "";
}

FamilyMember member_of(ModelFamily& family, const std::vector<double>& values) {
  FamilyMember out;
  try {
    out.derived = derived_member(family, values);
  } catch (const ModelError& problem) {
    out.found = FamilyMember::Found::invalid;
    out.words = problem.found.front().message;
    return out;
  }
  try {
    out.start = state_of(out.derived->system.layout, solve_start(out.derived->spec, out.derived->p()));
  } catch (const ModelError& problem) {
    out.found = FamilyMember::Found::unreachable;
    out.words = problem.found.front().message;
  }
  return out;
}

}  // namespace oopss
