// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "oopss/model/fields.hpp"
#include "oopss/model/keys.hpp"
#include "oopss/model/symmetric.hpp"

namespace oopss {

const std::vector<LawKey>& law_keys() {
  static const std::vector<LawKey> table = {
      {"kp", &Law::kp, nullptr, &Law::kp_matrix, "0", false},
      {"kd", &Law::kd, nullptr, &Law::kd_matrix, "0", false},
      {"bias", &Law::bias, nullptr, nullptr, "0", false},
      {"frequency", &Law::frequency, nullptr, nullptr, "", true},
      {"damping", &Law::damping, nullptr, nullptr, "1", false},
      {"target", nullptr, &Law::target, nullptr, "", false},
      {"formula", nullptr, &Law::formula, nullptr, "", true},
      {"energy", nullptr, &Law::energy, nullptr, "", false},
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
      {"log", LawKind::log, {"kp", "kd"}, true},
      {"skew", LawKind::skew, {"kp", "kd"}, true},
      {"matrix", LawKind::matrix, {"kp", "kd"}, true},
      {"function", LawKind::function, {}, false, false},
  };
  return table;
}

const LawRow& row_of(LawKind kind) { return law_rows()[static_cast<std::size_t>(kind)]; }  // in the order of LawKind

bool takes(const LawRow& row, std::string_view key) {
  return std::find(row.keys.begin(), row.keys.end(), key) != row.keys.end();
}

std::string law_names(bool on_balls) {
  std::string out;
  for (const LawRow& row : law_rows())
    if (row.in_file && row.on_balls == on_balls) out += fmt::format("{}{}", out.empty() ? "" : ", ", row.name);
  return out;
}

LawValue value_of(const LawRow& row, const LawKey& key) {
  if (!row.on_balls || !key.matrix) return LawValue::number;
  if (key.name == "kd") return LawValue::either;
  return row.kind == LawKind::matrix ? LawValue::matrix : LawValue::number;
}

namespace {

using Kind = TomlValue::Kind;

/// A key of another law: says whose it is.
void refuse_foreign_keys(const TomlTable& table, const LawRow& row, Fields& fields) {
  for (const TomlEntry& entry : table.entries()) {
    std::string owners;
    for (const LawRow& other : law_rows())
      if (takes(other, entry.key)) owners += fmt::format("{}{}", owners.empty() ? "" : ", ", other.name);
    if (owners.empty() || takes(row, entry.key)) continue;
    fields.pass_over(entry.key);
    fields.problems().error(entry.place,
                            fmt::format("{}: the law '{}' takes no '{}'", fields.owner(), row.name, entry.key),
                            fmt::format("'{}' belongs to: {}", entry.key, owners));
  }
}

void read_key(const LawRow& row, const LawKey& key, Place place, Fields& fields, Law& law) {
  const LawValue wanted = value_of(row, key);
  const TomlValue* value = fields.find(key.name);
  const bool array = value && value->kind == Kind::array;
  if (wanted == LawValue::matrix || (wanted == LawValue::either && array)) {
    law.*key.matrix = fields.matrix(key.name);
    return;
  }
  const bool missing = key.required && !fields.require(key.name);
  std::optional<Number> number = missing ? broken_number(place) : fields.number(key.name);
  if (key.optional)
    law.*key.optional = std::move(number);
  else if (number)
    law.*key.number = std::move(*number);
}

void read_law(const TomlValue& value, const std::string& what, Joint& joint, Problems& problems) {
  Fields fields(value.table, value.place, what, keys_of("law"), problems);
  const std::optional<Text> name = fields.text("law");
  if (!value.table.find("law") && !value.table.damaged)
    problems.error(value.place, fmt::format("{}: 'law' is missing", what));
  const auto choice = name ? choose(*name, choices_of("law", "law"), what + ": law", problems) : std::nullopt;
  if (!choice) return;
  const LawRow& row = law_rows()[*choice];
  Law law{row.kind};
  law.place = value.place;
  std::vector<std::string_view> keys = {"law"};
  keys.insert(keys.end(), row.keys.begin(), row.keys.end());
  fields.narrow(std::move(keys));
  for (const LawKey& key : law_keys()) {
    if (!key.standard.empty()) law.*key.number = literal(key.standard, value.place);
    if (takes(row, key.name)) read_key(row, key, value.place, fields, law);
  }
  refuse_foreign_keys(value.table, row, fields);
  fields.finish();
  joint.laws.push_back(std::move(law));
}

/// What a law on a ball joint asks of its numbers: kp of `matrix` symmetric, kd no feeding in of energy.
void check_ball_law(const Law& law, const std::string& what, Problems& problems) {
  const auto usable = [](const std::vector<Number>& entries) {
    return entries.size() == 9 && std::none_of(entries.begin(), entries.end(), is_broken);
  };
  if (usable(law.kp_matrix)) check_symmetric(law.kp_matrix, what + ": kp", problems);
  if (law.kd_matrix.empty() && law.kd.value < 0)
    problems.error(law.kd.place, fmt::format("{}: kd must not be negative, got {:.6g}", what, law.kd.value));
  if (!usable(law.kd_matrix) || !check_symmetric(law.kd_matrix, what + ": kd", problems)) return;
  const std::array<double, 3> values = eigenvalues(law.kd_matrix);
  if (values[0] < -symmetry_tolerance * std::max(std::abs(values[0]), std::abs(values[2])))
    problems.error(law.kd_matrix[0].place,
                   fmt::format("{}: kd must have no negative eigenvalue, got {:.6g}, {:.6g}, {:.6g}", what, values[0],
                               values[1], values[2]),
                   "a damper takes energy whichever way the joint turns");
}

}  // namespace

void check_laws(const Joint& joint, const What& what, Problems& problems) {
  const bool ball = joint.kind == JointKind::ball;
  const std::string_view kind = ball ? "ball joint" : joint.kind == JointKind::hinge ? "hinge" : "pin";
  bool linearised = false;
  for (const Law& law : joint.laws) {
    const LawRow& row = row_of(law.kind);
    if (row.on_balls != ball) {
      problems.error(law.place,
                     ball ? fmt::format("{}: the law '{}' needs an angle; a ball joint has none", what(), row.name)
                          : fmt::format("{}: the law '{}' is for ball joints; this is a {}", what(), row.name, kind),
                     fmt::format("on a {}: {}", kind, law_names(ball)));
      continue;
    }
    if (ball) check_ball_law(law, what() + ": torque", problems);
    warn_of_degrees(
        law.bias, [&] { return what() + ": torque: bias"; }, problems);
    if (law.kind != LawKind::linearise) continue;
    check_rule(law.frequency, law.frequency.value > 0, what() + ": torque: frequency", "positive", problems);
    check_rule(law.damping, law.damping.value >= 0, what() + ": torque: damping", "at least 0", problems);
    if (linearised) problems.error(law.place, fmt::format("{}: only one 'linearise' law fits a joint", what()));
    linearised = true;
  }
}

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
