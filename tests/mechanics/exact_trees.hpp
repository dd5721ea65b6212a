// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/landscape.hpp"
#include "oopss/system/exact.hpp"
#include "tests/mechanics/random_trees.hpp"

namespace oopss {

/// The tree with its doubles as the rationals that they are.
inline PlanarTree<Enclosure> exactly(const PlanarTree<double>& tree) {
  const auto number = [](double x) { return Enclosure(mpq_class(x)); };
  PlanarTree<Enclosure> out;
  static_cast<Topology&>(out) = tree;
  for (int i = 0; i < tree.size(); ++i) {
    out.m.push_back(number(tree.m[i]));
    out.I.push_back(number(tree.I[i]));
    out.mass = out.mass + out.m[i];
    out.d_parent.push_back({number(tree.d_parent[i].x), number(tree.d_parent[i].y)});
    out.d_child.push_back({number(tree.d_child[i].x), number(tree.d_child[i].y)});
  }
  return out;
}

/// The landscape of a tree of doubles with springs, if any.
inline ExactLandscape exactly(const PlanarTree<double>& tree, double mu_s, const std::vector<JointSpring>& springs) {
  const auto number = [](double x) { return Enclosure(mpq_class(x)); };
  std::vector<SpringAt<Enclosure>> same;
  for (const auto& [joint, law] : springs)
    same.push_back({joint, {law.periodic, number(law.kp), number(law.kd), number(law.bias)}});
  return exact_landscape(exactly(tree), number(mu_s), same);
}

/// Springs at all joints, in strength from a tenth to ten times the slopes of V_μ; on the circle, on the line, or both.
enum class SpringKind { sine, line, mixed };
inline std::vector<JointSpring> random_springs(const PlanarTree<double>& tree, double mu_s, SpringKind kind,
                                               std::mt19937& random) {
  std::uniform_real_distribution<double> strength(-1, 1), bias(-3, 3);
  const std::vector<double> slopes = slope_scales(landscape(tree, mu_s, {{0, {true, 1e-300, 0, 0}}}));
  std::vector<JointSpring> out;
  for (int k = 0; k + 1 < tree.size(); ++k) {
    const bool periodic = kind == SpringKind::sine || (kind == SpringKind::mixed && random() % 2 == 0);
    out.push_back({k, {periodic, slopes[k] * std::pow(10, strength(random)), 0, bias(random)}});
  }
  return out;
}

}  // namespace oopss
