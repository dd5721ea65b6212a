// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "oopss/system/columns.hpp"
#include "oopss/system/space_drag.hpp"
#include "server/start_edit.hpp"

namespace oopss {
namespace {

[[noreturn]] void refuse_edit(const TreeSpec& spec, std::string message) {
  throw ModelError(spec.model->source, {{{}, "start: " + std::move(message)}});
}

int joint_named(const TreeSpec& spec, const std::string& name) {
  const auto found = std::find(spec.joint_names.begin(), spec.joint_names.end(), name);
  if (found == spec.joint_names.end()) refuse_edit(spec, fmt::format("there is no joint {}", oopss::quoted(name)));
  return static_cast<int>(found - spec.joint_names.begin());
}

std::string array_text(std::initializer_list<double> values) { return fmt::format("[{}]", fmt::join(values, ", ")); }
std::string array_text(const Vec3<double>& v) { return array_text({v.x, v.y, v.z}); }
std::string array_text(const Quaternion<double>& q) { return array_text({q.w, q.x, q.y, q.z}); }

/// The state with the joints turned as the page asks.
std::vector<double> turned(const DerivedModel& derived, const StartEdit& edit, std::vector<double> x) {
  const TreeSpec& spec = derived.spec;
  const Layout& layout = derived.system.layout;
  if (edit.angles)
    for (const auto& [name, value] : *edit.angles) {
      const int k = joint_named(spec, name);
      if (!spec.joints[k].hinge)
        refuse_edit(spec, fmt::format("joint {} is a ball: it takes a turn, not an angle", oopss::quoted(name)));
      x[layout.of_joint(k)] = value;
    }
  for (const auto& [name, value] : edit.rotations) {
    const int k = joint_named(spec, name);
    if (spec.joints[k].hinge)
      refuse_edit(spec, fmt::format("joint {} is a hinge: it takes an angle, not a turn", oopss::quoted(name)));
    const double size = std::hypot(std::hypot(value[0], value[1]), std::hypot(value[2], value[3]));
    if (!(size > 0)) refuse_edit(spec, "a quaternion must not be zero");
    for (int i = 0; i < 4; ++i) x[layout.of_joint(k) + i] = value[i] / size;
  }
  return x;
}

/// The keys of [start] for a start that was dragged.
KeyTexts keys_of(const DerivedModel& derived, const DraggedSpaceStart& start) {
  const TreeSpec& spec = derived.spec;
  const Layout& layout = derived.system.layout;
  if (start.form == StartForm::spin) {
    KeyTexts attitudes, spins;
    for (std::size_t i = 0; i < spec.body_names.size(); ++i) {
      attitudes.emplace_back(spec.body_names[i], array_text(start.attitude[i]));
      spins.emplace_back(spec.body_names[i], array_text(start.spin[i]));
    }
    return {{"absolute", inline_table_text(attitudes)}, {"spin", inline_table_text(spins)}};
  }
  KeyTexts angles, rates, keys;
  for (std::size_t k = 0; k < spec.joints.size(); ++k) {
    if (spec.joints[k].motion) continue;
    const double* const q = start.x.data() + layout.of_joint(static_cast<int>(k));
    const bool hinge = spec.joints[k].hinge;
    angles.emplace_back(spec.joint_names[k], hinge ? fmt::format("{}", *q) : array_text({q[0], q[1], q[2], q[3]}));
    rates.emplace_back(spec.joint_names[k], hinge ? fmt::format("{}", start.rates[k].x) : array_text(start.rates[k]));
  }
  const bool energy = start.form == StartForm::energy;
  if (!angles.empty()) keys.emplace_back("angles", inline_table_text(angles));
  if (!energy) keys.emplace_back("rates", inline_table_text(rates));
  keys.emplace_back("momentum", array_text(start.momentum));
  if (energy) keys.emplace_back("energy", fmt::format("{}", start.energy));
  if (energy) keys.emplace_back("direction", inline_table_text(rates));
  return keys;
}

/// What the edit gives: a vector, or a size along the present one.
Vec3<double> momentum_asked(const StartEdit& edit, const Vec3<double>& now) {
  if (edit.momentum_vector) return {(*edit.momentum_vector)[0], (*edit.momentum_vector)[1], (*edit.momentum_vector)[2]};
  const double size = std::sqrt(dot(now, now));
  if (!edit.momentum) return now;
  return size > 0 ? (*edit.momentum / size) * now : Vec3<double>{0, 0, *edit.momentum};
}

/// An equilibrium by its name, or next to it; the offset of a ball is about the z axis of its second body.
KeyTexts keys_at_equilibrium(const TreeSpec& spec, const StartEdit& edit, const Vec3<double>& momentum) {
  KeyTexts keys = {{"equilibrium", value_text(*edit.equilibrium)}}, offsets;
  for (const auto& [name, value] : edit.offset.value_or(NumbersByName{}))
    offsets.emplace_back(
        name, spec.joints[joint_named(spec, name)].hinge ? fmt::format("{}", value) : array_text({0, 0, value}));
  if (!offsets.empty()) keys.emplace_back("offset", inline_table_text(offsets));
  keys.emplace_back("momentum", array_text(momentum));
  return keys;
}

/// No joint turns: all that the page may say of rates in space.
void check_rates(const TreeSpec& spec, const NumbersByName& rates) {
  for (const auto& [name, value] : rates)
    if (joint_named(spec, name) >= 0 && value != 0)
      refuse_edit(spec, "in space the joints can be left at rest, rates other than 0 cannot be given");
}

}  // namespace

std::vector<double> space_state(const System& system, const NumbersByName& columns, std::vector<double> x) {
  const auto take = [&](const std::string& name) {
    const auto found = columns.find(name);
    if (found == columns.end())
      throw RefusedRequest("protocol", fmt::format("the state has no \"{}\" of the model", name));
    return found->second;
  };
  put_row(system, take, true, x.data());
  return x;
}

SpaceStartKeys space_start_keys(const DerivedModel& derived, const StartEdit& edit) {
  const TreeSpec& spec = derived.spec;
  if (edit.momenta || edit.absolute || edit.spin || edit.pull)
    refuse_edit(spec, "in space angles, turns, momentum, energy and equilibria can be given");
  const std::vector<double> p = derived.p();
  const Layout& layout = derived.system.layout;
  const Flow flow = derived.system.with_inputs(p);
  std::vector<double> x = state_of(layout, solve_start(spec, p));
  if (edit.state) x = space_state(derived.system, *edit.state, std::move(x));
  const SpaceReach reach = space_reach(spec, p, layout, flow, x);
  const Vec3<double> momentum = momentum_asked(edit, reach.momentum);
  if (edit.equilibrium) return {keys_at_equilibrium(spec, edit, momentum), ""};
  SpaceDrag drag{turned(derived, edit, x), {}, {}, edit.snap};
  if (edit.rates) {
    check_rates(spec, *edit.rates);
    DraggedSpaceStart start;
    start.x = drag.x;
    start.rates.resize(spec.joints.size());
    start.momentum = momentum;
    return {keys_of(derived, start), ""};
  }
  if (edit.momentum || edit.momentum_vector || edit.hold_momentum) drag.momentum = momentum;
  const bool moved = !moved_joints(spec).empty();
  if ((edit.energy || edit.hold_energy) && !moved) drag.energy = edit.energy.value_or(reach.kinetic + reach.stored);
  const DraggedSpaceStart start = drag_space_start(spec, p, layout, flow, x, drag);
  return {keys_of(derived, start), start.snapped};
}

}  // namespace oopss
