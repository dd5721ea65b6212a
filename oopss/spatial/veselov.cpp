// SPDX-License-Identifier: Apache-2.0
#include "oopss/spatial/veselov.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "oopss/mechanics/fast.hpp"

namespace oopss {
namespace {

/// Newton's iteration ends where what it leaves, estimated, is a rounding of the turn of the fastest body.
constexpr double turn_rounding = 1e-16;
/// Factors serve a second time unless the turns have changed by so much since.
constexpr double most_turn_since = 0.1;
constexpr int most_turn_iterations = 20;

VeselovBodies bodies_of(Veselov& by) { return {by.tree.size(), by.tree.order.data(), by.body.data()}; }

bool inward(Veselov& by, Factors factors, double h) {
  return by.kernel->inward[static_cast<std::size_t>(factors)](bodies_of(by), h);
}

/// First and second body of the joint of body i with its parent.
int first_body(const Topology& tree, int i) { return tree.sense[i] > 0 ? tree.parent[i] : i; }
int second_body(const Topology& tree, int i) { return tree.sense[i] > 0 ? i : tree.parent[i]; }

/// Impulses of the joints, + on the first body and − on the second, each times `scale`.
void push_joints(Veselov& by, double scale) {
  const Tree<Space<double>>& tree = by.tree;
  for (VeselovBody& b : by.body) b.s = {};
  for (const int i : tree.order) {
    if (tree.parent[i] < 0) continue;
    const Vec3<double>& acting = by.impulse[tree.joint[i]];
    if (is_hinge(tree, i)) {
      by.body[i].p -= tree.sense[i] * (scale * acting.x);  // along the axis, on what hangs beyond it and before it
      continue;
    }
    VeselovBody& first = by.body[first_body(tree, i)];
    VeselovBody& second = by.body[second_body(tree, i)];
    const Vec3<double> seen = scale * (first.R * acting);
    first.s = first.s + seen;
    second.s = second.s - seen;
  }
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    VeselovBody& b = by.body[*it];
    if (is_hinge(tree, *it)) {
      VeselovBody& above = by.body[tree.parent[*it]];
      b.p += dot(b.n, b.s);
      above.s = above.s + b.s;
    } else {
      b.mu = b.mu + b.s;
    }
  }
}

/// The rates of the joints at Φ = 1, in the axes of the first body.
Vec3<double> joint_rate(const Veselov& by, int i) {
  const Tree<Space<double>>& tree = by.tree;
  if (is_hinge(tree, i)) return {tree.sense[i] * by.body[i].rate, 0, 0};
  const VeselovBody &first = by.body[first_body(tree, i)], &second = by.body[second_body(tree, i)];
  return apply_transposed(first.R, second.y - first.y);
}

/// C of every joint in inertial axes, times `scale`.
void resist_at_joints(Veselov& by, double scale) {
  const Tree<Space<double>>& tree = by.tree;
  for (const int i : tree.order) {
    if (tree.parent[i] < 0) continue;
    VeselovBody& b = by.body[i];
    const JointTorque& law = by.torque[tree.joint[i]];
    b.damped = scale != 0 && law.damped;
    b.c = b.damped ? scale * law.C.xx : 0;
    if (b.damped) b.C = scale * full(inertia_at(law.C, by.body[first_body(tree, i)].R));
  }
}

void set_constants(Veselov& by, int i) {
  const Tree<Space<double>>& tree = by.tree;
  VeselovBody& b = by.body[i];
  const Symmetric3<double>& I = tree.I[i];
  const double half = (I.xx + I.yy + I.zz) / 2;
  b.m = tree.m[i];
  b.spread = {half - I.xx, -I.xy, -I.xz, half - I.yy, -I.yz, half - I.zz};
  b.parent = tree.parent[i];
  if (b.parent < 0) return;
  b.d_child = tree.d_child[i];
  b.d_parent = tree.d_parent[i];
  b.hinge = is_hinge(tree, i);
  b.second = tree.sense[i] > 0;
  b.joint_rest = by.rest[tree.joint[i]];
  if (b.hinge) b.axis = *tree.hinge[i];
  b.sibling = std::exchange(by.body[b.parent].child, i);
}

}  // namespace

std::vector<const VeselovKernel*> usable_veselov_kernels() {
  std::vector<const VeselovKernel*> all = {&veselov_baseline};
  if (usable_kernels().size() > 1) all.push_back(&veselov_haswell);
  return all;
}

Veselov veselov(const Tree<Space<double>>& tree, const std::vector<Quaternion<double>>& rest,
                const VeselovKernel& kernel) {
  Veselov by{&kernel, tree, rest, {}, {}, {}, {}};
  by.axis.resize(rest.size());
  for (const int i : tree.order)
    if (is_hinge(tree, i)) {
      const int k = tree.joint[i];
      by.axis[k] = tree.sense[i] > 0 ? rotation_of(rest[k]) * *tree.hinge[i] : *tree.hinge[i];
    }
  by.body.resize(tree.m.size());
  for (const int i : tree.order) set_constants(by, i);
  for (VeselovBody& b : by.body)
    b.chained = b.parent >= 0 && b.child >= 0 && !b.hinge && by.body[b.child].sibling < 0 && !by.body[b.child].hinge;
  by.torque.resize(rest.size());
  by.impulse.resize(rest.size());
  return by;
}

