// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "oopss/model/read.hpp"

namespace oopss {

/// A model that takes other values of its last settings where it stands: each is put where it was read to, and the
/// model is resolved and checked again by the functions that the reader calls. Nothing else of it is made anew.
struct NumberedModel {
  std::shared_ptr<Model> model;
  std::vector<std::vector<Number*>> places;  // per setting: what was read of it
};

/// Nothing where one of the last `count` settings is more than a number of the model: part of a formula, or text that
/// others are made of. Then the document is to be read again.
std::optional<NumberedModel> numbered_model(Model model, std::size_t count);

/// Gives the settings these values, as they are written. False if something is wrong with them, which a reading of the
/// document says; the next values find the model as good as before.
bool renumber(NumberedModel& numbered, const std::vector<std::string>& values);

}  // namespace oopss
