// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "oopss/model/fields.hpp"

namespace oopss {

/// A key of a torque law: where its number, or its 3x3 array, goes, and what it is when left out. No default: it may be
/// absent, or, where `required` says so, must be given.
struct LawKey {
  std::string_view name;
  Number Law::*number;
  std::optional<Number> Law::*optional;
  std::vector<Number> Law::*matrix;
  std::string_view standard;
  bool required;
};
const std::vector<LawKey>& law_keys();

struct LawRow {
  std::string_view name;
  LawKind kind;
  std::vector<std::string_view> keys;
  bool on_balls = false;  // else on pins and hinges
  bool in_file = true;    // false: only a program can give it
};
/// In the order of LawKind; those that no file has are the last.
const std::vector<LawRow>& law_rows();
const LawRow& row_of(LawKind kind);
bool takes(const LawRow& row, std::string_view key);
/// "log, skew, matrix", or those of pins and hinges.
std::string law_names(bool on_balls);

/// Whether a key of a law may be, or has to be, a 3x3 array instead of a number.
enum class LawValue { number, matrix, either };
LawValue value_of(const LawRow& row, const LawKey& key);

/// Laws against the kind of their joint, and their numbers against the rules.
void check_laws(const Joint& joint, const What& what, Problems& problems);

/// Reads the value of `torque`: one law, or an array of laws.
void read_torque(const TomlValue& torque, const std::string& what, Joint& joint, Problems& problems);

}  // namespace oopss
