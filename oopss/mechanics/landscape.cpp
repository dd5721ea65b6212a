// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/landscape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace oopss {
namespace {

using std::numbers::pi;

double amplitude(const TrigTerm<double>& term) { return std::hypot(term.c, term.s); }

/// A bound of |∂I_lock/∂φ| of a joint.
double steepest(const ShapeLandscape& of, int joint) {
  double sum = 0;
  for (const TrigTerm<double>& term : of.I_lock.terms) sum += std::abs(term.winding[joint]) * amplitude(term);
  return sum;
}

/// A lower bound of I_lock: Σ I_i, or what the waves leave of the constant term.
double inertia_bound(const ShapeLandscape& of) {
  double rest = of.I_lock.constant;
  for (const TrigTerm<double>& term : of.I_lock.terms) rest -= amplitude(term);
  return std::max(of.least_inertia, rest);
}

AngleRange range_of(const ShapeLandscape& of, int joint) {
  double constant = 0, moment = 0, periodic = 0;
  bool line = false;
  for (const JointSpring& spring : of.springs) {
    if (spring.joint != joint || spring.law.kp == 0) continue;
    if (spring.law.periodic) {
      periodic += std::abs(spring.law.kp);
    } else {
      line = true;
      constant += spring.law.kp;
      moment += spring.law.kp * spring.law.bias;
    }
  }
  const bool formula = of.formulas && of.formula_angle[joint];
  if (!line && !formula) return {true, -pi, pi, true, 1};
  if (constant == 0 || of.formulas) return {false, -2 * pi, 2 * pi, false, 1};
  const auto [far, near] = steepest_ratios(steepest(of, joint), inertia_bound(of));
  const double reach = (of.mu_s * of.mu_s / 2 * std::min(far, near) + periodic) / std::abs(constant);
  const double middle = moment / constant;
  return {false, middle - reach, middle + reach, true, constant > 0 ? 1 : -1};
}

}  // namespace

bool ShapeLandscape::stores_energy() const {
  return formulas || std::any_of(springs.begin(), springs.end(), [](const JointSpring& s) { return s.law.kp != 0; });
}

bool ShapeLandscape::depends_on_shape() const {
  double waves = 0;
  for (const TrigTerm<double>& term : I_lock.terms) waves += amplitude(term);
  return stores_energy() || waves > 1e-14 * I_lock.constant;
}

ShapeLandscape landscape(const PlanarTree<double>& tree, double mu_s, std::vector<JointSpring> springs) {
  ShapeLandscape of{
      locked_polynomial(tree, pair_constants(tree)), 0, mu_s, std::move(springs), {}, {}, tree.size() - 1};
  for (const double I : tree.I) of.least_inertia += I;
  return of;
}

void add_stored(const ShapeLandscape& of, const std::vector<double>& phi, Expansion<double>& out) {
  add_stored(of.springs, phi, out);
  if (of.formulas) out.value += of.formulas(phi, out);
}

void evaluate(const ShapeLandscape& of, const std::vector<double>& phi, Expansion<double>& out,
              Expansion<double>& inertia) {
  expand(of.I_lock, phi, inertia);
  out = inertia;
  if (of.stores_energy()) {
    amend(of.mu_s, out);
    add_stored(of, phi, out);
    return;
  }
  out.value = -out.value;
  for (double& slope : out.gradient) slope = -slope;
  for (double& bend : out.hessian.entries) bend = -bend;
}

std::vector<AngleRange> angle_ranges(const ShapeLandscape& of) {
  std::vector<AngleRange> out;
  for (int k = 0; k < of.joints; ++k) out.push_back(range_of(of, k));
  return out;
}

std::vector<double> slope_scales(const ShapeLandscape& of) {
  std::vector<double> out(static_cast<std::size_t>(of.joints), 0.0);
  const double mean = of.I_lock.constant;
  const double amended = of.stores_energy() ? of.mu_s * of.mu_s / (2 * mean * mean) : 1;
  for (int k = 0; k < of.joints; ++k) out[k] = amended * steepest(of, k);
  for (const JointSpring& spring : of.springs) out[spring.joint] += std::abs(spring.law.kp);
  if (of.formulas) {  // curvatures of the formulas at a few shapes
    for (const double angle : {0.3, -1.1, 2.2}) {
      Expansion<double> U{0, std::vector<double>(out.size()), Matrix<double>(of.joints, of.joints)};
      of.formulas(std::vector<double>(out.size(), angle), U);
      for (int k = 0; k < of.joints; ++k)
        if (std::isfinite(U.hessian(k, k))) out[k] += std::abs(U.hessian(k, k));
    }
  }
  const double most = out.empty() ? 0 : *std::max_element(out.begin(), out.end());
  for (double& scale : out) scale = std::max(scale, 1e-9 * most);
  return out;
}

}  // namespace oopss
