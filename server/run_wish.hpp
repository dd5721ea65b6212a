// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/integrate/wish.hpp"
#include "oopss/model/model.hpp"

namespace oopss {

/// [run] of a model.
inline RunWish run_wish(const Model& model) {
  const auto value = [](const std::optional<Number>& number) {
    return number ? std::optional(number->value) : std::nullopt;
  };
  const RunSettings& run = model.run;
  return {run.until.value, value(run.every), value(run.step), value(run.tolerance),
          run.method ? run.method->value : std::string()};
}

}  // namespace oopss
