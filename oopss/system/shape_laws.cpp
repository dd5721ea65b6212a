// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/shape_laws.hpp"

#include "oopss/system/outside.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "oopss/model/laws.hpp"
#include "oopss/symbolic/program.hpp"
#include "oopss/system/closed_shape.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/space_energy.hpp"

namespace oopss {
namespace {

using std::numbers::pi;

constexpr int samples = 16;  // shapes at which identities of formulas are tried

/// Angle k of sample s: no two alike, no multiple of π.
double sample_angle(int s, int k) { return std::fmod(0.7 + 1.618 * s + 2.236 * k, 2 * pi) - pi; }

/// The tree specification with one law alone.
TreeSpec only(const TreeSpec& spec, int joint, int law) {
  std::vector<JointSlots> joints = spec.joints;
  for (JointSlots& slots : joints) slots.laws.clear();
  joints[joint].laws = {spec.joints[joint].laws[law]};
  TreeSpec one = spec;
  one.joints = std::move(joints);
  return one;
}

/// An expression of t, φ, φ' and p as a function of numbers.
struct Formula {
  Program code;
  std::vector<double> scratch, out;
  Formula(const std::vector<Expr>& expressions, const std::vector<std::vector<Expr>>& inputs)
      : code(program(expressions, inputs)), scratch(code.code.size()), out(expressions.size()) {}
  const std::vector<double>& operator()(std::initializer_list<const double*> inputs) {
    interpret(code, {inputs.begin(), inputs.size()}, scratch, out);
    return out;
  }
};

/// What is wrong with a law given by a formula, if anything: it must store all that it takes, at every time alike.
std::string objection(const TreeSpec& spec, const std::vector<double>& p) {
  const StateSymbols symbols = state_symbols(spec);
  std::vector<Expr> rate;
  for (const std::string& joint : spec.joint_names) rate.push_back(symbol("rate_" + joint, rank_shape));
  const Laws law = laws(spec, symbols.t, symbols.phi, rate, symbols.p);
  Expr sum(0);
  for (const Expr& torque : law.torque) sum = sum + torque;
  if (!is_zero(derivative(sum, symbols.t)) || !is_zero(derivative(law.stored, symbols.t))) return "depends on the time";
  Formula formula({law.power, law.stored, sum}, {{symbols.t}, symbols.phi, rate, symbols.p});
  const double t = 0;
  int finite = 0;
  for (int s = 0; s < samples; ++s) {
    std::vector<double> phi, phi_rate;
    for (std::size_t k = 0; k < symbols.phi.size(); ++k) {
      phi.push_back(sample_angle(s, static_cast<int>(k)));
      phi_rate.push_back(std::cos(3.0 * s + static_cast<double>(k)));
    }
    const std::vector<double>& value = formula({&t, phi.data(), phi_rate.data(), p.data()});
    if (!std::isfinite(value[0]) || !std::isfinite(value[1]) || !std::isfinite(value[2])) continue;
    ++finite;
    if (std::abs(value[0]) > 1e-9 * (std::abs(value[1]) + std::abs(value[2]) + 1e-300))
      return "does work that its energy does not account for";
  }
  return finite > 0 ? "" : "is not finite at any of the shapes tried";
}

/// Whether U is 2π-periodic in each angle, tried at the samples.
std::vector<bool> counts_turns(Formula& U, const std::vector<double>& p, int n) {
  std::vector<bool> out;
  for (int k = 0; k < n; ++k) {
    bool periodic = true;
    for (int s = 0; s < samples; ++s) {
      std::vector<double> phi;
      for (int l = 0; l < n; ++l) phi.push_back(sample_angle(s, l));
      const double here = U({phi.data(), p.data()})[0];
      phi[k] += 2 * pi;
      periodic = periodic && std::abs(U({phi.data(), p.data()})[0] - here) <= 1e-9 * (1e-300 + std::abs(here));
    }
    out.push_back(!periodic);
  }
  return out;
}

}  // namespace

std::string no_potential(const TreeSpec& spec, const std::vector<double>& p, int joint, int law) {
  const LawSlots& slots = spec.joints[joint].laws[law];
  if (is_spring(slots.kind) || is_ball_law(slots.kind)) return "";
  if (slots.kind == LawKind::function) return "is a function of the program";
  if (slots.kind == LawKind::linearise) return "is exact linearisation";
  return slots.energy ? objection(only(spec, joint, law), p) : "stores no energy";
}

std::vector<Diagnostic> laws_without_potential(const TreeSpec& spec, const std::vector<double>& p) {
  std::vector<Diagnostic> found;
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k)
    for (int i = 0; i < static_cast<int>(spec.joints[k].laws.size()); ++i)
      if (const std::string why = no_potential(spec, p, k, i); !why.empty())
        found.push_back({spec.model->joints[k].laws[i].place,
                         fmt::format("joint '{}': the law {} {}, so equilibria are not critical points of an energy",
                                     spec.joint_names[k], row_of(spec.joints[k].laws[i].kind).name, why)});
  for (Diagnostic& problem : outside_without_equilibria(spec)) found.push_back(std::move(problem));
  return found;
}

