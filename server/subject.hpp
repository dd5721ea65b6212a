// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/equilibria.hpp"
#include "oopss/system/tree_spec.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// A model at a total momentum: what equilibria, proofs, branches and portraits are about.
struct Subject {
  Model model;
  TreeSpec spec;
  std::vector<double> p;
  double momentum = 0;
  bool free = false;      // laws without a potential: all are left out
  bool too_many = false;  // bodies: more than are searched, and there is no energy
  System system;
  ShapeEnergy energy;
  std::string note;  // what was left out of account

  enum class Where { plane, anywhere };
  Subject(const std::string& text, const std::optional<double>& momentum_asked, Where where = Where::plane);
};

EquilibriaMessage::Row equilibrium_row(const RelativeEquilibrium& equilibrium);

/// What bodies in space add to it, by the state in which they turn as one.
void add_space(const Subject& subject, const RelativeEquilibrium& equilibrium, EquilibriaMessage::Row& row);

/// Why there is no list of equilibria, where every shape is one.
std::string everywhere_words(const Subject& subject);

}  // namespace oopss
