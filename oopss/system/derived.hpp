// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/system/derive.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// A model with its system, whose inputs have the values of the model.
struct DerivedModel {
  std::shared_ptr<const Model> model;
  TreeSpec spec;
  System system;

  std::vector<double> p() const { return values_of(spec.inputs); }
};

/// Throws ModelError as `derive` does.
DerivedModel derived_model(Model model, Engine engine = Engine::automatic);

/// Whether two models differ in no more than numbers that are inputs, labels and the start: not in a name, a structural
/// zero, a law or its formula.
bool same_structure(const TreeSpec& a, const TreeSpec& b);
/// Whether the same numbers are inputs in both, and the formulas are the same.
bool same_slots(const TreeSpec& a, const TreeSpec& b);

/// `known` with the numbers of another model, without deriving; nothing if their structure differs.
std::optional<DerivedModel> renumbered(const DerivedModel& known, Model model);

}  // namespace oopss
