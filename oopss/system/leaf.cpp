// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/leaf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "oopss/mechanics/locked.hpp"
#include "oopss/symbolic/program.hpp"
#include "oopss/system/laws.hpp"

namespace oopss {
namespace {

/// Shapes at which an identity of formulas is tried; no simple fractions of a turn.
constexpr std::array<double, 5> probes = {0.3, -1.1, 1.9, -2.6, 4.2};

std::vector<double> probe(std::size_t joints, int number) {
  std::vector<double> phi;
  for (std::size_t k = 0; k < joints; ++k) phi.push_back(probes[(number + 2 * k) % probes.size()] / (1 + 0.1 * k));
  return phi;
}

/// Runs a program of the shape and the inputs.
std::vector<double> run(const Program& code, const std::vector<double>& phi, const std::vector<double>& p) {
  std::vector<double> scratch(code.code.size()), out(code.results.size());
  const double* const inputs[] = {phi.data(), p.data()};
  interpret(code, inputs, scratch, out);
  return out;
}

void refuse_laws_without_potential(const Blueprint& plan) {
  std::vector<Diagnostic> found;
  for (const Joint& joint : plan.model->joints)
    for (const Law& law : joint.laws) {
      const auto refuse = [&](const std::string& why) {
        found.push_back(
            {law.at, fmt::format("joint {}: {}", quoted(joint.name.value), why), "--free leaves the laws out"});
      };
      const auto timed = [](const std::optional<Number>& number) {
        if (!number) return false;
        const std::vector<std::string> all = names(number->expression);
        return std::find(all.begin(), all.end(), "t") != all.end();
      };
      if (law.kind == LawKind::linearise)
        refuse("exact linearisation has no potential energy");
      else if (law.kind == LawKind::drive)
        refuse("a drive has no potential energy");
      else if (timed(law.formula) || timed(law.energy))
        refuse("a law that depends on time has no potential energy");
      else if (law.kind == LawKind::expression && !law.energy)
        refuse("a law by a formula has no potential energy unless energy gives it");
    }
  if (!found.empty()) throw ModelError(plan.model->source, std::move(found), plan.model->settings);
}

}  // namespace

ShapeFunction stored_energy(const Blueprint& plan, const std::vector<double>& p) {
  refuse_laws_without_potential(plan);
  const StateSymbols at = state_symbols(plan);
  const std::size_t joints = at.phi.size();
  const Laws all = laws(plan, at.t, at.phi, std::vector<Expr>(joints), at.p);
  std::vector<Expr> jet = {all.stored};
  for (const Expr& phi : at.phi) jet.push_back(derivative(all.stored, phi));
  for (std::size_t k = 0; k < joints; ++k)
    for (std::size_t l = 0; l < joints; ++l) jet.push_back(derivative(jet[1 + k], at.phi[l]));
  const Program code = program(jet, {at.phi, at.p}), torques = program(all.torque, {at.phi, at.p});
  for (int number = 0; number < static_cast<int>(probes.size()); ++number) {
    const std::vector<double> phi = probe(joints, number), U = run(code, phi, p), T = run(torques, phi, p);
    for (std::size_t k = 0; k < joints; ++k)
      if (!(std::abs(T[k] - U[1 + k]) <= 1e-9 * (std::abs(T[k]) + std::abs(U[1 + k]) + 1e-300)))
        throw ModelError(plan.model->source,
                         {{plan.model->joints[k].at,
                           fmt::format("joint {}: at rest its torque {:.6g} is not the slope {:.6g} of its energy",
                                       quoted(plan.joint_names[k]), T[k], U[1 + k]),
                           "--free leaves the laws out"}},
                         plan.model->settings);
  }
  return [code, p, joints](const std::vector<double>& phi) {
    const std::vector<double> all_values = run(code, phi, p);
    const auto slope = all_values.begin() + 1;
    ShapeJet out{all_values[0], {slope, slope + joints}, Matrix<double>(joints, joints)};
    std::copy(slope + joints, all_values.end(), out.hessian.entries.begin());
    return out;
  };
}

std::vector<bool> on_circle(const Blueprint& plan, const ShapeFunction& U) {
  const std::size_t joints = plan.joints.size();
  std::vector<bool> out(joints, true);
  for (std::size_t k = 0; k < joints; ++k)
    for (int number = 0; number < static_cast<int>(probes.size()); ++number) {
      std::vector<double> phi = probe(joints, number);
      const double before = U(phi).value;
      phi[k] += 2 * std::numbers::pi;
      const double after = U(phi).value;
      if (!(std::abs(after - before) <= 1e-9 * (std::abs(before) + std::abs(after)))) out[k] = false;
    }
  return out;
}

ShapeFunction shape_energy(const Blueprint& plan, const std::vector<double>& p, double mu_s, Springs springs) {
  const TrigPolynomial<double> I = locked_polynomial(planar_tree(plan, p));
  const ShapeFunction U = springs == Springs::counted ? stored_energy(plan, p) : ShapeFunction();
  return [I, U, mu_s](const std::vector<double>& phi) {
    // V = μ²/(2I):  ∂V = −(V/I) ∂I,   ∂∂V = −(V/I) ∂∂I + (2V/I²) ∂I ∂I
    const double I_lock = value(I, phi), V = amended_potential(mu_s, I_lock);
    const std::vector<double> slope = gradient(I, phi);
    ShapeJet out{V, slope, hessian(I, phi)};
    const int n = out.hessian.rows;
    for (int k = 0; k < n; ++k) {
      out.gradient[k] *= -V / I_lock;
      for (int l = 0; l < n; ++l)
        out.hessian(k, l) = -V / I_lock * out.hessian(k, l) + 2 * V / (I_lock * I_lock) * slope[k] * slope[l];
    }
    if (!U) return out;
    const ShapeJet stored = U(phi);
    out.value += stored.value;
    for (int k = 0; k < n; ++k) out.gradient[k] += stored.gradient[k];
    for (std::size_t e = 0; e < out.hessian.entries.size(); ++e) out.hessian.entries[e] += stored.hessian.entries[e];
    return out;
  };
}

PairLeaf pair_leaf(const Blueprint& plan, const std::vector<double>& p, double mu_s, Springs springs) {
  assert(plan.at.size() == 2);
  const PairConstants<double> of = pair_constants(planar_tree(plan, p));
  const JointSlots& joint = plan.joints[0];
  PairLeaf leaf{of.diagonal[joint.first],
                of.diagonal[joint.second],
                of.alpha(joint.first, joint.second),
                of.beta(joint.first, joint.second),
                mu_s,
                {},
                true};
  if (springs == Springs::ignored || joint.laws.empty()) return leaf;
  const ShapeFunction U = stored_energy(plan, p);
  leaf.circle = on_circle(plan, U)[0];
  leaf.stored = [U](double theta) {
    const ShapeJet at = U({theta});
    return std::array<double, 3>{at.value, at.gradient[0], at.hessian(0, 0)};
  };
  return leaf;
}

}  // namespace oopss
