// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/read.hpp"
#include "oopss/model/toml.hpp"

namespace oopss {

/// Writes each setting into the document, before it is read as a model. Returns the settings as sources: "--set PATH"
/// with the value as text. What is wrong with a path is reported there.
std::vector<Source> apply_settings(TomlTable& root, const Settings& settings, Problems& problems);

/// The value of a setting as on the command line: as in the file, but a text or an expression needs no quotes.
TomlValue setting_value(std::string_view text, int source, Problems& problems);

}  // namespace oopss
