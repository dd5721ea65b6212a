// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/analysis/stability.hpp"

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
};

/// All that were found.
struct Equilibria {
  std::vector<std::string> bodies, joints;
  double momentum = 0;
  bool every_shape =
      false;  // no momentum and no stored energy: every shape at rest is an equilibrium; or there is one shape only
  std::vector<RelativeEquilibrium> all;
  bool certified = false, complete = false;  // only by a proof
  MorseCount count = MorseCount::not_applicable;
  std::string count_words;
  long starts = 0;
  bool settled = true;             // the search ended because every point had been met often enough
  std::vector<AngleRange> ranges;  // per joint: what was searched
};

/// Every shape is an equilibrium: nothing stores energy, and there is no momentum or I_lock is the same at all shapes;
/// or there is one shape only.
bool is_everywhere(const ShapeEnergy& of);

/// At most most_searched_joints joints.
Equilibria find_equilibria(const ShapeEnergy& of);

/// The one to which the iteration from `phi` leads, without an id; nothing if it does not converge, and `residual` says
/// how near it came. For any number of joints.
struct NearestEquilibrium {
  std::optional<RelativeEquilibrium> found;
  double residual = 0;
};
NearestEquilibrium equilibrium_near(const ShapeEnergy& of, const std::vector<double>& phi);

}  // namespace oopss
