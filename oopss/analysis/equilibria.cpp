// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/equilibria.hpp"

namespace oopss {
namespace {

RelativeEquilibrium described(const ShapeEnergy& of, const CriticalShape& at, std::string id) {
  const double mu_s = of.landscape.mu_s;
  RelativeEquilibrium out{std::move(id), at.phi, at.I_lock, at.value, mu_s / at.I_lock, stability_at(of, at)};
  if (!of.landscape.stores_energy()) out.energy = amended_potential(mu_s, at.I_lock);
  out.continuum = at.continuum;
  out.residual = at.residual;
  return out;
}

}  // namespace

bool is_everywhere(const ShapeEnergy& of) {
  return of.joints.empty() || !of.landscape.depends_on_shape() ||
         (of.landscape.mu_s == 0 && !of.landscape.stores_energy());
}

Equilibria find_equilibria(const ShapeEnergy& of) {
  Equilibria out;
  out.bodies = of.bodies;
  out.joints = of.joints;
  out.momentum = of.landscape.mu_s;
  out.every_shape = is_everywhere(of);
  out.ranges = angle_ranges(of.landscape);
  if (out.every_shape) return out;
  CriticalShapes found = of.search();
  for (const CriticalShape& at : found.all)
    out.all.push_back(described(of, at, "E" + std::to_string(out.all.size() + 1)));
  out.count = found.count;
  out.count_words = std::move(found.count_words);
  out.starts = found.starts;
  out.settled = found.settled;
  return out;
}

NearestEquilibrium equilibrium_near(const ShapeEnergy& of, const std::vector<double>& phi) {
  const CriticalShape at = settle(of.landscape, phi);
  NearestEquilibrium out{{}, at.residual};
  if (at.residual <= settled_residual) out.found = described(of, at, "");
  return out;
}

}  // namespace oopss