void begin_step(Veselov& by, const SpaceState& state) {
  for (int i = 0; i < by.tree.size(); ++i) {
    VeselovBody& b = by.body[i];
    const int k = by.tree.joint[i];
    if (b.hinge)
      b.joint = quaternion(std::cos(state.angle[k] / 2), std::sin(state.angle[k] / 2) * by.axis[k]);
    else
      b.joint = b.parent < 0 ? state.root : state.rotation[k];
  }
  by.kernel->place(bodies_of(by));
}

void take_momenta(Veselov& by, const SpaceState& state) {
  for (int i = 0; i < by.tree.size(); ++i) {
    by.body[i].mu = state.mu[i];
    by.body[i].p = state.p[i];
  }
}

void give_momenta(const Veselov& by, SpaceState& state) {
  for (int i = 0; i < by.tree.size(); ++i) {
    state.mu[i] = by.body[i].mu;
    state.p[i] = by.body[i].p;
  }
}

/// With μ_m the mean of the momenta before and after, ω_m = J⁻¹ μ_m: (J + (τ/2) Bᵀ C B) ω_m = μ − (τ/2) Bᵀ T, where Bᵀ
/// is − on the first body and + on the second.
double kick(Veselov& by, double tau) {
  for (std::size_t k = 0; k < by.torque.size(); ++k) by.impulse[k] = by.torque[k].T;
  if (std::none_of(by.torque.begin(), by.torque.end(), [](const JointTorque& law) { return law.damped; })) {
    push_joints(by, tau);
    return 0;
  }
  push_joints(by, tau / 2);
  resist_at_joints(by, tau / 2);
  inward(by, Factors::at_rest, 1);
  by.kernel->turn(bodies_of(by), 1);
  double taken = 0;
  for (const int i : by.tree.order) {
    if (by.tree.parent[i] < 0) continue;
    const int k = by.tree.joint[i];
    const Vec3<double> rate = joint_rate(by, i), resisting = by.torque[k].C * rate;
    by.impulse[k] = 0.5 * by.torque[k].T;
    if (!by.torque[k].damped) continue;
    by.impulse[k] = by.impulse[k] + resisting;
    taken += tau * dot(rate, resisting);
  }
  push_joints(by, tau);
  resist_at_joints(by, 0);
  return taken;
}

VeselovOutcome solve_turns(Veselov& by, double h, int most) {
  VeselovOutcome made{false, 0, 0, 0, 0};
  Factors factors = Factors::at_rest;
  bool positive = true;
  double since = 0;  // by how much the turns changed since the factors were made
  while (made.iterations < most) {
    const bool first_use = factors != Factors::kept, pivots = inward(by, factors, h);
    if (first_use) {
      positive = pivots;
      since = 0;
    }
    made.residual = by.kernel->turn(bodies_of(by), h);
    if (++made.iterations == 1) made.fastest = made.residual;
    since += made.residual;
    const double left = since * made.residual;
    made.solved = left <= turn_rounding * made.fastest && positive;
    if (made.solved || !std::isfinite(made.residual)) break;
    const bool enough = since * left <= turn_rounding * made.fastest;  // one more with these factors
    factors = enough || (first_use && since < most_turn_since) ? Factors::kept : Factors::anew;
  }
  return made;
}

void finish_step(Veselov& by, double h, SpaceState& state) {
  by.kernel->finish(bodies_of(by), h);
  for (int i = 0; i < by.tree.size(); ++i) {
    const VeselovBody& b = by.body[i];
    const int k = by.tree.joint[i];
    if (b.hinge)
      state.angle[k] += by.tree.sense[i] * b.q;
    else
      (b.parent < 0 ? state.root : state.rotation[k]) = b.joint;
  }
}

VeselovOutcome veselov2(Veselov& by, const JointLaws& laws, double t, double h, SpaceState& state) {
  if (h == 0) return {};
  begin_step(by, state);
  take_momenta(by, state);
  double taken = 0;
  if (laws) {
    laws(t, state, by.torque);
    taken = kick(by, h / 2);
  }
  VeselovOutcome made = solve_turns(by, h, most_turn_iterations);
  if (!made.solved) return made;
  finish_step(by, h, state);
  if (laws) {
    laws(t + h, state, by.torque);
    begin_step(by, state);
    taken += kick(by, h / 2);
  }
  give_momenta(by, state);
  made.dissipated = taken;
  return made;
}

std::string no_solution(const VeselovOutcome& made, double h) {
  const double smaller = std::isfinite(made.fastest) && made.fastest > 0.8 ? 0.4 / made.fastest : 0.5;
  return fmt::format(
      "a step of {:.6g} has no solution near: after {} of Newton's iterations the turns still change by {:.3g} rad; a "
      "step of {:.2g} may have one",
      h, made.iterations, made.residual, smaller * h);
}

}  // namespace oopss
