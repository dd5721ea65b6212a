// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/tangent.hpp"

namespace oopss {

Tangent::Tangent(std::shared_ptr<const Derived> derived_, std::vector<double> inputs)
    : derived(std::move(derived_)),
      p(std::move(inputs)),
      tree(constant_tree(planar_tree(derived->spec, p))),
      sweep(tree.size()),
      exact(tree, derived->spec.chords.empty() ? derived->linearised : std::vector<int>{}),
      motion(derived->motion),
      law(derived->law),
      phi(derived->spec.tree_joints.size()),
      theta(tree.m.size()),
      mu(tree.m.size()),
      omega(tree.m.size()),
      mu_rate(tree.m.size()),
      rate(phi.size()),
      demand(derived->linearised.size()),
      all_phi(derived->spec.joints.size()),
      all_rate(all_phi.size()),
      moving(2 * (1 + 2 * all_phi.size() + (derived->outside.empty() ? 0 : 2))),
      laws(2 * derived->law.results.size()) {
  if (!derived->moved.empty() && derived->spec.chords.empty())
    prescribed.emplace(tree, derived->moved, derived->linearised);
}

void Tangent::operator()(double t, const double* x, const double* v, double* out) {
  const PlanarOffsets& place = derived->offsets;
  for (int k = 0; k < place.joints; ++k) phi[k] = {x[k], v[k]};
  for (int i = 0; i < place.bodies; ++i) mu[i] = {x[place.momenta + i], v[place.momenta + i]};
  if (prescribed) {
    std::vector<Dual<double>> given;
    for (const double value : motion({&t, p.data()})) given.push_back({value, 0});
    prescribe_angles(*prescribed, tree, given, phi, theta, mu, omega, rate, mu_rate);
  } else {
    absolute_angles(tree, phi, Dual<double>(0), theta);
    recursion(tree, theta, mu, sweep, omega, mu_rate);
    differences(tree, omega, rate);
  }
  theta_root = {x[place.root_angle], v[place.root_angle]};
  if (place.work >= 0) apply_laws(t, out);
  for (int k = 0; k < place.joints; ++k) out[k] = rate[k].slope;
  for (int i = 0; i < place.bodies; ++i) out[place.momenta + i] = mu_rate[i].slope;
  out[place.root_angle] = omega[tree.root()].slope;
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
  if (!derived->outside.empty()) {
    const Dual<double>& spin = omega[tree.root()];
    moving[states - 2] = theta_root.value;
    moving[states - 1] = spin.value;
    moving[2 * states - 2] = theta_root.slope;
    moving[2 * states - 1] = spin.slope;
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
  if (prescribed) {
    prescribe_accelerations(*prescribed, theta, mu, omega, rate, demand, mu_rate);
    for (int i = 0; i < tree.size(); ++i)
      if (prescribed->held[i]) power = power - prescribed->torque[i] * rate[tree.joint[i]];
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
