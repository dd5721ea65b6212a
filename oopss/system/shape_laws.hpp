// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/planar_shape.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// Why a law of a joint has no potential, as the end of a sentence about it: "stores no energy"; empty if it has one.
/// Springs have, their dampers left out.
std::string no_potential(const TreeSpec& spec, const std::vector<double>& p, int joint, int law);

/// Why laws of the model keep its relative equilibria from being critical points of an energy: each by name, at its
/// place. Springs and dampers are none of them.
std::vector<Diagnostic> laws_without_potential(const TreeSpec& spec, const std::vector<double>& p);

/// The joints whose motion is prescribed, each at its place: such a model has no equilibria, and no leaves to draw.
std::vector<Diagnostic> motions_without_equilibria(const TreeSpec& spec);

/// U of the laws given by an energy formula over the angles of all joints, with its slopes added, and whether it counts
/// the whole turns of each. Empty if there are none.
struct FormulaEnergy {
  std::function<double(const std::vector<double>& phi, Expansion<double>& add)> U;
  std::vector<bool> counts_turns;
};
FormulaEnergy formula_energy(const TreeSpec& spec, const std::vector<double>& p);

/// Adds what the laws of all joints store to a landscape over the angles of all joints.
void add_laws(ShapeLandscape& landscape, const TreeSpec& spec, const std::vector<double>& p);

/// V_μ + U of a model on its shapes, or V_μ alone if `free`.
ShapeLandscape shape_landscape(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free);

/// How many freedoms the shape of a model has, found without its energy: what limits on size are about.
int shape_freedom(const TreeSpec& spec, const std::vector<double>& p);

/// The shape energy of a model; `free` leaves the laws out, otherwise they must have a potential.
ShapeEnergy shape_energy(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free);

}  // namespace oopss
