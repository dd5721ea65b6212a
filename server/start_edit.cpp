// SPDX-License-Identifier: Apache-2.0
#include "server/start_edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "oopss/model/edit.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/drag.hpp"

namespace oopss {
namespace {

std::string digits(double value) { return fmt::format("{}", value); }

std::string named(const std::vector<std::string>& names, const std::vector<double>& values) {
  KeyTexts keys;
  for (std::size_t k = 0; k < names.size(); ++k) keys.emplace_back(names[k], digits(values[k]));
  return inline_table_text(keys);
}

int index_in(const Model& model, const std::vector<std::string>& names, const std::string& name, const char* what) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw ModelError(model.source, {{{}, fmt::format("start: there is no {} {}", what, oopss::quoted(name))}});
  return static_cast<int>(found - names.begin());
}

/// Puts the numbers given by name in the place of others.
void overlay(const Model& model, const std::optional<NumbersByName>& given, const std::vector<std::string>& names,
             const char* what, std::vector<double>& values) {
  if (!given) return;
  for (const auto& [name, value] : *given) values[index_in(model, names, name, what)] = value;
}

/// Of these joints alone.
std::string named(const std::vector<std::string>& names, const std::vector<double>& values,
                  const std::vector<int>& those) {
  KeyTexts keys;
  for (const int k : those) keys.emplace_back(names[k], digits(values[k]));
  return inline_table_text(keys);
}

/// The keys of [start] for a start that was dragged. The joints that lead are given exactly; others follow from
/// loops, and are given so that the same assembly is found again.
KeyTexts keys_of(const DraggedStart& start, const TreeSpec& spec) {
  const std::vector<std::string>& joints = spec.joint_names;
  KeyTexts keys, guess;
  const bool rigid = start.given.empty() && !joints.empty(), moved = !moved_joints(spec).empty();
  std::vector<int> free;
  for (const int k : start.given)
    if (!spec.joints[k].motion) free.push_back(k);
  if (moved ? !free.empty() : !rigid) keys.emplace_back("angles", named(joints, start.phi, free));
  for (const int k : spec.tree_joints)
    if (!spec.joints[k].motion && std::find(start.given.begin(), start.given.end(), k) == start.given.end())
      guess.emplace_back(joints[k], fmt::format("{:.6f}", start.phi[k]));
  if (!guess.empty()) keys.emplace_back("guess", inline_table_text(guess));
  if (moved) {
    if (!free.empty()) keys.emplace_back("rates", named(joints, start.rates, free));
    keys.emplace_back("momentum", digits(start.momentum));
    return keys;
  }
  const std::vector<int> moving = rigid ? std::vector<int>{0} : start.given;
  if (start.form == StartForm::rates) {
    keys.emplace_back("rates", named(joints, start.rates, moving));
    keys.emplace_back("momentum", digits(start.momentum));
    return keys;
  }
  keys.emplace_back("momentum", digits(start.momentum));
  keys.emplace_back("energy", digits(start.energy));
  if (!joints.empty() && !rigid) keys.emplace_back("direction", named(joints, start.rates, moving));
  return keys;
}

/// The mass centre moves on as it did, whatever else of the start changes.
KeyTexts with_drift(KeyTexts keys, const Model& model) {
  std::string parts;
  for (const Number& part : model.start.drift) parts += (parts.empty() ? "" : ", ") + value_text(part.expression.text);
  if (!parts.empty()) keys.emplace_back("drift", "[" + parts + "]");
  return keys;
}

PointPull pull_of(const TreeSpec& spec, const StartEdit::Pull& pull) {
  const Model& model = *spec.model;
  PointPull out{
      index_in(model, spec.body_names, pull.body, "body"), {pull.point[0], pull.point[1]}, {pull.to[0], pull.to[1]}};
  const std::string_view frame = pull.frame;
  if (frame.starts_with("body:"))
    out.from_body = index_in(model, spec.body_names, std::string(frame.substr(5)), "body");
  else if (frame.starts_with("joint:"))
    out.from_joint = index_in(model, spec.joint_names, std::string(frame.substr(6)), "joint");
  else if (frame != "inertial")
    throw ModelError(model.source, {{{}, fmt::format("start: there is no frame {}", oopss::quoted(pull.frame))}});
  return out;
}

/// Bodies one by one: what is not given stays.
KeyTexts keys_by_body(const TreeSpec& spec, const StartEdit& edit, const SolvedStart& now, const Reach& reach) {
  const Model& model = *spec.model;
  if (has_loops(model))
    throw ModelError(model.source, {{{},
                                     "start: bodies in loops do not turn one by one; joint angles and rates can be "
                                     "given"}});
  std::vector<double> theta = absolute_angles(spec.topology, now.phi, now.theta_root);
  std::vector<double> omega = absolute_angles(spec.topology, reach.rates, reach.omega_root);
  overlay(model, edit.absolute, spec.body_names, "body", theta);
  overlay(model, edit.spin, spec.body_names, "body", omega);
  return {{"absolute", named(spec.body_names, theta)}, {"spin", named(spec.body_names, omega)}};
}

/// What a motion prescribes is not the start's to change. A shape given by all joints is taken for the others.
void refuse_moved(const TreeSpec& spec, const StartEdit& edit) {
  const Model& model = *spec.model;
  if (moved_joints(spec).empty()) return;
  const auto whole = [&](const std::optional<NumbersByName>& given) {
    return given && given->size() == spec.joints.size() && moved_joints(spec).size() < given->size();
  };
  if (edit.energy || (edit.momenta && !whole(edit.angles)) || edit.absolute || edit.spin || edit.equilibrium)
    throw ModelError(model.source,
                     {{{}, "start: a joint's motion is prescribed, so the momentum is what can be given"}});
  for (const std::optional<NumbersByName>* given : {&edit.angles, &edit.rates})
    if (*given && !whole(*given))
      for (const auto& [name, value] : **given)
        if (spec.joints[index_in(model, spec.joint_names, name, "joint")].motion)
          throw ModelError(model.source,
                           {{{}, fmt::format("start: the motion of joint {} is prescribed", oopss::quoted(name))}});
}

}  // namespace

