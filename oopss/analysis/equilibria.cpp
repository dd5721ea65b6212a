// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/equilibria.hpp"

#include <fmt/format.h>

#include <cmath>

namespace oopss {
namespace {

RelativeEquilibrium described(const ShapeEnergy& of, const CriticalShape& at, std::string id) {
  const double mu_s = of.landscape.mu_s;
  RelativeEquilibrium out{std::move(id), at.phi, at.I_lock, at.value, mu_s / at.I_lock, stability_at(of, at)};
  if (!of.landscape.stores_energy()) out.energy = amended_potential(mu_s, at.I_lock);
  out.continuum = at.continuum;
  out.residual = at.residual;
  if (!std::isfinite(out.inertia) || !std::isfinite(out.energy) || !std::isfinite(out.omega))
    throw Overflow(
        fmt::format("an equilibrium has the inertia {:.6g} kg m^2, the energy {:.6g} J and the angular "
                    "velocity {:.6g} rad/s: one of them is more than a double holds",
                    out.inertia, out.energy, out.omega));
  for (const std::complex<double>& eigenvalue : out.stability.spectrum)
    if (!std::isfinite(eigenvalue.real()) || !std::isfinite(eigenvalue.imag()))
      throw Overflow(fmt::format("the spectrum at total momentum {:.6g} kg m^2/s is more than a double holds", mu_s));
  return out;
}

}  // namespace

void require_finite(const ShapeEnergy& of) {
  const ShapeLandscape& landscape = of.landscape;
  const double mu_s = landscape.mu_s, energy = amended_potential(mu_s, landscape.I_lock.constant);
  if (!std::isfinite(landscape.I_lock.constant))
    throw Overflow("the locked inertia is more than a double holds: masses and lengths are too large");
  if (!std::isfinite(mu_s * mu_s) || !std::isfinite(energy))
    throw Overflow(
        fmt::format("V_mu = mu_s^2/(2 I_lock) is more than a double holds at total momentum {:.6g} kg m^2/s "
                    "and locked inertia {:.6g} kg m^2",
                    mu_s, landscape.I_lock.constant));
  for (const double scale : slope_scales(landscape))
    if (!std::isfinite(scale)) throw Overflow("the slopes of the energy are more than a double holds");
}

bool is_settled(const Equilibria& of) {
  return of.every_shape || of.certified || (of.settled && of.count != MorseCount::fails);
}

bool is_everywhere(const ShapeEnergy& of) {
  return of.joints.empty() || !of.landscape.depends_on_shape() ||
         (of.landscape.mu_s == 0 && !of.landscape.stores_energy());
}

std::string search_words(const Equilibria& of) {
  if (!is_settled(of)) return fmt::format("THE SEARCHES DO NOT AGREE after {} starts: others may exist", of.starts);
  if (of.boxed)
    return "boxes that cover all shapes were looked into, and there is no other in any; --certify checks that and "
           "proves "
           "it";
  return fmt::format(
      "two searches agree, from {} starts; neither this nor the count excludes a pair that both have missed{}",
      of.starts, of.joints.size() < 8 ? ", a proof does: --certify" : "");
}

Equilibria find_equilibria(const ShapeEnergy& of, const SearchPlan& plan) {
  require_finite(of);
  Equilibria out;
  out.bodies = of.bodies;
  out.joints = of.joints;
  out.momentum = of.landscape.mu_s;
  out.every_shape = is_everywhere(of);
  out.ranges = angle_ranges(of.landscape);
  if (out.every_shape) return out;
  CriticalShapes found = of.search(plan);
  for (const CriticalShape& at : found.all)
    out.all.push_back(described(of, at, "E" + std::to_string(out.all.size() + 1)));
  out.count = found.count;
  out.count_words = std::move(found.count_words);
  out.starts = found.starts;
  out.settled = found.settled;
  return out;
}

NearestEquilibrium equilibrium_near(const ShapeEnergy& of, const std::vector<double>& phi) {
  require_finite(of);
  const CriticalShape at = settle(of.landscape, phi);
  NearestEquilibrium out{{}, at.residual};
  if (at.residual <= settled_residual) out.found = described(of, at, "");
  return out;
}

}  // namespace oopss
