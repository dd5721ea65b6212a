// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/planar_lagrangian.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/mechanics/connection.hpp"
#include "oopss/mechanics/reduced_lagrangian.hpp"

namespace oopss {
namespace {

struct PlanarLagrangian {
  Topology topology;
  PairConstants<double> pairs;
  ShapeLandscape landscape;
  LagrangianParts<double> parts;
  std::vector<double> shape, shape_rate, theta, rate, cosine, sine;
  Expansion<double> U;

  PlanarLagrangian(const PlanarTree<double>& tree, ShapeLandscape stored)
      : topology(tree),
        pairs(pair_constants(tree)),
        landscape(std::move(stored)),
        parts(tree.size()),
        shape(tree.m.size() - 1),
        shape_rate(shape),
        theta(tree.m.size()),
        rate(theta),
        cosine(theta),
        sine(theta),
        U{0, shape, Matrix<double>(tree.size() - 1, tree.size() - 1)} {}

  /// From slopes per body to slopes per joint: that of a joint is the sum over all bodies beyond it. Spoils `by_body`.
  void by_joint(std::vector<double>& by_body, std::vector<double>& out) const {
    for (auto i = topology.order.rbegin(); i != topology.order.rend(); ++i) {
      if (topology.parent[*i] < 0) continue;
      by_body[topology.parent[*i]] += by_body[*i];
      out[topology.joint[*i]] = topology.sense[*i] * by_body[*i];
    }
  }

  void operator()(const double* phi, const double* phi_rate, LagrangianValue& out) {
    std::copy_n(phi, shape.size(), shape.begin());
    std::copy_n(phi_rate, shape.size(), shape_rate.begin());
    absolute_angles(topology, shape, 0.0, theta);
    absolute_angles(topology, shape_rate, 0.0, rate);
    for (std::size_t i = 0; i < theta.size(); ++i) cosine[i] = std::cos(theta[i]), sine[i] = std::sin(theta[i]);
    reduced_lagrangian(pairs, landscape.mu_s, cosine, sine, rate, parts);
    for (std::vector<double>* slope : {&out.L2_phi, &out.L2_rate, &out.L1_phi, &out.L1_rate, &out.L0_phi})
      slope->resize(shape.size());
    by_joint(parts.L2_theta, out.L2_phi);
    by_joint(parts.L2_rate, out.L2_rate);
    by_joint(parts.L1_theta, out.L1_phi);
    by_joint(parts.L1_rate, out.L1_rate);
    by_joint(parts.L0_theta, out.L0_phi);
    out.L2 = parts.L2;
    out.L1 = parts.L1;
    out.L0 = parts.L0;
    if (!landscape.stores_energy()) return;
    U.value = 0;
    std::fill(U.gradient.begin(), U.gradient.end(), 0.0);
    std::fill(U.hessian.entries.begin(), U.hessian.entries.end(), 0.0);
    add_stored(landscape, shape, U);
    out.L0 -= U.value;
    for (std::size_t k = 0; k < shape.size(); ++k) out.L0_phi[k] -= U.gradient[k];
  }
};

ShapeConnection connection_at(const Topology& topology, const PairConstants<double>& pairs, const double* phi) {
  const std::vector<double> shape(phi, phi + topology.size() - 1), theta = absolute_angles(topology, shape, 0.0);
  ShapeInertia<double> inertia = shape_inertia(topology, pseudo_inertia(pairs, theta));
  Matrix<double> F = curvature(topology, inertia, slope_matrix(pairs, theta));
  return {inertia.I_lock, connection(inertia), std::move(F.entries), std::move(inertia.M_s.entries)};
}

}  // namespace

ReducedLagrangian planar_lagrangian(const PlanarTree<double>& tree, const ShapeLandscape& landscape) {
  const PlanarLagrangian functions(tree, landscape);
  ReducedLagrangian out{
      landscape.joints, landscape.mu_s, tree.root(), functions, {}, std::vector<double>(functions.shape.size())};
  for (const AngleRange& range : angle_ranges(landscape)) out.circle.push_back(range.circle);
  for (const int i : tree.order)
    if (const int p = tree.parent[i]; p >= 0)
      out.stretched[tree.joint[i]] =
          tree.sense[i] * std::atan2(functions.pairs.beta(p, i), functions.pairs.alpha(p, i));
  out.connection = [topology = functions.topology, pairs = functions.pairs](const double* phi) {
    return connection_at(topology, pairs, phi);
  };
  return out;
}

}  // namespace oopss
