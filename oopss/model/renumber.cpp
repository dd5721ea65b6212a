// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/renumber.hpp"

#include "oopss/model/number_walk.hpp"
#include "oopss/model/resolve.hpp"
#include "oopss/model/settings.hpp"
#include "oopss/model/validate.hpp"

namespace oopss {
namespace {

/// The source of the first of the settings that take other values; those of the file's own are before it.
std::size_t first_source(const NumberedModel& numbered) {
  return numbered.model->settings.size() - numbered.places.size() + 1;
}

/// The numbers that are text of this source (Place::source); nothing if some of them are part of a formula, of a law
/// or of what a chain is made of.
std::vector<Number*> numbers_of_source(Model& model, int source) {
  std::vector<Number*> out;
  bool plain = true;
  const auto visit = [&](Number& number, const auto&, Scope scope) {
    if (number.place.source != source) return;
    plain = plain && !scope.in_law();
    out.push_back(&number);
  };
  const auto none = [] { return std::string(); };
  for (Parameter& parameter : model.parameters) {
    visit(parameter.value, none, Scope());
    for (auto* bound : {&parameter.min, &parameter.max})
      if (*bound) visit(**bound, none, Scope());
  }
  const NumberWalk walk(model, visit);
  if (model.chain) {
    for (auto* all : {&model.chain->masses, &model.chain->lengths})
      for (const Number& number : *all) plain = plain && number.place.source != source;
    walk.laws(model.chain->laws, [](std::string_view) { return 0; });
  }
  for (Body& body : model.bodies) walk.body(body);
  for (Joint& joint : model.joints) walk.joint(joint, true);
  walk.places_and_forces();
  walk.start_and_run();
  return plain ? out : std::vector<Number*>();
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
