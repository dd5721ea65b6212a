// SPDX-License-Identifier: Apache-2.0
#include "server/subject.hpp"

#include <cmath>

#include "oopss/system/shape_laws.hpp"
#include "oopss/system/start.hpp"

namespace oopss {

Subject::Subject(ModelCache& models, const std::string& text, const std::optional<double>& momentum_asked, Where where)
    : model(where == Where::plane ? planar_model(models.read(text)) : page_model(models.read(text))),
      spec(tree_spec(model)),
      p(values_of(spec.inputs)) {
  if (const std::vector<Diagnostic> found = motions_without_equilibria(spec); !found.empty())
    throw RefusedRequest("unsupported", found[0].message);
  too_many = shape_freedom(spec, p) > most_searched_joints;
  momentum = momentum_asked ? *momentum_asked : start_momentum(spec, p);
  if (too_many) return;
  free = !laws_without_potential(spec, p).empty();
  if (free)
    note = spec.outside.empty()
               ? "Torque laws without an energy of their own are left out, and all others with them. "
               : "Torques from outside change the momentum: without them, and without torque laws, at this momentum. ";
  system = models.derived(model)->system;
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
                             {},
                             {}};
  for (const std::complex<double>& eigenvalue : equilibrium.stability.spectrum)
    out.spectrum.push_back({eigenvalue.real(), eigenvalue.imag()});
  return out;
}

std::vector<double> turning_state(const Subject& subject, const std::vector<double>& shape) {
  std::vector<double> x(static_cast<std::size_t>(subject.system.layout.size), 0.0);
  subject.energy.space.state(shape, x.data());
  return x;
}

std::vector<double> turned_by(const System& system, const std::vector<double>& x) {
  std::vector<double> out;
  for (const Block& block : system.layout.blocks) {
    const double* const q = x.data() + block.offset;
    if (block.kind == BlockKind::joint_angle) out.push_back(*q);
    if (block.kind == BlockKind::rotation) out.push_back(2 * std::atan2(std::hypot(q[1], q[2], q[3]), std::abs(q[0])));
  }
  return out;
}

SpaceStartRow space_row(const System& system, const std::vector<double>& x) {
  SpaceStartRow out;
  for (const Block& block : system.layout.blocks) {
    const double* const q = x.data() + block.offset;
    if (block.kind == BlockKind::joint_angle) out.rotations.emplace_back();
    if (block.kind == BlockKind::rotation) out.rotations.emplace_back(Turn{q[0], q[1], q[2], q[3]});
  }
  for (std::size_t k = 0; k < 3; ++k) out.momentum[k] = system.casimirs[k].value(x.data());
  return out;
}

void add_space(const Subject& subject, const RelativeEquilibrium& equilibrium, EquilibriaMessage::Row& row) {
  const System& system = subject.system;
  const std::vector<double> x = turning_state(subject, equilibrium.phi);
  row.angles = turned_by(system, x);
  std::vector<BodyPose> poses(system.bodies.size());
  system.with_inputs(subject.p).pose(x.data(), poses.data());
  SpaceEquilibriumRow& out = row.space.emplace();
  for (const BodyPose& pose : poses) {
    out.centres.push_back({pose.x, pose.y, pose.z});
    out.attitudes.push_back(pose.q);
  }
  out.axis = space_row(system, x).momentum;
  const double size = std::hypot(out.axis[0], out.axis[1], out.axis[2]);
  for (double& part : out.axis) part = size > 0 ? part / size : 0;
}

std::string everywhere_words(const Subject& subject) {
  return subject.spec.joints.empty() ? "A single body has one shape only." : "Every shape at rest is an equilibrium.";
}

}  // namespace oopss
