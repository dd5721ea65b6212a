// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/model/read.hpp"

namespace oopss {

/// What the reader says against a model; empty if it takes it.
inline std::string error_of(const std::string& text, const Settings& settings = {}, const std::string& name = "f") {
  try {
    read_model({name, text}, settings);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

}  // namespace oopss
