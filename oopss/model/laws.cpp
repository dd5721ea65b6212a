// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/laws.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/model/fields.hpp"

namespace oopss {

const std::vector<LawKey>& law_keys() {
  static const std::vector<LawKey> table = {
      {"kp", &Law::kp, nullptr, "0", false},           {"kd", &Law::kd, nullptr, "0", false},
      {"bias", &Law::bias, nullptr, "0", false},       {"frequency", &Law::frequency, nullptr, "", true},
      {"damping", &Law::damping, nullptr, "1", false}, {"target", nullptr, &Law::target, "", false},
      {"formula", nullptr, &Law::formula, "", true},   {"energy", nullptr, &Law::energy, "", false},
  };
  return table;
}

const std::vector<LawRow>& law_rows() {
  static const std::vector<LawRow> table = {
      {"proportional", LawKind::proportional, {"kp", "bias"}},
      {"pd", LawKind::pd, {"kp", "kd", "bias"}},
      {"sine", LawKind::sine, {"kp", "kd", "bias"}},
      {"linearise", LawKind::linearise, {"frequency", "damping", "target"}},
      {"expression", LawKind::expression, {"formula", "energy"}},
      {"drive", LawKind::drive, {"formula"}},
      {"function", LawKind::function, {}, false},
  };
  return table;
}

const LawRow& row_of(LawKind kind) { return law_rows()[static_cast<std::size_t>(kind)]; }  // in the order of LawKind

namespace {

using Kind = TomlValue::Kind;

bool takes(const LawRow& row, std::string_view key) {
  return std::find(row.keys.begin(), row.keys.end(), key) != row.keys.end();
}

/// A key of another law: says whose it is.
void refuse_foreign_keys(const TomlTable& table, const LawRow& row, Fields& fields) {
  for (const TomlEntry& entry : table.entries()) {
    std::string owners;
    for (const LawRow& other : law_rows())
      if (takes(other, entry.key)) owners += fmt::format("{}{}", owners.empty() ? "" : ", ", other.name);
    if (owners.empty() || takes(row, entry.key)) continue;
    fields.find(entry.key);
    fields.problems().error(entry.place,
                            fmt::format("{}: the law '{}' takes no '{}'", fields.owner(), row.name, entry.key),
                            fmt::format("'{}' belongs to: {}", entry.key, owners));
  }
}

void read_key(const LawKey& key, Place place, Fields& fields, Law& law) {
  const bool missing = key.required && !fields.require(key.name);
  std::optional<Number> number = missing ? broken_number(place) : fields.number(key.name);
  if (key.optional)
    law.*key.optional = std::move(number);
  else if (number)
    law.*key.number = std::move(*number);
}

void read_law(const TomlValue& value, const std::string& what, Joint& joint, Problems& problems) {
  Fields fields(value.table, value.place, what, problems);
  std::vector<std::string_view> laws;
  for (const LawRow& row : law_rows())
    if (row.in_file) laws.push_back(row.name);
  const std::optional<Text> name = fields.text("law");
  if (!value.table.find("law") && !value.table.damaged)
    problems.error(value.place, fmt::format("{}: 'law' is missing", what));
  const auto choice = name ? choose(*name, laws, what + ": law", problems) : std::nullopt;
  if (!choice) return;
  const LawRow& row = law_rows()[*choice];
  Law law{row.kind};
  law.place = value.place;
  for (const LawKey& key : law_keys()) {
    if (!key.standard.empty()) law.*key.number = literal(key.standard, value.place);
    if (takes(row, key.name)) read_key(key, value.place, fields, law);
  }
  refuse_foreign_keys(value.table, row, fields);
  fields.finish();
  joint.laws.push_back(std::move(law));
}

}  // namespace

void read_torque(const TomlValue& torque, const std::string& what, Joint& joint, Problems& problems) {
  const auto read_one = [&](const TomlValue& value) {
    if (value.kind == Kind::table)
      read_law(value, what, joint, problems);
    else if (value.kind != Kind::broken)
      problems.error(value.place,
                     fmt::format("{} must be a table with a law, or an array of such, got {}", what, kind_name(value)));
  };
  if (torque.kind != Kind::array) return read_one(torque);
  for (const TomlValue& value : torque.items) read_one(value);
}

}  // namespace oopss
