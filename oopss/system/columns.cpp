// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "oopss/model/diagnostic.hpp"
#include "oopss/spatial/quaternion.hpp"
#include "oopss/system/column_symbol.hpp"

namespace oopss {
namespace {

enum class Owner { system, bodies, joints, points, forces };

/// One row per quantity that is no number of the state; a name is before + NAME, and with parts .x, .y, .z after it.
struct ColumnKind {
  Quantity quantity;
  Owner owner;
  const char *before, *title, *unit, *label;                  // the label is NAME + label
  enum Parts { one, place, vector, quaternion } parts = one;  // place: as many as space has dimensions
};
constexpr ColumnKind time_kind = {Quantity::time, Owner::system, "t", "t", "s", "t"};
constexpr ColumnKind absolute_kind = {Quantity::absolute, Owner::bodies, "absolute.", "absolute angle", "rad", ""};
constexpr ColumnKind momentum_kind = {
    Quantity::body_momentum, Owner::bodies, "momentum.", "angular momentum", "kg m\u00b2 / s", "", ColumnKind::vector};
constexpr ColumnKind attitude_kind = {Quantity::attitude,    Owner::bodies, "attitude.", "attitude", "", "",
                                      ColumnKind::quaternion};
constexpr ColumnKind energies[] = {
    {Quantity::kinetic, Owner::system, "kinetic", "energy", "J", "kinetic"},
    {Quantity::energy, Owner::system, "energy", "energy", "J", "energy"},
};
constexpr ColumnKind on_request[] = {
    {Quantity::joint, Owner::joints, "joint.", "position", "m", "", ColumnKind::place},
    {Quantity::centre, Owner::bodies, "centre.", "position", "m", "", ColumnKind::place},
    {Quantity::rate, Owner::joints, "rate.", "joint rate", "rad / s", ""},
    {Quantity::omega, Owner::bodies, "omega.", "angular velocity", "rad / s", ""},
    {Quantity::torque, Owner::joints, "torque.", "joint torque", "N m", ""},
    {Quantity::tension, Owner::joints, "tension.", "joint force", "N", ""},
    {Quantity::force, Owner::joints, "force.", "joint force", "N", "", ColumnKind::place},
    {Quantity::applied, Owner::forces, "applied.", "applied force", "N", "", ColumnKind::place},
    {Quantity::point, Owner::points, "point.", "position", "m", "", ColumnKind::place},
};

/// How many numbers a quantity has at one of its owners.
int parts_of(const ColumnKind& kind, const System& system, int index) {
  if (kind.quantity == Quantity::torque) return freedom_of(system, index);
  if (kind.parts == ColumnKind::place) return system.dimension;
  return kind.parts == ColumnKind::one ? 1 : kind.parts == ColumnKind::vector ? 3 : 4;
}

void add_columns(const ColumnKind& kind, const System& system, std::vector<Column>& out) {
  struct Named {
    std::string name;
    int body = -1;
  };
  std::vector<Named> owners;
  if (kind.owner == Owner::system) owners.push_back({});
  for (int i = 0; kind.owner == Owner::bodies && i < system.layout.bodies; ++i) owners.push_back({system.bodies[i], i});
  for (int k = 0; kind.owner == Owner::joints && k < system.layout.joints; ++k)
    owners.push_back({system.joints[k], system.between[k][1]});
  if (kind.owner == Owner::points)
    for (const System::Point& point : system.points) owners.push_back({point.name, point.body});
  if (kind.owner == Owner::forces)
    for (const System::Point& force : system.forces) owners.push_back({force.name, force.body});
  const auto add = [&](int index, int part) {
    constexpr std::array<const char*, 4> letters = {"w", "x", "y", "z"};
    const auto& [name, body] = owners[index];
    Column column{kind.quantity, index, -1, kind.before + name, kind.title, kind.unit, name + kind.label, part, body};
    if (const int parts = parts_of(kind, system, index); parts > 1) {
      const std::string letter = letters[parts == 4 ? part : part + 1];
      column.name += "." + letter;
      column.label += " " + letter;
    }
    out.push_back(std::move(column));
  };
  const int count = static_cast<int>(owners.size());
  if (kind.parts == ColumnKind::place) {  // x of all, then y of all
    for (int part = 0; part < system.dimension; ++part)
      for (int index = 0; index < count; ++index) add(index, part);
    return;
  }
  for (int index = 0; index < count; ++index)
    for (int part = 0; part < parts_of(kind, system, index); ++part) add(index, part);
}

/// The columns of a block of the state: one number by its owner's name alone, more with .x, .y, .z or .w, .x, .y, .z.
void add_block_columns(const Block& block, const System& system, std::vector<Column>& out) {
  const auto add = [&](Quantity quantity, const std::string& before, const std::string& owner, const char* title,
                       const char* unit, int body) {
    constexpr std::array<const char*, 4> parts = {".w", ".x", ".y", ".z"};
    for (int i = 0; i < block.size; ++i) {
      const std::string part = block.size == 1 ? "" : parts[block.size == 4 ? i : i + 1];
      out.push_back({block.size == 1 ? quantity : Quantity::state, block.owner, block.offset + i, before + owner + part,
                     title, unit, owner + part, 0, body});
    }
  };
  const std::string body = block.owner >= 0 && block.owner < system.layout.bodies ? system.bodies[block.owner] : "";
  if (block.kind == BlockKind::momentum && !system.put_momenta)
    add(Quantity::momentum, "momentum.", body, "angular momentum", "kg m\u00b2 / s", block.owner);
  if (block.kind == BlockKind::attitude && block.size > 1 && !system.put_momenta)
    add(Quantity::state, "attitude.", body, "attitude", "", block.owner);
  for (int i = 0; i < 2 && (block.kind == BlockKind::centre || block.kind == BlockKind::drift); ++i) {
    const std::string axis = i == 0 ? "x" : "y";
    if (block.kind == BlockKind::centre)
      out.push_back({Quantity::state, -1, block.offset + i, "mass_centre." + axis, "position", "m",
                     "mass centre " + axis, 0, -1});
    else
      out.push_back(
          {Quantity::state, -1, block.offset + i, "drift." + axis, "velocity", "m / s", "mass centre " + axis, 0, -1});
  }
  if (block.kind != BlockKind::joint_angle && block.kind != BlockKind::rotation) return;
  const bool angle = block.kind == BlockKind::joint_angle;
  add(Quantity::angle, angle ? "angle." : "rotation.", system.joints[block.owner], angle ? "joint angle" : "rotation",
      angle ? "rad" : "", system.between[block.owner][1]);
}

/// The ways from a body to all that the joints of the state lead to, by fewest joints.
AngleWays ways_from(const System& system, int root) {
  struct Step {
    int to, place, sign;
  };
  std::vector<std::vector<Step>> steps(system.bodies.size());
  for (const Block& block : system.layout.blocks) {
    if (block.kind != BlockKind::joint_angle) continue;
    const auto [first, second] = system.between[block.owner];
    steps[first].push_back({second, block.offset, 1});
    steps[second].push_back({first, block.offset, -1});
  }
  AngleWays out{root, -1, std::vector<AngleWays::Way>(system.bodies.size()), {root}};
  for (std::size_t k = 0; k < out.order.size(); ++k)
    for (const Step& step : steps[out.order[k]])
      if (step.to != root && out.to[step.to].before < 0) {
        out.to[step.to] = {out.order[k], step.place, step.sign};
        out.order.push_back(step.to);
      }
  return out;
}

/// θ_to − θ_from as a sum of joint angles of the state; empty if these do not lead there.
std::vector<Column::Term> angle_between(const System& system, int from, int to) {
  const AngleWays ways = ways_from(system, from);
  std::vector<Column::Term> out;
  for (int body = to; ways.to[body].before >= 0; body = ways.to[body].before)
    out.push_back({ways.to[body].place, ways.to[body].sign});
  std::reverse(out.begin(), out.end());
  return out;
}

/// The ways from the body whose absolute angle is a number of the state, in the plane; null if there is none.
std::shared_ptr<const AngleWays> absolute_ways(const System& system) {
  for (const Block& block : system.layout.blocks) {
    if (block.kind != BlockKind::attitude || block.size > 1) continue;
    AngleWays out = ways_from(system, block.owner);
    out.root_place = block.offset;
    return std::make_shared<const AngleWays>(std::move(out));
  }
  return {};
}

bool lead_to(const std::shared_ptr<const AngleWays>& ways, int body) {
  return ways && (body == ways->root || ways->to[body].before >= 0);
}

/// The angles of joints that close loops, among the others in the order of the file.
void add_closing_angles(const System& system, std::vector<Column>& out) {
  std::vector<bool> in_state(static_cast<std::size_t>(system.layout.joints), false);
  for (const Block& block : system.layout.blocks)
    if (block.kind == BlockKind::joint_angle || block.kind == BlockKind::rotation) in_state[block.owner] = true;
  for (int k = 0; k < system.layout.joints; ++k) {
    if (in_state[k]) continue;
    Column column{Quantity::angle,     k, -1, "angle." + system.joints[k], "joint angle", "rad", system.joints[k], 0,
                  system.between[k][1]};
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
  out.reserve(static_cast<std::size_t>(system.layout.size) + system.bodies.size() + 4);  // of a free tree in the plane
  add_columns(time_kind, system, out);
  for (const Block& block : system.layout.blocks) {
    add_block_columns(block, system, out);
    if (block.kind != BlockKind::attitude || block.size > 1) continue;
    const std::size_t first = out.size();
    add_columns(absolute_kind, system, out);
    const std::shared_ptr<const AngleWays> ways = absolute_ways(system);
    for (std::size_t i = 0; i < system.bodies.size(); ++i)
      if (static_cast<int>(i) == block.owner)
        out[first + i].place = block.offset;
      else if (lead_to(ways, static_cast<int>(i)))
        out[first + i].ways = ways;
  }
  if (system.put_momenta) {
    add_columns(momentum_kind, system, out);
    const std::size_t first = out.size();
    add_columns(attitude_kind, system, out);
    for (const Block& block : system.layout.blocks)
      for (int part = 0; block.kind == BlockKind::attitude && part < block.size; ++part)
        out[first + static_cast<std::size_t>(4 * block.owner + part)].place = block.offset + part;
  }
  add_closing_angles(system, out);
  for (const ColumnKind& kind : energies) add_columns(kind, system, out);
  for (std::size_t c = 0; c < system.casimirs.size(); ++c) {
    const Casimir& casimir = system.casimirs[c];
    out.push_back({Quantity::casimir, static_cast<int>(c), -1, casimir.name, casimir.quantity, casimir.unit,
                   casimir.label, 0, -1});
  }
  return out;
}

/// Numbers of the state that have no owner.
void add_balance(const System& system, std::vector<Column>& out) {
  for (const auto& [block, name] : {std::pair{BlockKind::work, "work"}, {BlockKind::dissipated, "dissipated"}})
    if (const int place = system.layout.offset(block); place >= 0)
      out.push_back({Quantity::state, -1, place, name, "energy", "J", name});
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
  add_balance(system, out);
  std::vector<int> angle_places(static_cast<std::size_t>(system.layout.joints), -1);
  for (const Block& block : system.layout.blocks)
    if (block.kind == BlockKind::joint_angle) angle_places[block.owner] = block.offset;
  std::vector<std::vector<Column::Term>> sums(angle_places.size());
  for (const Column& column : out)
    if (column.kind == Quantity::angle) sums[column.index] = column.sum;
  const std::shared_ptr<const AngleWays> ways = absolute_ways(system);
  for (Column& column : out) {
    if (column.kind == Quantity::omega && lead_to(ways, column.index)) column.ways = ways;
    if (column.kind != Quantity::rate) continue;
    column.place = angle_places[column.index];
    column.sum = sums[column.index];
  }
  std::erase_if(out, [](const Column& column) {
    return (column.kind == Quantity::rate && column.place < 0 && column.sum.empty()) ||
           (column.kind == Quantity::omega && !column.ways);
  });
  for (Column& column : out) column.symbol = column_symbol(column, system).text;
  return out;
}

std::vector<Column> state_columns(const System& system) {
  std::vector<Column> out = standard_columns(system);
  std::erase_if(out, [](const Column& column) { return column.place < 0; });
  return out;
}

void put_row(const System& system, const std::function<double(const std::string& name)>& take, bool rounded,
             double* x) {
  const std::vector<Column> all = standard_columns(system);
  for (const Column& column : all)
    if (column.place >= 0) x[column.place] = take(column.name);
  for (const Block& block : system.layout.blocks) {
    if (block.size != 4 || !rounded) continue;
    double* const q = x + block.offset;
    const Quaternion<double> unit = normalised(Quaternion<double>{q[0], q[1], q[2], q[3]});
    q[0] = unit.w;
    q[1] = unit.x;
    q[2] = unit.y;
    q[3] = unit.z;
  }
  if (!system.put_momenta) return;
  std::vector<double> momenta;
  for (const Column& column : all)
    if (column.kind == Quantity::body_momentum) momenta.push_back(take(column.name));
  system.put_momenta(momenta.data(), x);
}

std::vector<Column> named_columns(const std::vector<Column>& columns, const std::string& word) {
  std::vector<Column> out;
  for (const Column& column : columns)
    if (column.name == word || column.name.starts_with(word + ".")) out.push_back(column);
  return out;
}

std::vector<Column> trajectory_columns(const System& system, const std::vector<std::string>& words) {
  std::vector<Column> out = standard_columns(system);
  for (Column& column : out) column.symbol = column_symbol(column, system).text;
  if (words.empty()) return out;
  const std::vector<Column> all = all_columns(system);
  std::unordered_set<std::string> there;
  for (const Column& column : out) there.insert(column.name);
  for (const std::string& word : words) {
    const std::vector<Column> named = named_columns(all, word);
    if (named.empty()) throw UnknownColumn(unknown_column(word, all));
    for (const Column& column : named)
      if (there.insert(column.name).second) out.push_back(column);
  }
  return out;
}

std::vector<std::string> names_of(const std::vector<Column>& columns) {
  std::vector<std::string> out;
  for (const Column& column : columns) out.push_back(column.name);
  return out;
}

}  // namespace oopss
