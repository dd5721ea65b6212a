// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "oopss/model/fields.hpp"

namespace oopss {

const std::vector<StartKey>& start_keys() {
  static const std::vector<StartKey> table = {
      {"angles", &Start::angles, true, 4, true},      {"momenta", &Start::momenta, false, 3, false},
      {"absolute", &Start::absolute, false, 4, true}, {"spin", &Start::spin, false, 3, false},
      {"rates", &Start::rates, true, 3, false},       {"direction", &Start::direction, true, 3, false},
      {"offset", &Start::offset, true, 3, true},      {"guess", &Start::guess, true, 4, true},
  };
  return table;
}

namespace {

/// A form of [start]: the keys that announce it, those that may stand beside them, and its name.
struct FormRow {
  StartForm form;
  std::vector<std::string_view> own, shared;
  std::string_view text;
};

const std::vector<FormRow>& forms() {
  static const std::vector<FormRow> table = {
      {StartForm::momenta, {"momenta"}, {"angles"}, "angles + momenta"},
      {StartForm::spin, {"absolute", "spin"}, {}, "absolute + spin"},
      {StartForm::rates, {"rates"}, {"angles", "momentum"}, "angles + rates + momentum"},
      {StartForm::energy, {"energy", "kinetic", "direction"}, {"angles", "momentum"}, "angles + momentum + energy"},
      {StartForm::equilibrium, {"equilibrium", "offset"}, {"momentum"}, "equilibrium + offset + momentum"},
  };
  return table;
}

struct Given {
  std::string_view key;
  Place place;
};

/// The keys that are there, in the order of the file, with a place for each.
std::vector<Given> given_keys(const Start& start) {
  std::vector<Given> all;
  for (const StartKey& key : start_keys())
    if (!(start.*key.member).empty()) all.push_back({key.name, (start.*key.member).front().name.place});
  if (!start.momentum.empty()) all.push_back({"momentum", start.momentum.front().place});
  if (start.energy) all.push_back({"energy", start.energy->place});
  if (start.kinetic) all.push_back({"kinetic", start.kinetic->place});
  if (start.equilibrium) all.push_back({"equilibrium", start.equilibrium->place});
  std::sort(all.begin(), all.end(), [](const Given& a, const Given& b) { return stands_before(a.place, b.place); });
  return all;
}

bool contains(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The form that the given keys announce; null for rest. Reports keys of two forms, and keys that go with no other.
const FormRow* find_form(const std::vector<Given>& given, Problems& problems) {
  const FormRow* form = nullptr;
  std::string_view announced_by;
  for (const Given& one : given) {
    const auto row =
        std::find_if(forms().begin(), forms().end(), [&](const FormRow& r) { return contains(r.own, one.key); });
    if (row == forms().end() || &*row == form) continue;
    if (form) {
      problems.error(one.place,
                     fmt::format("two forms of start at once: '{}' ({}) and '{}' ({})", announced_by, form->text,
                                 one.key, row->text),
                     "keep the keys of one form");
      return nullptr;
    }
    form = &*row;
    announced_by = one.key;
  }
  if (!form) return nullptr;
  for (const Given& one : given)
    if (!contains(form->own, one.key) && !contains(form->shared, one.key) && one.key != "guess")
      problems.error(one.place, fmt::format("start: '{}' does not go with '{}'; the form is {}", one.key, announced_by,
                                            form->text));
  return form;
}

bool is_ball(const Joint& joint) { return joint.kind == JointKind::ball; }

/// What each form needs beyond the key that announces it.
void check_needs(const Model& model, Problems& problems) {
  const Start& start = model.start;
  const auto missing = [&](std::string_view key, std::string_view why) {
    problems.error(start.place, fmt::format("start: '{}' is missing", key), std::string(why));
  };
  if (start.form != StartForm::rest && start.form != StartForm::momenta && start.form != StartForm::spin &&
      start.momentum.empty())
    missing("momentum", "the total angular momentum; this form of start needs it");
  if (start.form == StartForm::energy) {
    if (start.energy && start.kinetic)
      problems.error(start.kinetic->place, "start: both 'energy' and 'kinetic' are given",
                     "energy = kinetic energy + stored energy");
    else if (!start.energy && !start.kinetic)
      missing("energy", "'direction' is for a start with energy or kinetic");
    else if (start.direction.empty() && std::any_of(model.joints.begin(), model.joints.end(), is_ball))
      missing("direction", "of a ball joint the rate up to a factor, as in direction = { shoulder = [0, 0, 1] }");
    else if (model.joints.size() > 1 && start.direction.empty() && !has_loops(model))
      missing("direction",
              "with several joints, the ratio of their rates, as in direction = { elbow = 1, wrist = -2 }");
  }
  if (start.form == StartForm::equilibrium) {
    const bool good = start.equilibrium && start.equilibrium->value.size() > 1 && start.equilibrium->value[0] == 'E' &&
                      start.equilibrium->value.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!start.equilibrium)
      missing("equilibrium", "'offset' is counted from an equilibrium");
    else if (!good)
      problems.error(start.equilibrium->place,
                     fmt::format("start: equilibrium must be E1, E2, …, got {}", quoted(start.equilibrium->value)));
  }
}

/// Of a quaternion: w = 0 up to rounding.
bool is_half_turn(const std::vector<Number>& q) {
  const double size = std::hypot(std::hypot(q[0].value, q[1].value), std::hypot(q[2].value, q[3].value));
  return std::abs(q[0].value) <= 1e-12 * size;
}

bool has_law(const Joint& joint, LawKind kind) {
  return std::any_of(joint.laws.begin(), joint.laws.end(), [&](const Law& law) { return law.kind == kind; });
}

using PartIndex = std::unordered_map<std::string_view, std::size_t>;

template <class Part>
PartIndex index_of(const std::vector<Part>& parts) {
  PartIndex out;
  for (std::size_t i = 0; i < parts.size(); ++i) out.emplace(parts[i].name.value, i);
  return out;
}

/// Names, numbers of entries, and angles that look like degrees. `parts` is made when a key has entries.
void check_entries(const Model& model, const StartKey& key, std::optional<PartIndex>& parts, Problems& problems) {
  if (!parts && !(model.start.*key.member).empty())
    parts = key.by_joint ? index_of(model.joints) : index_of(model.bodies);
  for (const Named& named : model.start.*key.member) {
    const PartIndex& known = *parts;
    if (named.name.value.empty() && !named.value.empty() && is_broken(named.value[0]))
      continue;  // the whole table was wrong
    const auto found = known.find(named.name.value);
    if (found == known.end()) {
      if (problems.partial || known.count("") > 0) continue;
      std::vector<std::string_view> names;
      names.reserve(known.size());
      for (const auto& entry : known) names.push_back(entry.first);
      std::sort(names.begin(), names.end());
      problems.error(named.name.place,
                     fmt::format("start: {}: there is no {} {}", key.name, key.by_joint ? "joint" : "body",
                                 quoted(named.name.value)),
                     problems.did_you_mean(named.name.value, names));
      continue;
    }
    const bool single = is_planar(model) || (key.by_joint && model.joints[found->second].kind != JointKind::ball);
    const std::size_t wanted = single ? 1 : key.in_space;
    if (named.value.size() != wanted)
      problems.error(
          named.value.empty() ? named.name.place : named.value[0].place,
          fmt::format("start: {} of {} must be {}, got {}", key.name, quoted(named.name.value),
                      wanted == 1 ? std::string("one number") : fmt::format("{} numbers", wanted), named.value.size()));
    else if (key.is_angle && wanted == 1)
      warn_of_degrees(
          named.value[0], [&] { return fmt::format("start: {} of {}", key.name, quoted(named.name.value)); }, problems);
    else if (wanted == 4 && is_zero(named.value))
      problems.error(named.value[0].place,
                     fmt::format("start: {} of {}: a quaternion must not be zero", key.name, quoted(named.name.value)));
    else if (key.name == "angles" && wanted == 4 && is_half_turn(named.value) &&
             has_law(model.joints[found->second], LawKind::log))
      problems.error(named.value[0].place,
                     fmt::format("start: angles of {} is half a turn, where the law 'log' has no torque",
                                 quoted(named.name.value)),
                     "a smaller turn, or the law 'skew', which is smooth there");
  }
}

/// What a motion gives is not given again; momenta, absolute angles, equilibria and energies would leave it no room.
void check_moved(const Model& model, Problems& problems) {
  if (!has_motion(model)) return;
  const Start& start = model.start;
  const auto refuse = [&](Place place, std::string_view key) {
    problems.error(place, fmt::format("start: '{}' does not go with a joint whose motion is prescribed", key),
                   "give momentum, and angles and rates of the other joints");
  };
  for (const StartKey& key : start_keys())
    for (const Named& named : start.*key.member) {
      if (!key.by_joint || key.name == "direction" || key.name == "offset") {
        refuse(named.name.place, key.name);
        break;
      }
      for (const Joint& joint : model.joints)
        if (joint.motion && joint.name.value == named.name.value)
          problems.error(
              named.name.place,
              fmt::format("start: {} of {}: the joint's motion is prescribed", key.name, quoted(named.name.value)),
              "its angle and its rate at the start come from the expression");
    }
  if (start.energy) refuse(start.energy->place, "energy");
  if (start.kinetic) refuse(start.kinetic->place, "kinetic");
  if (start.equilibrium) refuse(start.equilibrium->place, "equilibrium");
}

/// Says which entries are left out: they are zero.
void note_left_out(const Model& model, const StartKey& key, Problems& problems) {
  std::unordered_set<std::string_view> given;
  for (const Named& named : model.start.*key.member) given.insert(named.name.value);
  std::string left_out;
  std::size_t count = 0;
  const auto note = [&](const std::string& name) {
    if (given.count(name) > 0) return;
    if (++count <= 8) left_out += (left_out.empty() ? "" : ", ") + name;
  };
  for (const Joint& joint : model.joints)
    if (key.by_joint && !joint.motion) note(joint.name.value);
  for (const Body& body : model.bodies)
    if (!key.by_joint) note(body.name.value);
  if (count == 0) return;
  if (count > 8) left_out += fmt::format(" and {} more", count - 8);
  problems.warning(model.start.place, fmt::format("start: {} left out, taken as zero: {}", key.name, left_out));
}

}  // namespace

void check_start(Model& model, Problems& problems, Written written) {
  Start& start = model.start;
  std::optional<PartIndex> bodies, joints;
  const auto entries = [&] {
    for (const StartKey& key : start_keys()) check_entries(model, key, key.by_joint ? joints : bodies, problems);
  };
  const auto direction = [&] {
    if (!start.direction.empty() &&
        std::all_of(start.direction.begin(), start.direction.end(), [](const Named& d) { return is_zero(d.value); }))
      problems.error(start.direction[0].value[0].place, "start: direction must not be zero");
  };
  if (written == Written::again) {
    entries();
    direction();
    return;
  }
  const std::vector<Given> given = given_keys(start);
  if (start.place.line == 0 && start.place.source == 0 && given.empty()) return;  // no [start]: at rest
  const auto errors = [&] {
    return std::count_if(problems.all.begin(), problems.all.end(),
                         [](const Diagnostic& one) { return one.severity == Diagnostic::Severity::error; });
  };
  const auto before = errors();
  const FormRow* form = find_form(given, problems);
  if (form) start.form = form->form;
  entries();
  check_moved(model, problems);
  if (problems.partial || errors() > before) return;

  if (!form && !start.momentum.empty()) {
    if (std::all_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) { return joint.motion; }) ||
        (has_motion(model) && has_loops(model)))  // there the others need not be given
      start.form = StartForm::rates;
    else
      problems.error(start.momentum[0].place, "start: 'momentum' alone does not fix the motion",
                     "add energy, kinetic or rates");
  }
  if (start.assembly && start.assembly->value != "+" && start.assembly->value != "-")
    problems.error(start.assembly->place,
                   fmt::format("start: assembly must be '+' or '-', got {}", quoted(start.assembly->value)));
  direction();
  check_needs(model, problems);
  if (problems.any_error()) return;
  const bool with_angles = start.form != StartForm::spin && start.form != StartForm::equilibrium;
  for (const StartKey& key : start_keys()) {
    if (has_loops(model) && key.name != "momenta") continue;  // what is left out follows from the closure
    if (key.name == "angles"
            ? with_angles
            : (form && contains(form->own, key.name) && key.name != "direction" && key.name != "offset"))
      note_left_out(model, key, problems);
  }
}

}  // namespace oopss