std::vector<Diagnostic> motions_without_equilibria(const TreeSpec& spec) {
  std::vector<Diagnostic> found;
  for (const int k : moved_joints(spec))
    found.push_back({spec.model->joints[k].motion->place,
                     fmt::format("joint '{}': its motion is prescribed, so the model has no equilibria, portraits, "
                                 "branches or orbits",
                                 spec.joint_names[k]),
                     "equilibria, portrait, continue, orbit and --certify are for joints that move by themselves"});
  return found;
}

FormulaEnergy formula_energy(const TreeSpec& spec, const std::vector<double>& p) {
  std::vector<JointSlots> joints = spec.joints;
  bool any = false;
  for (JointSlots& joint : joints) {
    std::erase_if(joint.laws, [](const LawSlots& law) { return law.energy == nullptr; });
    any = any || !joint.laws.empty();
  }
  if (!any) return {};
  TreeSpec formulas = spec;
  formulas.joints = std::move(joints);
  const StateSymbols symbols = state_symbols(formulas);
  const int n = static_cast<int>(symbols.phi.size());
  std::vector<Expr> all = {
      laws(formulas, symbols.t, symbols.phi, std::vector<Expr>(symbols.phi.size()), symbols.p).stored};
  for (int k = 0; k < n; ++k) all.push_back(derivative(all[0], symbols.phi[k]));
  for (int k = 0; k < n; ++k)
    for (int l = 0; l <= k; ++l) all.push_back(derivative(all[1 + k], symbols.phi[l]));
  Formula U(all, {symbols.phi, symbols.p});
  std::vector<bool> turns = counts_turns(U, p, n);
  const auto value_at = [U, p, n](const std::vector<double>& phi, Expansion<double>& add) mutable {
    const std::vector<double>& value = U({phi.data(), p.data()});
    for (int k = 0, entry = 1 + n; k < n; ++k) {
      add.gradient[k] += value[1 + k];
      for (int l = 0; l <= k; ++l, ++entry) {
        add.hessian(k, l) += value[entry];
        if (l != k) add.hessian(l, k) += value[entry];
      }
    }
    return value[0];
  };
  return {value_at, std::move(turns)};
}

void add_laws(ShapeLandscape& landscape, const TreeSpec& spec, const std::vector<double>& p) {
  landscape.springs = joint_springs(spec, p);
  auto [U, turns] = formula_energy(spec, p);
  landscape.formulas = std::move(U);
  landscape.formula_angle = std::move(turns);
}

ShapeLandscape shape_landscape(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free) {
  ShapeLandscape out = landscape(planar_tree(spec, p), mu_s, {});
  if (!free) add_laws(out, spec, p);
  return out;
}

int shape_freedom(const TreeSpec& spec, const std::vector<double>& p) {
  if (in_space(spec)) return shape_energy(spec, p, 1, true).space.freedom;
  return spec.chords.empty() ? spec.topology.size() - 1 : closed_freedom(spec, p);
}

ShapeEnergy shape_energy(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free) {
  if (in_space(spec)) return space_energy(spec, p, mu_s, free);
  if (!spec.chords.empty()) return closed_shape_energy(spec, p, mu_s, free);
  return shape_energy(planar_tree(spec, p), shape_landscape(spec, p, mu_s, free), spec.body_names, spec.joint_names);
}

}  // namespace oopss
