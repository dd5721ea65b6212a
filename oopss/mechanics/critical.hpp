// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/mechanics/landscape.hpp"

namespace oopss {

/// Curvatures below this, each angle in units of 1/√scale of its slopes, count as zero: nullity.
constexpr double flat_curvature = 1e-6;

/// A critical point of a landscape.
struct CriticalShape {
  std::vector<double> phi;         // in (−π, π] on circles
  double value = 0, I_lock = 0;    // of the function and of the locked inertia
  double residual = 0;             // largest slope that is left, in units of its scale
  std::vector<double> curvatures;  // eigenvalues of the Hessian in these units, rising
  int index = 0, nullity = 0;      // numbers of negative curvatures and of those that count as zero
  bool continuum = false;          // one of a continuum of critical points, all with this value: listed once
  int hits = 0;                    // starts that led here
};

/// Whether the count of critical points agrees with topology: by Poincaré and Hopf Σ (−1)^index is the Euler
/// characteristic, by Morse there are enough of each index.
enum class MorseCount { agrees, fails, not_applicable };

/// What a search found, by falling locked inertia, then by angle.
struct CriticalShapes {
  std::vector<CriticalShape> all;
  MorseCount count = MorseCount::not_applicable;
  std::string count_words;         // the count, or why there is none
  long starts = 0;                 // of the iteration
  bool settled = false;            // every point was met several times
  std::vector<AngleRange> ranges;  // that were searched
};

/// The critical point to which the iteration from `phi` leads: steps of Levenberg and Marquardt, which are Newton's
/// near the end. Not converged unless `residual` is below 1e-11. For any number of joints.
CriticalShape settle(const ShapeLandscape& of, std::vector<double> phi);
constexpr double settled_residual = 1e-11;

/// All critical points, by iteration from `first`, from the shapes in which every joint is stretched or folded, and
/// from a low-discrepancy sequence, until every point was met `hits` times and the Morse count agrees, or `most_starts`
/// are spent. Deterministic.
struct SearchPlan {
  std::vector<std::vector<double>> first;
  bool first_is_all = false;  // the starts `first` are known to lead to every point: no other if the count agrees
  int hits = 8;
  long most_starts = 0;  // 0: by the number of joints
};
CriticalShapes critical_shapes(const ShapeLandscape& of, const SearchPlan& plan = {});

/// A free tree of N bodies has at least 2^(N−1) nondegenerate equilibria: beyond this many they are not searched.
constexpr int most_searched_joints = 11;

/// |a − b| on circles and lines, the largest over the joints.
double shape_distance(const std::vector<AngleRange>& ranges, const std::vector<double>& a,
                      const std::vector<double>& b);

/// An angle in (−π, π].
double wrapped(double angle);

}  // namespace oopss
