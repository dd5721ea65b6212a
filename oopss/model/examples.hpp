// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace oopss {

/// A built-in model: a file of examples/, embedded when the library is built.
struct Example {
  std::string_view name, text;
};

const std::vector<Example>& examples();

}  // namespace oopss
