// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/outside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "oopss/mechanics/tree.hpp"
#include "oopss/system/field.hpp"

namespace oopss {

SeenMotion seen_from_root(const TreeSpec& spec, const std::vector<Expr>& phi, const std::vector<Expr>& rate,
                          const Expr& theta, const Expr& omega) {
  std::vector<Expr> tree_phi, tree_rate;
  for (const int k : spec.tree_joints) {
    tree_phi.push_back(phi[k]);
    tree_rate.push_back(rate[k]);
  }
  return {phi, rate, absolute_angles(spec.topology, tree_phi, theta), absolute_angles(spec.topology, tree_rate, omega)};
}

OutsideTorques outside_torques(const TreeSpec& spec, const Expr& t, const SeenMotion& seen,
                               const std::vector<Expr>& p) {
  const auto named = [](const std::vector<std::string>& names, std::string_view name, const std::vector<Expr>& values) {
    const auto found = std::find(names.begin(), names.end(), name);
    assert(found != names.end() && "names were checked with the model");
    return values[static_cast<std::size_t>(found - names.begin())];
  };
  const std::function<Expr(const Step&)> meaning = [&](const Step& step) -> Expr {
    const std::string_view text = step.text;
    if (text == "t") return t;
    if (const auto slot = spec.parameters.find(text); slot != spec.parameters.end()) return p[slot->second];
    if (text.starts_with("phi_")) return named(spec.joint_names, text.substr(4), seen.phi);
    if (text.starts_with("rate_")) return named(spec.joint_names, text.substr(5), seen.rate);
    return named(spec.body_names, text.substr(6), text.starts_with("theta_") ? seen.theta : seen.omega);
  };
  OutsideTorques out;
  for (const OutsideSlots& slots : spec.outside) {
    const Expr tau = slots.formula ? to_expr(*slots.formula, meaning, &out.edges) : at_slot(p, slots.value);
    out.bodies.push_back(slots.body);
    out.torque.push_back(tau);
    out.impulse_rate = out.impulse_rate + tau;
    out.power = out.power + tau * seen.omega[slots.body];
  }
  return out;
}

void add_outside(const OutsideTorques& outside, std::vector<Expr>& on_bodies) {
  for (std::size_t c = 0; c < outside.bodies.size(); ++c)
    on_bodies[outside.bodies[c]] = on_bodies[outside.bodies[c]] + outside.torque[c];
}

void add_drift(Flow& flow, const TreeSpec& spec, const std::vector<double>& p) {
  if (!drifts(spec)) return;
  flow.centre = [v = drift_of(spec, p)](double t, const double*, double* out) {
    for (std::size_t axis = 0; axis < v.size(); ++axis) out[axis] = v[axis] * t;
  };
}

std::vector<Diagnostic> outside_without_equilibria(const TreeSpec& spec) {
  std::vector<Diagnostic> found;
  for (const OutsideSlots& slots : spec.outside) {
    const std::string& name = spec.body_names[slots.body];
    found.push_back(
        {spec.model->bodies[slots.body].torque->place,
         fmt::format("body '{}': a torque acts on it from outside, so the total momentum is not kept: there "
                     "are no relative equilibria, leaves or periodic motions of one momentum",
                     name),
         fmt::format("--set body.{}.torque=0 leaves it out", name)});
  }
  return found;
}

}  // namespace oopss
