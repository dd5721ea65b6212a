// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/verbs.hpp"
#include "oopss/chaos/exponents.hpp"
#include "oopss/chaos/sections.hpp"

namespace oopss {

/// The exponents of a model as results show them.
struct ExponentsResult {
  std::string model;
  std::vector<std::string> bodies, joints;
  Exponents exponents;
  double momentum = 0, energy = 0;           // of the start
  int forced_zeros = 0;                      // that theory gives to every motion that does not rest
  std::string zeros;                         // the same in words
  bool forced = false, keeps_energy = true;  // laws depend on t; H + U is kept
  bool keeps_volume = true;                  // on the leaf: no law depends on rates
  double time_scale = 0;                     // of small differences at the start
  double defect = 0;                         // of the tangent map over `defect_span`
  double defect_span = 0;
  std::string file;
};

/// Throws TooLarge for a model whose exponents and sections would take too long, before anything of it is derived.
void require_followable(const TreeSpec& spec);

/// A section of a model as results show it.
struct SectionResult {
  std::string model;
  std::vector<std::string> bodies, joints;
  Section section;
  double momentum = 0, energy = 0;
  std::string plane, angle, momentum_name;  // "phi_left = 0, rising"; what is seen
  std::vector<SectionOrbit> orbits;
  std::vector<std::vector<double>> starts;  // of the orbits: angle and momentum
  std::vector<std::string> notes;
  std::string file;
};

}  // namespace oopss
