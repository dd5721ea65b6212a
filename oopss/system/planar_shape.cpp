// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/planar_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/mechanics/equilibria.hpp"

namespace oopss {
namespace {

using Shape = ShapeSpace::Shape;

/// Every joint stretched, as seen by its own two bodies.
Shape stretched(const ShapeLandscape& landscape) {
  Shape out(landscape.joints, 0.0);
  for (const TrigTerm<double>& term : landscape.I_lock.terms) {
    int joint = -1, sum = 0;
    for (int k = 0; k < landscape.joints; ++k)
      if (term.winding[k] != 0) joint = k, ++sum;
    if (sum == 1) out[joint] = term.winding[joint] * std::atan2(term.s, term.c);
  }
  return out;
}

/// Every joint stretched or folded: all equilibria of trees with aligned joints.
std::vector<Shape> stretched_and_folded(const Shape& straight) {
  std::vector<Shape> out;
  for (long folds = 0; folds < 1L << straight.size(); ++folds) {
    out.push_back(straight);
    for (std::size_t k = 0; k < straight.size(); ++k)
      if ((folds >> k) & 1) out.back()[k] += std::numbers::pi;
  }
  return out;
}

/// The landscape as the waist has it.
struct Landscape {
  ShapeLandscape landscape;
  Expansion<double> f, I;

  void operator()(const Shape& phi, ShapeValue& out) {
    evaluate(landscape, phi, f, I);
    out.value = f.value;
    out.gradient.swap(f.gradient);
    out.hessian.swap(f.hessian.entries);
    out.inertia = I.value;
    out.energy = landscape.stores_energy() ? f.value : amended_potential(landscape.mu_s, I.value);
    out.factor = landscape.stores_energy()
                     ? 1
                     : landscape.mu_s * landscape.mu_s / (2 * I.value * I.value);  // it is −I_lock then
  }
};

SmallMotion small_motion(const PlanarTree<double>& tree, double mu_s, const std::vector<double>& damping,
                         const Shape& phi) {
  auto [M_s, G] = free_motion(tree, pair_constants(tree), phi);
  for (double& entry : G.entries) entry *= mu_s;
  for (int k = 0; k < G.rows; ++k) G(k, k) += damping[k];
  return {std::move(M_s.entries), std::move(G.entries), damping};
}

/// Binomial coefficient; 0 outside the triangle.
long choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  long out = 1;
  for (int i = 1; i <= k; ++i) out = out * (n - k + i) / i;
  return out;
}

/// On the product of a circles and of lines at whose ends the function goes to +∞ or, on d of them, −∞: C(a, k − d) of
/// index k. Without stored energy at most C(2N−2, N−1) (Bernstein).
MorseBounds bounds_of(const ShapeLandscape& landscape, const std::vector<AngleRange>& ranges) {
  MorseBounds out;
  if (landscape.joints > most_searched_joints) return out;
  int circles = 0, down = 0;
  for (const AngleRange& range : ranges) {
    if (range.circle) ++circles;
    if (!range.circle && range.growth < 0) ++down;
  }
  for (int k = 0; k <= landscape.joints; ++k) out.betti.push_back(choose(circles, k - down));
  if (!landscape.stores_energy()) out.most = choose(2 * landscape.joints, landscape.joints), out.most_by = "Bernstein";
  return out;
}

}  // namespace

double locked_energy(const ShapeLandscape& landscape, const std::vector<double>& phi) {
  const int n = static_cast<int>(phi.size());
  Expansion<double> U{0, std::vector<double>(phi.size(), 0.0), Matrix<double>(n, n)};
  add_stored(landscape, phi, U);
  return amended_potential(landscape.mu_s, value(landscape.I_lock, phi)) + U.value;
}

ShapeEnergy shape_energy(const PlanarTree<double>& tree, const ShapeLandscape& landscape,
                         std::vector<std::string> bodies, std::vector<std::string> joints) {
  const auto n = static_cast<double>(landscape.joints);
  const std::vector<AngleRange> ranges = angle_ranges(landscape);
  ShapeEnergy out;
  out.bodies = std::move(bodies);
  out.joints = std::move(joints);
  out.momentum = landscape.mu_s;
  out.space.freedom = landscape.joints;
  for (const AngleRange& range : ranges)
    out.space.ranges.push_back({range.circle, range.low, range.high, range.justified});
  out.landscape = Landscape{landscape, {}, {}};
  out.energy = [landscape](const Shape& phi) { return locked_energy(landscape, phi); };
  std::vector<double> damping(landscape.joints, 0.0);
  for (const JointSpring& spring : landscape.springs) damping[spring.joint] += spring.law.kd;
  out.small_motion = [tree, damping, mu_s = landscape.mu_s](const Shape& phi) {
    return small_motion(tree, mu_s, damping, phi);
  };
  out.stores_energy = landscape.stores_energy();
  out.depends_on_shape = landscape.depends_on_shape();
  out.mean_inertia = landscape.I_lock.constant;
  out.scales = slope_scales(landscape);
  out.work = static_cast<double>(landscape.I_lock.terms.size()) * (20 + n * n / 3) + n * n * n;
  out.bounds = bounds_of(landscape, ranges);
  if (!out.stores_energy) out.closed_form = [tree] { return closed_form_shapes(tree); };
  if (landscape.joints <= most_searched_joints)
    out.starts = [straight = stretched(landscape)] { return stretched_and_folded(straight); };
  return out;
}

}  // namespace oopss
