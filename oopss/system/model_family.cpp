// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/model_family.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/system/space_system.hpp"

namespace oopss {
namespace {

constexpr std::size_t most_structures = 64;

/// As a setting has it: the same number when it is read.
std::string written(double value) { return fmt::format("{:.17g}", value); }

/// As one of the structures that are known, else a new one.
DerivedModel numbered(ModelFamily& family, Model model) {
  for (const DerivedModel& structure : family.known)
    if (std::optional<DerivedModel> out = renumbered(structure, model)) return std::move(*out);
  DerivedModel out = derived_model(std::move(model), family.engine);
  if (family.known.size() < most_structures) family.known.push_back(out);
  return out;
}

/// Solves the start of a member.
void start(FamilyMember& member, StoredEnergy& stored) {
  try {
    member.start = state_of(member.system->layout, solve_start(*member.spec, member.p, stored));
  } catch (const ModelError& problem) {
    member.found = FamilyMember::Found::unreachable;
    member.words = problem.found.front().message;
  }
}

}  // namespace

ModelFamily model_family(const Model& model, const Settings& settings, std::vector<std::string> paths, Engine engine) {
  return {parse_document(model.source), settings, std::move(paths), engine, {}};
}

Model member_model(const ModelFamily& family, const std::vector<double>& values) {
  Settings all = family.settings;
  for (std::size_t k = 0; k < family.paths.size(); ++k) all.emplace_back(family.paths[k], written(values[k]));
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
    const auto derived = std::make_shared<const DerivedModel>(derived_member(family, values));
    out.model = derived->model;
    out.spec = {derived, &derived->spec};
    out.system = {derived, &derived->system};
    out.p = derived->p();
  } catch (const ModelError& problem) {
    out.found = FamilyMember::Found::invalid;
    out.words = problem.found.front().message;
    return out;
  }
  StoredEnergy stored;
  start(out, stored);
  return out;
}

FamilyMember MemberMaker::make(const std::vector<double>& values) {
  if (std::optional<FamilyMember> out = renumbered(values)) return std::move(*out);
  FamilyMember out = member_of(family_, values);
  if (out.found != FamilyMember::Found::invalid && !reads_ && structures_.size() < most_structures) keep(out);
  return out;
}

/// Nothing if the model forbids the values, or they make a structure that was not met: a reading tells.
std::optional<FamilyMember> MemberMaker::renumbered(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(written(value));
  for (auto known = structures_.begin(); known != structures_.end(); ++known) {
    if (!renumber(known->numbered, texts)) return {};
    SlotValues now = slot_values(*known->numbered.model);
    if (!same_slots(*known->spec, now.slots)) continue;
    FamilyMember out{
        .model = known->numbered.model, .spec = known->spec, .system = known->system, .p = std::move(now.values)};
    if (in_space(*known->spec)) {
      System turned = *known->system;
      put_directions(turned, *known->spec, out.p);
      out.system = std::make_shared<const System>(std::move(turned));
    }
    start(out, known->stored);
    std::rotate(structures_.begin(), known, known + 1);
    return out;
  }
  return {};
}

void MemberMaker::keep(const FamilyMember& member) {
  std::optional<NumberedModel> numbered = numbered_model(*member.model, family_.paths.size());
  reads_ = !numbered;
  if (reads_) return;
  const auto spec = std::make_shared<const TreeSpec>(tree_spec(*numbered->model));
  structures_.insert(structures_.begin(), Structure{std::move(*numbered), spec, member.system, {}});
}

}  // namespace oopss
