// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/analysis/shape_map.hpp"

namespace oopss {

/// A closed loop of shapes, per joint
///   φ(u) = Σ_j c_j cos ju + s_j sin ju,   u from 0 to 2π along s = u/2π,
/// or, with a corner at its base, the cosines alone,
///   φ(u) = Σ_j c_j cos ju,   u from 0 to π along s = (1 − cos u)/2.
/// s from 0 to 1 is the parameter in which its effort is meant.
struct TurnLoop {
  bool corner = false;
  std::vector<std::vector<double>> cosines, sines;  // per joint, as many of each

  int joints() const { return static_cast<int>(cosines.size()); }
  int modes() const { return static_cast<int>(cosines.front().size()) - 1; }
};

/// φ at u.
std::vector<double> shape_on(const TurnLoop& loop, double u);

/// The end of the range of u.
double last_place(const TurnLoop& loop);

/// A window of the angles of two joints that has room for a loop, and at least one turn of both.
AngleWindow window_of(const TurnLoop& loop);

/// How much of a loop the last third of its modes has, against the largest coefficient that moves: how well it is
/// resolved.
double tail(const TurnLoop& loop);

}  // namespace oopss
