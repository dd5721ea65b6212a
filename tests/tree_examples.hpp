// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"

namespace oopss {

/// The built-in models in the plane without loops, for what serves planar trees alone.
inline std::vector<Example> tree_examples() {
  std::vector<Example> out;
  for (const Example& example : examples())
    if (const Model model = load_model(std::string(example.name)); is_planar(model) && !has_loops(model))
      out.push_back(example);
  return out;
}

}  // namespace oopss
