// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace oopss {

/// A key of the model file: what the reader takes, and what messages and the page's editor say of it.
struct KeyRow {
  std::string_view table;  // "body", "law", …; that of a whole file is ""
  std::string_view key;
  std::string_view sample;                     // a value as a file has it; of a key of the whole file, its header
  std::string_view meaning;                    // a line of words
  std::vector<std::string_view> choices = {};  // the words it may be, where there are few
};

/// Of all tables, in the order in which a file is best written.
const std::vector<KeyRow>& key_rows();

/// The keys of one table.
std::vector<std::string_view> keys_of(std::string_view table);

/// The words that a key may be.
const std::vector<std::string_view>& choices_of(std::string_view table, std::string_view key);

}  // namespace oopss
