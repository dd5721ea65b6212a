// SPDX-License-Identifier: Apache-2.0
#include "server/subject.hpp"

#include "oopss/system/derive.hpp"
#include "oopss/system/shape_laws.hpp"
#include "oopss/system/start.hpp"
#include "server/model_cache.hpp"

namespace oopss {

Subject::Subject(const std::string& text, const std::optional<double>& momentum_asked)
    : model(planar_model(text)), spec(tree_spec(model)), p(values_of(spec.inputs)) {
  if (const std::vector<Diagnostic> found = motions_without_equilibria(spec); !found.empty())
    throw RefusedRequest("unsupported", found[0].message);
  too_many = shape_freedom(spec, p) > most_searched_joints;
  momentum = momentum_asked ? *momentum_asked : start_momentum(spec, p);
  if (too_many) return;
  free = !laws_without_potential(spec, p).empty();
  if (free) note = "Torque laws without an energy of their own are left out, and all others with them. ";
  system = derive(model, Engine::recursive);
  energy = shape_energy(system, p, momentum, free);
}

EquilibriaMessage::Row equilibrium_row(const RelativeEquilibrium& equilibrium) {
  EquilibriaMessage::Row out{equilibrium.id,
                             equilibrium.phi,
                             equilibrium.inertia,
                             equilibrium.energy,
                             equilibrium.omega,
                             equilibrium.stability.index,
                             equilibrium.stability.nullity,
                             word(equilibrium.stability.verdict),
                             equilibrium.proved,
                             {}};
  for (const std::complex<double>& eigenvalue : equilibrium.stability.spectrum)
    out.spectrum.push_back({eigenvalue.real(), eigenvalue.imag()});
  return out;
}

std::string everywhere_words(const Subject& subject) {
  return subject.spec.joints.empty() ? "A single body has one shape only." : "Every shape at rest is an equilibrium.";
}

}  // namespace oopss
