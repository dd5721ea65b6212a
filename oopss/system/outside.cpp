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

std::array<std::array<Expr, 2>, 2> centre_symbols() {
  const auto both = [](const char* x, const char* y) {
    return std::array{symbol(x, rank_other), symbol(y, rank_other)};
  };
  return {both("centre_x", "centre_y"), both("drift_x", "drift_y")};
}

namespace {

/// A point of a body in the state's terms: p = r + Σ_k R(θ_k) c_k, and R(θ_k) c_k by bodies.
struct ActedPoint {
  std::vector<Vec2<Expr>> arms;
  Vec2<Expr> place, velocity;
};
ActedPoint point_of(const Matrix<Vec2<Expr>>& a, int body, const Vec2<Expr>& point, const SeenMotion& seen) {
  ActedPoint out{{}, {seen.centre[0], seen.centre[1]}, {seen.drift[0], seen.drift[1]}};
  for (int k = 0; k < a.cols; ++k) {
    const Vec2<Expr> c = k == body ? a(body, k) + point : a(body, k);
    const Vec2<Expr> arm = rotation(seen.theta[k]) * c;
    out.arms.push_back(arm);
    out.place = out.place + arm;
    out.velocity = out.velocity + seen.omega[k] * Vec2<Expr>{-arm.y, arm.x};
  }
  return out;
}

Expr& torque_on(int body, OutsideTorques& out) {
  const auto found = std::find(out.bodies.begin(), out.bodies.end(), body);
  if (found != out.bodies.end()) return out.torque[static_cast<std::size_t>(found - out.bodies.begin())];
  out.bodies.push_back(body);
  return out.torque.emplace_back(0);
}

}  // namespace

OutsideTorques outside_torques(const TreeSpec& spec, const Expr& t, const SeenMotion& seen,
                               const std::vector<Expr>& p) {
  const auto named = [](const std::vector<std::string>& names, std::string_view name, const std::vector<Expr>& values) {
    const auto found = std::find(names.begin(), names.end(), name);
    assert(found != names.end() && "names were checked with the model");
    return values[static_cast<std::size_t>(found - names.begin())];
  };
  ActedPoint acted;
  const std::function<Expr(const Step&)> meaning = [&](const Step& step) -> Expr {
    const std::string_view text = step.text;
    if (!acted.arms.empty() && text == "x") return acted.place.x;
    if (!acted.arms.empty() && text == "y") return acted.place.y;
    if (!acted.arms.empty() && text == "vx") return acted.velocity.x;
    if (!acted.arms.empty() && text == "vy") return acted.velocity.y;
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
  }
  const PlanarTree<Expr> tree = spec.forces.empty() ? PlanarTree<Expr>{} : planar_tree(spec, p);
  const Matrix<Vec2<Expr>> a = spec.forces.empty() ? Matrix<Vec2<Expr>>{} : barycentric(tree);
  for (const ForceSlots& slots : spec.forces) {
    acted = point_of(a, slots.body, {at_slot(p, slots.place[0]), at_slot(p, slots.place[1])}, seen);
    std::array<Expr, 2> F;
    for (int axis = 0; axis < 2; ++axis) {
      const Expression* const formula = slots.formula[axis];
      F[axis] = formula ? to_expr(*formula, meaning, &out.edges) : at_slot(p, slots.value[axis]);
      out.acceleration[axis] = out.acceleration[axis] + F[axis] / tree.mass;
    }
    out.force.push_back(F);
    for (int k = 0; k < a.cols; ++k)
      if (const Vec2<Expr>& arm = acted.arms[k]; !is_zero(arm.x) || !is_zero(arm.y)) {
        Expr& tau = torque_on(k, out);
        tau = tau + (arm.x * F[1] - arm.y * F[0]);
      }
  }
  for (std::size_t c = 0; c < out.bodies.size(); ++c) {
    out.impulse_rate = out.impulse_rate + out.torque[c];
    out.power = out.power + out.torque[c] * seen.omega[out.bodies[c]];
  }
  return out;
}

void add_outside(const OutsideTorques& outside, std::vector<Expr>& on_bodies) {
  for (std::size_t c = 0; c < outside.bodies.size(); ++c)
    on_bodies[outside.bodies[c]] = on_bodies[outside.bodies[c]] + outside.torque[c];
}

void add_drift(Flow& flow, const TreeSpec& spec, const PlanarOffsets& place, const std::vector<double>& p) {
  if (place.centre >= 0)
    flow.centre = [from = place.centre](double, const double* x, double* out) { std::copy_n(x + from, 2, out); };
  if (place.centre >= 0 || !drifts(spec)) return;
  flow.centre = [v = drift_of(spec, p)](double t, const double*, double* out) {
    for (std::size_t axis = 0; axis < v.size(); ++axis) out[axis] = v[axis] * t;
  };
}

void refuse_forces(const TreeSpec& spec, const std::string& what) {
  std::vector<Diagnostic> found;
  for (std::size_t k = 0; k < spec.forces.size(); ++k) {
    const Force& force = spec.model->forces[k];
    found.push_back({force.place, fmt::format("force '{}': {} do not have forces on points", force.name.value, what),
                     "simulate takes them, with every method"});
  }
  if (!found.empty()) throw ModelError(spec.model->source, std::move(found), spec.model->settings);
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
  for (const Force& force : spec.model->forces)
    found.push_back(
        {force.place, fmt::format("force '{}': it acts from outside, so the total momentum is not kept: there "
                                  "are no relative equilibria, leaves or periodic motions of one momentum",
                                  force.name.value)});
  return found;
}

}  // namespace oopss
