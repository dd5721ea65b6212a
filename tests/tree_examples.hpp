// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"

namespace oopss {

/// The built-in models without loops, for what serves trees alone.
inline std::vector<Example> tree_examples() {
  std::vector<Example> out;
  for (const Example& example : examples())
    if (!has_loops(load_model(std::string(example.name)))) out.push_back(example);
  return out;
}

}  // namespace oopss
