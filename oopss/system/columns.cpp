// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/model/diagnostic.hpp"

namespace oopss {
namespace {

enum class Owner { system, bodies, joints, points };

/// One row per quantity that is no number of the state; a name is before + NAME + after.
struct ColumnKind {
  Quantity quantity;
  Owner owner;
  const char *before, *after, *title, *unit, *label;  // the label is NAME + label
};
constexpr ColumnKind time_kind = {Quantity::time, Owner::system, "t", "", "t", "s", "t"};
constexpr ColumnKind absolute_kind = {Quantity::absolute, Owner::bodies, "absolute.", "", "absolute angle", "rad", ""};
constexpr ColumnKind energies[] = {
    {Quantity::kinetic, Owner::system, "kinetic", "", "energy", "J", "kinetic"},
    {Quantity::energy, Owner::system, "energy", "", "energy", "J", "energy"},
};
constexpr ColumnKind on_request[] = {
    {Quantity::joint_x, Owner::joints, "joint.", ".x", "position", "m", " x"},
    {Quantity::joint_y, Owner::joints, "joint.", ".y", "position", "m", " y"},
    {Quantity::centre_x, Owner::bodies, "centre.", ".x", "position", "m", " x"},
    {Quantity::centre_y, Owner::bodies, "centre.", ".y", "position", "m", " y"},
    {Quantity::rate, Owner::joints, "rate.", "", "joint rate", "rad / s", ""},
    {Quantity::torque, Owner::joints, "torque.", "", "joint torque", "N m", ""},
    {Quantity::tension, Owner::joints, "tension.", "", "joint force", "N", ""},
    {Quantity::force_x, Owner::joints, "force.", ".x", "joint force", "N", " x"},
    {Quantity::force_y, Owner::joints, "force.", ".y", "joint force", "N", " y"},
    {Quantity::point_x, Owner::points, "point.", ".x", "position", "m", " x"},
    {Quantity::point_y, Owner::points, "point.", ".y", "position", "m", " y"},
};

void add_columns(const ColumnKind& kind, const System& system, std::vector<Column>& out) {
  const auto add = [&](int index, const std::string& name, int body) {
    out.push_back({kind.quantity,
                   index,
                   -1,
                   kind.before + name + kind.after,
                   kind.title,
                   kind.unit,
                   name + kind.label,
                   body,
                   {}});
  };
  if (kind.owner == Owner::system) add(0, "", -1);
  if (kind.owner == Owner::bodies)
    for (int i = 0; i < system.layout.bodies; ++i) add(i, system.bodies[i], i);
  if (kind.owner == Owner::joints)
    for (int k = 0; k < system.layout.joints; ++k) add(k, system.joints[k], system.between[k][1]);
  if (kind.owner == Owner::points)
    for (int k = 0; k < static_cast<int>(system.points.size()); ++k)
      add(k, system.points[k].name, system.points[k].body);
}

/// The columns of a block of the state: one number by its owner's name alone, more with .x, .y, .z or .w, .x, .y, .z.
void add_block_columns(const Block& block, const System& system, std::vector<Column>& out) {
  const auto add = [&](Quantity quantity, const std::string& before, const std::string& owner, const char* title,
                       const char* unit, int body) {
    constexpr std::array<const char*, 4> parts = {".w", ".x", ".y", ".z"};
    for (int i = 0; i < block.size; ++i) {
      const std::string part = block.size == 1 ? "" : parts[block.size == 4 ? i : i + 1];
      out.push_back({block.size == 1 ? quantity : Quantity::state,
                     block.owner,
                     block.offset + i,
                     before + owner + part,
                     title,
                     unit,
                     owner + part,
                     body,
                     {}});
    }
  };
  const std::string body = block.owner >= 0 && block.owner < system.layout.bodies ? system.bodies[block.owner] : "";
  if (block.kind == BlockKind::momentum)
    add(Quantity::momentum, "momentum.", body, "angular momentum", "kg m\u00b2 / s", block.owner);
  if (block.kind == BlockKind::attitude && block.size > 1)
    add(Quantity::state, "attitude.", body, "attitude", "", block.owner);
  if (block.kind != BlockKind::joint_angle && block.kind != BlockKind::rotation) return;
  const bool angle = block.kind == BlockKind::joint_angle;
  add(Quantity::angle, angle ? "angle." : "rotation.", system.joints[block.owner], angle ? "joint angle" : "rotation",
      angle ? "rad" : "", system.between[block.owner][1]);
}

/// The joints that the state has angles of, as steps between bodies.
struct AngleStep {
  int from, to, place, sign;
};
std::vector<AngleStep> angle_steps(const System& system) {
  std::vector<AngleStep> out;
  for (const Block& block : system.layout.blocks) {
    if (block.kind != BlockKind::joint_angle) continue;
    const auto [first, second] = system.between[block.owner];
    out.push_back({first, second, block.offset, 1});
    out.push_back({second, first, block.offset, -1});
  }
  return out;
}

/// θ_to − θ_from as a sum of joint angles of the state; empty if these do not lead there.
std::vector<Column::Term> angle_between(const System& system, int from, int to) {
  const std::vector<AngleStep> steps = angle_steps(system);
  std::vector<const AngleStep*> came_by(system.bodies.size(), nullptr);
  std::vector<int> queue = {from};
  for (std::size_t k = 0; k < queue.size(); ++k)
    for (const AngleStep& step : steps)
      if (step.from == queue[k] && step.to != from && !came_by[step.to]) {
        came_by[step.to] = &step;
        queue.push_back(step.to);
      }
  std::vector<Column::Term> out;
  for (int body = to; came_by[body]; body = came_by[body]->from)
    out.insert(out.begin(), {came_by[body]->place, came_by[body]->sign});
  return out;
}

/// The angles of joints that close loops, among the others in the order of the file.
void add_closing_angles(const System& system, std::vector<Column>& out) {
  std::vector<bool> in_state(static_cast<std::size_t>(system.layout.joints), false);
  for (const Block& block : system.layout.blocks)
    if (block.kind == BlockKind::joint_angle || block.kind == BlockKind::rotation) in_state[block.owner] = true;
  for (int k = 0; k < system.layout.joints; ++k) {
    if (in_state[k]) continue;
    Column column{Quantity::angle,      k, -1, "angle." + system.joints[k], "joint angle", "rad", system.joints[k],
                  system.between[k][1], {}};
    column.sum = angle_between(system, system.between[k][0], system.between[k][1]);
    if (column.sum.empty()) continue;
    auto place = out.begin() + 1;  // after t
    while (place != out.end() && place->kind == Quantity::angle && place->index < k) ++place;
    out.insert(place, std::move(column));
  }
}

/// What each trajectory has.
std::vector<Column> standard_columns(const System& system) {
  std::vector<Column> out;
  add_columns(time_kind, system, out);
  for (const Block& block : system.layout.blocks) {
    add_block_columns(block, system, out);
    if (block.kind != BlockKind::attitude || block.size > 1) continue;
    const std::size_t first = out.size();
    add_columns(absolute_kind, system, out);
    out[first + block.owner].place = block.offset;
  }
  add_closing_angles(system, out);
  for (const ColumnKind& kind : energies) add_columns(kind, system, out);
  for (std::size_t c = 0; c < system.casimirs.size(); ++c) {
    const Casimir& casimir = system.casimirs[c];
    out.push_back({Quantity::casimir,
                   static_cast<int>(c),
                   -1,
                   casimir.name,
                   casimir.quantity,
                   casimir.unit,
                   casimir.label,
                   -1,
                   {}});
  }
  return out;
}

bool has(const std::vector<Column>& columns, Quantity quantity) {
  return std::any_of(columns.begin(), columns.end(), [&](const Column& column) { return column.kind == quantity; });
}

/// The nearest name, and the first words of all: those name columns too.
std::string unknown_column(const std::string& word, const std::vector<Column>& all) {
  std::vector<std::string_view> names, words;
  for (const Column& column : all) {
    const std::string_view name = column.name, first = name.substr(0, name.find('.'));
    names.push_back(name);
    if (words.empty() || words.back() != first) words.push_back(first);
  }
  return fmt::format("no column is called {}{}; there are {}, those of bodies and joints also with .NAME",
                     oopss::quoted(word), in_brackets(did_you_mean(word, names)), fmt::join(words, ", "));
}

}  // namespace

std::vector<Column> all_columns(const System& system) {
  std::vector<Column> out = standard_columns(system);
  for (const ColumnKind& kind : on_request) add_columns(kind, system, out);
  std::vector<int> angle_places(static_cast<std::size_t>(system.layout.joints), -1);
  for (const Block& block : system.layout.blocks)
    if (block.kind == BlockKind::joint_angle) angle_places[block.owner] = block.offset;
  std::vector<std::vector<Column::Term>> sums(angle_places.size());
  for (const Column& column : out)
    if (column.kind == Quantity::angle) sums[column.index] = column.sum;
  for (Column& column : out) {
    if (column.kind != Quantity::rate) continue;
    column.place = angle_places[column.index];
    column.sum = sums[column.index];
  }
  std::erase_if(out, [](const Column& column) {
    return column.kind == Quantity::rate && column.place < 0 && column.sum.empty();
  });
  return out;
}

std::vector<Column> state_columns(const System& system) {
  std::vector<Column> out = standard_columns(system);
  std::erase_if(out, [](const Column& column) { return column.place < 0; });
  return out;
}

std::vector<Column> named_columns(const std::vector<Column>& columns, const std::string& word) {
  std::vector<Column> out;
  for (const Column& column : columns)
    if (column.name == word || column.name.starts_with(word + ".")) out.push_back(column);
  return out;
}

std::vector<Column> trajectory_columns(const System& system, const std::vector<std::string>& words) {
  std::vector<Column> out = standard_columns(system);
  const std::vector<Column> all = all_columns(system);
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
  Recorder out{columns, skeleton, system.casimirs, {}, {}, {}, {}, std::vector<double>(columns.size())};
  out.poses.resize(system.layout.bodies);
  if (has(columns, Quantity::rate)) out.rates.resize(system.layout.size);
  if (has(columns, Quantity::torque)) out.torques.resize(system.layout.joints);
  if (has(columns, Quantity::tension) || has(columns, Quantity::force_x) || has(columns, Quantity::force_y))
    out.forces.resize(2 * system.layout.joints);
  return out;
}

const std::vector<double>& record(Recorder& recorder, const Flow& flow, double t, const double* x) {
  flow.pose(x, recorder.poses.data());
  if (!recorder.rates.empty()) flow.field(t, x, recorder.rates.data());
  if (!recorder.torques.empty()) flow.joint_torques(t, x, recorder.torques.data());
  if (!recorder.forces.empty()) flow.joint_forces(t, x, recorder.forces.data());
  const double kinetic = flow.kinetic(t, x);
  const auto joint = [&](int k) { return joint_place(recorder.skeleton.joints[k], recorder.poses); };
  const auto point = [&](int k) {
    const Skeleton::Point& marked = recorder.skeleton.points[k];
    return place_on(recorder.poses[marked.body], marked.place);
  };
  const auto number = [](const Column& column, const double* all) {
    double sum = column.place < 0 ? 0 : all[column.place];
    for (const auto& [place, sign] : column.sum) sum += sign * all[place];
    return sum;
  };
  const auto value = [&](const Column& column) {
    switch (column.kind) {
      case Quantity::time:
        return t;
      case Quantity::angle:
        return number(column, x);
      case Quantity::momentum:
      case Quantity::state:
        return x[column.place];
      case Quantity::absolute:
        return recorder.poses[column.index].angle;
      case Quantity::kinetic:
        return kinetic;
      case Quantity::energy:
        return kinetic + flow.stored(t, x);
      case Quantity::casimir:
        return recorder.casimirs[column.index].value(x);
      case Quantity::joint_x:
        return joint(column.index).x;
      case Quantity::joint_y:
        return joint(column.index).y;
      case Quantity::centre_x:
        return recorder.poses[column.index].x;
      case Quantity::centre_y:
        return recorder.poses[column.index].y;
      case Quantity::rate:
        return number(column, recorder.rates.data());
      case Quantity::torque:
        return recorder.torques[column.index];
      case Quantity::tension:
        return std::hypot(recorder.forces[2 * column.index], recorder.forces[2 * column.index + 1]);
      case Quantity::force_x:
        return recorder.forces[2 * column.index];
      case Quantity::force_y:
        return recorder.forces[2 * column.index + 1];
      case Quantity::point_x:
        return point(column.index).x;
      case Quantity::point_y:
        return point(column.index).y;
    }
    return 0.0;
  };
  std::transform(recorder.columns.begin(), recorder.columns.end(), recorder.row.begin(), value);
  return recorder.row;
}

}  // namespace oopss
