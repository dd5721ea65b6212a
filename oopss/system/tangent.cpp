// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/tangent.hpp"

#include <algorithm>

namespace oopss {
namespace {

/// A program whose groups of inputs are one after another its state: all of them may have slopes.
Program as_state(Program program) {
  std::vector<int> first = {0};
  for (const int size : program.input_sizes) first.push_back(first.back() + size);
  for (Instruction& step : program.code)
    if (step.op == Op::input) {
      step.b += first[step.a];
      step.a = 1;
    }
  program.input_sizes = {0, first.back(), 0};
  return program;
}

}  // namespace

std::vector<Dual<double>> with_slopes(const std::vector<double>& values, const std::vector<double>& slopes) {
  std::vector<Dual<double>> out;
  for (std::size_t k = 0; k < values.size(); ++k) out.push_back({values[k], slopes.empty() ? 0.0 : slopes[k]});
  return out;
}

Tangent::Tangent(std::shared_ptr<const Derived> derived_, std::vector<double> inputs, std::vector<double> slopes)
    : derived(std::move(derived_)),
      p(std::move(inputs)),
      p_slopes(std::move(slopes)),
      tree(planar_tree(derived->spec, with_slopes(p, p_slopes))),
      sweep(tree.size()),
      exact(tree, derived->spec.chords.empty() ? derived->linearised : std::vector<int>{}),
      motion(as_state(derived->motion)),
      law(p_slopes.empty() ? derived->law : as_state(derived->law)),
      phi(derived->spec.tree_joints.size()),
      theta(tree.m.size()),
      mu(tree.m.size()),
      omega(tree.m.size()),
      mu_rate(tree.m.size()),
      rate(phi.size()),
      demand(derived->linearised.size()),
      all_phi(derived->spec.joints.size()),
      all_rate(all_phi.size()),
      moving(2 * (1 + 2 * all_phi.size() + static_cast<std::size_t>(derived->seen()) + p_slopes.size())),
      laws(2 * derived->law.results.size()) {
  if (!derived->moved.empty() && derived->spec.chords.empty())
    prescribed.emplace(tree, derived->moved, derived->linearised);
}

void Tangent::operator()(double t, const double* x, const double* v, double* out) {
  const PlanarOffsets& place = derived->offsets;
  for (int k = 0; k < place.joints; ++k) phi[k] = {x[k], v[k]};
  for (int i = 0; i < place.bodies; ++i) mu[i] = {x[place.momenta + i], v[place.momenta + i]};
  if (prescribed) {
    prescribe_angles(*prescribed, tree, motions_at(t), phi, theta, mu, omega, rate, mu_rate);
  } else {
    absolute_angles(tree, phi, Dual<double>(0), theta);
    recursion(tree, theta, mu, sweep, omega, mu_rate);
    differences(tree, omega, rate);
  }
  theta_root = {x[place.root_angle], v[place.root_angle]};
  for (int k = 0; k < 4 && place.centre >= 0; ++k) centre[k] = {x[place.centre + k], v[place.centre + k]};
  if (place.work >= 0) apply_laws(t, out);
  for (int k = 0; k < place.joints; ++k) out[k] = rate[k].slope;
  for (int i = 0; i < place.bodies; ++i) out[place.momenta + i] = mu_rate[i].slope;
  out[place.root_angle] = omega[tree.root()].slope;
}

/// φ, φ' and φ'' of prescribed motions at t, with what the inputs change of them.
std::vector<Dual<double>> Tangent::motions_at(double t) {
  const std::size_t states = 1 + p.size(), results = derived->motion.results.size();
  std::vector<double> t_and_p(2 * states, 0.0), all(2 * results);
  t_and_p[0] = t;
  std::copy(p.begin(), p.end(), t_and_p.begin() + 1);
  std::copy(p_slopes.begin(), p_slopes.end(), t_and_p.begin() + static_cast<std::ptrdiff_t>(states) + 1);
  motion.along(0, static_cast<int>(states), nullptr, 2, 1, t_and_p.data(), all.data());
  std::vector<Dual<double>> out;
  for (std::size_t i = 0; i < results; ++i) out.push_back({all[i], all[results + i]});
  return out;
}

void Tangent::apply_laws(double t, double* out) {
  const PlanarOffsets& place = derived->offsets;
  const std::size_t joints = all_phi.size(), states = moving.size() / 2, results = laws.size() / 2;
  at_all_joints(derived->spec, phi.data(), all_phi.data());
  at_all_joints(derived->spec, rate.data(), all_rate.data());
  moving[0] = t;
  moving[states] = 0;
  for (std::size_t k = 0; k < joints; ++k) {
    moving[1 + k] = all_phi[k].value;
    moving[states + 1 + k] = all_phi[k].slope;
    moving[1 + joints + k] = all_rate[k].value;
    moving[states + 1 + joints + k] = all_rate[k].slope;
  }
  if (derived->seen() > 0) {
    const Dual<double>& spin = omega[tree.root()];
    moving[1 + 2 * joints] = theta_root.value;
    moving[2 + 2 * joints] = spin.value;
    moving[states + 1 + 2 * joints] = theta_root.slope;
    moving[states + 2 + 2 * joints] = spin.slope;
    for (std::size_t k = 0; k < 4 && derived->forces > 0; ++k) {
      moving[3 + 2 * joints + k] = centre[k].value;
      moving[states + 3 + 2 * joints + k] = centre[k].slope;
    }
  }
  for (std::size_t k = 0, first = states - p_slopes.size(); k < p_slopes.size(); ++k) {
    moving[first + k] = p[k];
    moving[states + first + k] = p_slopes[k];
  }
  law.along(0, static_cast<int>(states), p.data(), 2, 1, moving.data(), laws.data());
  const auto result = [&](std::size_t i) { return Dual<double>{laws[i], laws[results + i]}; };
  Dual<double> power = result(results - 1);
  const auto add = [&](int joint, const Dual<double>& torque) {
    Dual<double>&first = mu_rate[derived->spec.joints[joint].first],
    &second = mu_rate[derived->spec.joints[joint].second];
    first = first + torque;
    second = second - torque;
  };
  for (std::size_t k = 0; k < joints; ++k) add(static_cast<int>(k), result(k));
  for (std::size_t c = 0; c < demand.size(); ++c) demand[c] = result(joints + c);
  if (place.impulse >= 0) out[place.impulse] = 0;
  for (std::size_t c = 0; c < derived->outside.size(); ++c) {
    const Dual<double> tau = result(joints + demand.size() + c);
    mu_rate[derived->outside[c]] = mu_rate[derived->outside[c]] + tau;
    out[place.impulse] += tau.slope;
  }
  for (int axis = 0; axis < 2 && derived->forces > 0; ++axis) {
    out[place.centre + axis] = centre[2 + axis].slope;
    out[place.drift + axis] =
        result(joints + demand.size() + derived->outside.size() + 2 * static_cast<std::size_t>(derived->forces) + axis)
            .slope;
  }
  if (prescribed) {
    prescribe_accelerations(*prescribed, theta, mu, omega, rate, demand, mu_rate);
    for (int i = 0; i < tree.size(); ++i)
      if (prescribed->constrained[i]) power = power - prescribed->torque[i] * rate[tree.joint[i]];
  } else if (!exact.joints.empty()) {
    linearise(exact, tree, theta, mu, omega, mu_rate, demand);
    for (std::size_t c = 0; c < demand.size(); ++c) {
      add(derived->linearised[c], exact.torque[c]);
      power = power - exact.torque[c] * rate[derived->linearised[c]];
    }
  }
  out[place.work] = power.slope;
  out[place.dissipated] = laws[results + results - 2];
}

}  // namespace oopss
