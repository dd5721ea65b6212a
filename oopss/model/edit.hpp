// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace oopss {

/// Keys and their values as they stand in a file.
using KeyTexts = std::vector<std::pair<std::string, std::string>>;

/// A number or a text as a value of the file: a number as it is, everything else in quotes.
std::string value_text(const std::string& value);

/// { a = 1, b = 2 }
std::string inline_table_text(const KeyTexts& keys);

/// Changes of a model text that keep its comments and its layout. Each gives a text that reads as the model with the
/// change (it is read back and compared); where the layout does not allow that, the model is written anew. They throw
/// ModelError for what is wrong with the model or the change.

/// As --set PATH=VALUE.
std::string with_setting(const std::string& text, const std::string& path, const std::string& value);

/// The table [name], start or run, with exactly these keys.
std::string with_table(const std::string& text, const std::string& name, const KeyTexts& keys);

/// The key `torque` of a joint, of a [chain] that of all its joints; empty: none.
std::string with_torque(const std::string& text, const std::string& joint, const std::string& torque);

}  // namespace oopss
