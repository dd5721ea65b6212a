// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/document.hpp"
#include "oopss/system/derived.hpp"

namespace oopss {

/// A model in which some numbers take any values. Its text is parsed once, and each structure that its members have is
/// derived once: from there on a member is other numbers alone. One serves one thread; copies are independent.
struct ModelFamily {
  Document document;
  Settings settings;
  std::vector<std::string> paths;  // of the numbers that vary, as in --set
  Engine engine = Engine::automatic;
  std::vector<DerivedModel> known;  // one per structure met so far
};
ModelFamily model_family(const Model& model, const Settings& settings, std::vector<std::string> paths,
                         Engine engine = Engine::automatic);

/// The member with these values: its numbers and its start.
struct FamilyMember {
  enum class Found {
    good,
    invalid,     // the model forbids the values
    unreachable  // there is a model, but no start that meets its data
  };
  Found found = Found::good;
  std::string words;  // why there is none
  std::optional<DerivedModel> derived;
  std::vector<double> start;  // the state
};
FamilyMember member_of(ModelFamily& family, const std::vector<double>& values);

/// The member with its system, whatever its start; throws ModelError where the values are forbidden.
DerivedModel derived_member(ModelFamily& family, const std::vector<double>& values);

/// What is wrong with one of the paths, in words with what may help: nothing if there is a model at one of these values
/// of its number, else what there is at the first of them.
struct PathProblem {
  std::string message, help;
};
std::vector<PathProblem> problems_of_path(const ModelFamily& family, std::size_t path,
                                          const std::vector<double>& values);
/// Why no member has a start, whatever the values; empty if some may.
std::string no_starts(const Model& model);

/// The model of the member alone; throws ModelError where the values are forbidden.
Model member_model(const ModelFamily& family, const std::vector<double>& values);

}  // namespace oopss
