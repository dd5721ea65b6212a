// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/orbit.hpp"
#include "oopss/system/law_time.hpp"

namespace oopss {

/// A system whose motions on leaves are followed with their tangent map, its numbers put in.
struct ChaosSystem {
  OrbitSystem motion;  // with dampers and drives, if it has any
  LawTime time;        // how its laws depend on t
  bool keeps_energy = true;
};

/// Why a model has no exponents on a leaf, or none that can be had: bodies in space, one body alone, joints whose
/// motion is prescribed, torques from outside, laws with kinks or that are functions of the program; each by name, at
/// its place.
std::vector<Diagnostic> without_exponents(const TreeSpec& spec);

/// Numbers of the states of a larger one make matrices too large to follow; it is refused before it is derived.
constexpr int most_chaos_states = 400;

/// Whether H + U is kept: no damper acts, and every other law has a potential that does not depend on t.
bool keeps_energy(const TreeSpec& spec, const std::vector<double>& p);

/// The system of a model for its exponents and sections; throws ModelError with all of `without_exponents`.
ChaosSystem chaos_system(const Model& model);

/// How many directions the leaf through a state has, that of its total momentum among the closed states.
int leaf_dimension(const ChaosSystem& model, const std::vector<double>& x);

}  // namespace oopss