EditedText with_start(ModelCache& cache, const PageText& page, const StartEdit& edit, double t) {
  Model read = page_model(page);
  name_start(read);
  const std::shared_ptr<const DerivedModel> derived = cache.derived(std::move(read));
  const TreeSpec& spec = derived->spec;
  refuse_moved(spec, edit);
  if (in_space(spec)) {
    const SpaceStartKeys found = space_start_keys(*derived, edit);
    return {page_text(with_table(page.text(), "start", with_drift(found.keys, *derived->model))), found.snapped};
  }
  SolvedStart now = solve_start(spec, derived->p());
  if (!moved_joints(spec).empty()) now = reclosed(spec, derived->p(), now, t);
  const ReachSolver solver(spec, derived->p(), derived->system.layout, derived->system.with_inputs(derived->p()));
  const Reach reach = solver.start(now);
  const auto put = [&](const std::optional<NumbersByName>& given, const std::vector<std::string>& names,
                       const char* what,
                       std::vector<double>& values) { overlay(*derived->model, given, names, what, values); };
  StartDrag drag{now.phi, reach.rates, {}, {}, edit.rates.has_value(), {}, {}, edit.snap};
  put(edit.angles, spec.joint_names, "joint", drag.phi);
  put(edit.rates, spec.joint_names, "joint", drag.rates);
  if (edit.angles)
    for (const auto& [name, value] : *edit.angles)
      drag.turned.push_back(index_in(*derived->model, spec.joint_names, name, "joint"));
  if (edit.pull) drag.pull = pull_of(spec, *edit.pull);
  if (edit.momentum || edit.hold_momentum) drag.momentum = edit.momentum.value_or(reach.momentum);
  if ((edit.energy || edit.hold_energy) && moved_joints(spec).empty())
    drag.energy = edit.energy.value_or(reach.kinetic + reach.stored);

  KeyTexts keys;
  std::string snapped;
  if (edit.absolute || edit.spin) {
    keys = keys_by_body(spec, edit, now, reach);
  } else if (edit.momenta) {
    std::vector<double> mu = now.mu;
    put(edit.momenta, spec.body_names, "body", mu);
    if (!moved_joints(spec).empty()) {  // of a moment: what moves by itself goes on as it did there
      const Reach moving = solver.start({drag.phi, mu, now.theta_root, {}, {}});
      keys = keys_of(drag_start(spec, derived->p(), solver, now,
                                {drag.phi, moving.rates, drag.turned, {}, true, moving.momentum, {}, true}),
                     spec);
    } else if (!has_loops(*derived->model)) {
      keys = {{"angles", named(spec.joint_names, drag.phi)}, {"momenta", named(spec.body_names, mu)}};
    } else {
      const SolvedStart there = reclosed(spec, derived->p(), {drag.phi, mu, now.theta_root, {}, {}});
      const Reach moving = solver.start(there);
      keys = keys_of(drag_start(spec, derived->p(), solver, there,
                                {there.phi, moving.rates, {}, {}, true, moving.momentum, {}, false}),
                     spec);
    }
  } else if (edit.equilibrium) {
    std::vector<double> offset(now.phi.size(), 0.0);
    put(edit.offset, spec.joint_names, "joint", offset);
    keys = {{"equilibrium", value_text(*edit.equilibrium)}};
    if (edit.offset) keys.emplace_back("offset", named(spec.joint_names, offset));
    keys.emplace_back("momentum", digits(drag.momentum.value_or(reach.momentum)));
  } else {
    const DraggedStart start = drag_start(spec, derived->p(), solver, now, drag);
    keys = keys_of(start, spec);
    snapped = start.snapped;
  }
  return {page_text(with_table(page.text(), "start", with_drift(keys, *derived->model))), snapped};
}

}  // namespace oopss
