// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/model/diagnostic.hpp"

namespace oopss {
namespace {

enum class Of { system, bodies, joints };

/// One row per quantity; a name is before + NAME + after.
struct Kind {
  Quantity quantity;
  Of of;
  bool standard;
  const char *before, *after, *title, *unit, *label;  // the label is NAME + label
};
constexpr Kind kinds[] = {
    {Quantity::time, Of::system, true, "t", "", "t", "s", "t"},
    {Quantity::angle, Of::joints, true, "angle.", "", "joint angle", "rad", ""},
    {Quantity::momentum, Of::bodies, true, "momentum.", "", "angular momentum", "kg m\u00b2 / s", ""},
    {Quantity::absolute, Of::bodies, true, "absolute.", "", "absolute angle", "rad", ""},
    {Quantity::kinetic, Of::system, true, "kinetic", "", "energy", "J", "kinetic"},
    {Quantity::energy, Of::system, true, "energy", "", "energy", "J", "energy"},
    {Quantity::momentum_total, Of::system, true, "momentum_total", "", "angular momentum", "kg m\u00b2 / s", "total"},
    {Quantity::joint_x, Of::joints, false, "joint.", ".x", "position", "m", " x"},
    {Quantity::joint_y, Of::joints, false, "joint.", ".y", "position", "m", " y"},
    {Quantity::centre_x, Of::bodies, false, "centre.", ".x", "position", "m", " x"},
    {Quantity::centre_y, Of::bodies, false, "centre.", ".y", "position", "m", " y"},
    {Quantity::rate, Of::joints, false, "rate.", "", "joint rate", "rad / s", ""},
    {Quantity::torque, Of::joints, false, "torque.", "", "joint torque", "N m", ""},
    {Quantity::tension, Of::joints, false, "tension.", "", "joint force", "N", ""},
};

void add_columns(const Kind& kind, const Skeleton& skeleton, std::vector<Column>& out) {
  const auto add = [&](int index, const std::string& name, int body) {
    out.push_back(
        {kind.quantity, index, kind.before + name + kind.after, kind.title, kind.unit, name + kind.label, body});
  };
  if (kind.of == Of::system) add(0, "", -1);
  if (kind.of == Of::bodies)
    for (int i = 0; i < skeleton.bodies.size(); ++i) add(i, skeleton.bodies[i], i);
  if (kind.of == Of::joints)
    for (int k = 0; k < skeleton.joints.size(); ++k) add(k, skeleton.joints[k].name, skeleton.joints[k].second);
}

std::vector<Column> columns_of(const Skeleton& skeleton, bool standard_only) {
  std::vector<Column> out;
  for (const Kind& kind : kinds)
    if (kind.standard || !standard_only) add_columns(kind, skeleton, out);
  return out;
}

bool has(const std::vector<Column>& columns, Quantity quantity) {
  return std::any_of(columns.begin(), columns.end(), [&](const Column& column) { return column.of == quantity; });
}

/// The nearest name, and the first words of all: those name columns too.
std::string unknown_column(const std::string& word, const std::vector<Column>& all) {
  std::vector<std::string_view> names, words;
  for (const Column& column : all) {
    const std::string_view name = column.name, first = name.substr(0, name.find('.'));
    names.push_back(name);
    if (words.empty() || words.back() != first) words.push_back(first);
  }
  const std::string_view near = nearest(word, names);
  return fmt::format("no column is called {}{}; there are {}, those of bodies and joints also with .NAME",
                     oopss::quoted(word), near.empty() ? "" : fmt::format(" (did you mean {}?)", quoted(near)),
                     fmt::join(words, ", "));
}

}  // namespace

std::vector<Column> all_columns(const Skeleton& skeleton) { return columns_of(skeleton, false); }

std::vector<Column> named_columns(const std::vector<Column>& columns, const std::string& word) {
  std::vector<Column> out;
  for (const Column& column : columns)
    if (column.name == word || column.name.starts_with(word + ".")) out.push_back(column);
  return out;
}

std::vector<Column> trajectory_columns(const Skeleton& skeleton, const std::vector<std::string>& words) {
  std::vector<Column> out = columns_of(skeleton, true);
  const std::vector<Column> all = all_columns(skeleton);
  for (const std::string& word : words) {
    const std::vector<Column> named = named_columns(all, word);
    if (named.empty()) throw UnknownColumn(unknown_column(word, all));
    for (const Column& column : named)
      if (std::none_of(out.begin(), out.end(), [&](const Column& other) { return other.name == column.name; }))
        out.push_back(column);
  }
  return out;
}

std::vector<std::string> names_of(const std::vector<Column>& columns) {
  std::vector<std::string> out;
  for (const Column& column : columns) out.push_back(column.name);
  return out;
}

Recorder recorder(const System& system, const Skeleton& skeleton, const std::vector<Column>& columns) {
  Recorder out{columns, skeleton, system.layout, {}, {}, {}, {}, std::vector<double>(columns.size())};
  out.poses.resize(system.layout.bodies);
  if (has(columns, Quantity::rate)) out.rates.resize(system.layout.size);
  if (has(columns, Quantity::torque)) out.torques.resize(system.layout.joints);
  if (has(columns, Quantity::tension)) out.forces.resize(2 * system.layout.joints);
  return out;
}

const std::vector<double>& record(Recorder& recorder, const Flow& flow, double t, const double* x) {
  const Layout& at = recorder.layout;
  flow.pose(x, recorder.poses.data());
  if (!recorder.rates.empty()) flow.field(t, x, recorder.rates.data());
  if (!recorder.torques.empty()) flow.joint_torques(t, x, recorder.torques.data());
  if (!recorder.forces.empty()) flow.joint_forces(t, x, recorder.forces.data());
  const double kinetic = flow.kinetic(t, x);
  const auto joint = [&](int k) { return joint_place(recorder.skeleton.joints[k], recorder.poses); };
  const auto value = [&](const Column& column) {
    switch (column.of) {
      case Quantity::time:
        return t;
      case Quantity::angle:
        return x[at.angles + column.index];
      case Quantity::momentum:
        return x[at.momenta + column.index];
      case Quantity::absolute:
        return recorder.poses[column.index].angle;
      case Quantity::kinetic:
        return kinetic;
      case Quantity::energy:
        return kinetic + flow.stored(t, x);
      case Quantity::momentum_total:
        return total_momentum(at, x);
      case Quantity::joint_x:
        return joint(column.index).x;
      case Quantity::joint_y:
        return joint(column.index).y;
      case Quantity::centre_x:
        return recorder.poses[column.index].x;
      case Quantity::centre_y:
        return recorder.poses[column.index].y;
      case Quantity::rate:
        return recorder.rates[at.angles + column.index];
      case Quantity::torque:
        return recorder.torques[column.index];
      case Quantity::tension:
        return std::hypot(recorder.forces[2 * column.index], recorder.forces[2 * column.index + 1]);
    }
    return 0.0;
  };
  std::transform(recorder.columns.begin(), recorder.columns.end(), recorder.row.begin(), value);
  return recorder.row;
}

}  // namespace oopss
