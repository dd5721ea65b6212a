// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/model/document.hpp"
#include "oopss/system/shape_energy.hpp"

namespace oopss {

/// A model in which one number takes any value: what its equilibria need, at each. The text is read once.
struct VariedModel {
  Document document;
  Settings settings;
  std::string path;                // of the number, as in --set
  std::optional<double> momentum;  // total; none: that of the start, at each value
  bool free = false;               // the laws are left out

  /// Throws ModelError where the model is invalid, or has laws without a potential.
  ShapeEnergy at(double value) const;
};

/// The momentum is the one asked for, else that of the model as it stands; only a path into `start` varies it.
VariedModel varied_model(const Model& model, const Settings& settings, const std::string& path,
                         const std::optional<double>& momentum, bool free);

/// At the first of a few values over a range at which there is a model; throws ModelError if there is none.
ShapeEnergy any_member(const VariedModel& varied, double from, double to);

}  // namespace oopss
