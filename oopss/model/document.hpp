// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/model/read.hpp"
#include "oopss/model/toml.hpp"

namespace oopss {

/// A model text, parsed but not yet understood: models with other numbers are made of it without reading it again.
struct Document {
  Source source;
  TomlTable root;
  Problems problems;  // of its syntax
};
Document parse_document(Source source);

/// The model of a document with settings, as `read_model` makes it of the text, with the same problems.
Model read_document(const Document& document, const Settings& settings = {});

/// The document of the text that `with_setting` (edit.hpp) writes, without reading it, where that puts one number or
/// plain string in the place of another; nothing where the layout asks for more, or if something is wrong with the
/// path. Whether the value is a good one shows when the model is made.
std::optional<Document> with_value(const Document& document, const std::string& path, const std::string& value);

}  // namespace oopss
