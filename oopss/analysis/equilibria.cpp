// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/equilibria.hpp"

#include <fmt/format.h>

#include <cmath>

namespace oopss {
namespace {

RelativeEquilibrium described(const ShapeEnergy& energy, const CriticalShape& shape, std::string id) {
  const double mu_s = energy.momentum;
  RelativeEquilibrium out{std::move(id), shape.phi,           shape.I_lock,
                          shape.energy,  mu_s / shape.I_lock, stability_at(energy, shape)};
  out.continuum = shape.continuum;
  out.residual = shape.residual;
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

void require_finite(const ShapeEnergy& energy) {
  const double mu_s = energy.momentum, I_lock = energy.mean_inertia;
  if (!std::isfinite(I_lock))
    throw Overflow("the locked inertia is more than a double holds: masses and lengths are too large");
  if (!std::isfinite(mu_s * mu_s) || !std::isfinite(mu_s * mu_s / (2 * I_lock)))
    throw Overflow(
        fmt::format("V_mu = mu_s^2/(2 I_lock) is more than a double holds at total momentum {:.6g} kg m^2/s "
                    "and locked inertia {:.6g} kg m^2",
                    mu_s, I_lock));
  for (const double scale : energy.scales)
    if (!std::isfinite(scale)) throw Overflow("the slopes of the energy are more than a double holds");
}

ShapeEnergy shape_energy(const System& system, const std::vector<double>& p, double momentum, bool free) {
  if (!system.shape_energy) throw NoShapes("this system has no energy of its shape");
  return system.shape_energy(p, momentum, free);
}

bool is_settled(const Equilibria& equilibria) {
  return equilibria.every_shape || equilibria.certified ||
         (equilibria.settled && equilibria.count != MorseCount::fails);
}

bool is_everywhere(const ShapeEnergy& energy) {
  return energy.space.freedom == 0 || !energy.depends_on_shape || (energy.momentum == 0 && !energy.stores_energy);
}

std::string search_words(const Equilibria& equilibria) {
  if (!is_settled(equilibria))
    return fmt::format("THE SEARCHES DO NOT AGREE after {} starts: others may exist", equilibria.starts);
  if (equilibria.boxed)
    return "boxes that cover all shapes were looked into, and there is no other in any; --certify checks that and "
           "proves "
           "it";
  if (!equilibria.covered.empty()) return equilibria.covered;
  const bool provable = equilibria.joints.size() < 8 && !equilibria.space.state;
  return fmt::format(
      "two searches agree, from {} starts; neither this nor the count excludes a pair that both have missed{}",
      equilibria.starts, provable ? ", a proof does: --certify" : "");
}

Equilibria find_equilibria(const ShapeEnergy& energy, const SearchPlan& plan) {
  require_finite(energy);
  if (energy.survey) return find_equilibria(surveyed(energy), plan);
  Equilibria out;
  out.bodies = energy.bodies;
  out.joints = energy.joints;
  out.momentum = energy.momentum;
  out.every_shape = is_everywhere(energy);
  out.space = energy.space;
  out.covered = energy.covered;
  if (out.every_shape) return out;
  CriticalShapes found = critical_shapes(energy, plan);
  for (const CriticalShape& shape : found.all)
    out.all.push_back(described(energy, shape, "E" + std::to_string(out.all.size() + 1)));
  out.count = found.count;
  out.count_words = std::move(found.count_words);
  out.starts = found.starts;
  out.settled = found.settled;
  return out;
}

Equilibria find_equilibria(const System& system, const std::vector<double>& p, double momentum, bool free) {
  return find_equilibria(shape_energy(system, p, momentum, free));
}

NearestEquilibrium equilibrium_near(const ShapeEnergy& energy, const std::vector<double>& phi) {
  require_finite(energy);
  const CriticalShape shape = settle(energy, phi);
  NearestEquilibrium out{{}, shape.residual};
  if (shape.residual <= settled_residual) out.found = described(energy, shape, "");
  return out;
}

}  // namespace oopss
