// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "oopss/model/model.hpp"
#include "oopss/model/toml.hpp"

namespace oopss {

/// A key of a torque law: where its number goes, and what it is when left out. No default: it may be absent, or, where
/// `required` says so, must be given.
struct LawKey {
  std::string_view name;
  Number Law::*number;
  std::optional<Number> Law::*optional;
  std::string_view standard;
  bool required;
};
const std::vector<LawKey>& law_keys();

struct LawRow {
  std::string_view name;
  LawKind kind;
  std::vector<std::string_view> keys;
  bool in_file = true;  // false: only a program can give it
};
/// In the order of LawKind; those that no file has are the last.
const std::vector<LawRow>& law_rows();
const LawRow& row_of(LawKind kind);

/// Reads the value of `torque`: one law, or an array of laws.
void read_torque(const TomlValue& torque, const std::string& what, Joint& joint, Problems& problems);

}  // namespace oopss
