// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_step.hpp"

#include <algorithm>

namespace oopss {
namespace {

std::vector<Quaternion<double>> attitudes_at_rest(const SpaceTree<double>& tree) {
  std::vector<Quaternion<double>> out;
  for (const SpaceJoint<double>& joint : tree.joints) out.push_back(joint.rest.value_or(Quaternion<double>{}));
  return out;
}

}  // namespace

bool steps_of_its_own(const Derived& derived) {
  if (!derived.driven.empty() || !derived.moved.empty()) return false;
  for (const JointSlots& joint : derived.spec.joints)
    for (const LawSlots& law : joint.laws) {
      if (law.kind == LawKind::linearise) return false;
      for (const Expression* formula : {law.formula, law.energy})
        if (formula)
          for (const std::string& name : names(*formula))
            if (name.starts_with("rate_")) return false;
    }
  return true;
}

SpaceStep::SpaceStep(const SpaceRecursive& engine)
    : engine_(engine), by_(veselov(engine.tree, attitudes_at_rest(engine.tree))) {
  state_.angle.resize(engine.tree.joints.size());
  state_.rotation.resize(engine.tree.joints.size());
  state_.mu.resize(engine.tree.m.size());
  state_.p.resize(engine.tree.m.size());
  rates_.resize(static_cast<std::size_t>(engine.place.size));
}

void SpaceStep::torques_at(double t, const SpaceState& state, std::vector<JointTorque>& out) {
  engine_.torques_at_rest(t, state.angle);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const SpaceJoint<double>& joint = engine_.tree.joints[k];
    if (joint.axis) {
      out[k] = {{engine_.law.out[k], 0, 0}, {engine_.hinge_damping[k], 0, 0, 0, 0, 0}, engine_.hinge_damping[k] != 0};
      continue;
    }
    out[k] = {};
    for (const BallLaw<double>& law : engine_.ball_laws[k]) {
      const Matrix3<double> second = from_rest(joint, rotation_of(state.rotation[k]));
      out[k].T = out[k].T + spring_torque(law, state.rotation[k]);
      out[k].C = out[k].C + damping_matrix(law, second);
      out[k].damped = out[k].damped || is_damped(law);
    }
  }
}

void SpaceStep::read(const double* x) {
  const SpaceTree<double>& tree = engine_.tree;
  const SpaceOffsets& place = engine_.place;
  state_.root = quaternion_at(x + place.attitude);
  for (std::size_t k = 0; k < tree.joints.size(); ++k)
    if (tree.joints[k].axis)
      state_.angle[k] = x[place.joint[k]];
    else
      state_.rotation[k] = quaternion_at(x + place.joint[k]);
  for (int i = 0; i < tree.size(); ++i) {
    const double* const own = x + place.momentum[i];
    if (is_hinge(tree, i))
      state_.p[i] = *own;
    else
      state_.mu[i] = {own[0], own[1], own[2]};
  }
}

void SpaceStep::write(double* out) const {
  const SpaceTree<double>& tree = engine_.tree;
  const SpaceOffsets& place = engine_.place;
  put_quaternion(state_.root, out + place.attitude);
  for (std::size_t k = 0; k < tree.joints.size(); ++k)
    if (tree.joints[k].axis)
      out[place.joint[k]] = state_.angle[k];
    else
      put_quaternion(state_.rotation[k], out + place.joint[k]);
  for (int i = 0; i < tree.size(); ++i)
    if (is_hinge(tree, i))
      out[place.momentum[i]] = state_.p[i];
    else
      put_vector(state_.mu[i], out + place.momentum[i]);
}

/// The work of laws without energy by the trapezoidal rule, which is symmetric like the step.
Flow::OwnStep::Left SpaceStep::operator()(double t, double h, const double* x, double* out) {
  const SpaceOffsets& place = engine_.place;
  double work = 0, dissipated = 0;
  if (place.work >= 0) {
    work = x[place.work];
    dissipated = x[place.dissipated];
    engine_.push(t, x, rates_.data());
    work += h / 2 * engine_.power;
  }
  read(x);
  JointLaws laws;
  if (place.work >= 0)
    laws = [this](double time, const SpaceState& state, std::vector<JointTorque>& torques) {
      torques_at(time, state, torques);
    };
  const VeselovOutcome made = veselov2(by_, laws, t, h, state_);
  if (!made.solved) return {std::max(made.residual, 1.0), no_solution(made, h)};
  write(out);
  if (place.work < 0) return {};
  engine_.push(t + h, out, rates_.data());
  out[place.work] = work + h / 2 * engine_.power;
  out[place.dissipated] = dissipated + made.dissipated;
  return {};
}

Flow::OwnStep veselov_step(const SpaceRecursive& engine) {
  Flow::OwnStep out;
  out.name = "veselov2";
  out.summary = "Moser-Veselov on the tree: rotations and momentum kept";
  out.order = 2;
  out.poisson = out.keeps_casimir = out.reversible = out.bounded_energy = true;
  out.damped = engine.damped();
  out.step = [step = SpaceStep(engine)](double t, double h, const double* x, double* to) mutable {
    return step(t, h, x, to);
  };
  return out;
}

}  // namespace oopss
