// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/equilibria.hpp"
#include "oopss/system/tree_spec.hpp"
#include "server/model_cache.hpp"
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

  enum class Where { anywhere, plane };
  Subject(ModelCache& models, const std::string& text, const std::optional<double>& momentum_asked,
          Where where = Where::anywhere);
};

EquilibriaMessage::Row equilibrium_row(const RelativeEquilibrium& equilibrium);

/// The state in which bodies in space turn as one in a shape; by how much its joints are turned, of a ball the angle of
/// its turn; and its turns and momentum.
std::vector<double> turning_state(const Subject& subject, const std::vector<double>& shape);
std::vector<double> turned_by(const System& system, const std::vector<double>& x);
SpaceStartRow space_row(const System& system, const std::vector<double>& x);

/// What bodies in space add to it, by the state in which they turn as one.
void add_space(const Subject& subject, const RelativeEquilibrium& equilibrium, EquilibriaMessage::Row& row);

/// Why there is no list of equilibria, where every shape is one.
std::string everywhere_words(const Subject& subject);

}  // namespace oopss
