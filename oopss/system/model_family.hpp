// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/document.hpp"
#include "oopss/model/renumber.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/start.hpp"

namespace oopss {

/// A model in which some numbers take any values. Its text is parsed once, and each structure that its members have is
/// derived once: from there on a member is other numbers in it. One serves one thread; copies are independent.
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
  std::shared_ptr<const Model> model;
  std::shared_ptr<const TreeSpec> spec;  // these may be common to members of a structure: of the inputs,
  std::shared_ptr<const System> system;  // the values of this one are p
  std::vector<double> p;
  std::vector<double> start;  // the state
};
/// From the document, read with these values.
FamilyMember member_of(ModelFamily& family, const std::vector<double>& values);

/// Members of a family, made one after another: of a structure that was met before they are the model of the last one
/// with other numbers, which are resolved, checked and solved for a start again; nothing is read. What a member is does
/// not depend on those before, but its model stands only until the next is made.
class MemberMaker {
 public:
  explicit MemberMaker(ModelFamily family) : family_(std::move(family)) {}
  MemberMaker(const MemberMaker&) = delete;
  MemberMaker& operator=(const MemberMaker&) = delete;
  FamilyMember make(const std::vector<double>& values);

 private:
  /// A structure, with a model of its own.
  struct Structure {
    NumberedModel numbered;
    std::shared_ptr<const TreeSpec> spec;
    std::shared_ptr<const System> system;
    StoredEnergy stored;
  };
  std::optional<FamilyMember> renumbered(const std::vector<double>& values);
  void keep(const FamilyMember& member);

  ModelFamily family_;
  std::vector<Structure> structures_;  // the one met last is the first
  bool reads_ = false;                 // the values are more than numbers: members are read
};

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
