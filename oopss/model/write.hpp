// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "oopss/model/model.hpp"

namespace oopss {

/// The model as a file: settings are written into it, comments are not kept. Reading it gives the same model. One that
/// was filled by hand is checked first; throws ModelError if it is not good, or has a law that is a function.
std::string write_model(const Model& model);

/// A text in double quotes, with escapes where it needs them.
std::string toml_string(std::string_view text);

/// [[a, b, c], [d, e, f], [g, h, i]]: nine numbers as the file has them.
std::string matrix_text(const std::vector<Number>& by_rows);

}  // namespace oopss
