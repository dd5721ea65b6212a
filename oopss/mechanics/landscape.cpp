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
double steepest(const ShapeLandscape& landscape, int joint) {
  double sum = 0;
  for (const TrigTerm<double>& term : landscape.I_lock.terms) sum += std::abs(term.winding[joint]) * amplitude(term);
  return sum;
}

/// A lower bound of I_lock: Σ I_i, or what the waves leave of the constant term.
double inertia_bound(const ShapeLandscape& landscape) {
  double rest = landscape.I_lock.constant;
  for (const TrigTerm<double>& term : landscape.I_lock.terms) rest -= amplitude(term);
  return std::max(landscape.least_inertia, rest);
}

AngleRange range_of(const ShapeLandscape& landscape, int joint) {
  double constant = 0, moment = 0, periodic = 0;
  bool line = false;
  for (const JointSpring& spring : landscape.springs) {
    if (spring.joint != joint || spring.law.kp == 0) continue;
    if (spring.law.periodic) {
      periodic += std::abs(spring.law.kp);
    } else {
      line = true;
      constant += spring.law.kp;
      moment += spring.law.kp * spring.law.bias;
    }
  }
  const bool formula = landscape.formulas && landscape.formula_angle[joint];
  if (!line && !formula) return {true, -pi, pi, true, 1};
  if (constant == 0 || landscape.formulas) return {false, -2 * pi, 2 * pi, false, 1};
  const auto [far, near] = steepest_ratios(steepest(landscape, joint), inertia_bound(landscape));
  const double reach = (landscape.mu_s * landscape.mu_s / 2 * std::min(far, near) + periodic) / std::abs(constant);
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
  ShapeLandscape landscape{
      locked_polynomial(tree, pair_constants(tree)), 0, mu_s, std::move(springs), {}, {}, tree.size() - 1};
  for (const double I : tree.I) landscape.least_inertia += I;
  return landscape;
}

void add_stored(const ShapeLandscape& landscape, const std::vector<double>& phi, Expansion<double>& out) {
  add_stored(landscape.springs, phi, out);
  if (landscape.formulas) out.value += landscape.formulas(phi, out);
}

void evaluate(const ShapeLandscape& landscape, const std::vector<double>& phi, Expansion<double>& out,
              Expansion<double>& inertia) {
  expand(landscape.I_lock, phi, inertia);
  out = inertia;
  if (landscape.stores_energy()) {
    amend(landscape.mu_s, out);
    add_stored(landscape, phi, out);
    return;
  }
  out.value = -out.value;
  for (double& slope : out.gradient) slope = -slope;
  for (double& entry : out.hessian.entries) entry = -entry;
}

std::vector<AngleRange> angle_ranges(const ShapeLandscape& landscape) {
  std::vector<AngleRange> out;
  for (int k = 0; k < landscape.joints; ++k) out.push_back(range_of(landscape, k));
  return out;
}

std::vector<double> slope_scales(const ShapeLandscape& landscape) {
  std::vector<double> out(static_cast<std::size_t>(landscape.joints), 0.0);
  const double mean = landscape.I_lock.constant;
  const double amended = landscape.stores_energy() ? landscape.mu_s * landscape.mu_s / (2 * mean * mean) : 1;
  for (int k = 0; k < landscape.joints; ++k) out[k] = amended * steepest(landscape, k);
  for (const JointSpring& spring : landscape.springs) out[spring.joint] += std::abs(spring.law.kp);
  if (landscape.formulas) {  // curvatures of the formulas at a few shapes
    for (const double angle : {0.3, -1.1, 2.2}) {
      Expansion<double> U{0, std::vector<double>(out.size()), Matrix<double>(landscape.joints, landscape.joints)};
      landscape.formulas(std::vector<double>(out.size(), angle), U);
      for (int k = 0; k < landscape.joints; ++k)
        if (std::isfinite(U.hessian(k, k))) out[k] += std::abs(U.hessian(k, k));
    }
  }
  const double most = out.empty() ? 0 : *std::max_element(out.begin(), out.end());
  for (double& scale : out) scale = std::max(scale, 1e-9 * most);
  return out;
}

}  // namespace oopss
