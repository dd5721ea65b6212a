// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/scaled_drive.hpp"

#include <fmt/format.h>

#include <cassert>

namespace oopss {

Model with_scaled_drive(Model model, int joint, int law, double factor) {
  Law& drive = model.joints[static_cast<std::size_t>(joint)].laws[static_cast<std::size_t>(law)];
  assert(drive.kind == LawKind::drive && drive.formula);
  Expression& formula = drive.formula->expression;
  const std::string number = fmt::format("{:.17g}", factor);
  formula.text = fmt::format("{}*({})", number, formula.text);
  if (formula.steps.empty()) return model;  // a model built in code, whose formulas are yet to be read
  formula.steps.insert(formula.steps.begin(), {.token = Token::number, .text = number, .value = factor});
  formula.steps.push_back({.token = Token::multiply, .text = {}});
  return model;
}

}  // namespace oopss
