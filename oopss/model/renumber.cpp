// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/renumber.hpp"

#include <algorithm>

#include "oopss/model/fields.hpp"
#include "oopss/model/resolve.hpp"
#include "oopss/model/settings.hpp"
#include "oopss/model/validate.hpp"

namespace oopss {
namespace {

/// The source of the first of the settings that take other values; those of the file's own are before it.
std::size_t first_source(const NumberedModel& numbered) {
  return numbered.model->settings.size() - numbered.places.size() + 1;
}

}  // namespace

std::optional<NumberedModel> numbered_model(Model model, std::size_t count) {
  NumberedModel out{std::make_shared<Model>(std::move(model)), std::vector<std::vector<Number*>>(count)};
  for (std::size_t k = 0; k < count; ++k) {
    out.places[k] = numbers_of_source(*out.model, static_cast<int>(first_source(out) + k));
    if (out.places[k].empty()) return {};
  }
  return out;
}

bool renumber(NumberedModel& numbered, const std::vector<std::string>& values) {
  const What nobody_asks = [] { return std::string(); };
  Model& model = *numbered.model;
  Problems problems;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::size_t source = first_source(numbered) + k;
    const Number number =
        to_number(setting_value(values[k], static_cast<int>(source), problems), nobody_asks, problems);
    if (problems.any_error()) return false;
    for (Number* const place : numbered.places[k]) *place = number;
    model.settings[source - 1].text = values[k];
  }
  resolve(model, problems, Written::again);
  if (!problems.any_error()) validate(model, problems, Written::again);
  return !problems.any_error();
}

}  // namespace oopss
