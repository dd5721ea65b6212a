// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>

#include "oopss/analysis/stability.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

/// A relative equilibrium with what is known of it.
struct RelativeEquilibrium {
  std::string id;           // E1, E2, … by falling inertia
  std::vector<double> phi;  // in (−π, π]; at joints with springs on the line as it is
  double inertia = 0;       // I_lock
  double energy = 0;        // V_μ + U: H + U while it turns as one
  double omega = 0;         // μ_s / I_lock
  StabilityReport stability;
  bool continuum = false;  // stands for a continuum of equilibria with its inertia
  double residual = 0;     // largest slope that is left, in units of the function's scale
  bool proved = false;     // a proof encloses it, and holds the index and the verdict
  double radius = 0;       // by a proof: no angle is further than this from the true one
};

/// All that were found.
struct Equilibria {
  std::vector<std::string> bodies, joints;
  double momentum = 0;
  bool every_shape =
      false;  // no momentum and no stored energy: every shape at rest is an equilibrium; or there is one shape only
  std::vector<RelativeEquilibrium> all;
  bool certified = false, complete = false;  // only by a proof
  std::vector<std::string> remarks;          // on what the proof says of circles of equilibria, and leaves undecided
  MorseCount count = MorseCount::not_applicable;
  std::string count_words;
  long starts = 0;
  bool settled = true;  // the search ended because its parts agree
  bool boxed = false;   // boxes that cover all shapes were looked into: there is no other (not proved)
  std::string covered;  // how else all shapes were looked at, in words
  ShapeSpace space;     // what was searched
};

/// Every shape is an equilibrium: nothing stores energy, and there is no momentum or I_lock is the same at all shapes;
/// or there is one shape only.
bool is_everywhere(const ShapeEnergy& energy);

/// The system has nothing of the kind that is asked for, in words.
struct NoShapes : std::domain_error {
  using std::domain_error::domain_error;
};

/// What the system hands out; throws NoShapes if it has no energy of the shape.
ShapeEnergy shape_energy(const System& system, const std::vector<double>& p, double momentum, bool free = false);

/// A number that is too large or too small for a double, in words.
struct Overflow : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws Overflow, with the momentum or what else it is, unless V_μ + U and its slopes are of a size that doubles
/// hold.
void require_finite(const ShapeEnergy& energy);

/// At most most_searched_joints directions. Throws Overflow.
Equilibria find_equilibria(const ShapeEnergy& energy, const SearchPlan& plan = {});
Equilibria find_equilibria(const System& system, const std::vector<double>& p, double momentum, bool free = false);

/// The searches agree, and the count does not fail; or there is nothing to search for.
bool is_settled(const Equilibria& equilibria);

/// How sure a list without a proof is, in a sentence: which searches agree, and what that does not exclude.
std::string search_words(const Equilibria& equilibria);

/// The one to which the iteration from `phi` leads, without an id; nothing if it does not converge, and `residual` says
/// how near it came. For up to most_landscape_joints joints. Throws Overflow.
struct NearestEquilibrium {
  std::optional<RelativeEquilibrium> found;
  double residual = 0;
};
NearestEquilibrium equilibrium_near(const ShapeEnergy& energy, const std::vector<double>& phi);

}  // namespace oopss
