// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/diagnostic.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// Why a model has no exponents on a leaf, or none that can be had: bodies in space, one body alone, joints whose
/// motion is prescribed, torques from outside, laws with kinks or that are functions of the program; each by name, at
/// its place.
std::vector<Diagnostic> without_exponents(const TreeSpec& spec);

/// Numbers of the states of a larger one make matrices too large to follow; it is refused before it is derived.
constexpr int most_chaos_states = 400;

/// Whether H + U is kept: no damper acts, and every other law has a potential that does not depend on t.
bool keeps_energy(const TreeSpec& spec, const std::vector<double>& p);

/// Why a model has no sections: all of `without_exponents`, and for a plane the laws that do not keep the energy; each
/// by name, at its place.
std::vector<Diagnostic> without_sections(const TreeSpec& spec, const std::vector<double>& p, bool every_period);

/// Why a model has no splitting of this kind: bodies in space, loops, laws; each by name, at its place.
std::vector<Diagnostic> without_splitting(const TreeSpec& spec, const std::vector<double>& p);

}  // namespace oopss
