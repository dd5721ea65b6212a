// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/run_settings.hpp"

#include "oopss/model/model.hpp"

namespace oopss {

RunSettings run_settings(const Model& model) {
  const auto value = [](const std::optional<Number>& number) {
    return number ? std::optional(number->value) : std::nullopt;
  };
  const RunTable& run = model.run;
  return {run.method ? run.method->value : std::string(),
          value(run.step),
          value(run.tolerance),
          run.until.value,
          value(run.every),
          run.singular ? run.singular->value : std::string()};
}

}  // namespace oopss
