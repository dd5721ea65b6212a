// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "oopss/proof/thorough.hpp"
#include "oopss/system/space_drag.hpp"
#include "oopss/system/space_motion.hpp"
#include "server/start_edit.hpp"
#include "server/subject.hpp"

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

/// Where a joint's angle or turn is in the state.
int place_of(const Layout& layout, int joint) {
  const int angle = layout.offset(BlockKind::joint_angle, joint);
  return angle >= 0 ? angle : layout.offset(BlockKind::rotation, joint);
}

/// The state with the joints turned as the page asks.
std::vector<double> turned(const DerivedModel& derived, const StartEdit& edit, std::vector<double> x) {
  const TreeSpec& spec = derived.spec;
  const Layout& layout = derived.system.layout;
  if (edit.angles)
    for (const auto& [name, value] : *edit.angles) {
      const int k = joint_named(spec, name);
      if (!spec.joints[k].hinge)
        refuse_edit(spec, fmt::format("joint {} is a ball: it takes a turn, not an angle", oopss::quoted(name)));
      x[place_of(layout, k)] = value;
    }
  for (const auto& [name, value] : edit.rotations) {
    const int k = joint_named(spec, name);
    if (spec.joints[k].hinge)
      refuse_edit(spec, fmt::format("joint {} is a hinge: it takes an angle, not a turn", oopss::quoted(name)));
    const double size = std::hypot(std::hypot(value[0], value[1]), std::hypot(value[2], value[3]));
    if (!(size > 0)) refuse_edit(spec, "a quaternion must not be zero");
    for (int i = 0; i < 4; ++i) x[place_of(layout, k) + i] = value[i] / size;
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
    const double* const q = start.x.data() + place_of(layout, static_cast<int>(k));
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

/// The state of an equilibrium by its name, or next to it, turning as one; the first body is not turned.
DraggedSpaceStart at_equilibrium(const DerivedModel& derived, const PageText& page, const StartEdit& edit,
                                 double momentum) {
  const TreeSpec& spec = derived.spec;
  const Subject subject(page.text(), momentum, Subject::Where::anywhere);
  if (subject.too_many) refuse_edit(spec, "the equilibria of so many bodies have no names");
  const Equilibria found = thorough_equilibria(subject.model, subject.energy);
  const auto named = std::find_if(found.all.begin(), found.all.end(),
                                  [&](const RelativeEquilibrium& one) { return one.id == *edit.equilibrium; });
  if (named == found.all.end())
    refuse_edit(spec, fmt::format("there is no equilibrium {}", oopss::quoted(*edit.equilibrium)));
  DraggedSpaceStart out;
  out.x.assign(static_cast<std::size_t>(derived.system.layout.size), 0.0);
  subject.energy.space.state(named->phi, out.x.data());
  out.momentum = {derived.system.casimirs[0].value(out.x.data()), derived.system.casimirs[1].value(out.x.data()),
                  derived.system.casimirs[2].value(out.x.data())};
  out.rates.resize(spec.joints.size());
  const SpaceTree<double> tree = space_tree(spec, derived.p());
  if (edit.offset)
    for (const auto& [name, value] : *edit.offset) {
      const int k = joint_named(spec, name);
      double* const q = out.x.data() + place_of(derived.system.layout, k);
      const std::optional<Quaternion<double>>& rest = tree.joints[k].rest;
      const Vec3<double> about = rest ? rotation_of(*rest) * Vec3<double>{0, 0, value} : Vec3<double>{0, 0, value};
      if (spec.joints[k].hinge)
        *q += value;
      else
        put_quaternion(quaternion_at(q) * exponential(about), q);
    }
  return out;
}

}  // namespace

SpaceStartKeys space_start_keys(const DerivedModel& derived, const PageText& page, const StartEdit& edit) {
  const TreeSpec& spec = derived.spec;
  if (edit.rates || edit.momenta || edit.pull)
    refuse_edit(spec, "in space angles, turns, momentum, energy and equilibria can be given");
  const std::vector<double> p = derived.p();
  const Layout& layout = derived.system.layout;
  const Flow flow = derived.system.with_inputs(p);
  const std::vector<double> x = state_of(layout, solve_start(spec, p));
  const SpaceReach reach = space_reach(spec, p, layout, flow, x);
  if (edit.equilibrium) {
    const Vec3<double> momentum = momentum_asked(edit, reach.momentum);
    return {keys_of(derived, at_equilibrium(derived, page, edit, std::sqrt(dot(momentum, momentum)))), ""};
  }
  SpaceDrag drag{turned(derived, edit, x), {}, {}, edit.snap};
  if (edit.momentum || edit.momentum_vector || edit.hold_momentum) drag.momentum = momentum_asked(edit, reach.momentum);
  const bool moved = !moved_joints(spec).empty();
  if ((edit.energy || edit.hold_energy) && !moved) drag.energy = edit.energy.value_or(reach.kinetic + reach.stored);
  const DraggedSpaceStart start = drag_space_start(spec, p, layout, flow, x, drag);
  return {keys_of(derived, start), start.snapped};
}

}  // namespace oopss
