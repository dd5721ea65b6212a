// SPDX-License-Identifier: Apache-2.0
#include "server/reach.hpp"

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/inertia.hpp"
#include "oopss/mechanics/recursion.hpp"

namespace oopss {
namespace {

double stored_at(const System& system, const Flow& flow, const std::vector<double>& phi) {
  std::vector<double> x(static_cast<std::size_t>(system.layout.size), 0.0);
  std::copy(phi.begin(), phi.end(), x.begin() + PlanarOffsets(system.layout).angles);
  return flow.stored(0, x.data());
}

}  // namespace

Reach reach_at(const Blueprint& plan, const std::vector<double>& p, const System& system, const Flow& flow,
               const std::vector<double>& phi, const std::vector<double>& rates, double omega_root) {
  const PlanarTree<double> tree = planar_tree(plan, p);
  const std::vector<double> theta = absolute_angles(plan.at, phi, 0.0);
  const std::vector<double> omega = absolute_angles(plan.at, rates, omega_root), mu = momenta(tree, theta, omega);
  Reach out;
  out.rates = rates;
  out.omega_root = omega_root;
  out.kinetic = kinetic_energy(mu, omega);
  out.stored = stored_at(system, flow, phi);
  out.momentum = total_momentum(mu);
  out.I_lock = total_momentum(momenta(tree, theta, std::vector<double>(mu.size(), 1.0)));
  return out;
}

Reach reach_of(const Blueprint& plan, const std::vector<double>& p, const System& system, const Flow& flow,
               const SolvedStart& start) {
  const std::vector<double> theta = absolute_angles(plan.at, start.phi, 0.0);
  const Motion<double> moves = motion(planar_tree(plan, p), theta, start.mu);
  Reach out =
      reach_at(plan, p, system, flow, start.phi, differences(plan.at, moves.omega), moves.omega[plan.at.root()]);
  out.kinetic = kinetic_energy(start.mu, moves.omega);
  out.momentum = total_momentum(start.mu);
  return out;
}

}  // namespace oopss
