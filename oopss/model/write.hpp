// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/model/model.hpp"

namespace oopss {

/// The model as a file: settings are written into it, comments are not kept. Reading it gives the same model.
std::string write_model(const Model& model);

}  // namespace oopss
