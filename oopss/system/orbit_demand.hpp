// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/diagnostic.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// A law by which energy is not kept: a damper that acts, or one without a potential that is the same at every time.
struct EnergyLeak {
  int joint = 0, law = 0;
  bool damper = false;
  std::string why{};  // of the others, as the end of a sentence about the law
};
std::vector<EnergyLeak> energy_leaks(const TreeSpec& spec, const std::vector<double>& p);

/// Why a model has no periodic motions, or none that can be looked for: dampers, laws that store no energy or depend on
/// time, joints whose motion is prescribed; each by name, at its place.
std::vector<Diagnostic> without_orbits(const TreeSpec& spec, const std::vector<double>& p);

/// Why windings mean nothing in a model: bodies in space, loops, more joints than a Lagrangian is made for, and laws
/// that are not periodic at a joint that is to turn; `winding` has whole turns of every joint.
std::vector<Diagnostic> without_winding(const TreeSpec& spec, const std::vector<double>& p,
                                        const std::vector<int>& winding);

}  // namespace oopss
